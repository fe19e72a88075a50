// Created on first use: each takes several ms, which would delay startup.
let dayFormat: Intl.DateTimeFormat | undefined;
let timeFormat: Intl.DateTimeFormat | undefined;

/** Formats a date as `24 June 2025`, in UK time and in English whatever the visitor's locale. */
export function formatDate(date: Date): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });
  return dayFormat.format(date);
}

/** Formats an instant as `21 November 2026, 14:02 London time`, wherever the server and the visitor are. */
export function formatInstant(moment: Date): string {
  timeFormat ??= new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' });
  return `${formatDate(moment)}, ${timeFormat.format(moment)} London time`;
}
