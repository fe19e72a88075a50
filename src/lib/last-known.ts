/** Where a page says that its figures may be old: empty, unless server/http/page/last-known.ts fills it in what is sent. */
export const lastKnownId = 'last-known';
/** The empty place as React writes it. */
export const lastKnownSlot = `<div id="${lastKnownId}"></div>`;

// Made when first needed: it takes some ms, which a start has no time for.
let time: Intl.DateTimeFormat | undefined;
let day: Intl.DateTimeFormat | undefined;

/** The place with its words, for figures that were certain at this moment, in UTC. */
export function lastKnownNotice(at: Date): string {
  time ??= new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  day ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const words = `Figures as of <time datetime="${at.toISOString()}">${time.format(at)} UTC on ${day.format(at)}</time>. We cannot check at the moment whether they have changed.`;
  return `<div id="${lastKnownId}"><p role="status">${words}</p></div>`;
}
