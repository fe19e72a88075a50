import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Gate } from '#server/platform/web/gate.ts';

const gate = (limits = {}) => new Gate({ maxConcurrent: 2, maxQueued: 2, waitMs: 50, isBehind: () => false, ...limits });

describe('the gate', () => {
  it('admits up to its limit, queues a few more and rejects the rest at once', async () => {
    const subject = gate();
    expect(await Promise.all([subject.enter(), subject.enter()])).toEqual([undefined, undefined]);
    const waiting = [subject.enter(), subject.enter()];
    expect(await subject.enter()).toBe('full');
    subject.leave();
    expect(await waiting[0]).toBeUndefined();
    expect(await waiting[1]).toBe('late');
  });

  it('is free again once all have left, even if some gave up waiting', async () => {
    const subject = gate();
    await Promise.all([subject.enter(), subject.enter(), subject.enter()]);
    subject.leave();
    subject.leave();
    await sleep(60);
    expect(await Promise.all([subject.enter(), subject.enter()])).toEqual([undefined, undefined]);
    expect(await subject.enter({ mayWait: false })).toBe('full');
  });

  it('limits what each client may run and queue, and serves other clients first', async () => {
    const subject = gate({ maxConcurrent: 2, maxQueued: 4, perClient: { maxConcurrent: 1, maxQueued: 1 } });
    const ada = { client: 'Ada' };
    expect(await subject.enter(ada)).toBeUndefined();
    const second = subject.enter(ada);
    expect(await subject.enter(ada)).toBe('full');
    expect(await subject.enter({ client: 'Eve' })).toBeUndefined();
    const third = subject.enter({ client: 'Joan' });
    subject.leave('Eve');
    expect(await third).toBeUndefined();
    subject.leave('Ada');
    expect(await second).toBeUndefined();
  });

  it('admits nobody while the event loop is behind', async () => {
    expect(await gate({ isBehind: () => true }).enter()).toBe('behind');
  });
});
