import { formatCount } from '#verify/text.ts';

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** Formats a share from 0 to 1 as `20%`, or `12.5%`: at most one decimal. */
export function formatShare(share: number): string {
  return percent.format(share);
}

/** Formats a number with its noun: `1 finding`, `1,240 findings`. `plural` is for nouns that take more than an s, such as batches. */
export function countOf(total: number, noun: string, plural?: string): string {
  return `${formatCount(total)} ${nounFor(total, noun, plural)}`;
}

/** The noun alone, which stands beside its number. */
export function nounFor(total: number, noun: string, plural = `${noun}s`): string {
  return total === 1 ? noun : plural;
}

/** Joins the first of some items, and says how many more there are. */
export function someOf(items: readonly (string | number)[], most: number, separator = ', '): string {
  return [...items.slice(0, most), ...(items.length > most ? [`and ${formatCount(items.length - most)} more`] : [])].join(separator);
}
