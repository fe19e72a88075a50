/** Why somebody was not let in: nobody more may wait, waiting took too long, or the process is behind. */
export type RejectionReason = 'full' | 'late' | 'behind';

type GateLimits = {
  /** How many are let in at once. */
  places: number;
  /** How many more may wait for a place. */
  seats: number;
  /** For how long, in ms. */
  waitMs: number;
  /** Whether the process is too far behind to begin anything. */
  isBehind: () => boolean;
  /** How many of the places and of the seats one client may have. */
  each?: { places: number; seats: number };
};

type Waiting = { client: string; enter: (isIn: boolean) => void };
type Who = { client?: string; patience?: boolean };

/**
 * Lets in only so many at once; a few more may wait, in the order in which they came, and not for long. A client who has as
 * many places as one may have is passed over.
 */
export class Gate {
  private inside = 0;
  private readonly ofClient = new Map<string, number>();
  private waiting: Waiting[] = [];
  private readonly limits: GateLimits;

  constructor(limits: GateLimits) {
    this.limits = limits;
  }

  /** @returns why not, or undefined: then `leave` has to be called once, for the same client. Who has no `patience` never waits. */
  async enter({ client = '', patience = true }: Who = {}): Promise<RejectionReason | undefined> {
    const { seats, waitMs, isBehind, each } = this.limits;
    if (isBehind()) return 'behind';
    if (this.hasPlace(client)) {
      this.count(client, 1);
      return undefined;
    }
    const isSeated = ({ client: other }: Waiting) => other === client;
    if (!patience || this.waiting.length >= seats || (each && this.waiting.filter(isSeated).length >= each.seats)) return 'full';
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const here = { client, enter: resolve };
    const timer = setTimeout(() => {
      this.waiting = this.waiting.filter((other) => other !== here);
      resolve(false);
    }, waitMs);
    this.waiting.push(here);
    const isIn = await promise;
    clearTimeout(timer);
    return isIn ? undefined : 'late';
  }

  leave(client = ''): void {
    this.count(client, -1);
    const index = this.waiting.findIndex((next) => this.hasPlace(next.client));
    const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
    if (!next) return;
    this.count(next.client, 1);
    next.enter(true);
  }

  private hasPlace(client: string): boolean {
    const { places, each } = this.limits;
    return this.inside < places && (!each || (this.ofClient.get(client) ?? 0) < each.places);
  }

  private count(client: string, change: 1 | -1): void {
    this.inside += change;
    if (!this.limits.each) return;
    const now = (this.ofClient.get(client) ?? 0) + change;
    if (now > 0) this.ofClient.set(client, now);
    else this.ofClient.delete(client);
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
