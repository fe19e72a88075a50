import type { Project } from '#src/schemas/project.ts';

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** Formats 1450 pence as `£14.50`: always two decimals, with thousands separators. */
export function formatPounds(pence: number): string {
  return pounds.format(pence / 100);
}

/** Formats the price of a credit. An imported project may not have a price yet, and must not appear to cost £0.00. */
export function formatPrice({ pricePerCredit, status }: Pick<Project, 'pricePerCredit' | 'status'>): string {
  return isPriced({ pricePerCredit, status }) ? formatPounds(pricePerCredit) : 'Not set yet';
}

/** Checks whether a project has a price: one that is not yet on sale may have 0 until its price is set. */
export function isPriced({ pricePerCredit, status }: Pick<Project, 'pricePerCredit' | 'status'>): boolean {
  return pricePerCredit > 0 || status !== 'not yet on sale';
}
