import { createTRPCClient, httpBatchLink } from '@trpc/client';
import postgres from 'postgres';
import superjson from 'superjson';
import { afterAll, describe, expect, it } from 'vitest';
import { connectTo } from '#db/connection.ts';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { databaseUrl, url } = sharedSite();

const sql = connectTo(databaseUrl, { max: 1, transform: postgres.camel });
afterAll(() => sql.end());

const post = (email: string, type = 'application/x-www-form-urlencoded') =>
  fetch(`${url}/api/newsletter`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new URLSearchParams({ email }).toString(),
    redirect: 'manual',
  });
const rows = (email: string) =>
  sql`select email, consent_at, unsubscribed_at from newsletter_subscribers where lower(email) = lower(${email})`;

describe('the newsletter form without JavaScript', () => {
  it('stores the address and redirects to the thanks', async () => {
    const answer = await post(' Ada@Form.example ');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/blog?subscribed=1#newsletter');
    expect(await rows('ada@form.example')).toMatchObject([{ email: 'Ada@Form.example', unsubscribedAt: null }]);
    const page = await (await fetch(`${url}/blog?subscribed=1`)).text();
    expect(page).toContain('Thank you. You are subscribed.');
  });
});

describe('subscribing', () => {
  const rpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${url}/api/trpc`, transformer: superjson })] });

  it('twice, in another case, concurrently, leaves one row with the first consent', async () => {
    await rpc.newsletter.subscribe.mutate({ email: 'grace@rpc.example' });
    const [first] = await rows('grace@rpc.example');
    const answers = await Promise.all([post('Grace@RPC.example'), post('grace@rpc.example'), post('GRACE@rpc.example')]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await rows('grace@rpc.example')).toEqual([first]);
  });
});

describe('unsubscribing with a link that we did not sign', () => {
  const unsubscribe = (from: Record<string, string>) =>
    fetch(`${url}/api/newsletter/unsubscribe?id=a&token=b`, { method: 'POST', body: new URLSearchParams(from) });

  it('is rejected on a page if its button was pressed, and with problem details for a program', async () => {
    const page = await unsubscribe({ from: 'page' });
    // The address is personal.
    expect([page.redirected, new URL(page.url).pathname, page.headers.get('cache-control')]).toEqual([
      ...[true, '/unsubscribe', 'private, no-store'],
    ]);
    const text = await page.text();
    expect(text).toContain('<title>Error: ');
    expect(text).toContain('This link is incomplete or has been changed');
    expect(text).toMatch(/<a href="mailto:hello@carma\.example"[^>]*>email us<\/a>/);
    const problem = await unsubscribe({ 'List-Unsubscribe': 'One-Click' });
    expect(problem.status).toBe(400);
    expect(await problem.json()).toMatchObject({ code: 'link_invalid' });
  });
});
