import { PatternRouter } from 'hono/router/pattern-router';
import { routes } from '#server/api/routes.ts';
import type { Address, AddressAt } from '#server/platform/web/app-env.ts';
import { catalogueParameters } from '#shared/schemas/catalogue-query.ts';
import { needParameterNames } from '#shared/schemas/portfolio.ts';
import { readCertificateNumber } from '#verify/file.ts';

/** The endpoint of the Model Context Protocol. */
export const mcpPath = '/mcp';

type Row = Partial<Omit<Address, 'pattern'>>;

const file = { kind: 'file' } as const;
const oneOfMany = { kind: 'file', room: 'many' } as const;
const live = { kind: 'live' } as const;
const unlisted = { isUnlisted: true } as const;
const certificate = { room: 'many', spell: readCertificateNumber } as const;
const catalogue = Object.keys(catalogueParameters);
/** What the pages and files of a disclosure pack read: its certificates, and whether they are to be added up. */
const pack = ['c', 'together'];

/**
 * The addresses of the site. Its other pages are the files of `src/pages`, which read no query, are few and for everybody; calls to REST
 * are declared with their routes.
 */
export const addresses: Readonly<Record<string, Row>> = {
  '/blog': { reads: ['subscribed'] },
  '/book-call': { hasCalendar: true },
  '/certificates/:number': certificate,
  '/contact': { reads: ['topic', 'project', 'tonnes', 'ask', 'need', 'sent'], isPersonal: 'with a receipt' },
  '/enterprise/contact': { reads: ['mode', 'sent'], isPersonal: 'with a receipt' },
  '/portfolio': { reads: needParameterNames },
  '/projects': { reads: catalogue },
  '/projects/:slug': { reads: ['tonnes'] },
  '/projects/compare': { reads: ['p', 't.*', 'add', 'find', 'from'], ...unlisted },
  '/quotes/:reference': { isPersonal: true, ...unlisted },
  '/record': { reads: ['q', 'before'] },
  '/record/batches/:id': { reads: ['after'], room: 'many' },
  '/record/disclosure': { reads: pack },
  '/record/entries/:number': { room: 'many' },
  '/shortlist': {
    reads: ['p', 't.*', 'add', 'tonnes', 'remove', 'removed', 'replace', 'yours', 'find', 'on', 'by'],
    isPersonal: 'with a cookie',
    ...unlisted,
  },
  '/unsubscribe': { reads: ['id', 'token', 'again', 'done'], isPersonal: true, ...unlisted },
  '/verify': { reads: ['certificate', 'entry'] },
  '/404': unlisted,

  '/projects.csv': { ...file, reads: catalogue },
  '/projects.json': { ...file, reads: catalogue },
  '/projects.xlsx': { ...file, reads: catalogue },
  '/projects.xml': { ...file, reads: catalogue },
  '/projects/compare.csv': { ...file, reads: ['p'] },
  '/projects/compare.xlsx': { ...file, reads: ['p'] },
  '/shortlist.xlsx': { ...file, reads: ['p', 'on', 'by'] },

  '/certificates/:number.json': { ...file, ...certificate, reads: ['size'] },
  '/certificates/:number.pdf': { ...file, ...certificate, reads: ['size', 'cosignatures'] },
  '/certificates/:number.tlog-proof': { ...file, ...certificate },
  '/record/entries/:number.json': { ...oneOfMany, reads: ['size'] },
  '/record/entries/:number.tlog-proof': oneOfMany,
  '/record/retirements.csv': file,
  '/record/retirements.xml': file,
  '/record/disclosure.zip': { ...file, reads: pack },
  '/record/disclosure/:report.csv': { ...file, reads: pack },
  '/record/disclosure/:report.json': { ...file, reads: pack },
  '/log': file,
  '/log/*': oneOfMany,

  '/robots.txt': file,
  '/sitemap.xml': file,
  '/feed.xml': file,
  '/.well-known/security.txt': file,
  '/llms.txt': file,
  '/developers.md': file,
  '/developers/changelog.xml': file,

  // Files of the build: the names of assets have a hash of their content. Only the pictures include some that are drawn on request.
  '/assets/*': { ...file, lasts: 'for good' },
  '/pictures/*': { ...file, lasts: 'a day', isEmbeddable: true },
  '/share/*': { ...file, isEmbeddable: true },
  '/downloads/*': file,
  '/carma-verify.mjs': file,
  '/favicon.ico': file,
  '/favicon.svg': file,
  '/apple-touch-icon.png': file,
  '/icon-192.png': file,
  '/icon-512.png': file,
  '/icon-maskable-512.png': file,
  '/site.webmanifest': file,

  '/livez': { ...live, isProbe: true },
  '/readyz': { ...live, reads: ['exclude'], isProbe: true },
  '/metrics': live,
  '/api/trpc/*': { ...live, reads: 'all', api: 'rpc', allows: 'GET, POST, OPTIONS' },
  [mcpPath]: { ...live, reads: 'all', api: 'mcp', allows: 'POST, OPTIONS', readsByPost: true },
};

