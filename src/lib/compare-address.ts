/** How many projects stand side by side. */
export const compareLimit = 4;

/** The slugs that an address compares: each once, at most four; `more` when it named others besides. */
export function readCompared(query: URLSearchParams): { slugs: string[]; more: boolean } {
  const named = [...new Set([...query.getAll('p'), ...query.getAll('add')].map(readableText).filter((slug) => slug !== ''))];
  return { slugs: named.slice(0, compareLimit), more: named.length > compareLimit };
}

/** The address of a comparison. */
export function compareAddress(slugs: readonly string[]): string {
  return slugs.length === 0 ? '/projects/compare' : `/projects/compare?${slugs.map((slug) => `p=${encodeURIComponent(slug)}`).join('&')}`;
}

/** Text of an address as Postgres can read it: without NUL and lone surrogates. */
export function readableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
