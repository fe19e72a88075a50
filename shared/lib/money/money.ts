import { linesLimit, priceLimit, tonnesLimit } from '#shared/schemas/limits.ts';
import type { Project } from '#shared/schemas/project.ts';
import { formatCount } from '#verify/text.ts';

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

/** VAT on carbon credits, in per cent: the UK's standard rate. https://www.gov.uk/vat-rates */
export const vatPercent = 20;

/** A price in pence per tonne, excl. VAT, and a number of tonnes. */
type BasketLine = { pricePerCredit: number; tonnes: number };

/** The cost of a basket, in pence. */
export type BasketCost = { subtotal: number; vat: number; total: number };

/**
 * Returns the cost of a basket, in whole pence. Each line is price times tonnes, the subtotal is their sum, and VAT is
 * charged once, on the subtotal, rounded half up to the penny, so that lines + VAT = total exactly. `percent`: a VAT rate that applied
 * earlier, whole, from 0 to 100.
 * @throws RangeError if a price, a number of tonnes or the number of lines exceeds its limit.
 */
export function costOf(basket: readonly BasketLine[], percent: number = vatPercent): BasketCost {
  if (basket.length > linesLimit) throw new RangeError(`A basket has at most ${linesLimit} lines`);
  const subtotal = basket.reduce((sum, line) => sum + lineCost(line), 0);
  const vat = vatOn(subtotal, percent);
  return { subtotal, vat, total: subtotal + vat };
}

/** Returns the VAT on an amount, both in pence, rounded half up. Whole pounds are taxed separately, so that no product overflows. */
export function vatOn(pence: number, percent: number = vatPercent): number {
  const remainder = pence % 100;
  return ((pence - remainder) / 100) * percent + Math.floor((remainder * percent + 50) / 100);
}

/** Returns the largest subtotal (pence, excl. VAT) whose total with VAT is not above `total` pence. */
export function subtotalWithin(total: number): number {
  // Divided first, so that no product overflows. The subtotal is at most a pound more than these whole pounds.
  const whole = Math.floor(total / (100 + vatPercent)) * 100;
  let subtotal = whole + 100;
  while (subtotal > 0 && subtotal + vatOn(subtotal) > total) subtotal -= 1;
  return subtotal;
}

/** Returns what a line costs, in pence. @throws RangeError if its price or its tonnes exceed their limits. */
export function lineCost({ pricePerCredit, tonnes }: BasketLine): number {
  if (!Number.isInteger(pricePerCredit) || pricePerCredit < 1 || pricePerCredit > priceLimit)
    throw new RangeError(`A price is 1 to ${priceLimit} whole pence`);
  if (!Number.isInteger(tonnes) || tonnes < tonnesLimit.min || tonnes > tonnesLimit.max)
    throw new RangeError(`A line holds ${tonnesLimit.min} to ${tonnesLimit.max} whole tonnes`);
  return pricePerCredit * tonnes;
}
