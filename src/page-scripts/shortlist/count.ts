// The part of the shortlist that every page loads: it fetches ./shortlist.ts if there is a shortlist.

let loading: Promise<typeof import('./shortlist.ts')> | undefined;

/**
 * Loads ./shortlist.ts. Every caller gets the same promise, so that clicks are handled in order: a second `import()` can
 * resolve before the first, which also waits for the module's own imports. After a failure the next call tries again.
 */
function loadShortlist(): NonNullable<typeof loading> {
  loading ??= import('./shortlist.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Starts ./shortlist.ts if this browser has a shortlist or the page shows one; started, it shows it again. */
export async function startIfNeeded(): Promise<void> {
  try {
    // This is shortlistKey; importing it would pull in all of src/lib/shortlist/shortlist-address.ts.
    if (!localStorage.getItem('carma.shortlist') && !document.querySelector('[data-shortlist]')) return;
  } catch {
    // Storage is forbidden: the list lives in its address.
    return;
  }
  const { startShortlist } = await loadShortlist();
  startShortlist();
}

/** Resolves once the list is shown and stored, or that has failed. */
export const shortlistReady: Promise<void> = startIfNeeded().catch(() => {});

// Before the first press, which will try again if this fails.
if (document.querySelector('a[data-shortlist-add]')) void pageIdle.then(() => loadShortlist().catch(() => {}));

addEventListener('storage', startIfNeeded);
addEventListener('pageshow', ({ persisted }) => persisted && startIfNeeded());

// Captured, because React stops events in parts of the page that it has not hydrated yet.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-shortlist-add]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    loadShortlist().then(
      ({ followShortlistLink }) => followShortlistLink(link),
      () => location.assign(link.href),
    );
  },
  { capture: true },
);
