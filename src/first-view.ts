// The script that stands in every page (server/http/finish-html.ts), so that nothing a visitor does is lost from the first
// moment: what is done before ./after-view.ts is there is kept and done again. Pages with islands have ./first-islands.ts
// before it. It imports nothing: what is not needed before the page has been painted comes after that.

/** What does not arrive within this time (ms) is done without: a held form is sent, a held link followed natively. */
const restLimit = 8_000;

const page = document.getElementById('page-app')?.dataset;

/** Of ./after-view.ts: whether it has come, and what it begins with is done. Whoever asked for it. */
let restIsThere = false;
const arrival = new Promise<boolean>((resolve) => {
  const come = () => {
    restIsThere = true;
    resolve(true);
  };
  document.addEventListener('rest-ready', come, { once: true });
});
let rest: Promise<boolean> | undefined;

/**
 * Holds what needs ./after-view.ts, and runs `again` once that is there, or `otherwise` when it fails or takes too long. What
 * was done first is done first.
 */
function holdUntilRest(event: Event, again: () => void, otherwise: () => void): void {
  if (restIsThere) return;
  event.preventDefault();
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, restLimit, false));
  void Promise.race([loadRest(), tooLate]).then((hasCome) => (hasCome ? again() : otherwise()));
}

// A link onto the shortlist adds without leaving the page; a change of the list on its own page is known as one's own; buttons open
// and close dialogs by `command` in browsers that do not know it yet. These capture: React ends the way of an event in what
// it has not made its own yet.
const ofTheRest = `a[data-shortlist-add], a[data-shortlist-edit]${'command' in HTMLButtonElement.prototype ? '' : ', [commandfor]'}`;
document.addEventListener(
  'click',
  (event) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>(ofTheRest);
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    holdUntilRest(
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
    holdUntilRest(
      event,
      () => form.requestSubmit(submitter),
      () => form.submit(),
    );
  },
  { capture: true },
);

/** One promise for all who wait, so that what was pressed first is done first. The page works without what it brings. */
function loadRest(): Promise<boolean> {
  rest ??= import(/* @vite-ignore */ page?.after ?? '').then(
    () => arrival,
    () => {
      rest = undefined;
      return restIsThere;
    },
  );
  return rest;
}

// Where a place of the page is to be found again, all of it is laid out now (src/styles/base.css); and as soon as somebody scrolls,
// so that nothing above what is read changes its height later.
const layOut = () => void document.documentElement.toggleAttribute('data-laid-out', true);
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (visit?.type !== 'navigate' || location.hash) layOut();
else addEventListener('scroll', layOut, { once: true });

// What the rest puts in place of what is there must come before anybody has typed into it. Whoever comes from another page of
// the site has it already, and the fonts that it brings.
if (document.querySelector('[data-shortlist]') || document.referrer.startsWith(`${location.origin}/`)) void loadRest();
// A page in a tab that nobody looks at is painted later.
if (PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    void loadRest();
  }).observe({ type: 'paint', buffered: true });
} else addEventListener('load', () => void loadRest(), { once: true });

export {};
