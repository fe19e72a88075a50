import { Hono } from 'hono';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { plainForms } from '#server/http/fallback/plain-form.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { unsent } from '#src/content/unsent.ts';
import type { ProblemCode } from '#src/schemas/problem.ts';
import { formFields } from '#tests/support/form-fields.ts';

/** Refuses everything so, before anybody has read what was posted. */
function refusing(code: ProblemCode): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(plainForms(unsent));
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

describe('a form posted without scripts that is refused for what is not its sender’s fault', () => {
  it.each(['overloaded', 'too_many_requests', 'internal_error', 'timed_out'] as const)(
    '(%s) comes back with all that was typed, in a page that sends it again',
    async (code) => {
      const answer = await post(refusing(code), new URLSearchParams(typed));
      const text = await answer.text();
      expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
        (await post(refusing(code), '', {})).status,
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

  it('is sent again to where it was sent, with the query that says whose it is', async () => {
    const address = '/api/newsletter?id=1&token=%22%3E%3Cscript%3E';
    const answer = await refusing('unavailable').request(`http://localhost${address}`, {
      method: 'POST',
      body: new URLSearchParams({ from: 'page' }),
      headers: browser,
    });
    const form = parse(await answer.text()).querySelector('form');
    expect(form?.getAttribute('action')).toBe(address);
  });

  it('keeps the text of a form with a file, and asks for the file again', async () => {
    const body = new FormData();
    for (const [name, value] of typed.slice(3)) body.append(name, value);
    body.append('sector', 'Retail');
    body.append('attachment', new File(['x'.repeat(300_000)], 'brief.pdf'));
    const text = await (await post(refusing('overloaded'), body)).text();
    // A browser sends line breaks of a form so.
    expect(formFields(text).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])).toEqual(typed.slice(3));
    expect(parse(text).querySelector('form')?.getAttribute('enctype')).toBe('multipart/form-data');
    expect(parse(text).querySelector('option[selected]')?.text).toBe('Retail');
    expect(parse(text).querySelector('input[type=file]')?.getAttribute('name')).toBe('attachment');
  });

  it.each([
    ['cannot be read', 'overloaded', 'no form', { ...browser, 'content-type': 'multipart/form-data' }],
    ['is too long', 'body_too_large', new URLSearchParams(typed), browser],
  ] as const)('says that the browser has it where it %s', async (_why, code, body, headers) => {
    const answer = await post(refusing(code), body, headers);
    const page = parse(await answer.text());
    expect(page.querySelector('[role=alert]')?.text).toContain('your browser still has what you wrote');
    expect(page.querySelector('form')).toBeNull();
  });

  it.each([
    ['a script', 'overloaded', { accept: '*/*' }],
    ['a caller of JSON', 'overloaded', { ...browser, 'content-type': 'application/json' }],
    ['a form from another site', 'origin_not_allowed', browser],
  ] as const)('%s gets its problem in JSON', async (_who, code, headers) => {
    const answer = await post(refusing(code), new URLSearchParams(typed), headers);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ code });
  });
});
