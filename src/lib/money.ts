const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** `1450` (pence) as `£14.50`: always two decimals, thousands separated. The one place that formats money. */
export function formatPounds(pence: number): string {
  return pounds.format(pence / 100);
}
