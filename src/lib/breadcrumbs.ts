import type { SitePage } from '#src/content/types.ts';

/** One step on the way from the home page: its name and its path. */
export type Crumb = { name: string; path: string };

/**
 * The way from the home page to `path`: its ancestors that are pages, by their names in `pages`, then the page itself.
 * `name` names a page that the list does not have, such as an article. Empty for the home page and for unknown pages.
 */
export function breadcrumbs(path: string, pages: readonly SitePage[], name?: string): Crumb[] {
  const find = (wanted: string) => pages.find((page) => page.path === wanted);
  const last = name ?? find(path)?.name;
  if (path === '/' || last === undefined) return [];
  const steps = path.split('/').slice(1, -1);
  const ancestors = ['/', ...steps.map((_, i) => `/${steps.slice(0, i + 1).join('/')}`)].map(find);
  return [...ancestors.filter((page) => page !== undefined).map((page) => ({ name: page.name, path: page.path })), { name: last, path }];
}
