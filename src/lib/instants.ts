const instant = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
  timeZoneName: 'short',
});

/** A moment as `21 Nov 2026, 14:02 GMT`: UK time, whatever the server's or the visitor's own. */
export function formatInstant(moment: Date): string {
  return instant.format(moment);
}
