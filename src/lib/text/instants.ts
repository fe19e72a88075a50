import { formatDate } from './dates.ts';

// Created on first use: it takes several ms, which would delay startup.
let time: Intl.DateTimeFormat | undefined;

/** Formats an instant as `21 November 2026, 14:02 GMT`, in UK time wherever the server and the visitor are. */
export function formatInstant(moment: Date): string {
  time ??= new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London', timeZoneName: 'short' });
  return `${formatDate(moment)}, ${time.format(moment)}`;
}
