import { storableText } from '#src/schemas/storable-text.ts';

/** Most projects in one comparison. */
export const compareLimit = 4;

/** Returns the distinct slugs in a comparison's query, up to the limit. `more`: the query named further projects. */
export function readCompared(query: URLSearchParams): { slugs: string[]; more: boolean } {
  const slugs = [
    ...new Set([...query.getAll('p'), ...query.getAll('add')].map((slug) => storableText(slug)).filter((slug) => slug !== '')),
  ];
  return { slugs: slugs.slice(0, compareLimit), more: slugs.length > compareLimit };
}

/** Returns the address of a comparison. `from`: the query of the list it was started from, for the link back. */
export function compareAddress(slugs: readonly string[], from = ''): string {
  const parts = [...slugs.map((slug) => `p=${encodeURIComponent(slug)}`), ...(from ? [`from=${encodeURIComponent(from)}`] : [])];
  return parts.length === 0 ? '/projects/compare' : `/projects/compare?${parts.join('&')}`;
}

/** Shortens a text from an address for display. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
