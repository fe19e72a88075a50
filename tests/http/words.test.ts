import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, inject, it, vi } from 'vitest';
import { footer } from '#src/content/navigation.ts';
import { reply } from '#src/content/reply.ts';
import { bannedPhrases } from '#tests/support/banned-phrases.ts';

const base = inject('siteUrl');
/** The sample record is made after the start. */
const sampleRecord = { timeout: 30_000, interval: 500 };
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

async function pathsInSitemap(): Promise<string[]> {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(60);
  return paths;
}

it('no page in the sitemap contains a phrase that readers stumbled over', async () => {
  const paths = await pathsInSitemap();
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

describe('the bodies of pages', () => {
  const bodies = async (paths: readonly string[]) => {
    const documents = await Promise.all(paths.map(async (path) => parse(await (await fetch(base + path)).text())));
    return paths.map((path, index) => ({ path, body: documents[index]?.querySelector('main') }));
  };
  const linksOf = (body: HTMLElement | null | undefined) =>
    body?.querySelectorAll('a[href]').map((link) => link.getAttribute('href') ?? '') ?? [];

  it('promise an answer at most once, with the rule for weekends', async () => {
    const often = (await bodies(await pathsInSitemap())).filter(({ body }) => (body?.text.split(reply.slice(0, 24)).length ?? 0) > 2);
    expect(often.map(({ path }) => path)).toEqual([]);
  });

  it('lead from where people decide to the record, a certificate and the check', async () => {
    const proofs = [/^\/record$/, /^\/certificates\/|^\/impact-hub#demo-certificate$/, /^\/verify/];
    const missing = async () =>
      (await bodies(['/', '/credits', '/projects', '/enterprise', '/about'])).flatMap(({ path, body }) =>
        proofs.filter((proof) => !linksOf(body).some((link) => proof.test(link))).map((proof) => `${path} to ${proof}`),
      );
    // The home page leads to the check once the sample record has an entry.
    await expect.poll(missing, sampleRecord).toEqual([]);
  });

  it('lead to each page on credits and the record that the footer’s further group has, from another page at least', async () => {
    const pages = (await bodies(await pathsInSitemap())).map(({ path, body }) => ({ path, links: new Set(linksOf(body)) }));
    const credits = footer.further.links.filter(({ href }) => href !== '/accessibility');
    const unlinked = credits.filter(({ href }) => !pages.some(({ path, links }) => path !== href && links.has(href)));
    expect(unlinked).toEqual([]);
  });
});

it('the figures of the home page, the hub and the catalogue are those of its file', async () => {
  type Listed = Record<'status' | 'country', string> &
    Record<'availableCredits' | 'pricePerCredit', number | null> &
    Record<'unitsStatus' | 'surveyedOn', string | null>;
  const compare = async () => {
    const { projects }: { projects: Listed[] } = await (await fetch(`${base}/projects.json`)).json();
    const onSale = projects.filter(
      (one) => one.status === 'On sale' && (one.availableCredits ?? 0) > 0 && one.pricePerCredit !== null && one.unitsStatus !== null,
    );
    const credits = (units: string) =>
      onSale
        .filter(({ unitsStatus }) => unitsStatus === units)
        .reduce((sum, { availableCredits }) => sum + (availableCredits ?? 0), 0)
        .toLocaleString('en-GB');
    const home = await textOf(`${base}/`);
    expect(home).toMatch(new RegExp(`Projects on sale on [^:]+: ${onSale.length}\\b`));
    expect(home).toMatch(new RegExp(`Countries with projects on sale: ${new Set(onSale.map(({ country }) => country)).size}\\b`));
    expect(home).toMatch(new RegExp(`with a survey of species: ${onSale.filter(({ surveyedOn }) => surveyedOn !== null).length}\\b`));
    expect(await textOf(`${base}/impact-hub`)).toMatch(new RegExp(`Projects on sale\\s+${onSale.length}\\b`));
    for (const path of ['/projects', '/impact-hub']) {
      const text = await textOf(base + path);
      for (const total of [credits('issued'), credits('expected')]) expect(text, path).toContain(total);
    }
  };
  // While the sample record is being made, right after the start, availability changes between two requests.
  await vi.waitFor(compare, sampleRecord);
});
