import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { formatPounds } from '#shared/lib/money/money.ts';
import { readShortlist } from '#shared/lib/shortlist.ts';
import { formatCount } from '#shared/lib/text/numbers.ts';
import { needSearch, type Portfolios, portfolioNeed, portfolios } from '#shared/schemas/portfolio.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { url: origin } = sharedSite();

const post = (path: string, body: unknown) =>
  fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const get = (path: string) => fetch(origin + path, { redirect: 'manual' });
const pageOf = async (path: string) => {
  const answer = await get(path);
  expect(answer.status, path).toBe(200);
  return parse(await answer.text());
};
const textOf = (element: HTMLElement | null) => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const addLinks = (page: HTMLElement) =>
  page.querySelectorAll('a[href*="replace=ask"]').map((link) => (link.getAttribute('href') ?? '').replaceAll('&amp;', '&'));

/** Needs of all kinds, of which some have no mix among the sample projects. */
const needs: Record<string, unknown>[] = [
  { tonnes: 500 },
  { tonnes: 2_000, type: 'UK tree planting', country: 'GB', maxPence: 3_000, deliverBy: '2199-12-31' },
  { budgetPence: 4_000_000, removal: true, year: 2026 },
  { tonnes: 300, label: ['CCP-labelled'], units: 'issued', maxPence: 12_000, vat: 'incl' },
  { budgetPence: 100, country: 'ZZ' },
];

describe.each(needs)('a need of %j', (body) => {
  it('has the same mixes on the page and in REST, and totals equal everywhere', async () => {
    const rest = portfolios.parse(await (await post('/api/v1/portfolios', body)).json());
    const page = await pageOf(`/portfolio${needSearch(portfolioNeed.parse(body))}`);
    expect(addLinks(page).filter((address) => !address.startsWith('/portfolio'))).toHaveLength(
      rest.mixes.length + rest.loosened.filter(({ limit }) => limit === 'share').length,
    );
    for (const [index, mix] of rest.mixes.entries()) {
      const { lines } = readShortlist(new URL(addLinks(page)[index] ?? '', origin).searchParams);
      expect(lines).toEqual(mix.lines.map(({ slug, tonnes }) => ({ slug, tonnes })));
      const basket = await (
        await post('/api/v1/baskets', { lines, ...(rest.need.deliverBy ? { deliverBy: rest.need.deliverBy } : {}) })
      ).json();
      expect(basket).toMatchObject({ subtotal: mix.subtotal, vat: mix.vat, total: mix.total, tonnes: mix.tonnes });
      const section = page.querySelectorAll('#mixes > section')[index] ?? null;
      const shortlist = await pageOf((await get(addLinks(page)[index] ?? '')).headers.get('location') ?? '');
      for (const amount of [mix.subtotal, mix.vat, mix.total]) {
        expect(textOf(section)).toContain(formatPounds(amount));
        expect(textOf(shortlist.querySelector('main'))).toContain(formatPounds(amount));
      }
      expect(textOf(section)).toContain(`${formatCount(mix.tonnes.total)} t`);
    }
    for (const { limit, need, isEnough, tonnes, subtotal } of rest.loosened) {
      expect(textOf(page.querySelector('#mixes'))).toContain(`${formatCount(tonnes)} t for ${formatPounds(subtotal)}`);
      if (limit === 'share') continue;
      // What is said to be possible is.
      const again: Portfolios = portfolios.parse(await (await post('/api/v1/portfolios', need)).json());
      expect(again.mixes[0], `${limit}, ${isEnough}`).toMatchObject({ subtotal });
    }
    expect(rest.mixes.length > 0 || rest.loosened.length > 0 || page.querySelectorAll('#mixes a[href^="/contact?need="]').length > 0).toBe(
      true,
    );
  });

  it('has mixes of what can be bought, within its limits', async () => {
    const { mixes, need, budget, highestPrice, largestShare } = portfolios.parse(await (await post('/api/v1/portfolios', body)).json());
    for (const { lines, tonnes, subtotal, total } of mixes) {
      if (need.tonnes !== undefined) expect(tonnes.total).toBe(need.tonnes);
      if (budget) expect(subtotal).toBeLessThanOrEqual(budget.exclVat);
      if (budget) expect(total).toBeLessThanOrEqual(budget.inclVat);
      for (const line of lines) {
        const project = (await (await get(`/api/v1/projects/${line.slug}`)).json()) as Record<string, never>;
        expect(project).toMatchObject({ status: 'On sale', pricePerCredit: line.pricePerCredit });
        expect(line.tonnes).toBeLessThanOrEqual(Math.min(project.availableCredits ?? 0, (tonnes.total * largestShare) / 100));
        if (highestPrice) expect(line.pricePerCredit).toBeLessThanOrEqual(highestPrice.exclVat);
        if (need.country) expect(project.country).toBe(need.country);
        if (need.year) expect(Number(line.vintageEnd)).toBeLessThanOrEqual(need.year);
        if (need.units !== 'pending') expect(line.unitsStatus).not.toBe('expected');
      }
    }
  });
});

