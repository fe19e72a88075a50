import { parse } from 'node-html-parser';
import { expect, inject, it } from 'vitest';
import { bannedPhrases } from '#tests/support/banned-phrases.ts';

const base = inject('siteUrl');
const textOf = async (address: string) => {
  const answer = await fetch(address);
  expect(answer.status, address).toBe(200);
  const document = parse(await answer.text());
  // Search engines and shared links show these too.
  const heads = document.querySelectorAll('meta[name=description], meta[property]').map((meta) => meta.getAttribute('content'));
  const labels = document
    .querySelectorAll('[aria-label], [alt], [placeholder]')
    .map(({ attributes: of }) => [of['aria-label'], of.alt, of.placeholder]);
  for (const code of document.querySelectorAll('script, style, pre')) code.remove();
  return [document.structuredText, heads, labels].flat(2).join('\n');
};

it('no page in the sitemap contains a phrase that readers stumbled over', async () => {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const path of [...paths, '/shortlist', '/projects/compare', '/unsubscribe', '/verify']) {
    const text = await textOf(base + path);
    for (const [phrase, instead] of bannedPhrases) {
      const match = phrase.exec(text);
      if (match) found.push(`${path}: “${match[0]}”; better: ${instead}`);
    }
  }
  expect(found).toEqual([]);
});
