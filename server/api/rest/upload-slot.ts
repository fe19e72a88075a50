import type { Context } from 'hono';
import { sendFormMalformed } from '#server/api/protocol/form-body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { limits } from '#server/platform/limits.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/client-address.ts';
import { textsOf } from '#server/platform/web/form-fields.ts';
import { type Client, Gate } from '#server/platform/web/gate.ts';
import { Overloaded, retryLater, shed } from '#server/platform/web/overload.ts';
import { leastProgress } from '#server/platform/web/read-body.ts';
import { readForm, type Slot } from '#server/platform/web/read-form.ts';
import { rawLimitOf } from '#src/schemas/contact.ts';

/** The share of REQUEST_TIMEOUT_MS in which a form has to arrive. At its end the connection is closed, without the form's page. */
const uploadShare = 0.95;

/**
 * Limits the large forms held in memory, to about 25 MB in total. A few more may wait for 3 seconds, with most of their body unread.
 */
const gate = new Gate({ maxConcurrent: 4, maxQueued: 32, waitMs: 3_000 });

/**
 * Receives a multipart form with a file, of at most `limit` bytes, and passes it to `answer` once it is complete. Answers with a problem
 * if it is late or malformed, or finds no place in the gate.
 */
export async function receiveUpload(c: Context<AppEnv>, limit: number, answer: (form: FormData) => Promise<Response>): Promise<Response> {
  const slot = new UploadSlot(clientShare(c));
  try {
    const ms = limits.REQUEST_TIMEOUT_MS * uploadShare;
    const { form, isLate } = await readForm(c.req.raw, { limit, textLimit: rawLimitOf, slot, ms });
    if (!slot.isRejected && !isLate) {
      slot.markComplete();
      return await answer(form);
    }
    c.set('typed', textsOf(form));
    if (!slot.isRejected) return sendProblem(c, 'body_late');
  } catch (error) {
    return sendFormMalformed(c, error);
  } finally {
    slot.release();
  }
  return sendProblem(c, 'overloaded', { headers: retryLater });
}

/** One upload's slot: acquired when the upload turns out to be large, and revoked if it stalls. */
export class UploadSlot implements Slot {
  /** Whether the slot was denied or revoked. */
  isRejected = false;
  private readonly client: Client;
  private leave = () => {};
  private stallTimer: NodeJS.Timeout | undefined;
  private arrived = 0;

  constructor(client: Client) {
    this.client = client;
  }

  /** Resolves to whether a slot is free. `onRevoked` is called if the upload stalls. */
  async acquire(onRevoked: () => void): Promise<boolean> {
    try {
      this.leave = await gate.enter(this.client);
    } catch (error) {
      this.isRejected = error instanceof Overloaded;
      if (this.isRejected) return false;
      throw error;
    }
    this.arrived = 0;
    this.stallTimer = setInterval(() => {
      const isStalled = this.arrived < leastProgress.bytes;
      this.arrived = 0;
      if (!isStalled) return;
      this.release();
      this.isRejected = true;
      void shed('late');
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
    clearInterval(this.stallTimer);
    this.leave();
  }
}