/** The pages, and those below them, that have another picture than most where a link to them is shown. */
const previews: Record<NonNullable<Address['preview']>, readonly string[]> = {
  blog: ['blog'],
  project: ['credits', 'projects', 'shortlist', 'impact-hub'],
  standards: ['standards', 'carbon-standards', 'puro-earth', 'bezero', 'vcs', 'gold-standard', 'woodland-carbon', 'qms'],
  enterprise: ['enterprise', 'geospatial'],
};
const previewOf = (pattern: string) =>
  (Object.keys(previews) as (keyof typeof previews)[]).find((name) => previews[name].includes(pattern.split('/')[1] ?? ''));

/** What is about one visitor, or no page. Addresses with a dot are left out, because `/*.*` names them. */
const neverPrefetched = Object.entries(addresses).flatMap(([pattern, { kind, isPersonal }]) =>
  ((kind ?? 'page') !== 'page' && !pattern.includes('.')) || isPersonal === true ? [pattern] : [],
);

/**
 * Makes the browser prefetch a page when the visitor is about to open it (a link hovered for a moment, or pressed), so that it
 * opens without waiting for the network; but no `nofollow` links, whose combinations (add to a list, compare) are endless. A string,
 * because the pages' CSP contains its hash.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/*.*', ...neverPrefetched] } },
          { not: { selector_matches: '[rel~="nofollow"], [download], [target="_blank"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Checks whether the response of an address (path and query, or query) is about one visitor. A receipt repeats what was sent. */
export const isAboutVisitor = ({ isPersonal }: Address, address: string, { hasCookie = false } = {}): boolean =>
  isPersonal === true ||
  (isPersonal === 'with a receipt' && new URL(address, 'http://site').searchParams.has('sent')) ||
  (isPersonal === 'with a cookie' && hasCookie);

/** What is declared of all paths that no row describes: whatever is requested, metrics have one name for it. */
const other: Address = { pattern: 'other', kind: 'page', reads: [], room: 'varied', allows: 'GET, HEAD' };
const otherCall: Address = { ...other, kind: 'data', reads: 'all', api: 'rest', allows: 'GET, HEAD, OPTIONS' };

/**
 * Returns a function that finds an address by its path.
 * @param pageFiles the files of `src/pages`, whose names are their addresses: `blog/[slug].tsx`.
 */
export function addressFinder(pageFiles: readonly string[]): AddressAt {
  const declared = new Map<string, Row>();
  for (const [path, calls] of Map.groupBy(routes, (route) => route.path)) declared.set(path, rowOf(path, calls));
  for (const pattern of pageFiles.map(patternOf)) if (pattern) declared.set(pattern, {});
  for (const [pattern, row] of Object.entries(addresses)) declared.set(pattern, row);
  const fixed = new Map<string, Address>();
  const varying = new PatternRouter<Address>();
  // The longer pattern is tried first: `:number.json` before `:number`.
  for (const [pattern, row] of [...declared].sort(([one], [two]) => two.length - one.length)) {
    const address: Address = { pattern, kind: 'page', reads: [], room: 'few', allows: 'GET, HEAD', preview: previewOf(pattern), ...row };
    if (/[:*]/.test(pattern)) varying.add('ALL', pattern, address);
    else fixed.set(pattern, address);
  }
  return (path) => fixed.get(path) ?? varying.match('ALL', path)[0][0]?.[0] ?? (/^\/api(?:\/|$)/.test(path) ? otherCall : other);
}

/** Returns what is declared of an address of the API by its routes, one for each method. */
function rowOf(path: string, calls: typeof routes): Row {
  const methods = calls.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  const type = calls.find(({ method }) => method === 'GET')?.call?.response.type;
  return {
    kind: type ? 'file' : 'data',
    type,
    reads: 'all',
    room: path.includes(':') ? 'varied' : 'few',
    allows: [...methods, 'OPTIONS'].join(', '),
    api: 'rest',
    readsByPost: calls.some(({ call }) => call?.isRead),
    form: calls.find(({ page }) => page)?.page,
    hasToken: calls.find(({ hasToken }) => hasToken)?.hasToken,
  };
}

/** Returns the pattern of a file in `src/pages`; undefined for what starts with `_`, which are parts of pages. */
export function patternOf(pageFile: string): string | undefined {
  if (/(?:^|\/)_/.test(pageFile)) return undefined;
  const name = pageFile.replace(/\.tsx$/, '').replaceAll(/\[(\w+)\]/g, ':$1');
  return `/${name}`.replace(/\/index$/, '') || '/';
}

/** What is left of `&amp;`, also of one that was escaped again, before a parameter. */
const escaped = /^(?:amp(?:;|%3b))+/i;

/**
 * Removes from an address (path, or path and query) the parameters that it does not read. The others are not re-encoded. `&amp;`
 * stands for `&`: mail programs and trackers escape links once too often, and no parameter's name begins with `amp;`.
 */
export function withoutUnusedParameters(address: string, { reads }: Address): string {
  const start = address.indexOf('?');
  if (start === -1 || reads === 'all') return address;
  const [pathname, search] = [address.slice(0, start), address.slice(start + 1)];
  if (reads.length === 0) return pathname;
  const kept = search
    .split('&')
    .map((part) => part.replace(escaped, ''))
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys();
      return name && reads.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
    });
  return kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname;
}
