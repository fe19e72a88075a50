import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';

const logged = vi.hoisted((): { event: string; code?: string }[] => []);
vi.mock('#server/platform/log.ts', () => ({ log: () => ({ warn: (line: { event: string; code?: string }) => logged.push(line) }) }));

let database: OwnPostgres;
let boss: typeof import('#server/mail/queue.ts');

beforeAll(async () => {
  database = await startOwnPostgres();
  process.env.DATABASE_URL = database.url;
  boss = await import('#server/mail/queue.ts');
});
afterAll(async () => {
  await database.remove();
});

it('a queue whose PostgreSQL is down logs each error once, however often it polls', async () => {
  const queue = await boss.queue();
  await queue.work(boss.mailQueue, { localConcurrency: 4, pollingIntervalSeconds: 1 }, async () => {});
  await database.stop();
  await sleep(5_000);
  const codes = logged.filter(({ event }) => event === 'queue.error').map(({ code }) => code);
  expect(codes).toContain('ECONNREFUSED');
  expect(codes).toHaveLength(new Set(codes).size);
}, 40_000);

it('a queue whose PostgreSQL is frozen can be stopped, and rejects jobs once stopped', async () => {
  await database.start();
  await vi.waitFor(async () => (await boss.queue()).send(boss.mailQueue, { deliveryId: 'one' }), { timeout: 10_000, interval: 100 });
  const queue = await boss.queue();
  const thaw = await database.freeze();
  try {
    const sent = Promise.allSettled([queue.send(boss.mailQueue, { deliveryId: 'two' })]);
    const startedAt = performance.now();
    await boss.stopQueue(100);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(await sent).toMatchObject([{ status: 'rejected' }]);
    await expect(queue.send(boss.mailQueue, { deliveryId: 'three' })).rejects.toThrow('stopped');
  } finally {
    thaw();
  }
}, 40_000);

it('a failed transaction of the queue is rolled back, and its connection remains usable', async () => {
  const { openQueueConnection } = await import('#server/platform/database/queue-connection.ts');
  const connection = openQueueConnection();
  const failed = connection.executeSql('begin; create table made (a int); select 1 / 0; commit');
  const next = connection.executeSql('select to_regclass(\'made\') as made, 1 as one; select 2::int8 as two, $${"a": 1}$$::jsonb as three');
  await expect(failed).rejects.toThrow('division by zero');
  expect((await next).rows).toEqual([
    { made: null, one: 1 },
    { two: '2', three: { a: 1 } },
  ]);
  expect((await connection.executeSql('select $1::jsonb as a, $2::uuid[] as b', ['{"c":2}', []])).rows).toEqual([{ a: { c: 2 }, b: [] }]);
  await connection.close();
});
