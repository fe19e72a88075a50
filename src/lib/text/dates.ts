// Created on first use: it takes several ms, which would delay startup.
let long: Intl.DateTimeFormat | undefined;

/** Formats a date as `24 June 2025`, in UK time and in English whatever the visitor's locale. */
export function formatDate(date: Date): string {
  long ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });
  return long.format(date);
}

/** Formats a day, given as `2026-12-07`, as `7 December 2026`. */
export function formatDay(day: string): string {
  return formatDate(new Date(day));
}
