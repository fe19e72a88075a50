import type { ShortlistLine } from './shortlist-address.ts';

/** Returns the address at which so many tonnes of a project are asked for: a quote, if they can be bought. */
export function purchaseAddress({ slug, tonnes }: ShortlistLine): string {
  return `/contact?project=${slug}&tonnes=${tonnes}`;
}

/** Returns the address at which a project is asked about: anything, or a piece of its evidence (`askable` in src/content/projects/audit.ts). */
export function questionAddress(slug: string, evidence?: string): string {
  return `/contact?project=${slug}${evidence ? `&ask=${evidence}` : ''}`;
}

/** Returns the page of a project with the calculator set to so many tonnes. */
export function projectAddress({ slug, tonnes }: ShortlistLine): string {
  return `/projects/${slug}?tonnes=${tonnes}#cost`;
}
