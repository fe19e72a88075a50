import { symlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { health } from '#server/http/routes/health.ts';
import { closePool, openPool } from '#server/platform/database/pool.ts';
import { inTransaction, postgresTakesWrites, query, queryInSteps, sql, type Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { queryDurations } from '#server/platform/metrics.ts';
import { withRequestContext } from '#server/platform/request-context.ts';
import { readDatabaseAddress } from '#shared/lib/input/database-address.ts';
import { passLimits } from '#tests/support/limits.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const poolSize = 2;
const tooSlow = { code: 'ETIMEDOUT' };
const codes = { cancelled: '57014', readOnly: '25006', serializationFailure: '40001', deadlock: '40P01' };

const database = ownDatabase({
  ...{ DATABASE_POOL_SIZE: String(poolSize), LOG_LEVEL: 'silent', databaseStatementTimeoutMs: '1000', readyTimeoutMs: '20000' },
});
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', database.ownerUrl);
  await database.sql`create table notes (text text)`;
});
afterEach(() => database.sql.unsafe('truncate notes; drop trigger if exists fail on notes'));

/** Runs `work` as a request that may spend `databaseMs` on the database. */
const within = <Result>(databaseMs: number, work: () => Promise<Result>) => withRequestContext({ requestId: 'r', databaseMs }, work);
/** Occupies every connection, each as soon as it is idle, until the result is called. */
async function occupyPool(): Promise<() => Promise<unknown>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = 0;
  const held = Array.from({ length: poolSize }, () =>
    inTransaction('read write', () => {
      started += 1;
      return promise;
    }),
  );
  await expect.poll(() => started, { interval: 10 }).toBe(poolSize);
  return () => {
    resolve();
    return Promise.all(held);
  };
}
/** Makes the next inserts of notes fail with a code, this many times. A sequence keeps its number when a transaction is undone. */
const raise = (code: string, times: number) =>
  database.sql.unsafe(`
  drop sequence if exists tries;
  create sequence tries;
  create or replace function fail() returns trigger language plpgsql as $$ begin
    if nextval('tries') <= ${times} then raise exception using errcode = '${code}'; end if;
    return new;
  end $$;
  create or replace trigger fail before insert on notes for each row execute function fail();
`);
/** Waits until every connection has finished its work. */
const idle = async () => (await occupyPool())();
const notes = async () => (await database.sql`select text from notes order by text`).map(({ text }) => text);

it('an instance is not ready while PostgreSQL answers and takes no row, unless that check is excluded, by its name', async () => {
  const ready = async (query: string) => (await (await health.request(`/readyz${query}`)).json()).status;
  await database.sql`alter table site_heartbeat rename to heartbeat_away`;
  const answers = [await ready(''), await ready('?exclude=postgres'), await ready('?exclude=postgresql')];
  await database.sql`alter table heartbeat_away rename to site_heartbeat`;
  expect(answers).toEqual(['postgres stores nothing', 'ok', 'exclude takes postgres alone']);
});

it('whoever asks whether PostgreSQL takes a row is answered within its own time, though another waits for the same row for longer', async () => {
  const patient = await database.sql.begin(async (locked) => {
    await locked`lock table site_heartbeat`;
    const asked = postgresTakesWrites(5_000);
    expect(await Promise.race([postgresTakesWrites(50), sleep(500, 'late')])).toBe(false);
    return { asked };
  });
  expect(await patient.asked).toBe(true);
});

it("a query ends with its request, and none is sent after that; outside a request, only the server's own limit applies", async () => {
  // Nothing but the time holds the second query back: a connection is free.
  await idle();
  await within(100, async () => {
    await expect(query`select pg_sleep(0.3)`).rejects.toMatchObject(tooSlow);
    await expect(query`insert into notes values ('late')`).rejects.toMatchObject(tooSlow);
  });
  await idle();
  expect(await notes()).toEqual([]);
  expect(await query`select 1 as one, pg_sleep(0.3)`).toMatchObject([{ one: 1 }]);
  // One limit for a statement, for its wait for a lock, and for a transaction whose process has stopped and would keep its locks.
  const names = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];
  expect(await query`select distinct setting from pg_settings where name = any (${names})`).toHaveLength(1);
  await expect(query`select pg_sleep(5)`).rejects.toMatchObject({ code: codes.cancelled });
});

it('a query in steps has all rows in their order, and ends with its request', async () => {
  const rows = await within(5_000, () => queryInSteps<{ n: number }>`select n from generate_series(1, 2500) as n`);
  expect(rows).toEqual(Array.from({ length: 2_500 }, (_, index) => ({ n: index + 1 })));
  const slow = () => queryInSteps`select case when n > 1000 then pg_sleep(0.3) end from generate_series(1, 1001) as n`;
  await expect(within(150, slow)).rejects.toMatchObject(tooSlow);
  expect(await slow()).toHaveLength(1_001);
  await idle();
});

