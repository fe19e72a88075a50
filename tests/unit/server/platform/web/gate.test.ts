import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Gate } from '#server/platform/web/gate.ts';

const gate = (limits = {}) => new Gate({ places: 2, seats: 2, waitMs: 50, isBehind: () => false, ...limits });

describe('the gate', () => {
  it('lets in as many as there are places, keeps a few waiting and refuses the rest at once', async () => {
    const here = gate();
    expect(await Promise.all([here.enter(), here.enter()])).toEqual([undefined, undefined]);
    const waiting = [here.enter(), here.enter()];
    expect(await here.enter()).toBe('full');
    here.leave();
    expect(await waiting[0]).toBeUndefined();
    expect(await waiting[1]).toBe('late');
  });

  it('has its places again once everybody has left, whoever gave up waiting', async () => {
    const here = gate();
    await Promise.all([here.enter(), here.enter(), here.enter()]);
    here.leave();
    here.leave();
    await sleep(60);
    expect(await Promise.all([here.enter(), here.enter()])).toEqual([undefined, undefined]);
    expect(await here.enter({ patience: false })).toBe('full');
  });

  it('gives a client no more than its share of places and seats, and passes it over until it has left one', async () => {
    const here = gate({ places: 2, seats: 4, each: { places: 1, seats: 1 } });
    const ada = { client: 'Ada' };
    expect(await here.enter(ada)).toBeUndefined();
    const second = here.enter(ada);
    expect(await here.enter(ada)).toBe('full');
    expect(await here.enter({ client: 'Eve' })).toBeUndefined();
    const third = here.enter({ client: 'Joan' });
    here.leave('Eve');
    expect(await third).toBeUndefined();
    here.leave('Ada');
    expect(await second).toBeUndefined();
  });

  it('lets nobody in while the process is behind', async () => {
    expect(await gate({ isBehind: () => true }).enter()).toBe('behind');
  });
});
