import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { mediaType } from '#server/api/protocol/json-body.ts';
import { company } from '#server/company.ts';
import { plainDocument } from '#server/http/fallback/plain-page.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { fieldsOf, textsOf } from '#server/platform/web/form-fields.ts';
import { readForm, readUpTo } from '#server/platform/web/read-form.ts';
import type { UnsentContent } from '#src/content/unsent.ts';
import { contactTexts, messageMaxLength } from '#src/schemas/contact.ts';
import { sectors } from '#src/schemas/enterprise-contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';

type Fields = [name: string, value: string][];
type Unsent = Pick<FormResult, 'errors' | 'reason'> & { fields: Fields; status: number; headers: Record<string, string> };

type Markup = ReturnType<typeof html> | '';

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** Of an answer that a page takes the place of, what says when to try again. */
const keptHeaders = ['retry-after', 'ratelimit', 'ratelimit-policy'];

/**
 * A browser that posts a form without scripts gets no problem in JSON for what can happen to anybody: a page says it, with
 * all that was typed, and sends it again.
 */
export function plainForms(texts: UnsentContent) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { status, headers } = c.res;
    const isTooLong = status === 413;
    const isTemporary = status === 408 || status === 429 || status >= 500;
    if (!headers.get('content-type')?.startsWith('application/problem+json') || !isPostedForm(c)) return;
    const { code } = (await c.res.clone().json()) as { code: string };
    const isUnreadable = code === 'form_malformed';
    if (!(isTemporary || isTooLong || isUnreadable)) return;
    const reason = texts.reasons[code]?.replace('{characters}', messageMaxLength.toLocaleString('en-GB'));
    // Only the beginning of what is too long is read.
    const fields = isTooLong ? [] : await typedFields(c);
    const again = keptHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : []));
    const page = await plainForm(c, texts, {
      fields,
      errors: isUnreadable ? unreadable(fields) : {},
      reason,
      status,
      headers: Object.fromEntries(again),
    });
    // Headers of the first answer would else be added to those of the second.
    c.res = undefined;
    c.res = page;
  });
}

/** The fields in which U+FFFD stands in the place of what is no text. */
function unreadable(fields: Fields): FormResult['errors'] {
  return Object.fromEntries(fields.filter(([, value]) => value.includes('\uFFFD')).map(([name]) => [name, contactTexts.unreadable]));
}

function isPostedForm(c: Context<AppEnv>): boolean {
  return c.req.method === 'POST' && formTypes.includes(mediaType(c) ?? '') && (c.req.header('accept')?.includes('text/html') ?? false);
}

/** What was posted, without its files; nothing where it is no form, or was read by somebody who did not keep it. */
export async function typedFields(c: Context<AppEnv>): Promise<Fields> {
  if (c.var.typed) return c.var.typed;
  try {
    if (mediaType(c) === 'multipart/form-data') return textsOf(await readForm(c.req.raw, env().BODY_LIMIT_BYTES));
    return [...fieldsOf(c.req.raw.bodyUsed ? await c.req.text() : await readUpTo(c.req.raw, env().BODY_LIMIT_BYTES))];
  } catch {
    return [];
  }
}

/** The form with what was typed, for when its own page cannot be made. */
export function plainForm(c: Context<AppEnv>, texts: UnsentContent, unsent: Unsent): Response | Promise<Response> {
  const { fields, errors, reason, status, headers } = unsent;
  const { contactEmail } = company();
  const why = reason ?? (Object.keys(errors).length > 0 ? texts.check : texts.failed);
  const isLost = fields.length === 0;
  const main = html`<h1>${texts.title}</h1>
    <p role="alert">${why} ${isLost ? texts.inBrowser : texts.kept} <a href="mailto:${contactEmail}">${contactEmail}</a>.</p>
    ${!isLost && form(c, texts, unsent)}`;
  return plainDocument(c, { title: texts.title, main, status, headers });
}

function form(c: Context<AppEnv>, texts: UnsentContent, { fields, errors }: Unsent) {
  const { attachment, send } = texts;
  const isMultipart = mediaType(c) === 'multipart/form-data';
  const names = fields.map(([name]) => name);
  const others = Object.entries(errors).filter(([name]) => !names.includes(name) && name !== 'attachment');
  const file = html`<label>${attachment.label}<small>${attachment.hint}</small><input type="file" name="attachment"${described('attachment', errors)}></label>${wrong('attachment', errors.attachment)}`;
  // With its query: a newsletter's link says there whose it is.
  const action = c.req.path + new URL(c.req.url).search;
  return html`<form method="post" action="${action}" enctype="${isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">
    ${others.map(([name, text]) => wrong(name, text))}
    ${fields.map(([name, value]) => {
      const label = texts.labels[name];
      if (label === undefined) return html`<input type="hidden" name="${name}" value="${value}">`;
      const state = described(name, errors);
      const control = name === 'sector' ? choice(value, texts.chooseSector, state) : input(name, value, state);
      return html`<label>${label}${control}</label>${wrong(name, errors[name])}`;
    })}
    ${isMultipart && file}
    <button class="again">${send}</button>
  </form>`;
}

const autocomplete: Partial<Record<string, string>> = { name: 'name', email: 'email', organisation: 'organization' };

function input(name: string, value: string, state: Markup) {
  // The first line break of a text area is not part of it.
  if (name === 'message') return html`<textarea name="message" rows="7"${state}>${'\n'}${value}</textarea>`;
  return html`<input name="${name}" value="${value}" autocomplete="${autocomplete[name] ?? 'off'}"${state}>`;
}

function choice(value: string, none: string, state: Markup) {
  const choices = sectors.map((sector) => html`<option ${sector === value && 'selected'}>${sector}</option>`);
  return html`<select name="sector"${state}><option value="">${none}</option>${choices}</select>`;
}

function described(name: string, errors: FormResult['errors']): Markup {
  return errors[name] === undefined ? '' : html` aria-invalid="true" aria-describedby="wrong-${name}"`;
}

function wrong(name: string, text: string | undefined): Markup {
  return text === undefined ? '' : html`<p class="wrong" id="wrong-${name}">${text}</p>`;
}
