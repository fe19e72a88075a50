const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });

/** `2025-06-24` as `24 June 2025`, as it is dated in London, whatever the visitor's own locale. */
export function formatDate(date: Date): string {
  return long.format(date);
}
