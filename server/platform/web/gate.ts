/** Why entry was denied: the queue is full, the wait was too long, or the process's timers run late. */
export type RejectionReason = 'full' | 'late' | 'behind';

type GateLimits = {
  maxConcurrent: number;
  /** How many more may wait to enter. */
  maxQueued: number;
  /** The longest wait, in ms. */
  waitMs: number;
  /** Whether the process lags too far behind to start anything. */
  isBehind: () => boolean;
  /** The share of both limits that one client may use. */
  perClient?: { maxConcurrent: number; maxQueued: number };
};

type Waiting = { client: string; resolve: (isAdmitted: boolean) => void };
type EnterOptions = { client?: string; mayWait?: boolean };

/**
 * Limits concurrency. Beyond the limit, a few may wait briefly, first come, first served, except that a client already using
 * its full share is passed over.
 */
export class Gate {
  private inside = 0;
  private readonly insideByClient = new Map<string, number>();
  private waiting: Waiting[] = [];
  private readonly limits: GateLimits;

  constructor(limits: GateLimits) {
    this.limits = limits;
  }

  /** Whether nobody else may enter or wait at the moment. */
  get isFull(): boolean {
    return this.inside >= this.limits.maxConcurrent && this.waiting.length >= this.limits.maxQueued;
  }

  /** @returns why entry is denied, or undefined if it is granted: then `leave` must be called once for the same client. */
  async enter({ client = '', mayWait = true }: EnterOptions = {}): Promise<RejectionReason | undefined> {
    const { maxQueued, waitMs, isBehind, perClient } = this.limits;
    if (isBehind()) return 'behind';
    if (this.hasRoom(client)) {
      this.count(client, 1);
      return undefined;
    }
    const isSameClient = (other: Waiting) => other.client === client;
    const isClientFull = perClient !== undefined && this.waiting.filter(isSameClient).length >= perClient.maxQueued;
    if (!mayWait || this.waiting.length >= maxQueued || isClientFull) return 'full';
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const entrant = { client, resolve };
    const timer = setTimeout(() => {
      this.waiting = this.waiting.filter((other) => other !== entrant);
      resolve(false);
    }, waitMs);
    this.waiting.push(entrant);
    const isAdmitted = await promise;
    clearTimeout(timer);
    return isAdmitted ? undefined : 'late';
  }

  leave(client = ''): void {
    this.count(client, -1);
    const index = this.waiting.findIndex((next) => this.hasRoom(next.client));
    const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
    if (!next) return;
    this.count(next.client, 1);
    next.resolve(true);
  }

  private hasRoom(client: string): boolean {
    const { maxConcurrent, perClient } = this.limits;
    return this.inside < maxConcurrent && (!perClient || (this.insideByClient.get(client) ?? 0) < perClient.maxConcurrent);
  }

  private count(client: string, change: 1 | -1): void {
    this.inside += change;
    if (!this.limits.perClient) return;
    const inside = (this.insideByClient.get(client) ?? 0) + change;
    if (inside > 0) this.insideByClient.set(client, inside);
    else this.insideByClient.delete(client);
  }
}

/**
 * Measures event-loop lag. @returns a function giving the lag (ms), as a moving average over the last few ticks: a single long
 * task hardly raises it, sustained overload does.
 */
export function watchLag(everyMs = 100): () => number {
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
