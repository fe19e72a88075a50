import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { mediaType } from '#server/api/protocol/body.ts';
import { company } from '#server/company.ts';
import { limits } from '#server/platform/limits.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { retryAfterSeconds } from '#server/platform/web/gate.ts';
import { fieldsOf, readForm, readUpTo, textsOf } from '#server/platform/web/read-form.ts';
import { hashSource, pagePolicy } from '#server/platform/web/security-policy.ts';
import { formErrors } from '#shared/content/form-errors.ts';
import { retry } from '#shared/content/plain-pages.ts';
import { unsent as texts } from '#shared/content/unsent.ts';
import { colours } from '#shared/lib/drawing.ts';
import { own } from '#shared/lib/input/own.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { fieldTexts, isLongField, rawLimitOf } from '#shared/schemas/form-fields.ts';
import { fill } from '#verify/text.ts';

type Fields = [name: string, value: string][];
type Unsent = Pick<FormResult, 'errors' | 'reason'> & { fields: Fields; status: number; headers: Record<string, string> };

type Html = ReturnType<typeof html>;
type Markup = Html | '';

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** The headers of a replaced response that say when to retry. */
const retryHeaders = ['retry-after', 'ratelimit', 'ratelimit-policy'];

/**
 * Replaces a JSON problem with a page for a browser that posts a form without scripts, for errors that any visitor may meet:
 * timeouts, limits, failures, and an unreadable or overlong form. The page holds what was typed, ready to be sent again. Of an overlong
 * body, and a late one that is no upload, it holds nothing, because the site does not have all of it: the browser still has.
 */
export const problemsAsForms = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  const isTooLong = status === 413;
  const isTemporary = status === 408 || status === 429 || status >= 500;
  if (!headers.get('content-type')?.startsWith('application/problem+json') || !isPostedForm(c)) return;
  const { code } = (await c.res.clone().json()) as { code: string };
  const isUnreadable = code === 'form_malformed';
  if (!(isTemporary || isTooLong || isUnreadable)) return;
  const reason = own(texts.reasons, code);
  // Only the beginning of an overlong body is read.
  const fields = isTooLong ? [] : await typedFields(c);
  const kept = retryHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : []));
  const errors = isUnreadable ? unreadable(fields) : {};
  const page = await plainForm(c, { fields, errors, reason, status, headers: Object.fromEntries(kept) });
  // Otherwise Hono would add the headers of the problem to those of the page.
  c.res = undefined;
  c.res = page;
});

/** Returns an error for each field that has U+FFFD in place of bytes that are not text. */
function unreadable(fields: Fields): FormResult['errors'] {
  return Object.fromEntries(fields.filter(([, value]) => value.includes('\uFFFD')).map(([name]) => [name, fieldTexts.unreadable]));
}

function isPostedForm(c: Context<AppEnv>): boolean {
  const isForm = c.req.method === 'POST' && c.var.address?.form !== undefined && formTypes.includes(mediaType(c));
  return isForm && (c.req.header('accept')?.includes('text/html') ?? false);
}

/** Returns the fields of a posted form without files. Empty if its body was consumed before without being kept. */
export async function typedFields(c: Context<AppEnv>): Promise<Fields> {
  if (c.var.typed) return c.var.typed;
  const { bodyLimitBytes: limit, bodyTimeoutMs: ms } = limits;
  try {
    if (mediaType(c) === 'multipart/form-data') return textsOf((await readForm(c.req.raw, { limit, ms, textLimit: rawLimitOf })).form);
    const text = c.req.raw.bodyUsed ? await c.req.text() : (await readUpTo(c.req.raw, { limit, ms })).bytes.toString();
    return [...fieldsOf(text, rawLimitOf)];
  } catch {
    return [];
  }
}

/** Renders a form with what was typed, for when the form's own page cannot be rendered. */
export function plainForm(c: Context<AppEnv>, unsent: Unsent): Response | Promise<Response> {
  const { fields, errors, reason, status, headers } = unsent;
  const { contactEmail } = company();
  const wrong = Object.entries(errors);
  const explanation = reason ?? (wrong.length === 0 ? texts.failed : '');
  const isLost = fields.length === 0;
  const isUpload = !isLost && mediaType(c) === 'multipart/form-data';
  const fileField = isUpload && (c.var.address?.form === '/verify' ? 'file' : 'attachment');
  const posted = [...fields.map(([name]) => name), ...(fileField ? [fileField] : [])];
  const shown = posted.filter((name) => own(texts.labels, name) !== undefined);
  const main = html`${wrong.length > 0 && summary(wrong, shown)}<h1>${texts.title}</h1>
    <p role="alert">${explanation} ${isLost ? texts.inBrowser : texts.kept} <a href="mailto:${contactEmail}">${contactEmail}</a>.</p>
    ${!isLost && form(c, unsent, { shown, fileField })}`;
  return plainDocument(c, { title: formErrors.title + texts.title, main, status, headers });
}

/** The summary that the form's own page has (`problemsOf`, src/client/forms/use-form.tsx). `shown`: the names of the fields below it. */
function summary(wrong: [name: string, text: string][], shown: string[]) {
  const items = wrong.map(([name, text]) =>
    // A hidden field, or one that was not posted, cannot be led to.
    shown.includes(name) ? html`<li><a href="#field-${name}">${texts.labels[name]}</a></li>` : html`<li>${text}</li>`,
  );
  return html`<div class="summary" tabindex="-1" autofocus><div role="alert"><h2>${formErrors.heading}</h2><ul>${items}</ul></div></div>`;
}

