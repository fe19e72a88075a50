import { expect, test } from 'vitest';
import { cookies, privacy, terms } from '#shared/content/legal.ts';
import { fillHtml } from '#shared/lib/text/prose-html.ts';
import { expectFirstPartyHtml } from '#tests/support/first-party-html.ts';

const pages = [privacy, terms, cookies];
const facts = { contactEmail: 'hello@carma.example', companyNumber: '00000000', vatNumber: 'GB 000 0000 00', retentionMonths: '24' };

test.each(pages)('$title: its HTML is safe, its links are valid, and its placeholders are company facts', ({ html }) => {
  expectFirstPartyHtml(fillHtml(html, facts));
  expect(fillHtml(html, facts)).not.toMatch(/\{\w+\}/);
});

test.each(pages)('$title: its headings start at level 2, below the page title', ({ html }) => {
  expect(html).not.toContain('<h1');
  expect(html.match(/<h[2-6]/)?.[0]).toBe('<h2');
});

test('the terms contain what the specification requires', () => {
  for (const term of [
    /16 or older/,
    /valid email/,
    /GBP/,
    /non-refundable, except where UK consumer law/,
    /exclude VAT/,
    /past 12 months/,
    /3%/,
  ]) {
    expect(terms.html).toMatch(term);
  }
  expect(privacy.html).toMatch(/up to £50/);
});
