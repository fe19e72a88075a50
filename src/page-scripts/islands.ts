// The part of ./boot.ts that is about islands (`data-island`), which need React. Pages are native first: React is
// fetched only when a visitor touches an island. Until that is ready, what is done in it is held and replayed.
import { pageAddress } from './addresses.ts';

/** What does not arrive within this time (ms) is done without: a held form is sent natively. */
const hydrationLimit = 8_000;

let hydrating = false;
let failed = false;

/** Starts React once, on pages that have something for it. Where that fails the page goes on as plain HTML. */
function hydrate(): void {
  const app = pageAddress('app');
  if (hydrating || !app || !document.querySelector('[data-island]')) return;
  hydrating = true;
  start(app).catch(async () => {
    failed = true;
    // deferred.ts listens for `app-failed` and loads the page anew, once (stale-build.ts).
    await import(/* @vite-ignore */ pageAddress('deferred') ?? '').catch(() => {});
    document.dispatchEvent(new Event('app-failed'));
  });
}

/**
 * Starts Waku's entry, `app`. What the page's islands need is fetched beside it instead of after it, and so is the payload:
 * what the server components of this very page answered, from which React takes the page over as it stands.
 */
async function start(app: string): Promise<void> {
  for (const href of pageAddress('modules')?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  // The payload of a page that is still arriving is not whole either.
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const response = await fetch(pageAddress('payload') ?? '');
  // Without it React would take the page apart and lose what is typed in it.
  if (!response.ok) throw new Error(`No payload: ${response.status}`);
  Object.assign(globalThis, { __WAKU_HYDRATE__: true, __WAKU_INITIAL_RSC__: { response: Promise.resolve(response) } });
  await import(/* @vite-ignore */ app);
}

for (const intent of ['pointerdown', 'keydown', 'focusin']) {
  document.addEventListener(intent, hydrate, { capture: true, passive: true });
}
document.addEventListener('pointerover', ({ target }) => target instanceof Element && target.closest('[data-island]') && hydrate(), {
  passive: true,
});

/**
 * Holds an event of an island that is not ready, and runs `again` once it is, or `otherwise` when that takes too long: from
 * then on it is as plain as the rest of the page.
 */
function holdUntilReady(event: Event, again: (island: HTMLElement) => void, otherwise: () => void): void {
  const island = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island]') : null;
  if (island?.dataset.island !== 'waiting' || failed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hydrate();
  const cancel = new AbortController();
  const giveUp = () => {
    clearTimeout(timer);
    cancel.abort();
    island.dataset.island = 'plain';
    otherwise();
  };
  const timer = setTimeout(giveUp, hydrationLimit);
  const retry = () => {
    if (island.dataset.island !== 'ready') return;
    clearTimeout(timer);
    cancel.abort();
    again(island);
  };
  document.addEventListener('island-ready', retry, { signal: cancel.signal });
  document.addEventListener('app-failed', giveUp, { signal: cancel.signal });
}

/** Sends a held form, or the one that React has put in its place while the code was on its way. */
function sendAgain(island: HTMLElement, form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (form.isConnected) {
    form.requestSubmit(submitter);
    return;
  }
  const button = island.querySelector<HTMLElement>('form [type="submit"]');
  button?.focus({ preventScroll: true });
  button?.click();
}

/** When the page was opened, and a key of this visit: makes a form that is sent twice one message. */
const ticket = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
    const field = form.elements.namedItem('form_ticket');
    if (field instanceof HTMLInputElement) field.value = ticket;
    holdUntilReady(
      event,
      (island) => sendAgain(island, form, submitter),
      // With the button that was pressed, which may say where it goes.
      () => form.requestSubmit(submitter),
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

// A dialog that the server sent open is readable without scripts; with them it becomes modal.
const opened = document.querySelector<HTMLDialogElement>('dialog[open]');
if (opened) {
  opened.close();
  opened.showModal();
}
