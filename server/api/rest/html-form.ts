import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { readFields } from '#server/api/protocol/form-body.ts';
import { formProblem, receiptHeaders, submissionOf } from '#server/api/protocol/submissions.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { Submission, SubmissionResult } from '#server/submissions.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { messagesByField } from '#src/schemas/problem.ts';

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
