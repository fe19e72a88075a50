import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';

const said = vi.hoisted((): { event: string; code?: string }[] => []);
vi.mock('#server/platform/log.ts', () => ({ log: () => ({ warn: (line: { event: string; code?: string }) => said.push(line) }) }));

let database: OwnPostgres;
let boss: typeof import('#server/platform/queue.ts');

beforeAll(async () => {
  database = await startOwnPostgres();
  process.env.DATABASE_URL = database.url;
  boss = await import('#server/platform/queue.ts');
});
afterAll(async () => {
  await boss.stopQueue(100);
  await database.remove();
});

it('a queue whose Postgres is away says each error once, however often it looks for work', async () => {
  const queue = await boss.queue();
  await queue.work(boss.mailQueue, { localConcurrency: 4, pollingIntervalSeconds: 1 }, async () => {});
  await database.stop();
  await sleep(5_000);
  const codes = said.filter(({ event }) => event === 'queue.error').map(({ code }) => code);
  expect(codes).toContain('ECONNREFUSED');
  expect(codes).toHaveLength(new Set(codes).size);
}, 40_000);
