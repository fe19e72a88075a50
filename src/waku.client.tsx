// The browser's entry. Pages are native first, so React is fetched only when a visitor touches something that needs it:
// an island (`data-island`). Until an island is ready, what is done in it is kept and done again for it, never lost.

/** If React does not arrive within this time (ms), a held form is sent natively. */
const hydrationLimit = 8_000;
const scrollThreshold = 50;

let hydrating = false;

function hydrate(): void {
  if (hydrating || !document.querySelector('[data-island]')) return;
  hydrating = true;
  import('./hydrate.tsx').catch(() => {
    hydrating = false;
  });
}

for (const intent of ['pointerdown', 'keydown', 'touchstart', 'focusin']) {
  document.addEventListener(intent, hydrate, { capture: true, passive: true });
}
document.addEventListener('pointerover', ({ target }) => target instanceof Element && target.closest('[data-island]') && hydrate(), {
  passive: true,
});

/** Holds an event of an island that is not ready, and runs `again` once it is, or `otherwise` when that takes too long. */
function holdUntilReady(event: Event, again: () => void, otherwise: () => void): void {
  const island = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island]') : null;
  if (!island || island.dataset.island === 'ready') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hydrate();
  const cancel = new AbortController();
  const timer = setTimeout(() => {
    cancel.abort();
    otherwise();
  }, hydrationLimit);
  const retry = () => {
    if (island.dataset.island !== 'ready') return;
    clearTimeout(timer);
    cancel.abort();
    again();
  };
  document.addEventListener('island-ready', retry, { signal: cancel.signal });
}

document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
    holdUntilReady(
      event,
      () => form.requestSubmit(submitter),
      () => form.submit(),
    );
  },
  { capture: true },
);
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island] button[type="button"]') : null;
    if (!button || button.hasAttribute('command') || button.hasAttribute('popovertarget')) return;
    holdUntilReady(
      event,
      () => button.click(),
      () => {},
    );
  },
  { capture: true },
);

// The header over the home hero turns solid past 50 px; in CSS where the browser can tie an animation to the scroll.
if (!CSS.supports('animation-timeline: scroll()')) {
  const mark = () => document.documentElement.toggleAttribute('data-scrolled', scrollY > scrollThreshold);
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}

// Buttons that open and close dialogs by `command`, for browsers that do not know it yet.
if (!('command' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal();
    else dialog.close();
  });
}

// Where one disclosure closes as another opens, the one that was clicked stays where it is on the screen.
document.addEventListener('click', ({ target }) => {
  const summary = target instanceof Element ? target.closest('details[name] > summary') : null;
  if (!summary) return;
  const before = summary.getBoundingClientRect().top;
  requestAnimationFrame(() => scrollBy({ top: summary.getBoundingClientRect().top - before, behavior: 'instant' }));
});

// A dialog that the server sent open is readable without scripts; with them it becomes modal.
const opened = document.querySelector<HTMLDialogElement>('dialog[open]');
if (opened) {
  opened.close();
  opened.showModal();
}

// The calendar on /book-call starts by itself and needs no React.
const scheduler = document.querySelector<HTMLElement>('[data-scheduler]');
if (scheduler) import('./scheduler.ts').then(({ startScheduler }) => startScheduler(scheduler));

// The shortlist's count in the header, and links that add to it.
import './shortlist-count.ts';
