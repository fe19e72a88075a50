/**
 * Returns a function that finds the route of a path among those of `src/pages`. Routes are named as their files, such as
 * `/projects/[slug]`; those without parameters take precedence. A path without a route gets `/404`.
 */
export function routeFinder(routes: Iterable<string>): (path: string) => string {
  const all = [...routes];
  const fixed = new Set(all.filter((route) => !route.includes('[')));
  const patterns = all.filter((route) => route.includes('[')).map((route) => ({ route, parts: route.split('/') }));
  return (path) => {
    if (fixed.has(path)) return path;
    const parts = path.split('/');
    const found = patterns.find((pattern) => {
      const matches = (part: string, index: number) => part.startsWith('[') || part === parts[index];
      return pattern.parts.length === parts.length && pattern.parts.every(matches);
    });
    return found?.route ?? '/404';
  };
}
