import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { pagePolicy } from '#server/http/security-headers.ts';

/** Seconds after which a visitor may try again; the page does so by itself. */
export const retryAfter = 5;

// The site's colours (src/lib/colours.ts) and nothing that would have to be fetched.
const style = [
  'html{background:#F5F1E6;color:#15211B;font:1.125rem/1.55 system-ui,sans-serif}',
  'body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr}',
  'header{border-bottom:1px solid #D6CDB8;padding:1.25rem}',
  'header a{color:#1E4B39;font:600 1.5rem Georgia,serif;text-decoration:none}',
  'main{padding:4rem 1.25rem;max-width:38rem;margin:0 auto;width:100%;box-sizing:border-box}',
  'h1{font:400 2.5rem/1.08 Georgia,serif;letter-spacing:-.016em;margin:0 0 1.25rem}',
  'p{margin:0 0 1.5rem;color:#3B4740}',
  '.again{display:inline-block;background:#CFE35A;color:#15211B;font-weight:600;text-decoration:none;padding:.75rem 1.5rem;border-radius:3px}',
].join('');
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

/** Texts of the site's own: they are not escaped. */
type Words = { title: string; heading: string; reason: string };

/**
 * 503 with a page of words, for when the site's own page cannot be made. It loads itself again, without scripts; the link
 * does the same at once.
 */
export function plainPage(c: Context<AppEnv>, { title, heading, reason }: Words): Response {
  const html = [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="refresh" content="${retryAfter}"><meta name="robots" content="noindex"><title>${title} | Carma</title>`,
    `<style>${style}</style></head><body><header><a href="/">Carma</a></header><main><h1>${heading}</h1>`,
    `<p>${reason} This page tries again by itself in ${retryAfter} seconds.</p>`,
    '<a class="again" href="">Try again</a></main></body></html>',
  ].join('');
  const headers = { 'retry-after': String(retryAfter), 'cache-control': 'no-store' };
  return c.html(html, 503, { ...headers, 'content-security-policy': pagePolicy({ styleHash, path: c.req.path }) });
}
