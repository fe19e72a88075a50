import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { testBrowser } from '#tests/support/browser.ts';
import { ownSite } from '#tests/support/own-site.ts';

const { open } = testBrowser();
const site = ownSite();
const [title, beneficiary] = ['X'.repeat(300), 'W'.repeat(290)];
let certificate = '';
let entry = 0;

beforeAll(async () => {
  const retired = async () =>
    (await site.sql()<{ count: number }[]>`select count(*)::int as count from record_certificates`)[0]?.count ?? 0;
  await vi.waitUntil(async () => (await retired()) >= 5, { timeout: 60_000 });
  await site.sql()`update carbon_projects set title = ${title} where slug = 'moray-brash-biochar'`;
  const hash = createHash('sha256').update('carma_long').digest();
  await site.sql()`insert into record_keys (name, key_hash, scopes) values ('long', ${hash}, '{retire}')`;
  const answer = await site.get('/api/v1/record/retire', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer carma_long', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      project: 'moray-brash-biochar',
      quantity: 7,
      beneficiary,
      purpose: 'V'.repeat(300),
      reference: 'U'.repeat(900),
    }),
  });
  expect(answer.status).toBe(201);
  ({ certificate, entry } = (await answer.json()) as { certificate: string; entry: number });
});

it('a long name makes no page wider than its window at 320 and 1280 px', async () => {
  const { page } = await open(`${site.url()}/livez`, { expectProblems: true });
  const paths = [
    ...['/record', '/record?q=WWWW', '/record?q=xxxx', `/record/entries/${entry}`, `/certificates/${certificate}`, '/record/batches/1'],
    ...[`/record/disclosure?c=${certificate}`, `/record/disclosure?c=${certificate},CR-000001,${'Y'.repeat(200)}`],
    ...['/verify', `/verify?certificate=${certificate}`, '/', '/credits', '/projects', '/projects/moray-brash-biochar', '/impact-hub'],
  ];
  const wide: Record<string, number> = {};
  for (const path of paths) {
    await page.goto(site.url() + path);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(() => document.documentElement.scrollWidth);
      if (found > width) wide[`${path} at ${width} px`] = found;
    }
  }
  expect(wide).toEqual({});
});
