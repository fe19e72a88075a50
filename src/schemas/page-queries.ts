import { catalogueParameters } from './catalogue-query.ts';

/** What an address is made of besides its path. A name that ends in `*` stands for all that begin so. */
type PageQuery = { reads: readonly string[]; isPersonal?: true };

const catalogue: PageQuery = { reads: Object.keys(catalogueParameters) };

/**
 * The parameters that each page, and each file of the catalogue, reads from its query; those that are not here read none.
 * What is not listed never reaches a page: two addresses that differ only in it are one answer. A page is personal when
 * its query says something of one visitor: it is kept by nobody, whatever form its address has.
 */
export const pageQueries: Readonly<Record<string, PageQuery>> = {
  '/blog': { reads: ['subscribed'] },
  '/contact': { reads: ['topic', 'project', 'sent'] },
  '/enterprise/contact': { reads: ['mode', 'sent'] },
  '/projects': catalogue,
  '/projects.csv': catalogue,
  '/projects.json': catalogue,
  '/projects/:slug': { reads: ['tonnes'] },
  '/projects/compare': { reads: ['p', 'add', 'find', 'from'] },
  '/record': { reads: ['q', 'before'] },
  '/record/disclosure': { reads: ['c'] },
  '/record/disclosure.zip': { reads: ['c'] },
  '/record/disclosure/cad-trust.csv': { reads: ['c'] },
  '/record/disclosure/esrs-e1-7.csv': { reads: ['c'] },
  '/record/disclosure/ab-1305.csv': { reads: ['c'] },
  '/verify': { reads: ['certificate', 'entry'] },
  '/shortlist': { reads: ['p', 't.*', 'add', 'tonnes', 'remove', 'removed', 'find', 'sent'] },
  '/unsubscribe': { reads: ['id', 'token', 'done'], isPersonal: true },
};

const none: PageQuery = { reads: [] };
/** Where the router's client asks for a page. */
const routerStart = '/RSC/R/';

/** An address (path, or path and query) with only the parameters that its page reads, each as it was written. */
export function readAddress(address: string): string {
  const start = address.indexOf('?');
  if (start === -1 || address.startsWith('/api/')) return address;
  const [pathname, search] = [address.slice(0, start), address.slice(start + 1)];
  const { reads } = queryOf(pathname);
  if (!pathname.startsWith(routerStart)) return withQuery(pathname, readOnly(search, reads));
  const query = readOnly(new URLSearchParams(search).get('query') ?? '', reads);
  return withQuery(pathname, query && `query=${encodeURIComponent(query)}`);
}

/** Whether the page of an address is about one visitor, also where the router's client asks for it. */
export function isPersonal(pathname: string): boolean {
  return queryOf(pathname).isPersonal ?? false;
}

function queryOf(pathname: string): PageQuery {
  if (Object.hasOwn(pageQueries, pathname)) return pageQueries[pathname] ?? none;
  const page = pathname.startsWith(routerStart) ? pageOf(pathname) : pathname;
  if (Object.hasOwn(pageQueries, page)) return pageQueries[page] ?? none;
  return (/^\/projects\/[^/]+$/.test(page) && pageQueries['/projects/:slug']) || none;
}

/** The page that the router's client means: Waku's own way to write it, undone. More is undone than Waku does, never less. */
function pageOf(pathname: string): string {
  const name = pathname.slice(routerStart.length, -'.txt'.length);
  const plain = name.endsWith('_') ? name.slice(0, -1) : name;
  return `/${decoded(plain === '_root' ? '' : plain)
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`;
}

function readOnly(search: string, reads: readonly string[]): string {
  if (reads.length === 0 || search === '') return '';
  return search
    .split('&')
    .filter((part) => {
      const end = part.indexOf('=');
      const name = decoded(end === -1 ? part : part.slice(0, end));
      return name !== '' && reads.some((read) => (read.endsWith('*') ? name.startsWith(read.slice(0, -1)) : name === read));
    })
    .join('&');
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withQuery(pathname: string, query: string): string {
  return query ? `${pathname}?${query}` : pathname;
}
