/** Why somebody was not let in: nobody more may wait, waiting took too long, or the process is behind. */
export type Refused = 'full' | 'late' | 'behind';

type GateLimits = {
  /** How many are let in at once. */
  places: number;
  /** How many more may wait for a place. */
  seats: number;
  /** For how long, in ms. */
  waitMs: number;
  /** Whether the process is too far behind to begin anything. */
  isBehind: () => boolean;
};

/** Lets in only so many at once; a few more may wait, in the order in which they came, and not for long. */
export class Gate {
  private inside = 0;
  private readonly waiting: ((enter: true) => void)[] = [];
  private readonly limits: GateLimits;

  constructor(limits: GateLimits) {
    this.limits = limits;
  }

  /** @returns why not, or undefined: then `leave` has to be called once. Who has no `patience` never waits. */
  async enter({ patience = true } = {}): Promise<Refused | undefined> {
    const { places, seats, waitMs, isBehind } = this.limits;
    if (isBehind()) return 'behind';
    if (this.inside < places) {
      this.inside += 1;
      return undefined;
    }
    if (!patience || this.waiting.length >= seats) return 'full';
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.waiting.splice(this.waiting.indexOf(resolve), 1);
      resolve(false);
    }, waitMs);
    this.waiting.push(resolve);
    const isIn = await promise;
    clearTimeout(timer);
    return isIn ? undefined : 'late';
  }

  leave(): void {
    const next = this.waiting.shift();
    // The place goes to the next one as it is.
    if (next) next(true);
    else this.inside -= 1;
  }
}

/**
 * Watches how late the process's timers are. @returns how late (ms), of the last few ticks: one long task counts little, a
 * process that has more to do than it can counts whole.
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
