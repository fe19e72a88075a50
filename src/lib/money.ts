import type { Project } from '#src/schemas/project.ts';

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** `1450` (pence) as `£14.50`: always two decimals, thousands separated. The one place that formats money. */
export function formatPounds(pence: number): string {
  return pounds.format(pence / 100);
}

/** What a credit costs, for a person to read. An imported project may not have a price yet: then that, and never £0.00. */
export function formatPrice({ pricePerCredit, status }: Pick<Project, 'pricePerCredit' | 'status'>): string {
  return isPriced({ pricePerCredit, status }) ? formatPounds(pricePerCredit) : 'Not set yet';
}

/** Whether a project has a price: one that is not yet on sale may wait for it, and has 0 until then. */
export function isPriced({ pricePerCredit, status }: Pick<Project, 'pricePerCredit' | 'status'>): boolean {
  return pricePerCredit > 0 || status !== 'not yet on sale';
}
