import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { posts } from '#shared/content/blog/posts.ts';
import { cookies, privacy, terms } from '#shared/content/legal.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { contentsOf, fillHtml, withNamedCells } from '#shared/lib/text/prose-html.ts';

/** Where links in our own HTML may lead. */
const addresses = new Set([...sitePages.map(({ path }) => path), ...posts.map(({ slug }) => `/blog/${slug}`)]);

/** The elements and attributes allowed in running text. Add any other here deliberately. */
const elements = 'a blockquote caption em figcaption figure h2 h3 li ol p strong sub sup table tbody td tfoot th thead tr ul'.split(' ');
const attributes = ['colspan', 'href', 'id', 'rel', 'scope'];

const pages = [privacy, terms, cookies];
const facts = { contactEmail: 'hello@carma.example', companyNumber: '1', vatNumber: 'GB 1', version: '1', retentionMonths: '24' };

const ours = [
  ...pages.map(({ title, html }) => ({ title, html: fillHtml(html, facts) })),
  ...posts.map(({ slug, content }) => ({ title: slug, html: content })),
];
it.each(ours)('$title: its HTML is safe, its links are valid, and its placeholders, if it has any, are company facts', ({ html }) => {
  expectFirstPartyHtml(html);
  expect(html).not.toMatch(/\{\w+\}/);
});

it('the table of contents lists the second-level headings in order, as plain text', () => {
  const html = '<h2 id="one">CO<sub>2</sub> first</h2><h3 id="not">Not this</h3><h2 id="two">Then this</h2>';
  expect(contentsOf(html).map(({ id, text }) => `${id} ${text}`)).toEqual(['one CO2 first', 'two Then this']);
});

it('each table cell is labelled with its column', () => {
  const head = '<thead><tr><th scope="col">Depth</th><th scope="col">CO<sub>2</sub> "in"</th><th scope="col">Sum</th></tr></thead>';
  const body = '<tbody><tr><th scope="row">Top</th><td>1</td><td>2</td></tr></tbody>';
  const foot = '<tfoot><tr><th scope="row" colspan="2">All</th><td>3</td></tr></tfoot>';
  const html = withNamedCells(`<p>before</p><table>\n<caption>One</caption>${head}${body}${foot}</table><p>after</p>`);
  expect(html).toContain('<tr><th scope="row">Top</th><td data-label="CO2 &quot;in&quot;">1</td><td data-label="Sum">2</td>');
  expect(html).toContain('<th scope="row" colspan="2">All</th><td data-label="Sum">3</td>');
  expect(html).toMatch(/^<p>before<\/p><table>\n.*<\/table><p>after<\/p>$/s);
});

it('values are escaped when they are filled in, and a placeholder without one is an error that names it', () => {
  expect(fillHtml('<a href="mailto:{mail}">{mail}</a>', { mail: `"><b>'&` })).toBe(
    '<a href="mailto:&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>',
  );
  expect(() => fillHtml('<p>{fax}</p>', {})).toThrow('{fax}');
});

/**
 * Expects HTML that is safe to put on a page unchanged: only known elements and attributes (so no script, style, iframe, class or event
 * handler), unique ids, one for each second-level heading, tables whose cells stand below a heading, and links to this site's pages, to ids
 * in the HTML, to https or to mail addresses.
 */
function expectFirstPartyHtml(html: string): void {
  const found = parse(html).querySelectorAll('*');
  expect(found.map(({ rawTagName }) => rawTagName).filter((name) => !elements.includes(name))).toEqual([]);
  const given = found.flatMap((element) => Object.entries(element.attributes));
  expect(given.map(([name]) => name).filter((name) => !attributes.includes(name))).toEqual([]);

  const valuesOf = (wanted: string) => given.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const ids = valuesOf('id');
  expect(new Set(ids).size).toBe(ids.length);
  expect(contentsOf(html)).toHaveLength(found.filter(({ rawTagName }) => rawTagName === 'h2').length);
  expect(contentsOf(html).filter(({ text }) => text.includes('&'))).toEqual([]);
  expect(withNamedCells(html)).not.toMatch(/data-label="(undefined)?"/);
  expect(valuesOf('href').filter((link) => !isValidLink(link, ids))).toEqual([]);
}

function isValidLink(link: string, ids: string[]): boolean {
  if (link.startsWith('#')) return ids.includes(link.slice(1));
  if (link.startsWith('/')) return addresses.has(link);
  return /^https:\/\/[\w.-]+(\/|$)/.test(link) || /^mailto:[^@\s]+@[^@\s]+$/.test(link);
}
