import { expect } from 'vitest';

/** Where a link inside our own HTML may lead: the registered routes, decisions.md's additions, and the articles. */
const routes = [
  '/',
  '/about',
  '/bezero',
  '/blockchain',
  '/blog',
  '/book-call',
  '/carbon-credits',
  '/carbon-standards',
  '/contact',
  '/cookies',
  '/credits',
  '/developers',
  '/enterprise',
  '/enterprise/compliance',
  '/enterprise/contact',
  '/enterprise/portfolios',
  '/enterprise/traceability',
  '/geospatial',
  '/gold-standard',
  '/how-it-works',
  '/impact-hub',
  '/onboarding',
  '/privacy',
  '/projects',
  '/puro-earth',
  '/qms',
  '/record',
  '/resources',
  '/shortlist',
  '/standards',
  '/terms',
  '/vcs',
  '/verify',
  '/woodland-carbon',
];
const articles = [
  'nature-positive-solutions',
  'blockchain-transparency',
  'verified-carbon-credits',
  'natural-capital-investment',
  'nature-based-solutions-business',
  'esg-tnfd-reporting',
  'sustainable-business-practices',
];
const addresses = new Set([...routes, ...articles.map((slug) => `/blog/${slug}`)]);

/** The elements and attributes that running text is made of. Anything else has to be added here on purpose. */
const elements = 'a blockquote caption em figcaption figure h2 h3 li ol p strong sub sup table tbody td tfoot th thead tr ul'.split(' ');
const attributes = ['colspan', 'href', 'id', 'rel', 'scope'];

/**
 * Expects HTML that may reach a page as it is: known elements and attributes only (so no script, style, iframe, class,
 * event handler), ids used once, links to this site's pages, to headings in it, to https or to mail.
 */
export function expectFirstPartyHtml(html: string): void {
  const tags = [...html.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)].map(([, name = '', rest = '']) => ({ name, rest }));
  expect(tags.map(({ name }) => name).filter((name) => !elements.includes(name))).toEqual([]);

  const given = tags
    .flatMap(({ rest }) => [...rest.matchAll(/([^\s="]+)="([^"]*)"/g)])
    .map(([, name = '', value = '']) => ({ name, value }));
  expect(tags.filter(({ rest }) => rest.replace(/\s[^\s="]+="[^"]*"/g, '').trim() !== '')).toEqual([]);
  expect(given.filter(({ name }) => !attributes.includes(name))).toEqual([]);

  const ids = given.filter(({ name }) => name === 'id').map(({ value }) => value);
  expect(new Set(ids).size).toBe(ids.length);

  const links = given.filter(({ name }) => name === 'href').map(({ value }) => value);
  expect(links.filter((link) => !leadsSomewhere(link, ids))).toEqual([]);
}

function leadsSomewhere(link: string, ids: string[]): boolean {
  if (link.startsWith('#')) return ids.includes(link.slice(1));
  if (link.startsWith('/')) return addresses.has(link);
  return /^https:\/\/[\w.-]+(\/|$)/.test(link) || /^mailto:[^@\s]+@[^@\s]+$/.test(link);
}