it('a query that is slow is logged with its name and duration, without values; the name is that of its table, also after a fragment or in a subquery', async () => {
  const warn = vi.spyOn(log(), 'warn');
  await query`select ${'ada@example.com'}::text from notes`;
  expect(warn).not.toHaveBeenCalled();
  passLimits({ databaseSlowQueryMs: 100 });
  await query`select pg_sleep(0.2), ${'ada@example.com'}::text from pg_database limit 1`;
  const line = { event: 'query.slow', query: 'select pg_database', durationMs: expect.any(Number), failed: false };
  expect(warn.mock.calls).toEqual([[line, expect.any(String)]]);
  passLimits({ databaseSlowQueryMs: 60_000 });
  warn.mockRestore();
  await query`${sql`select from pg_tables`} where false`;
  await query`select from (select from pg_views) as view where false`;
  const { values } = await queryDurations.get();
  const names = new Set(values.map(({ labels }) => labels.query));
  expect([...names]).toEqual(expect.arrayContaining(['select pg_tables', 'select pg_views']));
});

it('a query that got no connection in time is never sent, and other queries get their own results', async () => {
  const release = await occupyPool();
  const before = query<{ text: string }[]>`select 'before' as text`;
  const late = within(100, () => query`insert into notes values ('late')`);
  const after = Array.from({ length: 4 }, (_, number) => query<{ number: number }[]>`select ${number}::int as number`);
  await expect(late).rejects.toMatchObject(tooSlow);
  await release();
  expect(await before).toEqual([{ text: 'before' }]);
  expect((await Promise.all(after)).map(([row]) => row?.number)).toEqual([0, 1, 2, 3]);
  expect(await notes()).toEqual([]);
});

it('a query is rejected at once when a hundred per connection are waiting', async () => {
  await idle();
  const release = await occupyPool();
  const waiting = Array.from({ length: poolSize * 100 }, () => within(5_000, () => query`select 1`));
  await expect(within(5_000, () => query`select 1`)).rejects.toThrow('Too many');
  await release();
  expect(await Promise.all(waiting)).toHaveLength(poolSize * 100);
  expect(await within(5_000, () => query`select 1 as one`)).toEqual([{ one: 1 }]);
});

it('a server that hangs holds nobody up beyond their deadline; its connections are discarded, and then all is well', async () => {
  const stuck = openPool();
  const hanging = within(500, () =>
    inTransaction('read write', async (db) => {
      await db`set local statement_timeout = 0`;
      await db`select pg_sleep(6)`;
    }),
  );
  await expect(hanging).rejects.toMatchObject(tooSlow);
  // The request's time, the server's statement timeout, and a second.
  await vi.waitFor(() => expect(openPool()).not.toBe(stuck), { timeout: 5_000, interval: 100 });
  expect(await within(5_000, () => query`select 1 as one`)).toEqual([{ one: 1 }]);
});

it('a server that no longer accepts writes is abandoned: the next write uses a new connection', async () => {
  const warn = vi.spyOn(log(), 'warn');
  await raise(codes.readOnly, 1);
  const before = openPool();
  await expect(query`insert into notes values ('refused')`).rejects.toMatchObject({ code: codes.readOnly });
  expect(openPool()).not.toBe(before);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: 'database.stuck' }), expect.any(String));
  warn.mockRestore();
  await query`insert into notes values ('taken')`;
  expect(await notes()).toEqual(['taken']);
});

it.each([codes.serializationFailure, codes.deadlock])(
  'what PostgreSQL undid because of another transaction is done again (%s), and given up in the end',
  async (code) => {
    await raise(code, 3);
    await query`insert into notes values ('alone')`;
    await raise(code, 3);
    await inTransaction('read write', (db) => db`insert into notes values ('in a transaction')`);
    expect(await notes()).toEqual(['alone', 'in a transaction']);
    await raise(code, 100);
    await expect(query`insert into notes values ('never')`).rejects.toMatchObject({ code });
  },
);

it.each([
  ['a statement', (db: typeof query) => db`select pg_sleep(0.3)`],
  ['its own work', () => sleep(200)],
])('a transaction that overruns through %s stores nothing', async (_, wait) => {
  const late = within(100, () =>
    inTransaction('read write', async (db) => {
      await db`insert into notes values ('late')`;
      await wait(db);
      return 'done';
    }),
  );
  await expect(late).rejects.toMatchObject(tooSlow);
  await idle();
  expect(await notes()).toEqual([]);
});

it('a transaction reads in batches for as long as they keep arriving, beyond the limits of its request and of one statement', async () => {
  const seen = await within(1_500, () =>
    inTransaction('read write', async (db) => {
      const numbers: number[] = [];
      const slow = db.inBatches<{ n: number }>(10);
      for await (const batch of slow`select n, case when n % 10 = 0 then pg_sleep(0.25) end from generate_series(1, 80) as n`)
        numbers.push(...batch.map(({ n }) => n));
      return numbers;
    }),
  );
  expect(seen).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
});

