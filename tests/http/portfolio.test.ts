import type { HTMLElement } from 'node-html-parser';
import { expect, it } from 'vitest';
import { formatPounds } from '#shared/lib/money/money.ts';
import { readShortlist } from '#shared/lib/shortlist.ts';
import { needSearch, type Portfolios, portfolioNeed, portfolios } from '#shared/schemas/portfolio.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { wrongFieldsIn } from '#tests/support/error-summary.ts';
import { sharedSite } from '#tests/support/own-site.ts';
import { formatCount } from '#verify/text.ts';

const { url: origin, get, post, page: pageOf } = sharedSite();

const textOf = (element: HTMLElement | null) => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const hrefsOf = (page: HTMLElement, selector: string) => page.querySelectorAll(selector).map((link) => link.getAttribute('href') ?? '');
const ask = async (body: unknown): Promise<Portfolios> => portfolios.parse(await (await post('/api/v1/portfolios', body)).json());

/** Needs of all kinds, and what the sample projects have for each. */
const needs: [offered: 'mixes' | 'other needs' | 'no mixes', body: Record<string, unknown>][] = [
  ['mixes', { tonnes: 1_200, budgetPence: 4_000_000, deliverBy: '2199-12-31' }],
  ['other needs', { tonnes: 90_000, removals: 90, projects: 5 }],
  ['mixes', { tonnes: 300, label: ['CCP-labelled'], units: 'issued', maxPence: 12_000, vat: 'incl' }],
  ['no mixes', { budgetPence: 100, country: 'ZZ' }],
  ['mixes', { tonnes: 1_200, vintageFrom: 2023, storage: 40, projects: 4 }],
];

it.each(needs)(
  'a need for which there are %s has the same mixes on the page and in REST, which can be bought, with totals equal in shortlist and basket: %j',
  async (offered, body) => {
    const { mixes, need, loosened, budget } = await ask(body);
    const page = await pageOf(`/portfolio${needSearch(portfolioNeed.parse(body))}`);
    const found = textOf(page.querySelector('#found'));
    const links = hrefsOf(page, 'a[href*="replace=ask"]');
    expect(links).toHaveLength(mixes.length);
    for (const [index, mix] of mixes.entries()) {
      const lines = mix.lines.map(({ slug, tonnes }) => ({ slug, tonnes }));
      expect(readShortlist(new URL(links[index] ?? '', origin).searchParams).lines).toEqual(lines);
      const basket = await (await post('/api/v1/baskets', { lines, ...(need.deliverBy ? { deliverBy: need.deliverBy } : {}) })).json();
      expect(basket).toMatchObject({ subtotal: mix.subtotal, vat: mix.vat, total: mix.total, tonnes: mix.tonnes });
      const column = textOf(page.querySelectorAll('section[aria-labelledby^="mix-"]')[index] ?? null);
      const shortlist = textOf((await pageOf((await get(links[index] ?? '')).headers.get('location') ?? '')).querySelector('main'));
      for (const amount of [mix.subtotal, mix.total]) for (const text of [column, shortlist]) expect(text).toContain(formatPounds(amount));
      const [cost, basis] = need.vat === 'incl' ? [mix.total, 'incl.'] : [mix.subtotal, 'excl.'];
      expect(column.replace(/\s/g, '')).toContain(`${formatPounds(cost)}for${formatCount(mix.tonnes.total)}t,${basis}VAT`);
      expect(column.includes(', all pending')).toBe(mix.tonnes.expected === mix.tonnes.total);
      for (const { tonnes, pricePerCredit } of mix.lines)
        for (const text of [formatCount(tonnes), formatPounds(pricePerCredit)]) expect(column).toContain(text);
      if (mix.storage.nothingStored > 0) expect(column).toMatch(/nothing stored/i);
      const left = budget ? (need.vat === 'incl' ? budget.inclVat - mix.total : budget.exclVat - mix.subtotal) : 0;
      if (left > 0) expect(column).toContain(`Budget left${formatPounds(left)}`);
    }
    const { removals, storage, projects, vintageFrom } = need;
    if (removals) expect(found).toContain(`at least ${removals}% removals`);
    if (storage)
      for (const limit of [`at least ${projects} projects`, `stored for at least ${storage} years`, `vintages from ${vintageFrom}`])
        expect(found).toContain(limit);
    const ways = hrefsOf(page, '#found li a[href^="/"]');
    expect(ways).toEqual(loosened.map((one) => `/portfolio${needSearch(one.need)}#found`));
    // What is said to be possible is.
    for (const { limit, need: changed, subtotal } of loosened) {
      expect(found).toContain(formatPounds(subtotal));
      expect((await ask(changed)).mixes[0], limit).toMatchObject({ subtotal });
    }
    expect([mixes, loosened].map(({ length }) => length > 0)).toEqual([offered === 'mixes', offered === 'other needs']);
    if (offered === 'no mixes') expect(hrefsOf(page, '#found a[href^="/contact?need="]')).not.toEqual([]);
  },
);

