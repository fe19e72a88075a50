import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operate } from '#server/domain/record/book/operate.ts';
import { assertAppendable, currentCheckpoint, LogForked } from '#server/domain/record/log/checkpoint.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

let live: TestDatabase;
let backup: TestDatabase;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;

beforeAll(async () => {
  live = await createTestDatabase();
  folder = await makeTemporaryFolder();
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('PUBLIC_URL', 'https://carma.example');
  vi.stubEnv('RECORD_SIGNING_KEY', Buffer.alloc(32, 7).toString('base64'));
  await live.sql`insert into carbon_projects ${live.sql({ ...projectRow('forest'), external_id: 'ACR102', unit_type: 'Removal - nature' })}`;
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await folder.remove();
  await Promise.all([live.drop(), backup?.drop()]);
});

/** Makes the code under test use this database from now on. */
async function use(database: TestDatabase): Promise<void> {
  await closePool(1);
  vi.stubEnv('DATABASE_URL', database.url);
  env().DATABASE_URL = database.url;
}

const batch = {
  project: 'forest',
  registry: 'UK Land Carbon Registry',
  series: 'PIU-1',
  first: 1,
  last: 500,
  unitType: 'Removal - nature',
  issuance: 'issued',
};
const receive = { kind: 'receive', request: { ...batch, vintageStart: '2024-01-01', vintageEnd: '2024-12-31' } } as const;
const retire = { kind: 'retire', request: { project: 'forest', quantity: 10, beneficiary: 'Example plc' } } as const;
const perform = (operation: unknown, key: string) => operate(operation as Parameters<typeof operate>[0], { key, dryRun: false });

const recover = () =>
  promisify(execFile)(process.execPath, ['commands/record.ts', 'recover'], { timeout: 20_000 }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error) => ({ code: error.code, stdout: error.stdout }),
  );

it('a database restored from an old backup accepts and signs nothing, and reports what is missing; the newer database continues', async () => {
  await use(live);
  await perform(receive, 'one');
  await perform(retire, 'two');
  await closePool(1);
  backup = await createTestDatabase({ copyOf: live });
  await perform(retire, 'three');
  const newest = await currentCheckpoint();
  expect(newest?.size).toBe(3);

  await use(backup);
  await expect(assertAppendable()).rejects.toThrow(LogForked);
  await expect(perform(retire, 'four')).rejects.toMatchObject({
    code: 'record_not_appendable',
    message: expect.stringContaining('1 are missing'),
  });
  expect((await currentCheckpoint())?.size).toBe(2);
  const { code, stdout } = await recover();
  expect(code).toBe(1);
  expect(stdout).toContain(newest?.note);
  expect(stdout).toContain('The database has 2 entries');

  await use(live);
  expect(await recover()).toMatchObject({ code: 0, stdout: expect.stringContaining('3 entries') });
  expect(await perform(retire, 'four')).toMatchObject({ entry: 3 });
});

it('an instance that has signed nothing itself knows what another has signed', async () => {
  const other = await makeTemporaryFolder();
  await use(live);
  env().DATA_DIR = other.path;
  await assertAppendable();
  await use(backup);
  await expect(assertAppendable()).rejects.toThrow('2 are missing');
  env().DATA_DIR = folder.path;
  await other.remove();
});

it('a database without any log is not served as an empty one where a log was signed', async () => {
  const empty = await createTestDatabase();
  await use(empty);
  await expect(currentCheckpoint()).rejects.toThrow('the database has 0: 4 are missing');
  await use(live);
  await empty.drop();
});
