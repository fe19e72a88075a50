import { describe, expect, it } from 'vitest';
import { contactMessage } from '#shared/schemas/contact.ts';
import { enterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import { quoteRequest } from '#shared/schemas/quote-request.ts';
import { filledForm } from '#tests/support/filled-form.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { sendRaw } from '#tests/support/raw-http.ts';

/** A word that a visitor might write anywhere. */
const mark = 'zymurgy-of-visitors';
const email = `${mark}@visitor.example`;
const address = '203.0.113.77';
const metricsToken = 'a-token-of-the-log-privacy-test';
/** A site of its own, whose whole log is read, and whose tables are taken away. */
const site = ownSite({ LOG_LEVEL: 'trace', TRUST_PROXY: 'true', DATABASE_SLOW_QUERY_MS: '1', METRICS_TOKEN: metricsToken });

const headers = {
  'user-agent': `${mark}-browser`,
  referer: `https://visitor.example/${mark}`,
  cookie: `session=${mark}`,
  authorization: `Bearer ${mark}`,
  'x-request-id': `${mark}-request`,
  traceparent: `00-${mark}`,
  'x-forwarded-for': address,
  'accept-language': mark,
};
const call = (path: string, init: RequestInit = {}) =>
  fetch(`${site.url}${path}`, { redirect: 'manual', ...init, headers: { ...headers, ...init.headers } }).then((answer) => answer.text());
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const json = (body: unknown, type = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Paths that let whoever has them read a quote. */
const quotes: string[] = [];

async function visit(round: number): Promise<void> {
  const contact = { ...filledForm(contactMessage, mark, { tonnes: '5' }), topic_note: mark, form_ticket: mark } as Record<string, string>;
  await call('/api/contact', json(contact));
  await call('/api/contact', form(contact));
  await call('/api/contact', json({ ...contact, name: mark.repeat(50), email: `no ${mark}` }));
  await call('/api/contact', json(`{"name":"${mark}`));
  await call('/api/contact', json(mark, `text/${mark}`));
  await call('/api/contact', { ...json(contact), headers: { 'content-type': 'application/json', 'idempotency-key': `${mark} ${mark}` } });
  await call('/api/newsletter', form({ email }));
  await call('/api/newsletter', form({ email: mark }));
  const enterprise = new FormData();
  const typed = filledForm(enterpriseMessage, mark, { sector: 'Other', volume: '7' });
  for (const [name, value] of Object.entries({ ...typed, attachment: '' })) if (value) enterprise.append(name, `${value}`);
  enterprise.append('attachment', new Blob([`%PDF-1.7 ${mark}`]), `${mark}.pdf`);
  await call('/api/enterprise-contact', { method: 'POST', body: enterprise });
  await call('/api/trpc/contact.send', json({ json: contact }));
  await call('/api/trpc/contact.send', json({ json: { ...contact, email: mark } }));
  await call(`/api/trpc/projects.search?input=${encodeURIComponent(mark)}`);
  const lines = [{ slug: 'fenland-straw-biochar', tonnes: 1 }];
  const quoted = JSON.parse(await call('/api/v1/quotes', json(filledForm(quoteRequest, mark, { lines })))).url;
  if (round === 1) quotes.push(new URL(quoted).pathname);
  for (const path of quotes) for (const written of [path, `/${path}`, `${path}/`, path.toUpperCase(), `/x${path}.`]) await call(written);
  await call(`/api/newsletter/unsubscribe?id=${mark}&token=${mark}`, { method: 'POST' });
  for (const path of ['/', '/projects', '/credits', '/projects.csv', '/no-such-page', '/api/carbon-projects'])
    await call(`${path}?q=${mark}${round}&email=${email}`);
  for (const path of [`/people/${encodeURIComponent(email)}`, `/projects/${email}`, `/blog/${mark}%20here`, `//${email}/`])
    await call(path);
  await sendRaw(site.url, `GET /?${mark} HTTP/1.1\r\nHost: ${mark} ${mark}\r\nX: ${mark}\r\nConnection: close\r\n\r\n`);
  await sendRaw(site.url, `${mark} / HTTP/1.1\r\n\r\n`);
  await sendRaw(site.url, `GET http://${mark}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
}

describe('the log', () => {
  it('contains nothing that a visitor wrote, in any field, header, query or path, even while PostgreSQL fails', async () => {
    await visit(1);
    const read = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_projects', arguments: {} } };
    const published = [
      await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }),
      ...(await Promise.all(
        ['/feed.xml', '/projects.xml', '/record/retirements.xml', '/api/v1/changes', '/sitemap.xml'].map((path) => fetch(site.url + path)),
      )),
      await fetch(`${site.url}/mcp`, { method: 'POST', headers: read, body: JSON.stringify(tool) }),
    ];
    for (const answer of published)
      expect([answer.url, answer.status, (await answer.text()).includes(mark)]).toEqual([answer.url, 200, false]);
    await expect.poll(() => site.lines.some(({ event }) => event === 'mail.not_configured'), { timeout: 10_000 }).toBe(true);
    await site.sql()`alter table messages rename to messages_away`;
    await site.sql()`alter table carbon_projects rename to carbon_projects_away`;
    await visit(2);
    await site.stop();
    // Each line was parsed as JSON when it was read; an invalid one fails the run.
    expect(site.lines.filter(({ event }) => event === 'request').length).toBeGreaterThan(40);
    expect(site.lines.some(({ event }) => event === 'rest.failed')).toBe(true);
    expect(site.lines.some(({ event }) => event === 'query.slow')).toBe(true);
    const found = site.lines.filter((line) => new RegExp(`${mark}|${address}`, 'i').test(JSON.stringify(line)));
    expect(found).toEqual([]);
    const token = quotes[0]?.split('-').at(-1) ?? '';
    expect(token).toHaveLength(32);
    expect(site.lines.filter((line) => JSON.stringify(line).toLowerCase().includes(token))).toEqual([]);
    expect(site.lines.filter((line) => typeof line.event !== 'string')).toEqual([]);
  });
});
