// Created on first use: it takes several ms, which would delay startup.
let instant: Intl.DateTimeFormat | undefined;

/** Formats an instant as `21 Nov 2026, 14:02 GMT`, in UK time wherever the server and the visitor are. */
export function formatInstant(moment: Date): string {
  instant ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/London',
    timeZoneName: 'short',
  });
  return instant.format(moment);
}
