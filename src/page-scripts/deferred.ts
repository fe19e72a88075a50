// Helpers that every page loads once it has been painted, because nothing on it depends on them. Small, and bundled into one file.
import type { shortlistKey } from '#shared/lib/shortlist.ts';
import { startScheduler } from './scheduler.ts';

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

/** Starts ./shortlist.ts, or has it show the list again, if this browser has one, or the page shows one or a form whose input it keeps. */
async function startIfNeeded(): Promise<void> {
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

/** Resolves once the list is shown and stored, or that has failed. */
const shortlistReady: Promise<void> = startIfNeeded();

// Before the first press, which will try again if this fails.
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

// What the calculator has added is told in the shortlist's note.
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

/** In px. */
const scrollThreshold = 50;
// The header over the home hero turns solid past it. Browsers with scroll-driven animations do this in CSS.
if (!CSS.supports('animation-timeline: scroll()')) {
  const mark = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > scrollThreshold);
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}

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

// The mobile menu closes when the focus moves out of it, or it would cover what has the focus.
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  const menu = target instanceof Element && target.closest<HTMLElement>('[popover="auto"]');
  if (menu && relatedTarget && !menu.contains(relatedTarget as Node)) menu.hidePopover();
});

// A list that is changed in place has links of its own to mark as shortlisted. Without the script, filters load a page.
if (document.querySelector('#found'))
  void import('./catalogue.ts').then(({ startCatalogue }) => startCatalogue(startIfNeeded)).catch(() => {});

// If tooltips do not load, links lead to what they say.
if (document.querySelector('[data-tip]')) void import('./tooltips.ts').then(({ startTooltips }) => startTooltips()).catch(() => {});

// The calendar on /book-call needs no React. It starts after the page's load event, so that a scheduling service that hangs
// does not keep the page loading.
const scheduler = document.querySelector<HTMLElement>('[data-scheduler]');
if (scheduler) {
  if (document.readyState === 'complete') startScheduler(scheduler);
  else addEventListener('load', () => startScheduler(scheduler), { once: true });
}

// Held shortlist events are replayed after this (src/page-scripts/boot.ts), once typed input has been saved.
shortlistReady.then(() => document.dispatchEvent(new Event('deferred-ready')));
