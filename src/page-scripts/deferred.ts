// What every page loads once it has been painted: helpers that nothing on the page waits for. Small, and bundled into one file.
import { speculationRules } from '#src/lib/speculation-rules.ts';
import { startScheduler } from './scheduler.ts';
import { counted } from './shortlist/count.ts';
import { reloadOnce } from './stale-build.ts';

const scrollThreshold = 50;

// A piece of code that an island wants, or React itself, is gone, as after a release.
addEventListener('vite:preloadError', () => void reloadOnce());
document.addEventListener('app-failed', () => void reloadOnce());

// Pages are fetched when a visitor is about to open them; the site can be put on a home screen. In a page, browsers would
// fetch the manifest as soon as that is loaded, painted or not.
document.head.append(
  Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: speculationRules }),
  Object.assign(document.createElement('link'), { rel: 'manifest', href: '/site.webmanifest' }),
);

// The header over the home hero turns solid past 50 px; in CSS where the browser can tie an animation to the scroll.
if (!CSS.supports('animation-timeline: scroll()')) {
  const mark = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > scrollThreshold);
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}

// Where one disclosure closes as another opens, the one that was clicked stays where it is on the screen.
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

// Buttons that open and close dialogs by `command`, for browsers that do not know it yet.
if (!('command' in HTMLButtonElement.prototype)) {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button[commandfor]') : null;
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
      if (!(dialog instanceof HTMLDialogElement)) return;
      if (button?.getAttribute('command') === 'show-modal') dialog.showModal();
      else dialog.close();
    },
    { capture: true },
  );
}

// The calendar on /book-call starts by itself and needs no React. Only then the page is loaded: a service that hangs must
// not keep it loading.
const scheduler = document.querySelector<HTMLElement>('[data-scheduler]');
if (scheduler) {
  if (document.readyState === 'complete') startScheduler(scheduler);
  else addEventListener('load', () => startScheduler(scheduler), { once: true });
}

// What is pressed in a shortlist waits for this (src/page-scripts/boot.ts): by then what is typed there is kept.
counted.then(() => document.dispatchEvent(new Event('deferred-ready')));
