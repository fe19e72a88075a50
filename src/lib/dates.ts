// Made when first needed: it takes some ms, which a start has no time for.
let long: Intl.DateTimeFormat | undefined;

/** `2025-06-24` as `24 June 2025`, as it is dated in London, whatever the visitor's own locale. */
export function formatDate(date: Date): string {
  long ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' });
  return long.format(date);
}
