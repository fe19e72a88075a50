import { catalogueParameters } from './catalogue-query.ts';
import { needParameterNames } from './portfolio.ts';

/** The query parameters that a page reads. A name that ends in `*` is a prefix. */
type PageQuery = { reads: readonly string[]; isPersonal?: true };

const catalogue: PageQuery = { reads: Object.keys(catalogueParameters) };

/**
 * The parameters that each page and downloadable file reads from its query. Pages that are not listed read none. Other
 * parameters never reach a page: addresses that differ only in those share one cached response. A page is personal if its
 * address identifies a visitor; it is never cached, whatever the form of its address.
 */
export const pageQueries: Readonly<Record<string, PageQuery>> = {
  '/blog': { reads: ['subscribed'] },
  '/contact': { reads: ['topic', 'project', 'tonnes', 'ask', 'need', 'sent'] },
  '/enterprise/contact': { reads: ['mode', 'sent'] },
  '/portfolio': { reads: needParameterNames },
  '/projects': catalogue,
  '/projects.csv': catalogue,
  '/projects.json': catalogue,
  '/projects.xlsx': catalogue,
  '/projects.xml': catalogue,
  '/projects/:slug': { reads: ['tonnes'] },
  '/projects/compare.csv': { reads: ['p'] },
  '/projects/compare.xlsx': { reads: ['p'] },
  '/projects/compare': { reads: ['p', 'add', 'find', 'from'] },
  '/record': { reads: ['q', 'before'] },
  '/certificates/:number.pdf': { reads: ['size', 'cosignatures'] },
  '/certificates/:number.json': { reads: ['size'] },
  '/record/entries/:index.json': { reads: ['size'] },
  '/record/batches/:id': { reads: ['after'] },
  '/record/disclosure': { reads: ['c', 'together'] },
  '/record/disclosure.zip': { reads: ['c', 'together'] },
  '/record/disclosure/:report.csv': { reads: ['c', 'together'] },
  '/verify': { reads: ['certificate', 'entry'] },
  '/quotes/:reference': { reads: [], isPersonal: true },
  '/shortlist': { reads: ['p', 't.*', 'add', 'tonnes', 'remove', 'removed', 'replace', 'yours', 'find', 'on', 'by'] },
  '/shortlist.xlsx': { reads: ['p', 'on'] },
  '/unsubscribe': { reads: ['id', 'token', 'again', 'done'], isPersonal: true },
};

const none: PageQuery = { reads: [] };

/** What is left of `&amp;`, also of one that was escaped again, before a parameter. */
const escaped = /^(?:amp(?:;|%3b))+/i;

/**
 * Removes from an address (path, or path and query) the parameters that its page does not read. The others are not re-encoded. `&amp;`
 * stands for `&`: mail programs and trackers escape links once too often, and no parameter's name begins with `amp;`.
 */
export function stripUnknownParameters(address: string): string {
  const start = address.indexOf('?');
  if (start === -1 || address.startsWith('/api/')) return address;
  const [pathname, search] = [address.slice(0, start), address.slice(start + 1)];
  const query = filterQuery(search, queryOf(pathname).reads);
  return query ? `${pathname}?${query}` : pathname;
}

/** Checks whether the page of a path is personal. */
export function isPersonal(pathname: string): boolean {
  return queryOf(pathname).isPersonal ?? false;
}

function queryOf(pathname: string): PageQuery {
  if (Object.hasOwn(pageQueries, pathname)) return pageQueries[pathname] ?? none;
  const pattern = pathname
    .replace(/^\/projects\/[^/]+$/, '/projects/:slug')
    .replace(/^\/certificates\/[^/]+\.(pdf|json)$/, '/certificates/:number.$1')
    .replace(/^\/record\/entries\/[^/]+\.json$/, '/record/entries/:index.json')
    .replace(/^\/record\/disclosure\/[^/]+\.(?:csv|json)$/, '/record/disclosure/:report.csv')
    .replace(/^\/quotes\/[^/]+$/, '/quotes/:reference')
    .replace(/^\/record\/batches\/[^/]+$/, '/record/batches/:id');
  return pageQueries[pattern] ?? none;
}

function filterQuery(search: string, reads: readonly string[]): string {
  if (reads.length === 0 || search === '') return '';
  return search
    .split('&')
    .map((part) => part.replace(escaped, ''))
    .filter((part) => {
      const end = part.indexOf('=');
      const name = tryDecode(end === -1 ? part : part.slice(0, end));
      return name !== '' && reads.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
    })
    .join('&');
}

function tryDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
