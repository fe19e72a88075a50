import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { sendFormMalformed } from '#server/api/protocol/form-body.ts';
import { mediaType, sendFieldRepeated } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { answeredHeaders, formProblem, keyProblem, sendingOf, sendingProblem } from '#server/api/protocol/submission-headers.ts';
import type { RenderForm } from '#server/api/rest/contact.ts';
import { type Attachment, readAttachment } from '#server/domain/messages/attachment.ts';
import { storeEnterpriseMessage } from '#server/domain/messages/store-enterprise.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { repeatedName, textsOf } from '#server/platform/web/form-fields.ts';
import { rejectionDelayMs, retryAfter, shedReporter } from '#server/platform/web/overload.ts';
import { readForm } from '#server/platform/web/read-form.ts';
import { UploadPlace, uploadGate } from '#server/platform/web/upload-place.ts';
import type { Answered } from '#server/submissions/sending.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import {
  attachmentMaxBytes,
  chosenFile,
  type EnterpriseKind,
  type EnterpriseMessage,
  enterpriseMessage,
  enterpriseTexts,
} from '#src/schemas/enterprise-contact.ts';
import { messagesByField } from '#src/schemas/problem.ts';

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
  stored: (answered: Answered<ContactReceipt>) => Response;
  refused: (errors: Errors) => Response | Promise<Response>;
  failed: (error: unknown) => Response | Promise<Response>;
};

/**
 * `POST /api/enterprise-contact`, multipart/form-data: the fields of `enterpriseMessage`. Answers JSON to who accepts
 * `application/json` (201, or a problem that names the fields), and a page to everyone else: 303 to the thanks, or the
 * form again with its errors and what was typed. Limits its body itself: it is larger than that of the other resources.
 */
export function enterpriseContact(renderForm: RenderForm) {
  const gate = uploadGate();
  const report = shedReporter();
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      if (mediaType(c) !== 'multipart/form-data') return sendProblem(c, 'media_type_unsupported', { detail: 'Send multipart/form-data.' });
      const place = new UploadPlace(gate, clientAddress(c));
      try {
        const form = await readForm(c.req.raw, bodyLimit, place);
        if (!place.refused) {
          place.arrivedWhole();
          return await answer(c, form, renderForm);
        }
        c.set('typed', textsOf(form));
      } catch (error) {
        return sendFormMalformed(c, error);
      } finally {
        place.leave();
      }
      report(place.refused);
      if (place.refused === 'full') await sleep(rejectionDelayMs);
      return sendProblem(c, 'overloaded', { headers: { 'retry-after': String(retryAfter) } });
    })
    .all('/', methodNotAllowed);
}

async function answer(c: Context<AppEnv>, form: FormData, renderForm: RenderForm): Promise<Response> {
  const wrongKey = keyProblem(c);
  if (wrongKey) return wrongKey;
  const twice = repeatedName(form.keys());
  if (twice !== undefined) return sendFieldRepeated(c, twice);
  const wantsJson = c.req.header('accept')?.includes('application/json') ?? false;
  return receive(c, form, wantsJson ? jsonAnswers(c) : pageAnswers(c, form, renderForm));
}

async function receive(c: Context<AppEnv>, form: FormData, answers: Answers): Promise<Response> {
  const checked = await check(form);
  if ('errors' in checked) return answers.refused(checked.errors);
  try {
    const sending = sendingOf(c, Object.fromEntries(form), { plainForm: true });
    return answers.stored(await storeEnterpriseMessage(checked.message, checked.attachment, sending));
  } catch (error) {
    return answers.failed(error);
  }
}

/** The form's fields by its schema, and its file by content. */
async function check(form: FormData): Promise<Checked> {
  const parsed = enterpriseMessage.safeParse(Object.fromEntries(form));
  const errors = parsed.success ? {} : messagesByField(parsed.error);
  const file = chosenFile(form.get('attachment'));
  const readable = file instanceof File && !errors.attachment;
  const attachment = readable ? await readAttachment(file) : null;
  if (readable && !attachment) errors.attachment = enterpriseTexts.attachmentWrongType;
  if (!parsed.success || Object.keys(errors).length > 0) return { errors };
  return { message: parsed.data, attachment };
}

function jsonAnswers(c: Context<AppEnv>): Answers {
  return {
    stored: ({ receipt, ...how }) => c.json(receipt, 201, { 'cache-control': 'no-store', ...answeredHeaders(how) }),
    refused: (byField) => {
      const errors = Object.entries(byField).map(([field, message]) => ({ field, message }));
      return sendProblem(c, 'form_invalid', { errors });
    },
    failed: (error) => {
      const detail = 'The message could not be stored. Please try again.';
      return sendingProblem(c, error) ?? sendErrorProblem(c, error, 'enterprise-contact', detail);
    },
  };
}

function pageAnswers(c: Context<AppEnv>, form: FormData, renderForm: RenderForm): Answers {
  const values = Object.fromEntries(textsOf(form));
  const page = pages[enterpriseMessage.shape.kind.parse(values.kind)];
  const lost: Errors = chosenFile(form.get('attachment')) ? { attachment: enterpriseTexts.attachmentAgain } : {};
  return {
    stored: () => c.redirect(thanks, 303),
    refused: (errors) => renderForm(c, page, { values, errors: { ...lost, ...errors }, failed: false }, 422),
    failed: (error) => {
      const rejected = formProblem(c, error);
      if (rejected) return renderForm(c, page, { values, errors: lost, failed: true, reason: rejected.reason }, rejected.status);
      const fields = { event: 'rest.failed', requestId: c.var.requestId, resource: 'enterprise-contact', err: error };
      log().error(fields, 'Could not store an enterprise message');
      return renderForm(c, page, { values, errors: lost, failed: true }, 503);
    },
  };
}
