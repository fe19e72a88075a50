import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { sendFormMalformed } from '#server/api/protocol/form-body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { textsOf } from '#server/platform/web/form-fields.ts';
import { Gate, type RejectionReason } from '#server/platform/web/gate.ts';
import { rejectionDelayMs, retryLater, shedReporter } from '#server/platform/web/overload.ts';
import { leastProgress } from '#server/platform/web/read-body.ts';
import { readForm, type Slot } from '#server/platform/web/read-form.ts';
import { rawLimitOf } from '#src/schemas/contact.ts';

/** The share of REQUEST_TIMEOUT_MS in which a form has to arrive. At its end the connection is closed, without the form's page. */
const uploadShare = 0.95;
const report = shedReporter();

/**
 * Receives a multipart form with a file, of at most `limit` bytes, and passes it to `answer` once it is complete. Answers with a problem
 * if it is late or malformed, or finds no place in the gate.
 */
export async function receiveUpload(
  c: Context<AppEnv>,
  { gate, limit }: { gate: Gate; limit: number },
  answer: (form: FormData) => Promise<Response>,
): Promise<Response> {
  const slot = new UploadSlot(gate, clientAddress(c));
  try {
    const ms = env().REQUEST_TIMEOUT_MS * uploadShare;
    const { form, isLate } = await readForm(c.req.raw, { limit, textLimit: rawLimitOf, slot, ms });
    if (!slot.rejected && !isLate) {
      slot.markComplete();
      return await answer(form);
    }
    c.set('typed', textsOf(form));
    if (!slot.rejected) return sendProblem(c, 'body_late');
  } catch (error) {
    return sendFormMalformed(c, error);
  } finally {
    slot.release();
  }
  report(slot.rejected);
  if (slot.rejected === 'full') await sleep(rejectionDelayMs);
  return sendProblem(c, 'overloaded', { headers: retryLater });
}

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
