/** VAT on carbon credits, in per cent: the UK's standard rate. https://www.gov.uk/vat-rates */
export const vatPercent = 20;

/** Tonnes that one line may hold; a credit is one tonne, so there are no parts of one. */
export const tonnesLimit = { min: 1, max: 1_000_000 } as const;

/** Pence that a tonne may cost here: £1,000,000. With the other limits, every sum stays an exact integer. */
export const priceLimit = 100_000_000;

/** Lines of one basket. */
export const linesLimit = 20;

/** A price in pence a tonne, excl. VAT, and how many tonnes. */
export type BasketLine = { pricePerCredit: number; tonnes: number };

/** What a basket costs, in pence. `lines` are in the order of the basket, excl. VAT. */
export type BasketCost = { lines: number[]; subtotal: number; vat: number; total: number };

/**
 * What a basket costs, in whole pence: each line is price times tonnes, the subtotal is their sum, and VAT is charged
 * once, on the subtotal, rounded half up to the penny. lines + VAT = total, to the penny.
 * @throws RangeError when a price, a number of tonnes or the number of lines is beyond its limit.
 */
export function costOf(basket: readonly BasketLine[]): BasketCost {
  return costAt(basket, vatPercent);
}

/** `costOf` at another time's VAT, in whole per cent up to 100. @throws as `costOf`. */
export function costAt(basket: readonly BasketLine[], percent: number): BasketCost {
  if (basket.length > linesLimit) throw new RangeError(`A basket has at most ${linesLimit} lines`);
  const lines = basket.map(lineCost);
  const subtotal = lines.reduce((sum, line) => sum + line, 0);
  const vat = vatOn(subtotal, percent);
  return { lines, subtotal, vat, total: subtotal + vat };
}

/** Pence of VAT on an amount in pence, rounded half up. Whole pounds go first, so that nothing is multiplied too far. */
export function vatOn(pence: number, percent: number = vatPercent): number {
  const rest = pence % 100;
  return ((pence - rest) / 100) * percent + Math.floor((rest * percent + 50) / 100);
}

/** A whole number, in one piece or in groups of three digits. */
const wholeNumber = /^(?:\d{1,15}|\d{1,3}([,\s])\d{3}(?:\1\d{3}){0,3})$/;

/**
 * `1200`, `1,200` or `1 200` as 1200; null for anything but a whole number of at least one tonne. `12,5` is null too: to half of
 * Europe it is twelve and a half.
 */
export function parseTonnes(text: string): number | null {
  const trimmed = text.trim();
  if (!wholeNumber.test(trimmed)) return null;
  const tonnes = Number(trimmed.replace(/[\s,]/g, ''));
  return tonnes >= tonnesLimit.min ? tonnes : null;
}

/** How many tonnes are reckoned with, and why it is not the number that was asked for. */
export type ChosenTonnes = { tonnes: number; changed?: 'unreadable' | 'available' | 'limit' };

/**
 * The tonnes that can be reckoned with: those asked for, at most what is available and what a line may hold. Where
 * nothing readable was asked for, `otherwise`, under the same limits. 0 where nothing is available.
 */
export function chooseTonnes({
  asked,
  available,
  otherwise,
}: {
  asked: string | null;
  available: number;
  otherwise: number;
}): ChosenTonnes {
  const most = Math.min(available, tonnesLimit.max);
  const read = asked === null ? null : parseTonnes(asked);
  if (read === null) return { tonnes: Math.min(otherwise, most), ...(asked === null ? {} : { changed: 'unreadable' }) };
  if (read <= most) return { tonnes: read };
  return { tonnes: most, changed: available > tonnesLimit.max ? 'limit' : 'available' };
}

function lineCost({ pricePerCredit, tonnes }: BasketLine): number {
  if (!Number.isInteger(pricePerCredit) || pricePerCredit < 0 || pricePerCredit > priceLimit) {
    throw new RangeError(`A price is 0 to ${priceLimit} whole pence`);
  }
  if (!Number.isInteger(tonnes) || tonnes < tonnesLimit.min || tonnes > tonnesLimit.max) {
    throw new RangeError(`A line holds ${tonnesLimit.min} to ${tonnesLimit.max} whole tonnes`);
  }
  return pricePerCredit * tonnes;
}
