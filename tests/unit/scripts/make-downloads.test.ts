import { readFileSync } from 'node:fs';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { sitePages } from '#shared/content/navigation.ts';
import * as onboarding from '#shared/content/onboarding.ts';
import * as qms from '#shared/content/qms.ts';
import { site } from '#shared/content/site.ts';
import { fill, formatDay } from '#verify/text.ts';

// A failure after a change of content: `npm run downloads` prints the files again.
describe.each([
  ['carma-qms-whitepaper.pdf', '/qms', qms, [qms.manual, qms.benefits, qms.faq]],
  [
    ...['carma-onboarding-guide.pdf', '/onboarding', onboarding],
    [onboarding.services, onboarding.steps, onboarding.papers, onboarding.questions],
  ],
] as const)('public/downloads/%s', async (file, path, { hero, meta }, content) => {
  const bytes = readFileSync(`public/downloads/${file}`);
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  const texts = await Promise.all(pages.map((page) => page.getTextContent()));
  const words = texts.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : '')));

  it('is a small A4 document in British English, with the title of its page', async () => {
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Language: 'en-GB', Title: meta.title });
    const { width, height } = (pages[0] ?? expect.fail('It has no page')).getViewport({ scale: 1 });
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    expect(bytes.length).toBeLessThan(600_000);
  });

  it("has the title, the lede and every longer text of today's page", () => {
    const expected = [hero.title, hero.lede, ...longTextsIn(content)].map(normalise);
    const text = normalise(words.join(' '));
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  });

  it('has its date, the numbers of the company and an address, and no sign of what only a screen opens', () => {
    const { updated = '' } = sitePages.find((page) => page.path === path) ?? {};
    const text = words.join(' ').replace(/\s+/g, ' ');
    for (const fact of [fill(site.version, { day: formatDay(updated) }), 'Company number', 'VAT number', '@']) expect(text).toContain(fact);
    expect(words.filter((word) => ['+', '−'].includes(word.trim()))).toEqual([]);
  });
});

/** Every text of a piece of content that is longer than an id or a label. Captions are for screen readers alone. */
function longTextsIn(content: unknown): string[] {
  if (typeof content === 'string') return content.length > 30 ? [content] : [];
  return Object.entries(content ?? {}).flatMap(([name, part]) => (name === 'caption' ? [] : longTextsIn(part)));
}

/** Subscripts are smaller digits, and spaces depend on line breaks. */
function normalise(text: string): string {
  return text.replaceAll('₂', '2').replace(/\s+/g, '');
}
