// Helpers that every page loads once it has been painted, because nothing on it depends on them. Small, and bundled into one file.
import type { shortlistKey } from '#shared/lib/shortlist.ts';

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

/** Starts what the page needs, or has it look at the page again. The shortlist: if browser or page have one, or a form is to be kept. */
async function startIfNeeded(): Promise<void> {
  // If the tooltips do not load, the links that have one still lead to its full explanation.
  if (document.querySelector('[data-tip]')) void import('./tooltips.ts').then(({ catchUp }) => catchUp()).catch(() => {});
  if (!document.querySelector('[data-shortlist], [data-draft]') && !hasShortlist()) return;
  await loadShortlist()
    .then(({ startShortlist }) => startShortlist())
    .catch(() => {});
}

function hasShortlist(): boolean {
  try {
    // The type alone, because the value would bring all of shared/lib/shortlist.ts with it.
    return localStorage.getItem('carma.shortlist' satisfies typeof shortlistKey) !== null;
  } catch {
    // Storage is forbidden: the list lives in its address.
    return false;
  }
}

// ./boot.ts waits for this before it replays what it has held: the list is shown, and typed input saved, first.
globalThis.deferredReady = startIfNeeded();

// Loaded before a link is first pressed; if that fails, the press tries again. `pageIdle` is a global (src/types.d.ts).
if (document.querySelector('a[data-shortlist-add]')) void pageIdle.then(() => loadShortlist().catch(() => {}));

addEventListener('storage', startIfNeeded);
addEventListener('pageshow', ({ persisted }) => persisted && startIfNeeded());

// Captured, because React stops events in parts of the page that it has not hydrated yet.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-shortlist-add]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    loadShortlist().then(
      ({ followShortlistLink }) => followShortlistLink(link),
      () => location.assign(link.href),
    );
  },
  { capture: true },
);

// The calculator dispatches this event when it has added a project; the shortlist's note tells of it.
document.addEventListener('listed', (event) => {
  loadShortlist()
    .then(({ showNote }) => showNote((event as CustomEvent<string>).detail))
    .catch(() => {});
});

// Prefetching, and the manifest, which lets the site be added to a home screen. The manifest is not in the page's HTML, because
// browsers would then fetch it on load, whether the page has been painted or not.
const prefetch = document.querySelector<HTMLMetaElement>('meta[name="carma:prefetch"]')?.content;
document.head.append(
  Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: prefetch }),
  Object.assign(document.createElement('link'), { rel: 'manifest', href: '/site.webmanifest' }),
);

// When opening one disclosure closes another, keep the clicked one at its place on the screen.
document.addEventListener(
  'click',
  ({ target }) => {
    const summary = target instanceof Element ? target.closest('details[name] > summary') : null;
    if (!summary) return;
    const before = summary.getBoundingClientRect().top;
    requestAnimationFrame(() => scrollBy({ top: summary.getBoundingClientRect().top - before, behavior: 'instant' }));
  },
  { capture: true },
);

// A popover, such as the mobile menu, closes when the focus moves out of it, because it would cover the element that then has the focus.
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  const menu = target instanceof Element && target.closest<HTMLElement>('[popover="auto"]');
  if (menu && relatedTarget && !menu.contains(relatedTarget as Node)) menu.hidePopover();
});

// Filters that change the list in place, whose new links may be shortlisted or have tooltips. Without the script, filters load a page.
if (document.querySelector('#found'))
  void import('./catalogue.ts').then(({ startCatalogue }) => startCatalogue(startIfNeeded)).catch(() => {});

// The calendar on /book-call needs no React. It starts after the page's load event, so that a scheduling service that hangs
// does not keep the page loading.
const scheduler = document.querySelector<HTMLElement>('[data-scheduler]');
if (scheduler) {
  if (document.readyState === 'complete') startScheduler(scheduler);
  else addEventListener('load', () => startScheduler(scheduler), { once: true });
}

/**
 * Loads the scheduling service's script, named by `data-scheduler`, and reports progress in `data-state`: `loading`, then
 * `ready` once the service has inserted something, or `failed` on an error or timeout. A calendar that arrives late is still
 * shown. The page has no island, so React never conflicts with these changes.
 */
function startScheduler(panel: HTMLElement): void {
  const place = panel.querySelector('[data-scheduler-place]');
  const { scheduler: address } = panel.dataset;
  if (!place || !address) return;
  /** If the calendar does not appear within this time, the page reports a failure. */
  const limitMs = 8_000;
  const timer = setTimeout(() => settle('failed'), limitMs);
  const watch = new MutationObserver(() => {
    if (!place.hasChildNodes()) return;
    watch.disconnect();
    settle('ready');
  });
  watch.observe(place, { childList: true });
  const script = Object.assign(document.createElement('script'), { src: address });
  script.addEventListener('error', () => settle('failed'));
  document.head.append(script);

  /** Shows the notice of a state, if there is one, and hides the others. Their place is a live region, so the notice is announced. */
  function settle(state: 'ready' | 'failed'): void {
    clearTimeout(timer);
    panel.dataset.state = state;
    for (const notice of panel.querySelectorAll<HTMLElement>('[data-notice]')) notice.hidden = notice.dataset.notice !== state;
  }
}
