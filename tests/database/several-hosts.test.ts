import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findServer } from '#db/hosts.ts';
import { openDatabase } from '#db/open.ts';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { startStandby } from '#tests/support/standby-postgres.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
let primary: OwnPostgres;
let standby: Awaited<ReturnType<typeof startStandby>>;
let address: string;
let pool: typeof import('#server/platform/database/pool.ts');
let boss: typeof import('#server/mail/queue.ts');
let query: import('#server/platform/database/query.ts').Query;
const notified = vi.fn();
const watch = watchVersion({
  channel: 'tides',
  question: (sql) => sql<{ version: string }[]>`select 'tides:' || max(height) as version from tides`,
  onUnwatched: () => {},
  onWatched: notified,
});

beforeAll(async () => {
  primary = await startOwnPostgres();
  await primary.query('create table tides (height int); insert into tides values (0)');
  standby = await startStandby(primary, await freePort());
  const url = new URL(primary.url);
  const hosts = [await freePort(), new URL(standby.url).port, url.port].map((port) => `127.0.0.1:${port}`).join();
  address = `postgres://${url.username}:${url.password}@${hosts}${url.pathname}?target_session_attrs=read-write`;
  Object.assign(process.env, { DATABASE_URL: address, LOG_LEVEL: 'silent' });
  pool = await import('#server/platform/database/pool.ts');
  boss = await import('#server/mail/queue.ts');
  ({ query } = await import('#server/platform/database/query.ts'));
});
afterAll(async () => {
  await watch.stop();
  await boss.stopQueue(100);
  await pool.closePool(1);
  await standby.remove();
  await primary.remove();
});

const rise = () => query`with risen as (insert into tides select max(height) + 1 from tides) select pg_notify('tides', '')`;
const height = async () => (await query<{ height: number }[]>`select max(height) as height from tides`)[0]?.height;

describe('an address with several hosts: a closed port, a standby and the primary', () => {
  it('leads commands to the primary', async () => {
    const { url } = await openDatabase({ databaseUrl: address, dataDir: '', log: quiet });
    expect(new URL(url).port).toBe(new URL(primary.url).port);
  });

  it('with a wrong password is reported as such, without the password', async () => {
    const wrong = new URL(primary.url);
    wrong.password = 'guessed';
    const opening = openDatabase({ databaseUrl: wrong.href.replace(wrong.host, `${wrong.host},${wrong.host}`), dataDir: '', log: quiet });
    await expect(opening).rejects.toThrow(/password authentication failed/);
    await expect(opening).rejects.not.toThrow('guessed');
  });

  it('leads the pool, the watch and the queue to the primary', async () => {
    watch.start();
    await vi.waitFor(() => expect(watch.current()).toBe('tides:0'), { timeout: 5_000 });
    await rise();
    await vi.waitFor(() => expect(watch.current()).toBe('tides:1'), { timeout: 1_000 });
    const queue = await boss.queue();
    expect(await queue.send(boss.mailQueue, { deliveryId: 'before' })).toEqual(expect.any(String));
  });

  it('does not lead to a primary that rejects writes', async () => {
    const { pathname } = new URL(primary.url);
    await primary.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    expect(await findServer(address)).toBeUndefined();
    await primary.query(`begin read write; alter database ${pathname.slice(1)} reset default_transaction_read_only; commit`);
    await vi.waitFor(async () => expect(await findServer(address)).toBeDefined(), { timeout: 3_000, interval: 100 });
  });

  it('leads all of them to the standby once it is promoted to replace a killed primary', async () => {
    const queue = await boss.queue();
    const done: string[] = [];
    await queue.work<{ deliveryId: string }>(boss.mailQueue, { pollingIntervalSeconds: 1 }, async (jobs) => {
      done.push(...jobs.map(({ data }) => data.deliveryId));
    });
    await primary.kill();
    await promote();
    await vi.waitFor(rise, { timeout: 10_000, interval: 100 });
    await vi.waitFor(async () => expect(watch.current()).toBe(`tides:${await height()}`), { timeout: 5_000 });
    expect(notified).toHaveBeenCalled();
    await vi.waitFor(() => queue.send(boss.mailQueue, { deliveryId: 'after' }), { timeout: 5_000, interval: 100 });
    await vi.waitFor(() => expect(done).toEqual(expect.arrayContaining(['after'])), { timeout: 10_000 });
  }, 40_000);

  it('prefers the primary on the later timeline if two accept writes', async () => {
    await primary.start();
    await vi.waitFor(async () => expect(new URL((await findServer(address)) ?? '').port).toBe(new URL(standby.url).port), {
      timeout: 5_000,
    });
  });
});

async function promote(): Promise<void> {
  const password = readFileSync(`${primary.dataDir}-password`, 'utf8').trim();
  const port = Number(new URL(standby.url).port);
  const superuser = postgres({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres', max: 1, onnotice: () => {} });
  await superuser`select pg_promote()`;
  await superuser.end({ timeout: 1 });
}
