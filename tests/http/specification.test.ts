import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';
import { everywhere, specification } from '#tests/support/specification.ts';

const { get, page } = sharedSite();

/** Each page as served, without its scripts. */
const pages = new Map<string, HTMLElement>();
for (const { route } of specification) {
  const document = await page(route);
  for (const script of document.querySelectorAll('script')) script.remove();
  pages.set(route, document);
}

const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ').trim();

/** Whether one of the links has the label, and leads to the address, with or without a query. */
const hasLink = (links: HTMLElement[], [label, href]: [string, string]) =>
  links.some((link) => textOf(link).startsWith(label) && link.getAttribute('href')?.split('?')[0] === href);

describe.each(specification)('$route', ({ route, texts, questions }) => {
  const document = pages.get(route) ?? parse('');
  // Only the body: the title has many of these texts, too.
  const content = textOf(document.querySelector('body') ?? document).toLowerCase();

  it.each(texts)('contains %j', (text) => {
    expect(content).toContain(text.toLowerCase());
  });

  it.skipIf(questions === undefined)('answers the specified number of questions', () => {
    expect(document.querySelectorAll('details[data-question]')).toHaveLength(questions ?? 0);
  });

  it('has header and footer with every specified link and the company numbers', () => {
    const links = document.querySelectorAll('body > header a, body > footer a');
    expect(everywhere.filter((link) => !hasLink(links, link))).toEqual([]);
    expect(textOf(document.querySelector('footer') ?? document)).toMatch(/2025.*Company number 00000000.*VAT number GB 000 0000 00/);
  });

  it('has one h1, and its own title and description', () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    const others = [...pages.values()].filter((other) => other !== document);
    const title = (one: HTMLElement) => one.querySelector('title')?.textContent;
    const description = (one: HTMLElement) => one.querySelector('meta[name="description"]')?.getAttribute('content');
    expect(others.map(title)).not.toContain(title(document));
    expect(others.map(description)).not.toContain(description(document));
    expect(description(document)?.length).toBeGreaterThan(80);
  });
});

it('the header has the specified links in their order, and says of the marketplace that it is another site', () => {
  const links = pages.get('/credits')?.querySelectorAll('nav[aria-label="Main"] a') ?? [];
  expect(links.map((link) => [textOf(link), link.getAttribute('href')])).toEqual(everywhere.filter(([label]) => label));
  const marketplace = links.find((link) => textOf(link) === 'Marketplace');
  expect(marketplace?.getAttribute('aria-description')).toBe('another site, with a sign-in');
});

it('every project of the list on /credits has its price and its number of credits', async () => {
  const texts = pages.get('/credits')?.querySelectorAll('#projects article').map(textOf) ?? [];
  const listed: unknown[] = await (await get('/api/carbon-projects')).json();
  expect(texts.filter((text) => /£[\d,.]+\d.*\d (?:credits|available, sold out|not yet on sale)/.test(text))).toHaveLength(listed.length);
  expect(texts.some((text) => /\D0 available, sold out/.test(text))).toBe(true);
});

it('the comparison on the home page has its challenges and its solutions under these words', () => {
  const names = pages.get('/')?.querySelectorAll('main thead th').map(textOf) ?? [];
  for (const name of ['Challenge', 'Solution']) expect(names.filter((one) => one === name)).toHaveLength(1);
});

it.each([
  ['/enterprise/traceability', ['Four ways to look up a credit', 'Who benefits, and how', 'The service in figures']],
  ['/enterprise/contact', ['Three ways to reach us', 'Six services for enterprise buyers', 'Ask the enterprise team']],
])('%s has its sections in the specified order', async (route, order) => {
  const headings = (await page(route)).querySelectorAll('h2').map(textOf);
  expect(headings.filter((heading) => order.includes(heading))).toEqual(order);
});

it.each([
  ['/blog/no-such-post', ['Post Not Found', "The blog post you're looking for doesn't exist.", 'Back to Blog']],
  ['/projects/no-such-project', ['Project Not Found', 'All projects']],
  ['/certificates/CR-999999', ['Not on the Record', 'Search the record']],
  ['/no-such-page', ['404 Page Not Found', 'Did you forget to add the page to the router?']],
])('the unknown address %s answers 404 with its specified text', async (route, texts) => {
  const answer = await get(route);
  expect(answer.status).toBe(404);
  const text = textOf(parse(await answer.text()));
  for (const expected of texts) expect(text).toContain(expected);
});
