import { type Context, Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { readForm } from '#server/http/read-form.ts';
import { log } from '#server/log.ts';
import { type Attachment, readAttachment } from '#server/messages/attachment.ts';
import { KeyReused, TooManyMessages } from '#server/messages/refusal.ts';
import { sendEnterpriseMessage } from '#server/messages/send-enterprise.ts';
import { type RenderForm, refuseTwice } from '#server/rest/contact.ts';
import { fieldErrors, methodNotAllowed, problemResponse } from '#server/rest/problem.ts';
import { refusalResponse, refuseKey, replayedHeader, sendingOf } from '#server/rest/sending.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import {
  attachmentMaxBytes,
  chosenFile,
  type EnterpriseKind,
  type EnterpriseMessage,
  enterpriseMessage,
  enterpriseTexts,
} from '#src/schemas/enterprise-contact.ts';

/** The form's page in each of its modes. */
const pages: Record<EnterpriseKind, string> = {
  enquiry: '/enterprise/contact',
  brief: '/enterprise/contact?mode=brief',
  rfp: '/enterprise/contact?mode=rfp',
};
const thanks = '/enterprise/contact?sent=1#form';

/** Bytes of a whole form: the file and a generous megabyte for the rest. */
const bodyLimit = attachmentMaxBytes + 1024 * 1024;

type Errors = Record<string, string>;
type Checked = { errors: Errors } | { message: EnterpriseMessage; attachment: Attachment | null };

/** How a posted form fared, in the terms of whoever posted it: a script, or a browser without one. */
type Answers = {
  stored: (receipt: ContactReceipt, replayed: boolean) => Response;
  refused: (errors: Errors) => Response | Promise<Response>;
  failed: (error: unknown) => Response | Promise<Response>;
};

/**
 * `POST /api/enterprise-contact`, multipart/form-data: the fields of `enterpriseMessage`. Answers JSON to who accepts
 * `application/json` (201, or a problem that names the fields), and a page to everyone else: 303 to the thanks, or the
 * form again with its errors and what was typed. Limits its body itself: it is larger than that of the other resources.
 */
export function enterpriseContact(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== 'multipart/form-data') {
        const detail = 'Send multipart/form-data.';
        return problemResponse({ status: 415, title: 'Unsupported media type', detail }, c.var.requestId);
      }
      let form: FormData;
      try {
        form = await readForm(c.req.raw, bodyLimit);
      } catch {
        const detail = 'The body is not a readable form.';
        return problemResponse({ status: 400, title: 'Bad request', detail }, c.var.requestId);
      }
      const wrongKey = refuseKey(c);
      if (wrongKey) return wrongKey;
      const twice = [...form.keys()].find((name) => form.getAll(name).length > 1);
      if (twice !== undefined) return refuseTwice(c, twice);
      const wantsJson = c.req.header('accept')?.includes('application/json') ?? false;
      return receive(c, form, wantsJson ? jsonAnswers(c) : pageAnswers(c, form, renderForm));
    })
    .all('/', (c) => methodNotAllowed('POST', c.var.requestId));
}

async function receive(c: Context<AppEnv>, form: FormData, answers: Answers): Promise<Response> {
  const checked = await check(form);
  if ('errors' in checked) return answers.refused(checked.errors);
  try {
    const sending = sendingOf(c, Object.fromEntries(form), { plainForm: true });
    const { receipt, replayed } = await sendEnterpriseMessage(checked.message, checked.attachment, sending);
    return answers.stored(receipt, replayed);
  } catch (error) {
    if (error instanceof TooManyMessages || error instanceof KeyReused) return answers.failed(error);
    const fields = { event: 'rest.failed', requestId: c.var.requestId, resource: 'enterprise-contact', err: error };
    log().error(fields, 'Could not store an enterprise message');
    return answers.failed(error);
  }
}

/** The form's fields by its schema, and its file by content. */
async function check(form: FormData): Promise<Checked> {
  const parsed = enterpriseMessage.safeParse(Object.fromEntries(form));
  const errors = parsed.success ? {} : Object.fromEntries(fieldErrors(parsed.error).map(({ field, message }) => [field, message]));
  const file = chosenFile(form.get('attachment'));
  const readable = file instanceof File && !errors.attachment;
  const attachment = readable ? await readAttachment(file) : null;
  if (readable && !attachment) errors.attachment = enterpriseTexts.attachmentWrongType;
  if (!parsed.success || Object.keys(errors).length > 0) return { errors };
  return { message: parsed.data, attachment };
}

function jsonAnswers(c: Context<AppEnv>): Answers {
  const { requestId } = c.var;
  return {
    stored: (receipt, replayed) => c.json(receipt, 201, { 'cache-control': 'no-store', ...replayedHeader(replayed) }),
    refused: (byField) => {
      const errors = Object.entries(byField).map(([field, message]) => ({ field, message }));
      return problemResponse(
        { status: 422, title: 'Unprocessable content', detail: 'Some fields are missing or wrong.', errors },
        requestId,
      );
    },
    failed: (error) => {
      const refusal = refusalResponse(error, requestId);
      if (refusal) return refusal;
      const detail = 'The message could not be stored. Please try again.';
      return problemResponse({ status: 503, title: 'Service unavailable', detail }, requestId, { 'retry-after': '5' });
    },
  };
}

function pageAnswers(c: Context<AppEnv>, form: FormData, renderForm: RenderForm): Answers {
  const values = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  const page = pages[enterpriseMessage.shape.kind.parse(values.kind)];
  const lost: Errors = chosenFile(form.get('attachment')) ? { attachment: enterpriseTexts.attachmentAgain } : {};
  return {
    stored: () => c.redirect(thanks, 303),
    refused: (errors) => renderForm(c, page, { values, errors: { ...lost, ...errors }, failed: false }, 422),
    failed: (error) => {
      if (!(error instanceof TooManyMessages)) return renderForm(c, page, { values, errors: lost, failed: true }, 503);
      c.header('retry-after', String(error.retryAfterSeconds));
      return renderForm(c, page, { values, errors: lost, failed: true, reason: error.message }, 429);
    },
  };
}
