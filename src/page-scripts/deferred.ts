// Helpers that every page loads once it has been painted, because nothing on it depends on them. Small, and bundled into one file.
import { speculationRules } from '#src/lib/search-engines/speculation-rules.ts';
import { startScheduler } from './scheduler.ts';
import { shortlistReady, startIfNeeded } from './shortlist/count.ts';
import { reloadOnce } from './stale-build.ts';

const scrollThreshold = 50;

// A chunk that an island needs, or React itself, could not be loaded: usually because a release has removed it.
addEventListener('vite:preloadError', (event) => void reloadOnce((event as Event & { payload?: unknown }).payload));
document.addEventListener('app-failed', () => void reloadOnce());

// Prefetching, and the manifest, which lets the site be added to a home screen. The manifest is not in the page's HTML, because
// browsers would then fetch it on load, whether the page has been painted or not.
document.head.append(
  Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: speculationRules }),
  Object.assign(document.createElement('link'), { rel: 'manifest', href: '/site.webmanifest' }),
);

// The header over the home hero turns solid past 50 px. Browsers with scroll-driven animations do this in CSS.
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
if (location.pathname === '/projects')
  void import('./catalogue.ts').then(({ startCatalogue }) => startCatalogue(startIfNeeded)).catch(() => {});

// The calendar on /book-call needs no React. It starts after the page's load event, so that a scheduling service that hangs
// does not keep the page loading.
const scheduler = document.querySelector<HTMLElement>('[data-scheduler]');
if (scheduler) {
  if (document.readyState === 'complete') startScheduler(scheduler);
  else addEventListener('load', () => startScheduler(scheduler), { once: true });
}

// Held shortlist events are replayed after this (src/page-scripts/boot.ts), once typed input has been saved.
shortlistReady.then(() => document.dispatchEvent(new Event('deferred-ready')));
