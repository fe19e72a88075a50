import { Hono } from 'hono';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { addressFinder } from '#server/http/addresses.ts';
import { plainForms } from '#server/http/fallback.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { ProblemCode } from '#shared/schemas/problem.ts';
import { formFields } from '#tests/support/form-fields.ts';

const addressAt = addressFinder([]);

/** An app that answers every post with this problem before anything has read the body. */
function appRejecting(code: ProblemCode): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use((c, next) => {
    c.set('address', addressAt(c.req.path));
    return next();
  });
  app.use(plainForms);
  return app.post('/api/:form', (c) => sendProblem(c, code, { headers: { 'retry-after': '5' } }));
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const typed: [string, string][] = [
  ['form_ticket', 'a-ticket'],
  ['p', 'a-wood:3'],
  ['p', 'a-moor:4'],
  ['name', '"><script>alert(1)</script>'],
  ['email', 'ada@example.com'],
  ['message', '\nTwo lines,\n</textarea> & more'],
];
const post = (app: Hono<AppEnv>, body: BodyInit, headers: Record<string, string> = browser) =>
  app.request('http://localhost/api/quote-request', { method: 'POST', body, headers });

it.each(['overloaded', 'internal_error'] as const)(
  'a form posted without scripts and rejected through no fault of the sender (%s) is returned on a page with everything that was typed, ready to send again',
  async (code) => {
    const answer = await post(appRejecting(code), new URLSearchParams(typed));
    const text = await answer.text();
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      (await post(appRejecting(code), '', {})).status,
      '5',
      'no-store',
    ]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(formFields(text)).toEqual(typed);
    expect(text).not.toContain('<script');
    const form = parse(text).querySelector('form');
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/api/quote-request']);
    expect(parse(text).querySelector('[role=alert]')?.text).toMatch(/^[A-Z][^.]+\. What you wrote is below/);
  },
);

it.each([
  ['cannot be read', 'overloaded', 'no form', { ...browser, 'content-type': 'multipart/form-data' }],
  ['is too long', 'body_too_large', new URLSearchParams(typed), browser],
] as const)(
  'a form posted without scripts and rejected through no fault of the sender leaves it to the browser’s history if the body %s',
  async (_why, code, body, headers) => {
    const answer = await post(appRejecting(code), body, headers);
    const page = parse(await answer.text());
    expect(page.querySelector('[role=alert]')?.text).toContain('your browser still has what you wrote');
    expect(page.querySelector('form')).toBeNull();
  },
);
