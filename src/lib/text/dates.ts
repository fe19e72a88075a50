// Created on first use: it takes several ms, which would delay startup.
let long: Intl.DateTimeFormat | undefined;

/** Formats a date as `24 June 2025`, in UK time and in English whatever the visitor's locale. */
export function formatDate(date: Date): string {
  long ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });
  return long.format(date);
}
