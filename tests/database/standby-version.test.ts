import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let primary: TestDatabase;
let standby: TestDatabase;
let admin: postgres.Sql;
let isRead = false;
let isPrimaryStuck = false;
const watch = watchVersion({
  channel: 'tides',
  question: async (sql) => {
    if (isPrimaryStuck && primary.url.endsWith(`/${sql.options.database}`)) await new Promise(() => {});
    return sql<{ version: string }[]>`select name || ':' || height as version from tides`;
  },
  onUnwatched: () => {},
  onWatched: () => {},
  onAnswering: (server) => {
    isRead = server === 'standby';
  },
});

const setVersion = (database: TestDatabase, name: string, height: number) =>
  database.sql`update tides set name = ${name}, height = ${height}`;
/** Makes the primary accept no connections and ends those it has, or accept them again. */
async function setClosed(isClosed: boolean): Promise<void> {
  const name = new URL(primary.url).pathname.slice(1);
  await admin`alter database ${admin(name)} with allow_connections ${admin.unsafe(String(!isClosed))}`;
  if (isClosed) await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
}

beforeAll(async () => {
  [primary, standby] = await Promise.all([createTestDatabase({ migrated: false }), createTestDatabase({ migrated: false })]);
  admin = postgres(standby.url, { max: 1, onnotice: () => {} });
  for (const { sql } of [primary, standby]) {
    await sql`create table tides (name text, height int)`;
    await sql`insert into tides values ('port', 7)`;
  }
  vi.stubEnv('DATABASE_URL', primary.url);
  vi.stubEnv('DATABASE_STANDBY_URL', standby.url);
  watch.start();
  await vi.waitFor(() => expect(watch.current()).toBe('port:7'), { timeout: 5_000 });
  await setClosed(true);
});
afterAll(async () => {
  await watch.stop();
  await setClosed(false);
  await admin.end();
  await primary.drop();
  await standby.drop();
  vi.unstubAllEnvs();
});

it.each([
  ['is as new as the last version seen on the primary is read', 'port', 7, true],
  ['is newer is read', 'port', 12, true],
  ['is older than its own last version is not read', 'port', 11, false],
  ['is newer again is read', 'port', 100, true],
  ["has another table's version, as a restored database does, is not read", 'harbour', 200, false],
])('a standby that %s', async (_, name, height, expected) => {
  await setVersion(standby, name, height);
  await expect.poll(async () => [await watch.confirm(), isRead]).toEqual(expected ? [`${name}:${height}`, true] : [undefined, false]);
  expect(watch.current()).toBeUndefined();
});

it('the primary is queried again once it is back, and the standby no longer', async () => {
  await setVersion(standby, 'port', 100);
  await expect.poll(() => isRead).toBe(true);
  await setClosed(false);
  await expect.poll(watch.current).toBe('port:7');
  expect(isRead).toBe(false);
});

it.each([
  ['the primary has already reported', 7],
  ['the primary has not reported yet', 8],
])('a standby is read once it has the announced change that %s', async (_, announced) => {
  isPrimaryStuck = false;
  await expect.poll(watch.current, { timeout: 5_000 }).toBe('port:7');
  await setVersion(standby, 'port', announced - 1);
  isPrimaryStuck = true;
  await primary.sql`select pg_notify('tides', ${String(announced)})`;
  await expect.poll(watch.current).toBeUndefined();
  expect(watch.newest()).toBe(announced > 7 ? undefined : 'port:7');
  expect(await watch.confirm()).toBeUndefined();
  await setVersion(standby, 'port', announced);
  await expect.poll(async () => [await watch.confirm(), isRead], { timeout: 5_000 }).toEqual([`port:${announced}`, true]);
});
