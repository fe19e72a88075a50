import { Gate, type RejectionReason } from '#server/platform/web/gate.ts';
import type { Place } from '#server/platform/web/read-form.ts';

/** Bytes that have to arrive in each window of so many ms. What a file of 5 MB needs to be in time is eight times as fast. */
const [leastBytes, windowMs] = [100_000, 5_000];

/**
 * Where large forms are held in memory: about 50 MB in all. Not more than two are one client's, so that nobody's uploads
 * close the form for others. A few more may wait for a place, mostly unread, and for 3 seconds.
 */
export function uploadGate(): Gate {
  return new Gate({ places: 8, seats: 32, waitMs: 3_000, isBehind: () => false, each: { places: 2, seats: 8 } });
}

/** One upload's place: taken when it turns out to be large, and lost where it does not move. */
export class UploadPlace implements Place {
  /** Why it has no place, though it needs one. */
  refused: RejectionReason | undefined;
  private readonly gate: Gate;
  private readonly client: string;
  private watch: NodeJS.Timeout | undefined;
  private arrived = 0;

  constructor(gate: Gate, client: string) {
    this.gate = gate;
    this.client = client;
  }

  /** Whether there is a place. `lost` is called where it is taken away again. */
  async take(lost: () => void): Promise<boolean> {
    this.refused = await this.gate.enter({ client: this.client });
    if (this.refused) return false;
    this.arrived = 0;
    this.watch = setInterval(() => {
      const isMoving = this.arrived >= leastBytes;
      this.arrived = 0;
      if (isMoving) return;
      this.leave();
      this.refused = 'late';
      lost();
    }, windowMs);
    return true;
  }

  moved(bytes: number): void {
    this.arrived += bytes;
  }

  /** All of it has come: nothing has to move any more. */
  arrivedWhole(): void {
    clearInterval(this.watch);
  }

  /** Gives the place to the next one. It may be called at any time, and again. */
  leave(): void {
    if (!this.watch) return;
    clearInterval(this.watch);
    this.watch = undefined;
    this.gate.leave(this.client);
  }
}
