// The script that stands in every page, the same in all, so that nothing a visitor does is lost from the first moment: what
// is done before ./deferred.ts has loaded is kept and replayed. The build bundles it with what it imports: it must stay small.
import './islands.ts';
import { pageAddress } from './addresses.ts';

/** What does not arrive within this time (ms) is done without: a held form is sent, a held link followed natively. */
const loadLimit = 8_000;

let isLoaded = false;
/** Of ./deferred.ts: it has loaded, and what it begins with is done. Whoever asked for it. */
const loaded = new Promise<boolean>((resolve) => {
  const markLoaded = () => {
    isLoaded = true;
    resolve(true);
  };
  document.addEventListener('deferred-ready', markLoaded, { once: true });
});
let loading: Promise<boolean> | undefined;

/**
 * Holds an event that needs ./deferred.ts, and runs `replay` once that has loaded, or `otherwise` when it fails or takes
 * too long. What was done first is done first.
 */
function replayAfterLoad(event: Event, replay: () => void, otherwise: () => void): void {
  if (isLoaded) return;
  event.preventDefault();
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, loadLimit, false));
  void Promise.race([load(), tooLate]).then((hasLoaded) => (hasLoaded ? replay() : otherwise()));
}

// A link onto the shortlist adds without leaving the page; a change of the list on its own page is known as one's own; buttons
// open and close dialogs by `command` in browsers that do not know it yet. These capture: React stops an event in parts of the
// page that it has not taken over yet.
const deferredTargets = `a[data-shortlist-add], a[data-shortlist-edit]${'command' in HTMLButtonElement.prototype ? '' : ', [commandfor]'}`;
document.addEventListener(
  'click',
  (event) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>(deferredTargets);
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    replayAfterLoad(
      event,
      () => pressed.click(),
      () => pressed instanceof HTMLAnchorElement && location.assign(pressed.href),
    );
  },
  { capture: true },
);
document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
    if (!form.matches('[data-shortlist-edit]')) return;
    replayAfterLoad(
      event,
      () => form.requestSubmit(submitter),
      () => form.submit(),
    );
  },
  { capture: true },
);

/** Loads ./deferred.ts once: everybody waits for the same promise, so that events are replayed in order. */
function load(): Promise<boolean> {
  loading ??= import(/* @vite-ignore */ pageAddress('deferred') ?? '').then(
    () => loaded,
    () => {
      loading = undefined;
      return isLoaded;
    },
  );
  return loading;
}

// What the deferred script puts in place of what is there must come before anybody has typed into it. Whoever comes from
// another page of the site has the script already.
if (document.querySelector('[data-shortlist]') || document.referrer.startsWith(`${location.origin}/`)) void load();
// A page in a tab that nobody looks at is painted later.
if (PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    void load();
  }).observe({ type: 'paint', buffered: true });
} else addEventListener('load', () => void load(), { once: true });