it('the address of a need has only what was asked, however the form was sent, and says it in words', async () => {
  const typed = 'tonnes=2%2C000+t&budget=90k&max=%C2%A330.00&vat=&year=&deliverBy=&units=&country=GB&type=&utm_source=x';
  const sent = await get(`/portfolio?${typed}`);
  expect([sent.status, await sent.text()]).toEqual([303, '']);
  expect(sent.headers.get('location')).toBe('/portfolio?tonnes=2000&budget=90000&max=30&country=GB#found');
  const page = await pageOf('/portfolio?tonnes=2000&max=30&country=GB');
  const asked = '2,000 t; at most £30.00 a tonne on average, excl. VAT, £36.00 incl. VAT; United Kingdom';
  expect(textOf(page.querySelector('#found'))).toContain(asked);
  // No net amount comes to this one with VAT, so it is repeated as it was given.
  expect((await ask({ budgetPence: 30_003, vat: 'incl' })).budget).toEqual({ exclVat: 25_002, inclVat: 30_003 });
  expect(page.querySelector('select[name="country"] option[selected]')?.getAttribute('value')).toBe('GB');
  expect(page.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
});

it('a need that no form can read has its figures, as typed, in the message that asks us for it', async () => {
  const page = await pageOf('/portfolio?tonnes=5000000+t&budget=40k&removals=50%25&year=call+us&type=%3Cb%3E');
  const [way = ''] = hrefsOf(page, 'a[href^="/contact?need="]');
  const message = (await pageOf(way)).querySelector('dialog[open] textarea');
  expect(message?.text).toBe('Tonnes: 5000000 t\nBudget, £: 40k\nLowest share of removals, %: 50%');
});

it('a need is in the message that asks us for it, in words and with its address', async () => {
  const search = '?tonnes=2000&max=20&each=yes&country=GB&type=UK+tree+planting&deliverBy=2199-12-31';
  const page = await pageOf(`/portfolio${search}`);
  const asking = [...new Set(hrefsOf(page, 'main a[href^="/contact"]'))];
  expect(asking).toEqual([`/contact?need=${encodeURIComponent(search.slice(1))}`]);
  const filtered = '/projects?type=UK+tree+planting&country=GB&status=On+sale&units=issued&max=20';
  expect(hrefsOf(page, 'main a')).toContain(filtered);
  const contact = await pageOf(asking[0] ?? '');
  const [typed = ''] = contact.querySelectorAll('dialog[open] textarea').map(textOf);
  expect(typed).toContain(
    'We need: 2,000 t; no project above £20.00 a tonne excl. VAT, £24.00 incl. VAT; UK tree planting; United Kingdom; pending credits left out; needed by 31 December 2199.',
  );
  expect(typed).toContain(`/portfolio${search}`);
});

it('the form of a need keeps a choice that nothing on sale has, and shows it; fields that are not used are folded away', async () => {
  const page = await pageOf('/portfolio?tonnes=15&country=AQ&label=CORSIA+from+2027');
  const country = page.querySelector('select[name=country] option[selected]');
  expect([country?.getAttribute('value'), country?.text]).toEqual(['AQ', 'Antarctica']);
  const projects = page.querySelectorAll('select[name=projects] option').map((option) => option.text);
  expect(projects).toEqual(['At least 2', 'One is enough', 'At least 3', 'At least 4', 'At least 5']);
  const label = page.querySelector('[name=label][value="CORSIA from 2027"]');
  expect([label?.hasAttribute('checked'), label?.closest('details')?.hasAttribute('open')]).toEqual([true, true]);
  const isOpen = async (search: string) => (await pageOf(`/portfolio?${search}`)).querySelector('#need > details')?.hasAttribute('open');
  expect([await isOpen('tonnes=15&country=AQ'), await isOpen('tonnes=15&removal=yes')]).toEqual([true, false]);
});

it('the form of a need with a mistake keeps what was typed, and says at the field what is wrong', async () => {
  const page = await pageOf('/portfolio?tonnes=12%2C5&max=cheap&deliverBy=2020-01-01&projects=9&removals=101&nature=maybe');
  expect(page.querySelector('title')?.textContent).toMatch(/^Error: /);
  for (const [name, typed] of Object.entries({ tonnes: '12,5', max: 'cheap', deliverBy: '2020-01-01' }))
    expect(page.querySelector(`[name="${name}"]`)?.getAttribute('value')).toBe(typed);
  // Nor does a value get lost that is not offered, which is not folded away either.
  expect(page.querySelector('select[name=projects] option[selected]')?.getAttribute('value')).toBe('9');
  expect(page.querySelector('#need > details')?.hasAttribute('open')).toBe(true);
  expect(wrongFieldsIn(page).toSorted()).toEqual([
    ...['Highest price per tonne, £', 'Lowest share of removals, %', 'Nature-based only', 'Needed by', 'Projects in a mix', 'Tonnes'],
  ]);
  expect(textOf(page.querySelector('#found'))).toBe('');
});

it('the answer to a need says what evidence is missing, that a day is near, and that a comparison takes fewer projects; a single project has no average', async () => {
  const found = async (search: string) => textOf((await pageOf(`/portfolio?${search}`)).querySelector('#found'));
  const ofOne = await found('tonnes=15');
  expect(ofOne).not.toContain('on average');
  expect(ofOne).toContain('Missing for every projectRegistry page (question 1 of 8: registration and methodology)');
  const ofFive = await found('tonnes=1200&projects=5');
  expect(ofFive).toContain('up to 4 projects.');
  expect(ofFive).toMatch(/From 20 t, no project supplies over a fifth of a mix .* and none supplies under 5% or 10 t\./);
  expect(await found(`tonnes=100&deliverBy=${dayIn(12)}`)).toContain('With 12 days left: after you accept our quote');
});
