import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { assertForm, mediaType, readFields } from '#server/api/protocol/body.ts';
import { rejectionHeaders, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { receiptHeaders, sendReceipt, submissionOf } from '#server/api/protocol/submissions.ts';
import { type Attachment, readAttachment } from '#server/domain/messages/attachment.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { Refused } from '#server/platform/refused.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/clients.ts';
import { Gate, Overloaded } from '#server/platform/web/gate.ts';
import { readForm, textsOf } from '#server/platform/web/read-form.ts';
import type { Submission, SubmissionResult } from '#server/submissions.ts';
import { attachmentsBodyMaxBytes } from '#shared/schemas/attachments.ts';
import { enterpriseFields, enterpriseTexts } from '#shared/schemas/enterprise-contact.ts';
import { type FormResult, refusedField } from '#shared/schemas/form.ts';
import { rawLimitOf } from '#shared/schemas/form-fields.ts';
import { fieldErrors, problems } from '#shared/schemas/problem.ts';
import type { Route } from './route.ts';

/** Responds with the page that holds the form (`page` is its path and query), with what was typed and what is wrong. */
export type RenderForm = (c: Context<AppEnv>, page: string, result: FormResult, status: number) => Promise<Response>;

type Errors = Record<string, string>;

type Form<Schema extends z.ZodMiniType, Receipt extends object> = {
  path: Route['path'];
  /** Where a browser is sent that asks for this address. */
  page: `/${string}`;
  /** The path and query of the page that shows a form again, if it differs. */
  pageOf?: (fields: URLSearchParams) => string;
  schema: Schema;
  /** The fields that may be repeated, and how to read them for the schema. */
  lists?: { names: string[]; read: (fields: URLSearchParams) => Record<string, unknown> };
  /** Whether the same contents may be sent again. Otherwise a second click or a reload counts as the same message. */
  isRepeatable?: boolean;
  /**
   * Says whether a form is to be seen again before it is stored: at an address, or on its page with texts beside their fields ({}: its
   * sender asked for that). Undefined: it is stored now.
   */
  seenFirst?: (fields: URLSearchParams) => Errors | string | undefined;
  /** Whether it is a multipart form, with documents in its field `attachment`, whose rules are those of the enterprise form. */
  hasAttachment?: true;
  store: (values: z.output<Schema>, submission: Submission, files: Attachment[]) => Promise<SubmissionResult<Receipt>>;
  /** The address of the confirmation. */
  thanks: (receipt: Receipt) => string | Promise<string>;
} & ({ hasAttachment?: undefined } | { lists?: undefined });

/**
 * Declares where a form is posted without scripts: it is stored, and answered with a redirect (303) to the confirmation, or with the form
 * and its errors. One with a file comes from scripts too: whoever accepts `application/json` gets 201 or a problem that names the fields.
 */
export function formRoute<Schema extends z.ZodMiniType, Receipt extends object>(form: Form<Schema, Receipt>): Route {
  const { path, page, hasAttachment = false, lists } = form;
  return {
    ...{ method: 'POST', path, page, readsBodyItself: hasAttachment },
    handle: async (c, { renderForm }) => {
      if (!hasAttachment) return answerForm(c, renderForm, form, await readFields(c, lists?.names));
      if (mediaType(c) !== 'multipart/form-data') return sendProblem(c, 'media_type_unsupported', { detail: 'Send multipart/form-data.' });
      return receiveUpload(c, attachmentsBodyMaxBytes, async (posted) => {
        const names = [...posted.keys()].filter((name) => name !== 'attachment');
        assertForm(c, names);
        return answerForm(c, renderForm, form, posted);
      });
    },
  };
}

async function answerForm<Schema extends z.ZodMiniType, Receipt extends object>(
  c: Context<AppEnv>,
  renderForm: RenderForm,
  { path, page, pageOf, schema, lists, isRepeatable = false, seenFirst, store, thanks }: Form<Schema, Receipt>,
  posted: FormData | URLSearchParams,
): Promise<Response> {
  const fields = posted instanceof FormData ? new URLSearchParams(textsOf(posted)) : posted;
  const values = Object.fromEntries(fields);
  const place = pageOf?.(fields) ?? page;
  const multipart = posted instanceof FormData ? enterpriseFields(posted) : undefined;
  const isJson = multipart !== undefined && (c.req.header('accept')?.includes('application/json') ?? false);
  const attached = multipart?.attachment ?? [];
  const attachAgain: Errors = attached.length > 0 ? { attachment: enterpriseTexts.attachmentAgain } : {};
  const rerender = (status: number, { errors = {}, ...result }: Partial<FormResult>) =>
    renderForm(c, place, { values, failed: false, ...result, errors: errors.attachment ? errors : { ...errors, ...attachAgain } }, status);
  const shown = seenFirst?.(fields);
  if (typeof shown === 'string') return c.redirect(shown, 303);
  if (shown) return rerender(Object.keys(shown).length > 0 ? 422 : 200, { errors: shown });
  const parsed = schema.safeParse(multipart ?? { ...values, ...lists?.read(fields) });
  const errors: Errors = Object.fromEntries((parsed.error ? fieldErrors(parsed.error) : []).map(({ field, message }) => [field, message]));
  // The schema has refused whatever is no file.
  const files = errors.attachment ? [] : await Promise.all((attached as File[]).map(readAttachment));
  const refused = files.find((file) => 'refused' in file);
  if (refused) errors.attachment = `${refused.about} ${enterpriseTexts[refused.refused]}`;
  if (!parsed.success || Object.keys(errors).length > 0) {
    if (!isJson) return rerender(422, { errors });
    return sendProblem(c, 'form_invalid', { errors: Object.entries(errors).map(([field, message]) => ({ field, message })) });
  }
  try {
    const outcome = await store(parsed.data, submissionOf(c, values, { isRepeatable }), files as Attachment[]);
    if (isJson) return sendReceipt(c, outcome, 201);
    for (const [name, value] of Object.entries(receiptHeaders(outcome))) c.header(name, value);
    return c.redirect(await thanks(outcome.receipt), 303);
  } catch (error) {
    const detail = 'The message could not be stored. Please try again.';
    if (isJson) return sendErrorProblem(c, error, detail);
    if (error instanceof Refused) {
      for (const [name, value] of Object.entries(rejectionHeaders(error))) c.header(name, value);
      return rerender(problems[error.code].status, resultOf(error));
    }
    log().error({ event: 'rest.failed', resource: path, err: error }, 'A form could not be stored');
    return rerender(503, { failed: true });
  }
}

/** What a form's page shows of a refusal: beside a field, or above the form. */
const resultOf = ({ code, message, errors }: Refused): Partial<FormResult> =>
  errors.length > 0 ? { errors: { [refusedField(code, errors)]: message } } : { failed: true, reason: message };

/** The share of `requestTimeoutMs` in which a form has to arrive: after all of it the connection is closed, without the form's page. */
const uploadShare = 0.95;

/**
 * Limits the large forms held in memory, to about 90 MB in total, because each is there twice while it is read. A few more may wait for
 * `waitMs`, with most of their body unread.
 */
const gate = new Gate({ maxConcurrent: 4, maxQueued: 32, waitMs: 3_000 });

/**
 * Receives a multipart form with a file, of at most `limit` bytes, and passes it to `answer` once it is complete. Answers with a problem
 * if it is late or malformed, or finds no place in the gate.
 */
export async function receiveUpload(c: Context<AppEnv>, limit: number, answer: (form: FormData) => Promise<Response>): Promise<Response> {
  let isRefused = false;
  let leave = () => {};
  const enter = async () => {
    try {
      leave = await gate.enter(clientShare(c));
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      isRefused = true;
    }
    return !isRefused;
  };
  try {
    const ms = limits.requestTimeoutMs * uploadShare;
    const { form, isLate } = await readForm(c.req.raw, { limit, textLimit: rawLimitOf, enter, ms }).catch((error: unknown) => {
      throw error instanceof Refused ? error : new Refused('form_malformed');
    });
    if (!isRefused && !isLate) return await answer(form);
    c.set('typed', textsOf(form));
    return sendProblem(c, isRefused ? 'overloaded' : 'body_late');
  } finally {
    leave();
  }
}
