import { expect, it } from 'vitest';
import { type Client, Gate, type GateLimits, Shares, watchLag } from '#server/platform/web/gate.ts';

const gate = (limits: Partial<GateLimits> = {}) => new Gate({ maxConcurrent: 2, maxQueued: 2, waitMs: 50, ...limits });
/** Enters for several clients at once. */
const enter = (subject: Gate, ...clients: Client[]) => Promise.all(clients.map((client) => subject.enter(client)));

it('the gate admits up to its limit, queues a few more and rejects the rest', async () => {
  // Longer than the refusal of Grace takes.
  const subject = gate({ waitMs: 1_000 });
  const [leave] = await enter(subject, 'Ada', 'Eve');
  const [joan, mary] = [subject.enter('Joan'), subject.enter('Mary')];
  mary.catch(() => {});
  await expect(subject.enter('Grace')).rejects.toMatchObject({ reason: 'full' });
  leave?.();
  await expect(joan).resolves.toBeTypeOf('function');
  await expect(mary).rejects.toMatchObject({ reason: 'late' });
});

it('the gate is free again once all have left or failed, however often each says so, even if some gave up waiting', async () => {
  const subject = gate();
  await expect(subject.run('Ada', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const inside = await enter(subject, 'Ada', 'Eve');
  await expect(subject.enter('Joan')).rejects.toMatchObject({ reason: 'late' });
  for (const leave of inside) [leave(), leave()];
  await enter(subject, 'Ada', 'Eve');
  await expect(subject.enter('Joan')).rejects.toMatchObject({ reason: 'late' });
});

it('the gate lets no more than its places be worked on in one turn of the event loop, however short the work', async () => {
  const subject = gate({ maxQueued: 20, waitMs: 5_000 });
  let turn = 0;
  const count = () => {
    turn += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const turns = await Promise.all(Array.from({ length: 12 }, (_, client) => subject.run(`client ${client}`, () => turn)));
  clearImmediate(timer);
  expect(Math.max(...turns.map((one) => turns.filter((other) => other === one).length))).toBe(2);
});

it('the gate gives one client half of its places and of its queue, and admits others past those who have theirs', async () => {
  const subject = gate({ maxConcurrent: 4, maxQueued: 4, waitMs: 5_000 });
  const [leave] = await enter(subject, 'Ada', 'Ada');
  const [third, fourth] = [subject.enter('Ada'), subject.enter('Ada')];
  await expect(subject.enter('Ada')).rejects.toMatchObject({ reason: 'full' });
  const [, leaveToo] = await enter(subject, 'Eve', 'Joan');
  const mary = subject.enter('Mary');
  leaveToo?.();
  await mary;
  leave?.();
  (await third)();
  await fourth;
});

it('the gate admits nobody while the event loop is behind', async () => {
  await expect(gate({ isBehind: () => true }).enter('Ada')).rejects.toMatchObject({ reason: 'behind' });
});

it('the event loop is behind while its timers run late, and no longer once they do not', async () => {
  const lag = watchLag();
  for (const end = performance.now() + 500; performance.now() < end; );
  await expect.poll(lag, { interval: 10 }).toBeGreaterThan(100);
  await expect.poll(lag).toBeLessThan(50);
});

const halves = { 1: 1, 3: 1, 100: 50 };
it.each(Object.entries(halves))('the share of a client is half of what there is, but one at least: of %s it is %d', (all, half) => {
  const shares = new Shares(Number(all));
  shares.add('Ada', half - 1);
  expect(shares.isFull('Ada')).toBe(false);
  shares.add('Ada', 1);
  expect(['Ada', 'Eve', undefined].map((client) => shares.isFull(client))).toEqual([true, all === '1', all === '1']);
});
