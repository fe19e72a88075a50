import { expect } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import { sitePages } from '#shared/content/navigation.ts';

/** Where links in our own HTML may lead. */
const addresses = new Set([...sitePages.map(({ path }) => path), ...posts.map(({ slug }) => `/blog/${slug}`)]);

/** The elements and attributes allowed in running text. Add any other here deliberately. */
const elements = 'a blockquote caption em figcaption figure h2 h3 li ol p strong sub sup table tbody td tfoot th thead tr ul'.split(' ');
const attributes = ['colspan', 'href', 'id', 'rel', 'scope'];

/**
 * Expects HTML that is safe to put on a page unchanged: only known elements and attributes (so no script, style, iframe, class or event
 * handler), unique ids, and links to this site's pages, to ids in the HTML, to https or to mail addresses.
 */
export function expectFirstPartyHtml(html: string): void {
  const tags = [...html.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)].map(([, name = '', rest = '']) => ({ name, rest }));
  expect(tags.map(({ name }) => name).filter((name) => !elements.includes(name))).toEqual([]);

  const allAttributes = tags
    .flatMap(({ rest }) => [...rest.matchAll(/([^\s="]+)="([^"]*)"/g)])
    .map(([, name = '', value = '']) => ({ name, value }));
  expect(tags.filter(({ rest }) => rest.replace(/\s[^\s="]+="[^"]*"/g, '').trim() !== '')).toEqual([]);
  expect(allAttributes.filter(({ name }) => !attributes.includes(name))).toEqual([]);

  const ids = allAttributes.filter(({ name }) => name === 'id').map(({ value }) => value);
  expect(new Set(ids).size).toBe(ids.length);

  const links = allAttributes.filter(({ name }) => name === 'href').map(({ value }) => value);
  expect(links.filter((link) => !isValidLink(link, ids))).toEqual([]);
}

function isValidLink(link: string, ids: string[]): boolean {
  if (link.startsWith('#')) return ids.includes(link.slice(1));
  if (link.startsWith('/')) return addresses.has(link);
  return /^https:\/\/[\w.-]+(\/|$)/.test(link) || /^mailto:[^@\s]+@[^@\s]+$/.test(link);
}
