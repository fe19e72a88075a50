/** Codes (ISO 4217) of the currencies in which carbon credits and their projects are paid, besides pounds, and what stands for them. */
const names = new Set(
  (
    'usd eur chf jpy aud cad inr cny nok sek dkk isk pln czk huf ron bgn try rub uah zar brl mxn ars clp cop pen uyu crc sgd hkd twd krw ' +
    'thb idr myr php vnd nzd aed sar qar ils egp mad ngn kes ghs tzs ugx etb pkr bdt lkr npr euro euros dollar dollars franc francs krone ' +
    'kroner kronor kronur yen yuan rmb rupee rupees rand reais kr zł kč ft lei лв руб rs rp rm r'
  ).split(' '),
);

/**
 * Checks whether a sentence, such as a title above a table, names a currency that prices are not in: by its sign, a word of some length, a
 * code in capitals ("COP 30" is a conference), or any of them after "in".
 */
export function tellsOfOtherCurrency(sentence: string): boolean {
  const found = sentence.match(/\bin \p{L}+|\b\p{L}+(?! ?\d)|\p{Sc}/gu) ?? [];
  return found.some((part) =>
    part.startsWith('in ') || part.length > 3 || /^(?:[A-Z]{3}|\p{Sc})$/u.test(part) ? namesOtherCurrency(part.replace(/^in /, '')) : false,
  );
}

/** Checks whether a text is nothing but a currency that prices are not in, or what is paid for one unit: "USD", "€/t". */
export function isOtherCurrency(text: string): boolean {
  return (
    /^(?:[A-Z]{1,3}\$?|\p{Sc})(?: ?(?:\/|per ) ?\w+)?$/u.test(text) &&
    namesOtherCurrency(text.split(/\/| per /)[0] ?? '') &&
    !/^[A-Z]{1,2}$/.test(text)
  );
}

/** Checks whether a text names a currency that prices are not in, by its sign, code or word. */
export function namesOtherCurrency(text: string): boolean {
  const found = text.toLowerCase().match(/\p{L}+|\p{Sc}/gu) ?? [];
  return found.some((part) => names.has(part) || (part !== '£' && /\p{Sc}/u.test(part)));
}