function form(c: Context<AppEnv>, { fields, errors }: Unsent, { shown, fileField }: { shown: string[]; fileField: string | false }) {
  const { labels, attachmentHint, send } = texts;
  const otherErrors = Object.entries(errors).filter(([name]) => !shown.includes(name));
  const [hint, multiple] = fileField === 'attachment' ? [html`<small>${attachmentHint}</small>`, ' multiple'] : [];
  const files =
    fileField &&
    html`<label>${labels[fileField]}${hint}<input type="file"${multiple} name="${fileField}"${fieldAttributes(fileField, errors)}></label>${errorText(fileField, errors[fileField])}`;
  // With the query, which identifies the subscriber in a newsletter's link.
  const action = c.req.path + new URL(c.req.url).search;
  return html`<form method="post" action="${action}" enctype="${fileField ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">
    ${otherErrors.map(([name, text]) => errorText(name, text))}
    ${fields.map(([name, value]) => {
      if (!shown.includes(name)) return html`<input type="hidden" name="${name}" value="${value}">`;
      const state = fieldAttributes(name, errors);
      // HTML drops a line break at the start of a textarea.
      const control = isLongField(name)
        ? html`<textarea name="${name}" rows="7"${state}>${'\n'}${value}</textarea>`
        : html`<input name="${name}" value="${value}" autocomplete="${autocomplete[name] ?? 'off'}"${state}>`;
      return html`<label>${labels[name]}${control}</label>${errorText(name, errors[name])}`;
    })}
    ${files}
    <button class="again">${send}</button>
  </form>`;
}

const autocomplete: Partial<Record<string, string>> = { name: 'name', email: 'email', organisation: 'organization' };

function fieldAttributes(name: string, errors: FormResult['errors']): Markup {
  const id = html` id="field-${name}"`;
  return errors[name] === undefined ? id : html`${id} aria-invalid="true" aria-describedby="wrong-${name}"`;
}

function errorText(name: string, text: string | undefined): Markup {
  return text === undefined ? '' : html`<p class="wrong" id="wrong-${name}">${text}</p>`;
}

const { paper, rule, ink, canopy, lichen, wrong } = colours;
// No fonts or images: nothing that would have to be fetched.
const style = [
  `html{background:${paper.DEFAULT};color:${ink.DEFAULT};font:1.125rem/1.55 system-ui,sans-serif}`,
  'body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr}',
  `header{border-bottom:1px solid ${rule.DEFAULT};padding:1.25rem}`,
  `header a{color:${canopy.DEFAULT};font:600 1.5rem Georgia,serif;text-decoration:none}`,
  'main{padding:4rem 1.25rem;max-width:38rem;margin:0 auto;width:100%;box-sizing:border-box}',
  'h1{font:400 2.5rem/1.08 Georgia,serif;letter-spacing:-.016em;margin:0 0 1.25rem}',
  `p{margin:0 0 1.5rem;color:${ink.soft}}`,
  `p a{color:${canopy.DEFAULT}}`,
  `.again{display:inline-block;background:${lichen.DEFAULT};color:${ink.DEFAULT};font:inherit;font-weight:600;text-decoration:none;padding:.75rem 1.5rem;border:0;border-radius:3px;cursor:pointer}`,
  'label{display:block;font-weight:600}',
  `input,textarea{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin:.375rem 0 1.25rem;padding:.625rem .875rem;border:1px solid ${rule.strong};border-radius:3px;background:${paper.bright};color:${ink.DEFAULT};font:inherit;font-weight:400}`,
  `small{display:block;font-weight:400;color:${ink.faint}}`,
  `.summary{border:2px solid ${wrong.DEFAULT};padding:1.25rem;margin:0 0 2rem}.summary h2{font:400 1.5rem Georgia,serif;margin:0}.summary ul{margin:.5rem 0 0;padding:0;list-style:none}.summary a{color:${wrong.DEFAULT};font-weight:600}`,
  `.wrong{color:${wrong.DEFAULT};margin-top:-.875rem}`,
].join('');
const styleHash = hashSource(style);

type PlainDocument = { title: string; head?: Html; main: Html; status: number; headers: Record<string, string> };

/** Responds with a page in the site's colours that needs neither React nor any other file. */
function plainDocument(c: Context<AppEnv>, { title, head, main, status, headers }: PlainDocument): Response | Promise<Response> {
  const document = html`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head ?? ''}<meta name="robots" content="noindex"><title>${title} | Carma</title><style>${raw(style)}</style></head><body><header><a href="/">Carma</a></header><main>${main}</main></body></html>`;
  const policy = pagePolicy({ styleHash });
  return c.html(document, status as ContentfulStatusCode, { ...headers, 'cache-control': 'no-store', 'content-security-policy': policy });
}

/** What a page of text says. */
export type PlainText = { title: string; heading: string; reason: string };

/**
 * Responds with a page of text, by default with 503, for when the site's own page cannot be rendered. It reloads itself after
 * `seconds` without scripts, and has a link to do so at once.
 */
export function plainPage(
  c: Context<AppEnv>,
  { title, heading, reason, status = 503, seconds = retryAfterSeconds }: PlainText & { status?: number; seconds?: number },
): Response | Promise<Response> {
  return plainDocument(c, {
    title,
    head: html`<meta http-equiv="refresh" content="${seconds}">`,
    main: html`<h1>${heading}</h1><p>${reason} ${fill(retry.wait, { seconds: countOf(seconds, 'second') })}</p><a class="again" href="">${retry.now}</a>`,
    status,
    headers: { 'retry-after': String(seconds) },
  });
}
