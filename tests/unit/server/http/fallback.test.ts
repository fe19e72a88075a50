import { Hono } from 'hono';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { addressFinder } from '#server/http/addresses.ts';
import { plainForm, problemsAsForms } from '#server/http/fallback.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { verify } from '#shared/content/record/verify.ts';
import { unsent } from '#shared/content/unsent.ts';
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
  app.use(problemsAsForms);
  return app.post('/api/:form', (c) => sendProblem(c, code, { headers: { 'retry-after': '5', ratelimit: '"messages";r=0;t=5' } }));
}

const browserHeaders = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const typed: [string, string][] = [
  ['form_ticket', 'a-ticket'],
  ['p', 'a-wood:3'],
  ['p', 'a-moor:4'],
  ['name', '"><script>alert(1)</script>'],
  ['email', 'ada@example.com'],
  ['message', '\nTwo lines,\n</textarea> & more'],
];
/** Posts a form. Returns the answer's status, headers, text, form, and what its alert says. */
async function answerTo(app: Hono<AppEnv>, body: BodyInit, headers: Record<string, string> = browserHeaders) {
  const answer = await app.request('http://localhost/api/quote-request?id=1', { method: 'POST', body, headers });
  const text = await answer.text();
  const page = parse(text);
  const alert = page.querySelector('[role=alert]')?.text;
  return { status: answer.status, headers: answer.headers, text, form: page.querySelector('form'), alert };
}

it.each([
  ['overloaded', 503],
  ['internal_error', 500],
  ['too_many_requests', 429],
] as const)('a plain form that the site could not take (%s) comes back with all that was typed, to be sent again', async (code, status) => {
  const { headers, ...answer } = await answerTo(appRejecting(code), new URLSearchParams(typed));
  const stated = ['retry-after', 'ratelimit', 'cache-control'].map((name) => headers.get(name));
  expect([answer.status, ...stated]).toEqual([status, '5', '"messages";r=0;t=5', 'no-store']);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(formFields(answer.text)).toEqual(typed);
  expect(answer.text).not.toContain('<script');
  const attributes = { method: 'post', action: '/api/quote-request?id=1', enctype: 'application/x-www-form-urlencoded' };
  expect(answer.form?.attributes).toMatchObject(attributes);
  expect(answer.form?.querySelector('[name=email]')?.getAttribute('autocomplete')).toBe('email');
  expect(answer.alert).toMatch(/^[A-Z][^.]+\. What you wrote is below/);
  expect(answer.alert).not.toMatch(/message/i);
});

it.each([
  ['cannot be read', 'overloaded', 'no form', { ...browserHeaders, 'content-type': 'multipart/form-data' }],
  ['is too long', 'body_too_large', new URLSearchParams(typed), browserHeaders],
] as const)('a plain form whose body %s is left to the browser’s history', async (_why, code, body, headers) => {
  const { alert, form } = await answerTo(appRejecting(code), body, headers);
  expect(alert).toContain('your browser still has what you wrote');
  // Nor is every form a message: a certificate is pasted into one, of any length that a message may not have.
  expect(alert).not.toMatch(/message/i);
  expect(form).toBeNull();
});

it('a file to be checked that the site could not take is chosen again for the field in which it is looked for', async () => {
  const body = new FormData();
  body.append('record', 'CR-3');
  body.append('file', new File(['{}'], 'a.json'));
  body.append('json', '');
  const answer = await appRejecting('overloaded').request('http://localhost/api/verify', { method: 'POST', body, headers: browserHeaders });
  const labels = parse(await answer.text()).querySelectorAll('form label');
  const fields = labels.map((label) => [label.textContent.trim(), label.querySelector('input, textarea')?.getAttribute('name')]);
  expect(fields).toEqual([
    [`${verify.field}\nCR-3`, 'record'],
    [verify.json, 'json'],
    [verify.file, 'file'],
  ]);
});

it('a plain form that is refused while its own page cannot be made says so at each field, and first what is wrong besides', async () => {
  const errors = { name: 'Too short', deliverBy: 'Too early', attachment: 'Too large', lines: 'No longer for sale', sector: 'Choose one' };
  const app = new Hono<AppEnv>().post('/api/:form', (c) =>
    plainForm(c, { fields: [...typed, ['deliverBy', '2020-01-01']], errors, reason: undefined, status: 422, headers: {} }),
  );
  const { text, form } = await answerTo(app, '', { ...browserHeaders, 'content-type': 'multipart/form-data; boundary=x' });
  expect(form?.getAttribute('enctype')).toBe('multipart/form-data');
  const inOrder = ['No longer for sale', 'Choose one', 'Too short', 'Too early', 'Too large'];
  expect(form?.querySelectorAll('.wrong').map((wrong) => wrong.text)).toEqual(inOrder);
  for (const name of ['name', 'deliverBy', 'attachment']) {
    const field = form?.querySelector(`[name=${name}]`);
    expect([field?.id, field?.getAttribute('aria-describedby')]).toEqual([`field-${name}`, `wrong-${name}`]);
    expect(text).toContain(`<a href="#field-${name}">${unsent.labels[name]}</a>`);
  }
  // One’s field is hidden, the other’s was not posted.
  for (const alone of ['No longer for sale', 'Choose one']) expect(text).toContain(`<li>${alone}</li>`);
});
