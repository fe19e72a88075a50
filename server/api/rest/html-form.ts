import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { readFields, sendFormMalformed } from '#server/api/protocol/body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { formProblem, receiptHeaders, submissionOf } from '#server/api/protocol/submissions.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/client-address.ts';
import { type Client, Gate, Overloaded, retryLater, shed } from '#server/platform/web/gate.ts';
import { leastProgress, readForm, type Slot, textsOf } from '#server/platform/web/read-form.ts';
import type { Submission, SubmissionResult } from '#server/submissions.ts';
import { rawLimitOf } from '#shared/schemas/contact.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { messagesByField } from '#shared/schemas/problem.ts';

/** Responds with the page that holds the form (`page` is its path and query), with what was typed and what is wrong. */
export type RenderForm = (c: Context<AppEnv>, page: string, result: FormResult, status: number) => Promise<Response>;

type HtmlForm<Schema extends z.ZodMiniType, Receipt> = {
  /** The path and query of the page that holds the form. */
  page: string | ((fields: URLSearchParams) => string);
  schema: Schema;
  /** The fields that may be repeated, and how to read them for the schema. */
  lists?: { names: string[]; read: (fields: URLSearchParams) => Record<string, unknown> };
  /** Whether the same contents may be sent again. Otherwise a second click or a reload counts as the same message. */
  isRepeatable?: boolean;
  /** Whether the form is to be shown again with what was typed, and nothing sent. */
  isDraft?: (values: Record<string, string>) => boolean;
  store: (values: z.output<Schema>, submission: Submission) => Promise<SubmissionResult<Receipt>>;
  /** The address of the confirmation. */
  thanks: (receipt: Receipt, page: string) => string;
} & FailureTexts;

type FailureTexts = {
  resource: string;
  /** The text for the log if the message cannot be stored. */
  failed: string;
};

/** Stores what a form posted without scripts, and redirects (303) to the confirmation or answers with the form and its errors. */
export async function answerHtmlForm<Schema extends z.ZodMiniType, Receipt>(
  c: Context<AppEnv>,
  renderForm: RenderForm,
  { page, schema, lists, isRepeatable = false, isDraft, store, thanks, ...texts }: HtmlForm<Schema, Receipt>,
): Promise<Response> {
  const read = await readFields(c, lists?.names);
  if (read.problem) return read.problem;
  const { fields, values } = read;
  const pageOfForm = typeof page === 'string' ? page : page(fields);
  const rerenderForm: RerenderForm = (status, result) =>
    renderForm(c, pageOfForm, { values, errors: {}, failed: false, ...result }, status);
  if (isDraft?.(values)) return rerenderForm(200, {});
  const parsed = schema.safeParse({ ...values, ...lists?.read(fields) });
  if (!parsed.success) return rerenderForm(422, { errors: messagesByField(parsed.error) });
  try {
    const outcome = await store(parsed.data, submissionOf(c, values, { plainForm: !isRepeatable }));
    for (const [name, value] of Object.entries(receiptHeaders(outcome))) c.header(name, value);
    return c.redirect(thanks(outcome.receipt, pageOfForm), 303);
  } catch (error) {
    return renderFailure(c, error, rerenderForm, texts);
  }
}

type RerenderForm = (status: number, result: Partial<FormResult>) => Promise<Response>;

/** Renders a form whose message was rejected or could not be stored. */
export function renderFailure(c: Context<AppEnv>, error: unknown, rerenderForm: RerenderForm, texts: FailureTexts): Promise<Response> {
  const rejected = formProblem(c, error);
  if (rejected) return rerenderForm(rejected.status, rejected.result);
  log().error({ event: 'rest.failed', requestId: c.var.requestId, resource: texts.resource, err: error }, texts.failed);
  return rerenderForm(503, { failed: true });
}

/** The share of REQUEST_TIMEOUT_MS in which a form has to arrive. At its end the connection is closed, without the form's page. */
const uploadShare = 0.95;

/**
 * Limits the large forms held in memory, to about 45 MB in total. A few more may wait for 3 seconds, with most of their body unread.
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