describe('the address of a need', () => {
  it('has only what was asked, however the form was sent, and says it in words', async () => {
    const sent = await get('/portfolio?tonnes=2%2C000&budget=&max=%C2%A330.00&vat=&year=&deliverBy=&units=&country=GB&type=&utm_source=x');
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toBe('/portfolio?tonnes=2000&max=30&country=GB');
    const page = await pageOf('/portfolio?tonnes=2000&max=30&country=GB');
    expect(textOf(page.querySelector('main'))).toContain('2,000 t; at most £30.00 a tonne excl. VAT, £36.00 incl. VAT; United Kingdom');
    expect(page.querySelector('select[name="country"] option[selected]')?.getAttribute('value')).toBe('GB');
    expect(page.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });

  it('goes along, in words and as an address, to the message that asks us for it', async () => {
    const search = '?tonnes=2000&max=20&country=GB&type=UK+tree+planting&deliverBy=2026-12-31';
    const page = await pageOf(`/portfolio${search}`);
    const asking = [...new Set(page.querySelectorAll('main a[href^="/contact"]').map((link) => link.getAttribute('href') ?? ''))];
    expect(asking).toEqual([`/contact?need=${encodeURIComponent(search.slice(1))}`]);
    const filtered = '/projects?type=UK+tree+planting&country=GB&status=On+sale&units=issued&max=20';
    expect(page.querySelectorAll('main a').map((link) => link.getAttribute('href')?.replaceAll('&amp;', '&'))).toContain(filtered);
    const contact = await pageOf(asking[0] ?? '');
    const [typed = ''] = contact.querySelectorAll('dialog[open] textarea').map(textOf);
    expect(typed).toContain(
      'We need: 2,000 t; at most £20.00 a tonne excl. VAT, £24.00 incl. VAT; UK tree planting; United Kingdom; no pending credits; needed by 31 December 2026.',
    );
    expect(typed).toContain(`/portfolio${search}`);
  });

  it('that can be read in two ways is refused with both readings, on the page and in the API', async () => {
    const page = await pageOf('/portfolio?tonnes=500&budget=10000&removal=yes');
    expect(page.querySelector('title')?.textContent).toMatch(/^Error: /);
    const readings = page
      .querySelectorAll('[role="alert"] a[href^="/portfolio"]')
      .map((link) => link.getAttribute('href')?.replaceAll('&amp;', '&'));
    expect(readings).toEqual(['/portfolio?tonnes=500&removal=yes', '/portfolio?budget=10000&removal=yes']);
    const answer = await post('/api/v1/portfolios', { tonnes: 500, budgetPence: 1_000_000 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field: 'tonnes' }, { field: 'budgetPence' }] });
  });

  it('with a mistake keeps what was typed, and says what is wrong at the field', async () => {
    const page = await pageOf('/portfolio?tonnes=12%2C5&max=cheap&deliverBy=2020-01-01');
    for (const [name, typed] of Object.entries({ tonnes: '12,5', max: 'cheap', deliverBy: '2020-01-01' })) {
      const field = page.querySelector(`[name="${name}"]`);
      expect(field?.getAttribute('value')).toBe(typed);
      expect(field?.getAttribute('aria-invalid')).toBe('true');
      expect(page.querySelectorAll('[role="alert"] a').some((link) => link.getAttribute('href') === `#${field?.getAttribute('id')}`)).toBe(
        true,
      );
    }
    expect(page.querySelector('#mixes')).toBeNull();
  });
});
