/**
 * Returns what finds the route of a path among those of `src/pages`, named as their files: one without parameters first,
 * then `/projects/[slug]`; `/404` where there is none.
 */
export function routeFinder(routes: Iterable<string>): (path: string) => string {
  const all = [...routes];
  const fixed = new Set(all.filter((route) => !route.includes('[')));
  const patterns = all.filter((route) => route.includes('[')).map((route) => ({ route, parts: route.split('/') }));
  return (path) => {
    if (fixed.has(path)) return path;
    const parts = path.split('/');
    const found = patterns.find((pattern) => {
      const fits = (part: string, index: number) => part.startsWith('[') || part === parts[index];
      return pattern.parts.length === parts.length && pattern.parts.every(fits);
    });
    return found?.route ?? '/404';
  };
}
