/** How many projects stand side by side. */
export const compareLimit = 4;

/** The slugs that an address compares: each once, at most four; `more` when it named others besides. */
export function readCompared(query: URLSearchParams): { slugs: string[]; more: boolean } {
  const named = [...new Set([...query.getAll('p'), ...query.getAll('add')].map(readableText).filter((slug) => slug !== ''))];
  return { slugs: named.slice(0, compareLimit), more: named.length > compareLimit };
}

/** The address of a comparison. `from`: the query of the list that it was chosen from, to come back to. */
export function compareAddress(slugs: readonly string[], from = ''): string {
  const parts = [...slugs.map((slug) => `p=${encodeURIComponent(slug)}`), ...(from ? [`from=${encodeURIComponent(from)}`] : [])];
  return parts.length === 0 ? '/projects/compare' : `/projects/compare?${parts.join('&')}`;
}

/** Text of an address as Postgres can read it: without NUL and lone surrogates. */
export function readableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
