import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

type Line = { event: string; code?: string };

const { logged, quiet } = vi.hoisted(() => {
  const logged: Line[] = [];
  const note = (line: Line) => void logged.push(line);
  return { logged, quiet: { debug: note, info: note, warn: note, error: note } };
});
vi.mock('#server/platform/log.ts', () => ({ log: () => quiet }));

let database: OwnPostgres;
let folder: TemporaryFolder;
let stop: (ms: number) => Promise<void>;
let pool: typeof import('#server/platform/database/pool.ts');

beforeAll(async () => {
  [database, folder] = await Promise.all([startOwnPostgres(), makeTemporaryFolder()]);
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('DATA_DIR', folder.path);
  pool = await import('#server/platform/database/pool.ts');
  const { startMails } = await import('#server/mail/mails.ts');
  const compose = async (id: string) => ({ to: { name: '', address: `${id}@faults.example` }, subject: 'Hello', text: 'Hello' });
  stop = startMails({ team: compose, acknowledgement: compose, welcome: compose });
});
afterAll(async () => {
  await pool.closePool(1);
  await Promise.all([database.remove(), folder.remove()]);
});

const store = () =>
  database.query(`
    with message as (insert into messages (name, email) values ('Ada', 'ada@faults.example') returning id)
    insert into deliveries (purpose, message_id) select 'team', id from message`);
const unsettled = async () => (await database.query('select from deliveries where settled_at is null')).length;

it('delivery survives that PostgreSQL is down, logs each error once, and goes on when it is back', async () => {
  await store();
  await expect.poll(unsettled).toBe(0);
  await database.stop();
  await expect.poll(() => logged.some(({ event, code }) => event === 'queue.error' && code === 'ENOENT')).toBe(true);
  await database.start();
  await store();
  await expect.poll(unsettled, { timeout: 20_000 }).toBe(0);
  const codes = logged.filter(({ event }) => event === 'queue.error').map(({ code }) => code);
  expect(codes).toHaveLength(new Set(codes).size);
}, 40_000);

it('delivery notices a PostgreSQL that hangs, and can be stopped meanwhile', async () => {
  const thaw = await database.freeze();
  try {
    await expect.poll(() => logged.some(({ event, code }) => event === 'queue.error' && code === 'ETIMEDOUT')).toBe(true);
    const startedAt = performance.now();
    await stop(100);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  } finally {
    thaw();
  }
}, 40_000);
