import { Gate, type RejectionReason } from '#server/platform/web/gate.ts';
import { leastProgress } from '#server/platform/web/read-body.ts';
import type { Slot } from '#server/platform/web/read-form.ts';

/**
 * Limits the large forms held in memory, to about 50 MB in total. One client may have two, so that it cannot block the form for
 * others. A few more may wait for 3 seconds, with most of their body unread.
 */
export function uploadGate(): Gate {
  return new Gate({
    maxConcurrent: 8,
    maxQueued: 32,
    waitMs: 3_000,
    isBehind: () => false,
    perClient: { maxConcurrent: 2, maxQueued: 8 },
  });
}

/** One upload's slot: acquired when the upload turns out to be large, and revoked if it stalls. */
export class UploadSlot implements Slot {
  /** Why the slot was denied or revoked. */
  rejected: RejectionReason | undefined;
  private readonly gate: Gate;
  private readonly client: string;
  private stallTimer: NodeJS.Timeout | undefined;
  private arrived = 0;

  constructor(gate: Gate, client: string) {
    this.gate = gate;
    this.client = client;
  }

  /** Resolves to whether a slot is free. `onRevoked` is called if the upload stalls. */
  async acquire(onRevoked: () => void): Promise<boolean> {
    this.rejected = await this.gate.enter({ client: this.client });
    if (this.rejected) return false;
    this.arrived = 0;
    this.stallTimer = setInterval(() => {
      const isStalled = this.arrived < leastProgress.bytes;
      this.arrived = 0;
      if (!isStalled) return;
      this.release();
      this.rejected = 'late';
      onRevoked();
    }, leastProgress.ms);
    return true;
  }

  recordProgress(bytes: number): void {
    this.arrived += bytes;
  }

  /** Stops checking for stalls, once the whole body has arrived. */
  markComplete(): void {
    clearInterval(this.stallTimer);
  }

  /** Frees the slot. Safe to call at any time, and repeatedly. */
  release(): void {
    if (!this.stallTimer) return;
    clearInterval(this.stallTimer);
    this.stallTimer = undefined;
    this.gate.leave(this.client);
  }
}
