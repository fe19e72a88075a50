/** The element that warns of possibly outdated figures: empty unless server/http/front/ready-responses.ts fills it in the response. */
export const lastKnownId = 'last-known';
/** That element as React renders it, empty. */
export const lastKnownSlot = `<div id="${lastKnownId}"></div>`;
/** The elements above lists, filled likewise: why the list was not loaded, and its age. With another attribute they are not found. */
export const lastKnownListIds = { home: 'last-known-home', credits: 'last-known-credits' } as const;
/** The form that compares ticked projects, and the name under which a tab keeps them ticked on all pages of the list. */
export const compareForm = 'compare-ticked';
