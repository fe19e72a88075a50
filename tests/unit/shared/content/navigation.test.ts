import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addressFinder } from '#server/http/addresses.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { shareImages } from '#shared/content/share.ts';

/** Pages for a single visitor, which do not belong in the sitemap. */
const personal = ['/shortlist', '/projects/compare', '/unsubscribe', '/404'];

const paths = sitePages.map(({ path }) => path);

it('the list of pages has every page file with a fixed address', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((file) => /^[^_[]*\.tsx$/.test(file));
  const routes = files.map((file) => `/${file.replace(/(^|\/)index\.tsx$/, '').replace(/\.tsx$/, '')}`);
  expect(routes.filter((route) => !personal.includes(route) && !paths.includes(route))).toEqual([]);
});

it.each([
  ['/about', 'default'],
  ['/blogging', 'default'],
  ['/blog/esg-tnfd-reporting', 'blog'],
  ['/projects/glen-carron', 'project'],
  ['/enterprise/contact', 'enterprise'],
])('the share image of a page at %s is that of the family %s', (path, family) => {
  const addressAt = addressFinder(readdirSync('src/pages', { recursive: true, encoding: 'utf8' }));
  expect(addressAt(path).preview ?? 'default').toBe(family);
});

it('the share image of a page exists for each family', () => {
  expect(Object.keys(shareImages).filter((family) => !existsSync(`public/share/${family}.png`))).toEqual([]);
});
