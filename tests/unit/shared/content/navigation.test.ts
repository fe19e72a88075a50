import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addressFinder } from '#server/http/addresses.ts';
import { footer, sitePages } from '#shared/content/navigation.ts';
import { shareImages } from '#shared/content/share.ts';

/** The registered routes of product.md, section 2, without parameters. */
const registered =
  '/, /credits, /how-it-works, /privacy, /terms, /cookies, /about, /carbon-credits, /impact-hub, /standards, /resources, /contact, /book-call, /blockchain, /blog, /puro-earth, /bezero, /qms, /carbon-standards, /vcs, /gold-standard, /woodland-carbon, /onboarding, /enterprise, /enterprise/portfolios, /enterprise/compliance, /enterprise/traceability, /enterprise/contact, /geospatial'.split(
    ', ',
  );
/** Pages for a single visitor, which do not belong in the sitemap. */
const personal = ['/shortlist', '/projects/compare', '/unsubscribe', '/404'];

const paths = sitePages.map(({ path }) => path);

it('the list of pages has every registered route', () => {
  expect(registered.filter((route) => !paths.includes(route))).toEqual([]);
});

it('the list of pages has every page file with a fixed address', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((file) => /^[^_[]*\.tsx$/.test(file));
  const routes = files.map((file) => `/${file.replace(/(^|\/)index\.tsx$/, '').replace(/\.tsx$/, '')}`);
  expect(routes.filter((route) => !personal.includes(route) && !paths.includes(route))).toEqual([]);
});

it('the list of pages is linked in the footer, in the specified groups and one of our own', () => {
  const linksOf = (links: { href: string }[]) => links.map(({ href }) => href).join(', ');
  expect(footer.groups.map(({ title, links }) => `${title} (${linksOf(links)})`)).toEqual([
    'Solutions (/credits, /onboarding, /blockchain)',
    'Enterprise (/enterprise/portfolios, /enterprise/compliance, /enterprise/traceability, /enterprise/contact)',
    'Impact Hub (/impact-hub)',
    'Standards (/puro-earth, /bezero, /vcs, /gold-standard, /woodland-carbon, /qms)',
    'Resources (/blog, /resources)',
    'Company (/about, /contact)',
  ]);
  // Accessibility stands beside what is specified.
  expect(linksOf(footer.legal)).toBe('/privacy, /terms, /cookies, /accessibility');
  const linked = [...footer.groups, footer.further].flatMap(({ links }) => links.map(({ href }) => href));
  expect(linked.filter((href, index) => linked.indexOf(href) !== index)).toEqual([]);
});

it.each([
  ['/', 'default'],
  ['/about', 'default'],
  ['/blogging', 'default'],
  ['/blog/esg-tnfd-reporting', 'blog'],
  ['/projects/glen-carron', 'project'],
  ['/woodland-carbon', 'standards'],
  ['/enterprise/contact', 'enterprise'],
])('the share image of a page at %s is that of the family %s', (path, family) => {
  const addressAt = addressFinder(readdirSync('src/pages', { recursive: true, encoding: 'utf8' }));
  expect(addressAt(path).preview ?? 'default').toBe(family);
});

it('the share image of a page exists for each family', () => {
  expect(Object.keys(shareImages).filter((family) => !existsSync(`public/share/${family}.png`))).toEqual([]);
});
