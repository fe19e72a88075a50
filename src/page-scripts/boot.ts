// The inline script of every page, identical in all, behind the page's shell. It makes sure that no action of the visitor is lost:
// what happens before ./deferred.ts has loaded is held and replayed. The build bundles it with its imports, so it must stay small.
import './dialogs.ts';
import './islands.ts';
import { closest, onCapture, pageAddress } from './page.ts';

/** If ./deferred.ts takes longer than this, held forms are submitted and held links followed natively. */
const loadLimitMs = 8_000;

let isLoaded = false;
let loading: Promise<boolean> | undefined;

/**
 * Holds an event that needs ./deferred.ts, and runs `replay` once that has loaded, or `fallback` if it fails or takes too
 * long. Events are replayed in order.
 */
function replayAfterLoad(event: Event, replay: () => void, fallback: () => void): void {
  if (isLoaded) return;
  event.preventDefault();
  // ./deferred.ts may listen already, while its setup goes on: it would handle the event twice.
  event.stopImmediatePropagation();
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, loadLimitMs, false));
  void Promise.race([load(), timeout]).then((hasLoaded) => (hasLoaded ? replay() : fallback()));
}

// Links that add to the shortlist without leaving the page, and links that edit the list on its own page.
const deferredTargets = 'a[data-shortlist-add], a[data-shortlist-edit]';
onCapture('click', (event) => {
  const target = closest(event, deferredTargets);
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  replayAfterLoad(
    event,
    () => target.click(),
    () => target instanceof HTMLAnchorElement && location.assign(target.href),
  );
});
onCapture('submit', (event) => {
  const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
  if (!form.matches('[data-shortlist-edit]')) return;
  replayAfterLoad(
    event,
    () => form.requestSubmit(submitter),
    // Not `requestSubmit`, whose event would be held as well.
    () => form.submit(),
  );
});

// Here, because it is shorter than holding the press until another script has loaded.
document.addEventListener('click', (event) => closest(event, '[data-print]') && print());

/** Loads ./deferred.ts once, with its setup (`deferredReady`: src/types.d.ts). All get one promise: events are replayed in order. */
function load(): Promise<boolean> {
  loading ??= import(/* @vite-ignore */ pageAddress('deferred') ?? '')
    .then(() => deferredReady)
    .then(() => true)
    .catch(() => false)
    .then((hasLoaded) => {
      isLoaded = hasLoaded;
      if (!hasLoaded) loading = undefined;
      return hasLoaded;
    });
  return loading;
}

/** Scrolled further (px; product.md, section 9), the header over the home hero turns solid. */
const scrollThreshold = 50;
const markScrolled = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > scrollThreshold);
document.addEventListener('scroll', markScrolled, { passive: true });
// Here, because ./deferred.ts may still be loading when the page is scrolled, or never come.
markScrolled();

// On the shortlist page the deferred script may replace the content, which must happen before the visitor starts typing. A
// visitor who comes from another page of the site already has the script in cache.
if (document.querySelector('[data-shortlist]') || document.referrer.startsWith(`${location.origin}/`)) void load();
// Wait for the first paint, which comes late in a background tab.
if (PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    void load();
  }).observe({ type: 'paint', buffered: true });
} else addEventListener('load', () => void load(), { once: true });
