import { routes, routesAt } from '#server/api/routes.ts';
import { mcpPath } from '#server/platform/web/is-api.ts';

/** Names the route of a path: one of few names, whatever is requested. */
export type RoutePattern = (path: string) => string;

const fixedPaths = [
  ...['/livez', '/readyz', '/metrics', '/robots.txt', '/sitemap.xml', '/feed.xml', '/.well-known/security.txt'],
  ...['/projects.csv', '/projects.xlsx', '/projects.json', '/projects.xml', '/site.webmanifest', '/favicon.ico', '/favicon.svg'],
  ...['/shortlist', '/shortlist.xlsx', '/unsubscribe', '/log', '/projects/compare', '/projects/compare.csv', '/projects/compare.xlsx'],
  ...['/llms.txt', '/developers.md', '/developers/changelog.xml', mcpPath],
  ...routes.map(({ path }) => path).filter((path) => !path.includes(':')),
];
const families: [start: string, pattern: string][] = [
  ['/assets/', '/assets/*'],
  ['/pictures/', '/pictures/*'],
  ['/share/', '/share/*'],
  ['/downloads/', '/downloads/*'],
  ['/blog/', '/blog/:slug'],
  ['/projects/', '/projects/:slug'],
  ['/certificates/', '/certificates/:number'],
  ['/quotes/', '/quotes/:reference'],
  ['/record/batches/', '/record/batches/:id'],
  ['/record/entries/', '/record/entries/:number'],
  ['/log/', '/log/*'],
  ['/api/trpc/', '/api/trpc/*'],
];

/** Returns a function that names a path's route for metrics: a page or other fixed path, a family such as `/blog/:slug`, or `other`. */
export function routePatterns(pages: readonly { path: string }[]): RoutePattern {
  const namedPaths = new Set([...fixedPaths, ...pages.map(({ path }) => path)]);
  return (path) => {
    if (namedPaths.has(path)) return path;
    return families.find(([start]) => path.startsWith(start))?.[1] ?? routesAt(path)[0]?.path ?? 'other';
  };
}

/**
 * Returns a function that tells the addresses of pages, articles, projects and pictures from all others: there are only so many of them,
 * whatever is requested.
 */
export function isPageAddress(pages: readonly { path: string }[]): (address: string) => boolean {
  const namedPaths = new Set([...fixedPaths, ...pages.map(({ path }) => path)]);
  return (address) => namedPaths.has(address) || /^\/(?:projects|blog|pictures)\/[^?]*$/.test(address);
}
