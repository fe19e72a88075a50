import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { sendFormMalformed } from '#server/api/protocol/form-body.ts';
import { mediaType, sendFieldRepeated } from '#server/api/protocol/json-body.ts';
import { sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { keyProblem, sendReceipt, submissionOf, submissionProblem } from '#server/api/protocol/submissions.ts';
import { type RenderForm, renderFailure } from '#server/api/rest/html-form.ts';
import type { Route } from '#server/api/rest/route.ts';
import { UploadSlot, uploadGate } from '#server/api/rest/upload-slot.ts';
import { type Attachment, readAttachment } from '#server/domain/messages/attachment.ts';
import { storeEnterpriseMessage } from '#server/domain/messages/store-enterprise.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { repeatedName, textsOf } from '#server/platform/web/form-fields.ts';
import { rejectionDelayMs, retryAfterSeconds, shedReporter } from '#server/platform/web/overload.ts';
import { readForm } from '#server/platform/web/read-form.ts';
import type { SubmissionResult } from '#server/submissions/submission.ts';
import { type ContactReceipt, rawLimitOf } from '#src/schemas/contact.ts';
import {
  attachmentMaxBytes,
  chosenFile,
  type EnterpriseKind,
  type EnterpriseMessage,
  enterpriseMessage,
  enterpriseTexts,
} from '#src/schemas/enterprise-contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { messagesByField } from '#src/schemas/problem.ts';

/** The page of the form in each of its modes. */
const pages: Record<EnterpriseKind, string> = {
  enquiry: '/enterprise/contact',
  brief: '/enterprise/contact?mode=brief',
  rfp: '/enterprise/contact?mode=rfp',
};
const confirmationPage = '/enterprise/contact?sent=1#form';

/** The maximum size of the whole form in bytes: the file, and a generous megabyte for the rest. */
const bodyLimit = attachmentMaxBytes + 1024 * 1024;
/** The share of REQUEST_TIMEOUT_MS in which a form has to arrive. At its end the connection is closed, without the form's page. */
const uploadShare = 0.95;
type Errors = Record<string, string>;
type Checked = { errors: Errors } | { message: EnterpriseMessage; attachment: Attachment | null };

/** Responses for each outcome, either for a script (JSON) or for a browser without scripts (pages). */
type Responders = {
  stored: (outcome: SubmissionResult<ContactReceipt>) => Response;
  invalid: (errors: Errors) => Response | Promise<Response>;
  failed: (error: unknown) => Response | Promise<Response>;
};

const gate = uploadGate();
const report = shedReporter();

/**
 * Takes multipart/form-data: the fields of `enterpriseMessage`. Clients that accept
 * `application/json` get JSON (201, or a problem that names the fields). All others get a redirect (303) to the confirmation,
 * or the form with its errors and what was typed. Sets its own body limit, which is larger than that of other resources.
 */
export const enterpriseContact: Route = {
  method: 'POST',
  path: '/api/enterprise-contact',
  receivesBody: true,
  handle: async (c, renderForm) => {
    if (mediaType(c) !== 'multipart/form-data') return sendProblem(c, 'media_type_unsupported', { detail: 'Send multipart/form-data.' });
    const slot = new UploadSlot(gate, clientAddress(c));
    try {
      const ms = env().REQUEST_TIMEOUT_MS * uploadShare;
      const { form, isLate } = await readForm(c.req.raw, { limit: bodyLimit, textLimit: rawLimitOf, slot, ms });
      if (!slot.rejected && !isLate) {
        slot.markComplete();
        return await answer(c, form, renderForm);
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
    return sendProblem(c, 'overloaded', { headers: { 'retry-after': String(retryAfterSeconds) } });
  },
};

async function answer(c: Context<AppEnv>, form: FormData, renderForm: RenderForm): Promise<Response> {
  const invalidKey = keyProblem(c);
  if (invalidKey) return invalidKey;
  const repeated = repeatedName(form.keys());
  if (repeated !== undefined) return sendFieldRepeated(c, repeated);
  const wantsJson = c.req.header('accept')?.includes('application/json') ?? false;
  return receive(c, form, wantsJson ? jsonResponders(c) : pageResponders(c, form, renderForm));
}

async function receive(c: Context<AppEnv>, form: FormData, respond: Responders): Promise<Response> {
  const checked = await check(form);
  if ('errors' in checked) return respond.invalid(checked.errors);
  try {
    const submission = submissionOf(c, Object.fromEntries(form), { plainForm: true });
    return respond.stored(await storeEnterpriseMessage(checked.message, checked.attachment, submission));
  } catch (error) {
    return respond.failed(error);
  }
}

/** Checks the form's fields against its schema, and its file by content. */
async function check(form: FormData): Promise<Checked> {
  const parsed = enterpriseMessage.safeParse(Object.fromEntries(form));
  const errors = parsed.success ? {} : messagesByField(parsed.error);
  const file = chosenFile(form.get('attachment'));
  const isReadable = file instanceof File && !errors.attachment;
  const attachment = isReadable ? await readAttachment(file) : null;
  if (isReadable && !attachment) errors.attachment = enterpriseTexts.attachmentWrongType;
  if (!parsed.success || Object.keys(errors).length > 0) return { errors };
  return { message: parsed.data, attachment };
}

function jsonResponders(c: Context<AppEnv>): Responders {
  return {
    stored: (outcome) => sendReceipt(c, outcome, 201),
    invalid: (byField) => {
      const errors = Object.entries(byField).map(([field, message]) => ({ field, message }));
      return sendProblem(c, 'form_invalid', { errors });
    },
    failed: (error) => {
      const detail = 'The message could not be stored. Please try again.';
      return submissionProblem(c, error) ?? sendErrorProblem(c, error, 'enterprise-contact', detail);
    },
  };
}

function pageResponders(c: Context<AppEnv>, form: FormData, renderForm: RenderForm): Responders {
  const values = Object.fromEntries(textsOf(form));
  const page = pages[enterpriseMessage.shape.kind.parse(values.kind)];
  // A browser cannot put a chosen file back into a form.
  const chooseFileAgain: Errors = chosenFile(form.get('attachment')) ? { attachment: enterpriseTexts.attachmentAgain } : {};
  const rerenderForm = (status: number, result: Partial<FormResult>) =>
    renderForm(c, page, { values, errors: chooseFileAgain, failed: false, ...result }, status);
  const texts = { resource: 'enterprise-contact', failed: 'Could not store an enterprise message' };
  return {
    stored: () => c.redirect(confirmationPage, 303),
    invalid: (errors) => rerenderForm(422, { errors: { ...chooseFileAgain, ...errors } }),
    failed: (error) => renderFailure(c, error, rerenderForm, texts),
  };
}
