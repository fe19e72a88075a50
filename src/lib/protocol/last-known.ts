/** The element that warns of possibly outdated figures: empty unless server/http/front/last-known.ts fills it in the response. */
export const lastKnownId = 'last-known';
/** The empty element as React renders it. */
export const lastKnownSlot = `<div id="${lastKnownId}"></div>`;
