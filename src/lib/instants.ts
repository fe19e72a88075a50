// Made when first needed: it takes some ms, which a start has no time for.
let instant: Intl.DateTimeFormat | undefined;

/** A moment as `21 Nov 2026, 14:02 GMT`: UK time, whatever the server's or the visitor's own. */
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
