import { expect, it } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql, url } = sharedSite();

const post = (email: string) =>
  fetch(`${url}/api/newsletter`, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' });
const rows = (email: string) =>
  sql`select email, consent_at, unsubscribed_at from newsletter_subscribers where lower(email) = lower(${email})`;

it('the newsletter form without JavaScript stores the address and redirects to the thanks', async () => {
  const answer = await post(' Ada@Form.example ');
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/blog?subscribed=1#newsletter');
  expect(await rows('ada@form.example')).toMatchObject([{ email: 'Ada@Form.example', unsubscribed_at: null }]);
  expect(await (await fetch(`${url}/blog?subscribed=1`)).text()).toContain('Thank you. You are subscribed.');
});

it('subscribing twice, in another case, concurrently, leaves one row with the first consent', async () => {
  await post('grace@form.example');
  const [first] = await rows('grace@form.example');
  const answers = await Promise.all(['Grace@FORM.example', 'grace@form.example', 'GRACE@form.example'].map(post));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await rows('grace@form.example')).toEqual([first]);
});

it('unsubscribing with a link that we did not sign is rejected on a page if its button was pressed, and with problem details for a program, wherever it is', async () => {
  const unsubscribe = (from: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/newsletter/unsubscribe?id=a&token=b`, { method: 'POST', headers, body: new URLSearchParams(from) });
  const page = await unsubscribe({ from: 'page' });
  // The address is personal.
  expect([page.redirected, new URL(page.url).pathname, page.headers.get('cache-control')]).toEqual([
    ...[true, '/unsubscribe', 'private, no-store'],
  ]);
  const text = await page.text();
  for (const words of ['<title>Error: ', 'This link is incomplete or has been changed']) expect(text).toContain(words);
  expect(text).toMatch(/<a href="mailto:hello@carma\.example"[^>]*>email us<\/a>/);
  const problem = await unsubscribe(
    { 'List-Unsubscribe': 'One-Click' },
    { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
  );
  expect([problem.status, (await problem.json()).code]).toEqual([400, 'link_invalid']);
});
