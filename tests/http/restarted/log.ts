import { beforeAll, describe, expect, it } from 'vitest';
import { ownTables } from '#shared/content/record/index.ts';
import { contactMessage } from '#shared/schemas/contact.ts';
import { enterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import { quoteRequest } from '#shared/schemas/quote-request.ts';
import { filledForm } from '#tests/support/filled-form.ts';
import { halfMinute } from '#tests/support/own-site.ts';
import { sendRaw } from '#tests/support/raw-http.ts';
import { longWaits } from '#tests/support/site.ts';
import { database, get, mails, metric, post, scrape, site, start, text } from './site.ts';

/** A word that a visitor might write anywhere. */
const mark = 'zymurgy-of-visitors';
const email = `${mark}@visitor.example`;
const visitorAddress = '203.0.113.77';
const visitorHeaders = {
  ...{ 'user-agent': `${mark}-browser`, referer: `https://visitor.example/${mark}`, cookie: `session=${mark}` },
  ...{ authorization: `Bearer ${mark}`, 'x-request-id': `${mark}-request`, traceparent: `00-${mark}` },
  ...{ 'x-forwarded-for': visitorAddress, 'accept-language': mark },
};
const visitAt = (path: string, init: RequestInit = {}) =>
  get(path, { ...init, headers: { ...visitorHeaders, ...init.headers } }).then((answer) => answer.text());
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
  await visitAt('/api/contact', json(contact));
  await visitAt('/api/contact', form(contact));
  await visitAt('/api/contact', json({ ...contact, name: mark.repeat(50), email: `no ${mark}` }));
  await visitAt('/api/contact', json(`{"name":"${mark}`));
  await visitAt('/api/contact', json(mark, `text/${mark}`));
  await visitAt('/api/contact', {
    ...json(contact),
    headers: { 'content-type': 'application/json', 'idempotency-key': `${mark} ${mark}` },
  });
  for (const sent of [email, mark]) await visitAt('/api/newsletter', form({ email: sent }));
  const enterprise = new FormData();
  const typed = filledForm(enterpriseMessage, mark, { sector: 'Other', volume: '7' });
  for (const [name, value] of Object.entries({ ...typed, attachment: '' })) if (value) enterprise.append(name, `${value}`);
  enterprise.append('attachment', new Blob([`%PDF-1.7 ${mark}`]), `${mark}.pdf`);
  await visitAt('/api/enterprise-contact', { method: 'POST', body: enterprise });
  for (const sent of [contact, { ...contact, email: mark }]) await visitAt('/api/trpc/contact.send', json({ json: sent }));
  await visitAt(`/api/trpc/projects.search?input=${encodeURIComponent(mark)}`);
  const lines = [{ slug: 'oak', tonnes: 1 }];
  const quoted = JSON.parse(await visitAt('/api/v1/quotes', json(filledForm(quoteRequest, mark, { lines })))).url;
  // In the second round nothing is stored, so there is no quote.
  if (round === 1) quotes.push(new URL(quoted).pathname);
  for (const path of quotes) for (const written of [path, `/${path}`, `${path}/`, path.toUpperCase(), `/x${path}.`]) await visitAt(written);
  await visitAt(`/api/newsletter/unsubscribe?id=${mark}&token=${mark}`, { method: 'POST' });
  for (const path of ['/', '/projects', '/credits', '/projects.csv', '/no-such-page', '/api/carbon-projects'])
    await visitAt(`${path}?q=${mark}${round}&email=${email}`);
  for (const path of [`/people/${encodeURIComponent(email)}`, `/projects/${email}`, `/blog/${mark}%20here`, `//${email}/`])
    await visitAt(path);
  const withHost = `GET /?${mark} HTTP/1.1\r\nHost: ${mark} ${mark}\r\nX: ${mark}`;
  for (const raw of [withHost, `${mark} / HTTP/1.1`, `GET http://${mark}/ HTTP/1.1\r\nHost: a`])
    await sendRaw(site.url, `${raw}\r\nConnection: close\r\n\r\n`);
}

describe('a site with one login, which owns the record’s tables, and the most detailed log', () => {
  beforeAll(() => start({ ...longWaits, DATABASE_URL: database.ownerUrl, LOG_LEVEL: 'trace', databaseSlowQueryMs: '1' }));

  it('says so in its log, its metrics and on the page', async () => {
    await expect.poll(() => site.lines.find(({ event }) => event === 'record.owned')?.level, halfMinute).toBe('warn');
    expect(await metric('carma_record_tables_owned')).toBe(1);
    expect(await text('/record')).toContain(ownTables);
  });

  it('logs nothing that a visitor wrote, in any field, header, query or path, even while PostgreSQL fails', async () => {
    await visit(1);
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_projects', arguments: {} } };
    const feeds = ['/feed.xml', '/projects.xml', '/record/retirements.xml', '/api/v1/changes', '/sitemap.xml'];
    const published = [
      ...[await scrape(), await post('/mcp', tool, { accept: 'application/json, text/event-stream' })],
      ...(await Promise.all(feeds.map((path) => get(path)))),
    ];
    for (const answer of published)
      expect([answer.url, answer.status, (await answer.text()).includes(mark)]).toEqual([answer.url, 200, false]);
    await expect.poll(() => mails.received.some(({ raw }) => raw.includes(mark)), halfMinute).toBe(true);
    // From here on PostgreSQL refuses what visitors send, and quotes it.
    await database.query('alter table messages drop constraint messages_subject_check, alter subject type integer using null');
    await database.query('alter table carbon_projects rename to carbon_projects_away');
    await visit(2);
    await site.stop();
    // Each line was parsed as JSON when it was read; an invalid one fails the run.
    expect(site.lines.filter(({ event }) => event === 'request').length).toBeGreaterThan(40);
    expect(site.lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['rest.failed', 'query.slow']));
    const found = site.lines.filter((line) => new RegExp(`${mark}|${visitorAddress}`, 'i').test(JSON.stringify(line)));
    expect(found).toEqual([]);
    const secret = quotes[0]?.split('-').at(-1) ?? '';
    expect(secret).toHaveLength(32);
    expect(site.lines.filter((line) => JSON.stringify(line).toLowerCase().includes(secret))).toEqual([]);
    expect(site.lines.filter((line) => typeof line.event !== 'string')).toEqual([]);
  });
});