it('a transaction reads from two statements in batches by turns', async () => {
  const pairs = await inTransaction('read write', async (db) => {
    const seen: string[] = [];
    for await (const outer of db.inBatches<{ n: number }>(2)`select n from generate_series(1, 4) as n`)
      for await (const inner of db.inBatches<{ n: number }>(2)`select n from generate_series(${outer.length}::int, 4) as n`)
        seen.push([outer, inner].map((batch) => batch.map(({ n }) => n).join('')).join(' '));
    return seen;
  });
  expect(pairs).toEqual(['12 23', '12 4', '34 23', '34 4']);
});

it('a transaction that stops reading, or whose first batch is late, releases its connection', async () => {
  const stopped = inTransaction('read write', async (db) => {
    for await (const _ of db.inBatches<{ n: number }>(10)`select n from generate_series(1, 1000) as n`) throw new Error('Enough');
  });
  await expect(stopped).rejects.toThrow('Enough');
  const late = within(100, () =>
    inTransaction('read write', async (db) => {
      for await (const _ of db.inBatches<{ n: number }>(1)`select n, pg_sleep(0.3) from generate_series(1, 2) as n`);
    }),
  );
  await expect(late).rejects.toMatchObject(tooSlow);
  await idle();
});

describe('a connection that is lost', () => {
  // An unhandled error fails the run, as it would end the process. Here no statement ends by its own limit.
  beforeAll(async () => {
    await closePool(1);
    passLimits({ databaseStatementTimeoutMs: 60_000 });
  });
  afterEach(() => vi.waitFor(async () => expect(await query`select 1 as one`).toEqual([{ one: 1 }]), { timeout: 10_000 }));

  const ours = "from pg_stat_activity where application_name = 'carma-site' and datname = current_database()";
  const cut = () => database.sql.unsafe(`select pg_terminate_backend(pid) ${ours}`);
  /** Resolves once the transaction's connection no longer exists. */
  const cutAndWait = async () => {
    await cut();
    await expect.poll(() => database.sql.unsafe(`select ${ours}`)).toHaveLength(0);
  };

  it.each<[string, (db: Transaction) => Promise<unknown>]>([
    ['while a statement runs', (db) => Promise.all([db`select pg_sleep(5)`, cut()])],
    ['between two statements', (db) => cutAndWait().then(() => db`select 2`)],
    [
      'while it reads in batches',
      async (db) => {
        for await (const _ of db.inBatches(1)`select n from generate_series(1, 3) as n`) await cutAndWait();
      },
    ],
  ])('%s ends its transaction with an error, and the process survives', async (_, work) => {
    const ended = inTransaction('read write', async (db) => {
      await db`select 1`;
      return work(db);
    });
    await expect(ended).rejects.toThrow();
  });

  it.each(['ETIMEDOUT', 'EHOSTUNREACH'])('in the network (%s) ends its transaction, and the next ones go on', async (code) => {
    // Other tests have ended some of the connections that were open.
    await closePool(1);
    const written = vi.spyOn(Socket.prototype, 'write');
    for (let time = 0; time < 2 * poolSize; time += 1) {
      written.mockClear();
      const ended = inTransaction('read write', async (db) => {
        await db`select 1`;
        const sleeping = db`select pg_sleep(0.5)`;
        const sent = () => written.mock.calls.findIndex(([bytes]) => String(bytes).includes('pg_sleep'));
        await expect.poll(sent).toBeGreaterThan(-1);
        (written.mock.contexts[sent()] as Socket).destroy(Object.assign(new Error('The network'), { code }));
        await sleeping;
      });
      await expect(ended).rejects.toThrow();
      await Promise.all(Array.from({ length: poolSize }, () => query`select 1`));
    }
    written.mockRestore();
  });

  it('makes a query in steps fail, rather than ending with the rows that it has', async () => {
    const pending = queryInSteps`select case when n > 1000 then pg_sleep(5) end from generate_series(1, 2000) as n`;
    const failed = expect(pending).rejects.toThrow();
    await expect.poll(() => database.sql.unsafe(`select ${ours} and wait_event = 'PgSleep'`)).toHaveLength(1);
    await cut();
    await failed;
  });

  it('with its server is made anew once the server is back, though requests went on meanwhile', async () => {
    await closePool(1);
    const [folder, address] = [await folderOfTest(), new URL(database.ownerUrl)];
    const { path: socket = '' } = readDatabaseAddress(address.href);
    env().DATABASE_URL = Object.assign(address, { hostname: encodeURIComponent(folder) }).href;
    const statuses = async () => {
      const queries = Array.from({ length: 10 }, () => query`select pg_sleep(0.05)`);
      return new Set((await Promise.allSettled(queries)).map(({ status }) => status));
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await statuses()).toEqual(new Set(['rejected']));
      await sleep(50);
    }
    await symlink(socket, path.join(folder, path.basename(socket)));
    const started = performance.now();
    expect(await statuses()).toEqual(new Set(['fulfilled']));
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
