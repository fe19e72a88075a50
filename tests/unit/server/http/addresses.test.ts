import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { addresses, addressFinder, isAboutVisitor, patternOf, speculationRules, withoutUnusedParameters } from '#server/http/addresses.ts';
import { declaredHeaders } from '#server/platform/web/cache-headers.ts';
import { readPack } from '#shared/lib/record/disclosure.ts';
import { linesBeside, readCompared, readShortlist } from '#shared/lib/shortlist.ts';
import { catalogueParameters } from '#shared/schemas/catalogue-query.ts';
import { readNeed } from '#shared/schemas/portfolio.ts';
import { finderSearch } from '#src/ui/sections/project-finder.tsx';

const folder = 'src/pages';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
/** The source of every page by its pattern. */
const pages = new Map(
  files.flatMap((name) => {
    const pattern = patternOf(name);
    return pattern ? [[pattern, readFileSync(path.join(folder, name), 'utf8')] as const] : [];
  }),
);
const addressAt = addressFinder(files);

/** Returns the names of the parameters that a function reads from its query. */
function parametersRead(read: (query: URLSearchParams) => unknown): string[] {
  const names = new Set<string>();
  // With an edit, so that what only an edit is asked for is read too.
  const query = new URLSearchParams('t.a=1&add=a');
  for (const method of ['get', 'getAll', 'has'] as const) {
    const own = query[method].bind(query);
    // `add` returns the set, which counts as true.
    Object.defineProperty(query, method, { value: (name: string) => names.add(name) && own(name) });
  }
  read(query);
  return [...names];
}

/** What reads the query of a page in its place: each such function has to be named here. */
const readers: Record<string, (query: URLSearchParams) => unknown> = {
  '/portfolio': readNeed,
  // It reads by the table of names from which its `reads` is made.
  '/projects': (query) => Object.keys(catalogueParameters).map((name) => query.get(name)),
  '/projects/compare': (query) => [readCompared(query), finderSearch(query)],
  '/record/disclosure': readPack,
  '/shortlist': (query) => [readShortlist(query), linesBeside(query, 'removed'), linesBeside(query, 'yours'), finderSearch(query)],
};

it.each([
  ['/', '/'],
  ['/developers/record', '/developers/:group'],
  ['/certificates/CR-000001.json', '/certificates/:number.json'],
  ['/record/disclosure/esrs-e1-7.schema.json', '/record/disclosure/:report.json'],
  ['/log/tile/0/000', '/log/*'],
  ['/api/v1/projects/7', '/api/v1/projects/:reference'],
  ['/api/v1/projects/7/8', 'other'],
  ['/api/v1/record/batches/', 'other'],
  ['/__proto__', 'other'],
])('what is declared of an address %s has the name %s in metrics', (address, pattern) => {
  expect(addressAt(address).pattern).toBe(pattern);
});

const fileNames = ['/projects.xlsx', '/record/disclosure.zip', '/certificates/CR-000001.pdf', '/developers.md', '/api/v1/projects.csv'];
it.each(fileNames)('what is declared of an address %s is that it is a file', (address) => {
  expect(addressAt(address).kind).toBe('file');
});

it.each([
  ['/share/blog.png', 'cross-origin'],
  ['/favicon.ico', 'same-origin'],
])('what is declared of an address %s is that it is revalidated each time, and may be shown by sites that are %s', (address, policy) => {
  const headers = { 'cache-control': 'public, no-cache', 'cross-origin-resource-policy': policy };
  expect(declaredHeaders(addressAt(address))).toEqual(headers);
});

it('what is declared of an address is of which family its share image is', () => {
  const families = ['/about', '/blogging', '/blog/a', '/projects/a', '/enterprise/contact'].map((address) => addressAt(address).preview);
  expect(families).toEqual([undefined, undefined, 'blog', 'project', 'enterprise']);
});

it('what is declared of a page is declared of one that there is', () => {
  const rows = Object.keys(addresses).filter((pattern) => (addresses[pattern]?.kind ?? 'page') === 'page');
  expect([...pages.keys()]).toEqual(expect.arrayContaining(rows));
});

it('what is declared of an address gives a query to the pages that take one, and to no other', () => {
  const withQuery = [...pages].flatMap(([pattern, source]) => (/\bquery\b[^;]*: string/.test(source) ? [pattern] : []));
  expect(withQuery.length).toBeGreaterThan(6);
  const declared = [...pages.keys()].filter((pattern) => (addresses[pattern]?.reads?.length ?? 0) > 0);
  expect(declared.toSorted()).toEqual(withQuery.toSorted());
});

it('what is declared of an address has every parameter that a page reads', () => {
  for (const [address, source] of pages) {
    const named = [...source.matchAll(/\.(?:get|getAll|has)\('([^']+)'\)/g)].map(([, name = '']) => name);
    const read = [...named, ...parametersRead(readers[address] ?? (() => undefined))];
    const declared = addresses[address]?.reads ?? [];
    const undeclared = read.filter((name) => !declared.includes(name));
    expect([undeclared, read.length > 0], `${address}, whose reader stands above`).toEqual([[], declared.length > 0]);
  }
});

it('what is declared of a page with a receipt makes the receipt that of one visitor; edits by links, calls and quotes are not prefetched', () => {
  const withReceipt = Object.keys(addresses).filter((pattern) => addresses[pattern]?.reads?.includes('sent'));
  expect(withReceipt).toContain('/contact');
  for (const pattern of withReceipt) expect(isAboutVisitor(addressAt(pattern), `${pattern}?sent=1`), pattern).toBe(true);
  for (const left of ['[rel~=\\"nofollow\\"]', '"/api/*"', '"/quotes/:reference"']) expect(speculationRules).toContain(left);
});

const strip = (address: string) => withoutUnusedParameters(address, addressAt(address.split('?')[0] ?? ''));

it.each([
  ['/projects?utm_source=x&q=oak&fbclid=1&category=A&category=B', '/projects?q=oak&category=A&category=B'],
  ['/shortlist?t.oak-wood=5&%70=a:1&t=1', '/shortlist?t.oak-wood=5&%70=a:1'],
  ['/pictures/hero/wide.svg?1', '/pictures/hero/wide.svg'],
  ['/invented?%', '/invented'],
  ['/contact?%ff=1&topic=a', '/contact?topic=a'],
  ['/api/v1/projects?x=1', '/api/v1/projects?x=1'],
  // Without its parameters it would be another request, which has no body.
  ['/mcp?x=1', '/mcp?x=1'],
  ['/shortlist?p=a:1&amp;p=b:2&amp;amp;p=c:3', '/shortlist?p=a:1&p=b:2&p=c:3'],
  ['/unsubscribe?id=1&amp%3Btoken=2&AMP;utm_source=x', '/unsubscribe?id=1&token=2'],
])('an address %s is normalised to %s', (address, normalised) => {
  expect(strip(address)).toBe(normalised);
});
