import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { retryAfterSeconds } from '#server/platform/web/overload.ts';
import { hashSource, pagePolicy } from '#server/platform/web/security-policy.ts';
import { retry } from '#src/content/plain-pages.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { fill } from '#src/lib/text/fill.ts';
import { countOf } from '#src/lib/text/numbers.ts';

type Markup = ReturnType<typeof html>;

const { paper, rule, ink, canopy, lichen } = colours;
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
  `input,select,textarea{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin:.375rem 0 1.25rem;padding:.625rem .875rem;border:1px solid ${rule.strong};border-radius:3px;background:${paper.bright};color:${ink.DEFAULT};font:inherit;font-weight:400}`,
  `small{display:block;font-weight:400;color:${ink.faint}}`,
  '.summary{border:2px solid #9B1C15;padding:1.25rem;margin:0 0 2rem}.summary h2{font:400 1.5rem Georgia,serif;margin:0}.summary ul{margin:.5rem 0 0;padding:0;list-style:none}.summary a{color:#9B1C15;font-weight:600}',
  '.wrong{color:#9B1C15;margin-top:-.875rem}',
].join('');
const styleHash = hashSource(style);

type PlainDocument = { title: string; head?: Markup; main: Markup; status: number; headers: Record<string, string> };

/** Responds with a page in the site's colours that needs neither React nor any other file. */
export function plainDocument(c: Context<AppEnv>, { title, head, main, status, headers }: PlainDocument): Response | Promise<Response> {
  const document = html`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head ?? ''}<meta name="robots" content="noindex"><title>${title} | Carma</title><style>${raw(style)}</style></head><body><header><a href="/">Carma</a></header><main>${main}</main></body></html>`;
  const policy = pagePolicy({ styleHash });
  return c.html(document, status as 503, { ...headers, 'cache-control': 'no-store', 'content-security-policy': policy });
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
