import type { Context } from 'hono';
import { mediaType, sendFieldRepeated } from '#server/api/protocol/body.ts';
import { sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { keyProblem, sendReceipt, submissionOf, submissionProblem } from '#server/api/protocol/submissions.ts';
import { type RenderForm, receiveUpload, renderFailure } from '#server/api/rest/html-form.ts';
import type { Route } from '#server/api/rest/route.ts';
import { type Attachment, readAttachment } from '#server/domain/messages/attachment.ts';
import { storeEnterpriseMessage } from '#server/domain/messages/message.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { repeatedName, textsOf } from '#server/platform/web/read-form.ts';
import type { SubmissionResult } from '#server/submissions.ts';
import { receiptQuery } from '#shared/lib/protocol/receipt.ts';
import type { ContactReceipt } from '#shared/schemas/contact.ts';
import {
  attachmentsMaxBytes,
  type EnterpriseKind,
  type EnterpriseMessage,
  enterpriseFields,
  enterpriseMessage,
  enterpriseTexts,
} from '#shared/schemas/enterprise-contact.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { messagesByField } from '#shared/schemas/problem.ts';

/** The page of the form in each of its modes. */
const pages: Record<EnterpriseKind, string> = {
  enquiry: '/enterprise/contact',
  brief: '/enterprise/contact?mode=brief',
  rfp: '/enterprise/contact?mode=rfp',
};

/** The maximum size of the whole form in bytes: the files, and a generous megabyte for the rest. */
const bodyLimit = attachmentsMaxBytes + 1024 * 1024;
type Errors = Record<string, string>;
type Checked = { errors: Errors } | { message: EnterpriseMessage; attachments: Attachment[] };

/** Responses for each outcome, either for a script (JSON) or for a browser without scripts (pages). */
type Responders = {
  stored: (outcome: SubmissionResult<ContactReceipt>) => Response;
  invalid: (errors: Errors) => Response | Promise<Response>;
  failed: (error: unknown) => Response | Promise<Response>;
};

/**
 * Takes multipart/form-data: the fields of `enterpriseMessage`. Clients that accept
 * `application/json` get JSON (201, or a problem that names the fields). All others get a redirect (303) to the confirmation,
 * or the form with its errors and what was typed. Sets its own body limit, which is larger than that of other resources.
 */
export const enterpriseContact: Route = {
  method: 'POST',
  path: '/api/enterprise-contact',
  page: '/enterprise/contact',
  receivesBody: true,
  handle: (c, { renderForm }) =>
    mediaType(c) === 'multipart/form-data'
      ? receiveUpload(c, bodyLimit, (form) => answer(c, form, renderForm))
      : sendProblem(c, 'media_type_unsupported', { detail: 'Send multipart/form-data.' }),
};

async function answer(c: Context<AppEnv>, form: FormData, renderForm: RenderForm): Promise<Response> {
  const invalidKey = keyProblem(c);
  if (invalidKey) return invalidKey;
  const repeated = repeatedName([...form.keys()].filter((name) => name !== 'attachment'));
  if (repeated !== undefined) return sendFieldRepeated(c, repeated);
  const wantsJson = c.req.header('accept')?.includes('application/json') ?? false;
  return receive(c, form, wantsJson ? jsonResponders(c) : pageResponders(c, form, renderForm));
}

async function receive(c: Context<AppEnv>, form: FormData, respond: Responders): Promise<Response> {
  const checked = await check(form);
  if ('errors' in checked) return respond.invalid(checked.errors);
  try {
    const submission = submissionOf(c, Object.fromEntries(form), { plainForm: true });
    return respond.stored(await storeEnterpriseMessage(checked.message, checked.attachments, submission));
  } catch (error) {
    return respond.failed(error);
  }
}

/** Checks the form's fields against its schema, and its files by content. */
async function check(form: FormData): Promise<Checked> {
  const fields = enterpriseFields(form);
  const parsed = enterpriseMessage.safeParse(fields);
  const errors = parsed.success ? {} : messagesByField(parsed.error);
  const read = errors.attachment ? [] : await Promise.all((fields.attachment as File[]).map(readAttachment));
  const refused = read.find((file) => 'refused' in file);
  if (refused) return { errors: { ...errors, attachment: enterpriseTexts[refused.refused] } };
  return parsed.success ? { message: parsed.data, attachments: read as Attachment[] } : { errors };
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
  const chooseFileAgain: Errors = enterpriseFields(form).attachment.length > 0 ? { attachment: enterpriseTexts.attachmentAgain } : {};
  const rerenderForm = (status: number, result: Partial<FormResult>) =>
    renderForm(c, page, { values, errors: chooseFileAgain, failed: false, ...result }, status);
  const texts = { resource: 'enterprise-contact', failed: 'Could not store an enterprise message' };
  return {
    stored: ({ receipt }) => c.redirect(`/enterprise/contact?${receiptQuery(receipt)}#form`, 303),
    // In the order of the fields: the file is the last.
    invalid: (errors) => rerenderForm(422, { errors: { ...errors, ...chooseFileAgain, ...errors } }),
    failed: (error) => renderFailure(c, error, rerenderForm, texts),
  };
}
