/** The element that warns of possibly outdated figures: empty unless server/http/page/last-known.ts fills it in the response. */
export const lastKnownId = 'last-known';
/** The empty element as React renders it. */
export const lastKnownSlot = `<div id="${lastKnownId}"></div>`;

// Created on first use: it takes several ms, which would delay startup.
let time: Intl.DateTimeFormat | undefined;
let day: Intl.DateTimeFormat | undefined;

/** Returns the element with its notice. `at`: when the figures were last known to be current. */
export function lastKnownNotice(at: Date): string {
  time ??= new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  day ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const words = `Figures as of <time datetime="${at.toISOString()}">${time.format(at)} UTC on ${day.format(at)}</time>. We cannot check at the moment whether they have changed.`;
  return `<div id="${lastKnownId}"><p role="status">${words}</p></div>`;
}
