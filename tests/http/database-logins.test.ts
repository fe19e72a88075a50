import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ownTables } from '#shared/content/record/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

let database: TestDatabase;
let folder: TemporaryFolder;
let site: RunningSite | undefined;

beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase({ migrated: false }), makeTemporaryFolder()]);
});
afterEach(() => site?.stop());
afterAll(async () => {
  await Promise.all([database.drop(), folder.remove()]);
});

const token = 'a-token-for-the-metrics';
const start = async (settings: Record<string, string>) => {
  site = await startSite({ DATA_DIR: folder.path, METRICS_TOKEN: token, ...settings });
  return site;
};
const owned = async ({ url }: RunningSite) =>
  /^carma_record_tables_owned (\d)$/m.exec(
    await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text(),
  )?.[1];
const recordPage = async ({ url }: RunningSite) => (await fetch(`${url}/record`)).text();

describe('the site', () => {
  it.skipIf(process.platform !== 'linux')('migrates with the owner’s address, and serves without it', async () => {
    const running = await start({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl });
    const { pid } = running.process;
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(environment).toContain(`DATABASE_URL=${database.url}`);
    expect(environment).toContain('DATABASE_OWNER_URL=');
    // All of them, though the process replaces itself while lines are buffered.
    const migrated = running.lines.filter(({ event }) => event === 'database.migrated');
    expect(migrated).toHaveLength(readdirSync('db/migrations').length);
    // The record of the sample projects is made with the site's own rights.
    await expect.poll(() => recordPage(running), { timeout: 30_000 }).toContain('Retired');
    expect(await owned(running)).toBe('0');
    expect(running.lines.some(({ event }) => event === 'record.owned')).toBe(false);
    expect(await recordPage(running)).not.toContain(ownTables);
  });

  it('with one login, which owns the record’s tables, says so in its log, its metrics and on the page', async () => {
    const running = await start({ DATABASE_URL: database.ownerUrl });
    await expect.poll(() => running.lines.find(({ event }) => event === 'record.owned')?.level, { timeout: 10_000 }).toBe('warn');
    expect(await owned(running)).toBe('1');
    expect(await recordPage(running)).toContain(ownTables);
  });
});
