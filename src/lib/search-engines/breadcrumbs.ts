import type { SitePage } from '#src/content/navigation.ts';

/** One breadcrumb: the name and path of a page. */
export type Crumb = { name: string; path: string };

/**
 * Returns the breadcrumbs from the home page to `path`: those of its ancestors that are listed in `pages`, then the page itself.
 * `name` is needed for a page that is not listed, such as an article. Empty for the home page and for unknown pages.
 */
export function breadcrumbs(path: string, pages: readonly SitePage[], name?: string): Crumb[] {
  const find = (pagePath: string) => pages.find((page) => page.path === pagePath);
  const last = name ?? find(path)?.name;
  if (path === '/' || last === undefined) return [];
  const steps = path.split('/').slice(1, -1);
  const ancestors = ['/', ...steps.map((_, i) => `/${steps.slice(0, i + 1).join('/')}`)].map(find);
  return [...ancestors.filter((page) => page !== undefined).map((page) => ({ name: page.name, path: page.path })), { name: last, path }];
}
