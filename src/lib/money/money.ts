import type { Project } from '#src/schemas/project.ts';
import { formatCount } from '../text/numbers.ts';

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** Formats 1450 pence as `£14.50`: always two decimals, with thousands separators. */
export function formatPounds(pence: number): string {
  return pounds.format(pence / 100);
}

/** Formats the number of credits that we sell. */
export function formatAvailable({ availableCredits }: Pick<Project, 'availableCredits'>): string {
  return availableCredits === null ? 'Not stated' : formatCount(availableCredits);
}

/** Formats the price of a credit, if it has one. */
export function formatPrice({ pricePerCredit }: Pick<Project, 'pricePerCredit'>): string {
  return pricePerCredit === null ? 'Not set yet' : formatPounds(pricePerCredit);
}
