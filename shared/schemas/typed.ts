// What people type into fields, and the days that they mean: without zod, because pages read it before any schema is loaded.
import { fill, formatDay } from '#verify/text.ts';

const units = { tonnes: /\s?(?:t|tonnes?|tCO[2₂]e)$/i, years: /\s?years?$/i };

/** A whole number of at most 15 digits, with or without separators between thousands, or in thousands (`40k`). `0,500` is a half. */
const wholeNumber = /^(\d{1,15}|[1-9]\d{0,2}([,\s])\d{3}(?:\2\d{3}){0,3})(k?)$/i;

/**
 * Parses a number of tonnes or years, alone or with its unit: `1200`, `1,200`, `1 200`, `40k` and `900 t`. Returns null for anything but a
 * whole number, including `12,5`, which half of Europe reads as twelve and a half.
 */
export function readCount(text: string, unit: keyof typeof units = 'tonnes'): number | null {
  const [, digits, , k] = wholeNumber.exec(text.trim().replace(units[unit], '')) ?? [];
  const count = digits === undefined ? Number.NaN : Number(digits.replace(/\D/g, '')) * (k ? 1_000 : 1);
  // An address has all the digits of `40k`, and is read again: no more than fifteen.
  return count < 10 ** 15 ? count : null;
}

/** Parses tonnes as `readCount` does: null for anything but a whole number of at least one. */
export const parseTonnes = (text: string): number | null => readCount(text) || null;

export const dayTexts = {
  wrong: 'Enter the whole date: day, month and year.',
  tooEarly: 'We answer within 24 hours, so the earliest day is tomorrow.',
  near: 'With {left} left: after you accept our quote, the registry has to retire the credits and confirm it. Ask us first whether {day} can be kept.',
} as const;

/** Whoever needs credits in fewer days than these is told to ask first; decisions.md, "Forms". */
const shortNoticeDays = 30;

/** Returns a day in London, as 2026-12-07: today, or so many days later. */
export function dayIn(days = 0, now = new Date()): string {
  // Swedish dates are ISO 8601.
  const today = now.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether we can have answered by a day: it is tomorrow, or later. */
export const isTimely = (day: string) => day >= dayIn(1);

/** Says that a day by which credits are needed is near, as seen at `now`; undefined: it is not. */
export function nearDayText(day: string | null | undefined, now?: Date): string | undefined {
  if (!day) return undefined;
  const left = (Date.parse(day) - Date.parse(dayIn(0, now))) / 86_400_000;
  if (!(left > 0 && left < shortNoticeDays)) return undefined;
  return fill(dayTexts.near, { left: left === 1 ? '1 day' : `${left} days`, day: formatDay(day) });
}
