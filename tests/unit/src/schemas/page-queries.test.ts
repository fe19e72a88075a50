import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCompared } from '#src/lib/shortlist/compare-address.ts';
import { readShortlist, removedFrom, yoursIn } from '#src/lib/shortlist/shortlist-address.ts';
import { pageQueries, stripUnknownParameters } from '#src/schemas/page-queries.ts';
import { readNeed } from '#src/schemas/portfolio.ts';
import { growth, linear } from '#tests/support/growth.ts';

const folder = 'src/pages';
/** The source of every page by its route. */
const pages = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/(?:^|\/)_/.test(name))
    .map((name) => {
      const address = `/${name.replace(/\.tsx$/, '').replace(/\[(\w+)\]/, ':$1')}`.replace(/(.)?\/?index$/, '$1');
      return [address || '/', readFileSync(path.join(folder, name), 'utf8')];
    }),
);

/** Returns the names of the parameters that a function reads from its query. */
function parametersRead(read: (query: URLSearchParams) => unknown): string[] {
  const names = new Set<string>();
  const query = new URLSearchParams('t.a=1');
  for (const method of ['get', 'getAll', 'has'] as const) {
    const own = query[method].bind(query);
    Object.defineProperty(query, method, { value: (name: string) => names.add(name) && own(name) });
  }
  read(query);
  return [...names];
}

const readers: Record<string, (query: URLSearchParams) => unknown> = {
  '/portfolio': readNeed,
  '/projects/compare': readCompared,
  '/shortlist': (query) => [readShortlist(query), removedFrom(query), yoursIn(query), readShortlist(new URLSearchParams('add=a'))],
};

describe('the table of query parameters', () => {
  it('has exactly the pages that take a query', () => {
    const withQuery = [...pages].flatMap(([address, source]) => (/\bquery\b[^;]*: string/.test(source) ? [address] : []));
    expect(withQuery.length).toBeGreaterThan(6);
    expect(
      Object.entries(pageQueries)
        .filter(([address, { reads }]) => reads.length > 0 && !/\.(?:csv|json|xlsx|xml|zip|pdf)$/.test(address))
        .map(([address]) => address)
        .toSorted(),
    ).toEqual(withQuery.toSorted());
  });

  it('has every parameter that a page reads', () => {
    let count = 0;
    for (const [address, source] of pages) {
      const named = [...source.matchAll(/\.(?:get|getAll|has)\('([^']+)'\)/g)].map(([, name = '']) => name);
      const read = [...named, ...parametersRead(readers[address] ?? (() => undefined))];
      count += read.length;
      expect(
        read.filter((name) => !pageQueries[address]?.reads.includes(name)),
        address,
      ).toEqual([]);
    }
    expect(count).toBeGreaterThan(15);
  });
});

describe('an address', () => {
  it.each([
    ['/about?utm_source=x', '/about'],
    ['/about?', '/about'],
    ['/projects?utm_source=x&q=oak&fbclid=1&category=A&category=B', '/projects?q=oak&category=A&category=B'],
    ['/projects.csv?x&q=oak', '/projects.csv?q=oak'],
    ['/projects.xml?x&q=oak', '/projects.xml?q=oak'],
    ['/projects/oak-wood?tonnes=5&ref=mail', '/projects/oak-wood?tonnes=5'],
    ['/projects/compare?p=a&p=b&tonnes=5', '/projects/compare?p=a&p=b'],
    ['/shortlist?t.oak-wood=5&%70=a:1&t=1', '/shortlist?t.oak-wood=5&%70=a:1'],
    ['/pictures/hero/wide.svg?1', '/pictures/hero/wide.svg'],
    ['/invented?%', '/invented'],
    ['/contact?%ff=1&topic=a', '/contact?topic=a'],
    ['/api/v1/projects?x=1', '/api/v1/projects?x=1'],
    ['/shortlist?p=a:1&amp;p=b:2&amp;amp;p=c:3', '/shortlist?p=a:1&p=b:2&p=c:3'],
    ['/unsubscribe?id=1&amp%3Btoken=2&AMP;utm_source=x', '/unsubscribe?id=1&token=2'],
  ])('%s is normalised to %s', (address, normalised) => {
    expect(stripUnknownParameters(address)).toBe(normalised);
  });

  it.each([
    ['/projects?', '&', 2_000],
    ['/shortlist?', 't.%41&', 375],
    ['/shortlist?', 'amp;', 2_000],
  ])('of maximum length is normalised in linear time: %s%s...', (start, part, count) => {
    const strip = (size: number) => {
      const address = `${start}${part.repeat(size)}`;
      return () => stripUnknownParameters(address);
    };
    expect(growth(strip, count)).toBeLessThan(linear);
  });
});
