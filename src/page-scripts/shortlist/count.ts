// The part of the shortlist that every page loads: it looks whether there is one, and fetches ./shortlist.ts if so.

let coming: Promise<typeof import('./shortlist.ts')> | undefined;

/**
 * One promise for all who wait, so that what was pressed first is done first: a second import of the same file can be there
 * sooner, because the first also waits for what that imports. A failed one is not kept.
 */
function shortlist(): NonNullable<typeof coming> {
  coming ??= import('./shortlist.ts').catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

/** Fetches the rest where this browser keeps a list, or the page shows one. */
async function count(): Promise<void> {
  try {
    // The key is shortlistKey in src/lib/shortlist-address.ts; importing it would bring that file along.
    if (!localStorage.getItem('carma.shortlist') && !document.querySelector('[data-shortlist]')) return;
  } catch {
    // Storage is forbidden: the list lives in its address.
    return;
  }
  const { startShortlist } = await shortlist();
  startShortlist();
}

/** Resolves once the list is shown and kept, or could not be. */
export const counted: Promise<void> = count().catch(() => {});
addEventListener('storage', count);
addEventListener('pageshow', ({ persisted }) => persisted && count());

// Captured: React ends the way of an event in what it has not made its own yet.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-shortlist-add]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shortlist().then(
      ({ addByLink }) => addByLink(link),
      () => location.assign(link.href),
    );
  },
  { capture: true },
);
