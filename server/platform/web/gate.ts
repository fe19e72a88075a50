import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { shedRequests } from '#server/platform/metrics.ts';
import { warningEvery } from '#server/platform/throttle.ts';

/** Somebody who uses a share: see `clientShare`. Undefined: the site itself, which has all of it. */
export type Client = string | undefined;

/** Counts what clients use of something of which there is a limited amount. One client may use half of it. */
export class Shares {
  private readonly max: number;
  private used = 0;
  private readonly byClient = new Map<string, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** Whether nothing is left, or nothing for this client. */
  isFull(client: Client): boolean {
    const half = Math.max(1, Math.floor(this.max / 2));
    return this.used >= this.max || (client !== undefined && (this.byClient.get(client) ?? 0) >= half);
  }

  add(client: Client, amount: number): void {
    this.used += amount;
    if (client === undefined) return;
    const used = (this.byClient.get(client) ?? 0) + amount;
    if (used > 0) this.byClient.set(client, used);
    else this.byClient.delete(client);
  }
}

export type GateLimits = {
  maxConcurrent: number;
  /** How many more may wait to enter. */
  maxQueued: number;
  /** The longest wait, in ms. */
  waitMs: number;
  /** Whether the process lags too far behind to start anything. */
  isBehind?: () => boolean;
};

type Waiting = { client: Client; resolve: (isAdmitted: boolean) => void };

/**
 * Limits concurrency. Beyond the limit, a few may wait briefly. A client has half of the places and of the queue at most. Of those who
 * wait, the first whose client has less than half of the places gets the next one; others pass a client that has its half.
 */
export class Gate {
  private readonly limits: GateLimits;
  private readonly inside: Shares;
  private readonly queued: Shares;
  private waiting: Waiting[] = [];

  constructor(limits: GateLimits) {
    this.limits = limits;
    this.inside = new Shares(limits.maxConcurrent);
    this.queued = new Shares(limits.maxQueued);
  }

  /**
   * @returns what to call once the work has ended; calling it again does nothing. The place is free from the next turn of the event loop
   * on, so that one turn does no more work than there are places, and other requests get theirs. @throws Overloaded if entry is refused.
   */
  async enter(client: Client): Promise<() => void> {
    if (this.limits.isBehind?.()) throw await overloadedAfterDelay('behind');
    if (!this.inside.isFull(client)) this.inside.add(client, 1);
    else if (this.queued.isFull(client)) throw await overloadedAfterDelay('full');
    else await this.wait(client);
    let isInside = true;
    return () => {
      if (isInside) setImmediate(() => this.leave(client));
      isInside = false;
    };
  }

  /** Does work that has a place until its end, however it ends. @throws Overloaded if entry is refused, or whatever `work` throws. */
  async run<Result>(client: Client, work: () => Result | Promise<Result>): Promise<Result> {
    const leave = await this.enter(client);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private async wait(client: Client): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const entrant = { client, resolve };
    const timer = setTimeout(() => {
      this.stopWaiting(entrant);
      resolve(false);
    }, this.limits.waitMs);
    this.waiting.push(entrant);
    this.queued.add(client, 1);
    const isAdmitted = await promise;
    clearTimeout(timer);
    if (!isAdmitted) throw await overloadedAfterDelay('late');
  }

  private leave(client: Client): void {
    this.inside.add(client, -1);
    const next = this.waiting.find((entrant) => !this.inside.isFull(entrant.client));
    if (!next) return;
    this.stopWaiting(next);
    this.inside.add(next.client, 1);
    next.resolve(true);
  }

  private stopWaiting(entrant: Waiting): void {
    this.waiting = this.waiting.filter((other) => other !== entrant);
    this.queued.add(entrant.client, -1);
  }
}

/**
 * Measures event-loop lag. @returns a function giving the lag (ms), as a moving average over the last few ticks: a single long
 * task hardly raises it, sustained overload does.
 */
export function watchLag(): () => number {
  const everyMs = 100;
  let last = performance.now();
  let lag = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lag = 0.7 * lag + 0.3 * Math.max(0, now - last - everyMs);
    last = now;
  }, everyMs);
  timer.unref();
  return () => lag;
}

/** Seconds after which a client may retry when the site is overloaded or lacks the database. Pages without a form reload by themselves. */
export const retryAfterSeconds = 5;

/** The headers of an answer that asks its client to try again. */
export const retryLater = { 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) };

/** Why work is refused: there is no room, the wait was too long, or the process's timers run late. */
type RefusalReason = 'full' | 'late' | 'behind';

/** The site has no capacity for this work at the moment. */
export class Overloaded extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super('The site is overloaded');
    this.reason = reason;
  }
}

/**
 * How long (ms) a refusal is delayed. Otherwise clients that retry immediately would keep the process busy refusing them, and slow down
 * the requests that were admitted.
 */
const refusalDelayMs = 250;

const reportRefused = warningEvery(1_000, { event: 'request.shed' }, 'Overloaded: requests were rejected with 503');

/** Counts work that is refused, and logs it at most once a second. @returns what to throw, after a delay unless it had to wait. */
export async function overloadedAfterDelay(reason: RefusalReason): Promise<Overloaded> {
  shedRequests.inc({ reason });
  reportRefused({ reason });
  if (reason !== 'late') await sleep(refusalDelayMs);
  return new Overloaded(reason);
}

/** The bytes of answers, each made for one client, that wait to be read. While there are as many in all, nothing is made. */
export const unread = new Shares(48_000_000);

/**
 * Returns a function that counts bytes of an answer as unread, until it was sent or its client went away.
 * @param response undefined if the answer is part of another one: nothing is counted.
 */
export function countingUnread(client: Client, response: ServerResponse | undefined): (bytes: number) => void {
  let counted = 0;
  response?.once('close', () => unread.add(client, -counted));
  return (bytes) => {
    if (!response || response.closed) return;
    counted += bytes;
    unread.add(client, bytes);
  };
}
