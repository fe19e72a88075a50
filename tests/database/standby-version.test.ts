import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let primary: TestDatabase;
let standby: TestDatabase;
let other: postgres.Sql;
let isRead = false;
const watch = watchVersion({
  channel: 'tides',
  question: (sql) => sql<{ version: string }[]>`select name || ':' || height as version from tides`,
  onUnwatched: () => {},
  onWatched: () => {},
  onAnswering: (server) => {
    isRead = server === 'standby';
  },
});

const say = (database: TestDatabase, name: string, height: number) => database.sql`update tides set name = ${name}, height = ${height}`;
/** The primary takes no connections, and those that it had end; or it takes them again. */
async function shut(isShut: boolean): Promise<void> {
  const name = new URL(primary.url).pathname.slice(1);
  await other`alter database ${other(name)} with allow_connections ${other.unsafe(String(!isShut))}`;
  if (isShut) await other`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
}

beforeAll(async () => {
  [primary, standby] = await Promise.all([createTestDatabase({ migrated: false }), createTestDatabase({ migrated: false })]);
  other = postgres(standby.url, { max: 1, onnotice: () => {} });
  for (const { sql } of [primary, standby]) {
    await sql`create table tides (name text, height int)`;
    await sql`insert into tides values ('port', 7)`;
  }
  vi.stubEnv('DATABASE_URL', primary.url);
  vi.stubEnv('DATABASE_STANDBY_URL', standby.url);
  watch.start();
  await vi.waitFor(() => expect(watch.current()).toBe('port:7'), { timeout: 5_000 });
  await shut(true);
});
afterAll(async () => {
  await watch.stop();
  await shut(false);
  await other.end();
  await primary.drop();
  await standby.drop();
  vi.unstubAllEnvs();
});

it.each([
  ['is as new as what was seen of the primary is read', 'port', 7, true],
  ['is newer is read', 'port', 12, true],
  ['is older than what was seen of itself is not read', 'port', 11, false],
  ['is newer again is read', 'port', 100, true],
  ['counts in another table, as a restored database does, is not read', 'harbour', 200, false],
])('a standby that %s', async (_, name, height, expected) => {
  await say(standby, name, height);
  await expect.poll(async () => [await watch.confirm(), isRead]).toEqual(expected ? [`${name}:${height}`, true] : [undefined, false]);
  expect(watch.current()).toBeUndefined();
});

it('the primary is asked again once it is there, and the standby is left', async () => {
  await say(standby, 'port', 100);
  await expect.poll(() => isRead).toBe(true);
  await shut(false);
  await expect.poll(watch.current).toBe('port:7');
  expect(isRead).toBe(false);
});
