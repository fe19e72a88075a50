// The part of ./boot.ts for islands (`data-island`), which need React. React is fetched at the first press, key or focus on
// a page with islands, or when the pointer reaches one. Until an island is hydrated, events in it are held, then replayed.
import { pageAddress } from './addresses.ts';
import { closest } from './closest.ts';

/** If hydration takes longer than this (ms), held forms are submitted natively. */
const hydrationLimit = 8_000;

let hydrating = false;
let failed = false;

/** Starts React once, on pages with islands. If that fails, the page keeps working as plain HTML. */
function hydrate(): void {
  const app = pageAddress('app');
  if (hydrating || !app || !document.querySelector('[data-island]')) return;
  hydrating = true;
  start(app).catch(async () => {
    failed = true;
    // deferred.ts listens for `app-failed` and reloads the page, once (stale-build.ts).
    await import(/* @vite-ignore */ pageAddress('deferred') ?? '').catch(() => {});
    document.dispatchEvent(new Event('app-failed'));
  });
}

/**
 * Starts Waku's entry, `app`, when the modules of the page's islands have been fetched, and the payload: the output of the server
 * components for exactly this page, from which React hydrates it. React would replace a part that still waits for its modules by that
 * part's fallback if Waku's router updates meanwhile, as it does when the address has a fragment: a list, and the focus in it, would vanish.
 */
async function start(app: string): Promise<void> {
  const fetched = [app, ...(pageAddress('modules')?.split(' ') ?? [])].map(preload);
  // While the page is still being streamed, its payload has not arrived.
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const payload = document.getElementById('payload')?.textContent;
  // Without the payload React would render the page from scratch and lose what was typed in it.
  if (!payload) throw new Error('No payload');
  const response = new Response(JSON.parse(payload));
  await Promise.all(fetched);
  Object.assign(globalThis, { __WAKU_HYDRATE__: true, __WAKU_INITIAL_RSC__: { response: Promise.resolve(response) } });
  await import(/* @vite-ignore */ app);
}

/** Fetches a module. Resolves when that has ended, with or without success; at once in browsers that do not preload modules. */
const preload = (href: string) =>
  new Promise<unknown>((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href, onload: resolve, onerror: resolve });
    document.head.append(link);
    if (!link.relList.supports('modulepreload')) resolve(undefined);
  });

for (const intent of ['pointerdown', 'keydown', 'focusin']) document.addEventListener(intent, hydrate, { capture: true });
document.addEventListener('pointerover', (event) => closest(event, '[data-island]') && hydrate());

/**
 * Holds an event of an island that is not hydrated, and runs `replay` once it is, or `fallback` if that fails or takes too
 * long. After a fallback the island stays plain HTML.
 */
function replayAfterHydration(event: Event, replay: (island: HTMLElement) => void, fallback: () => void): void {
  const island = closest(event, '[data-island]');
  if (island?.dataset.island !== 'waiting' || failed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hydrate();
  const cancel = new AbortController();
  const giveUp = () => {
    clearTimeout(timer);
    cancel.abort();
    island.dataset.island = 'plain';
    fallback();
  };
  const timer = setTimeout(giveUp, hydrationLimit);
  const replayIfReady = () => {
    if (island.dataset.island !== 'ready') return;
    clearTimeout(timer);
    cancel.abort();
    replay(island);
  };
  document.addEventListener('island-ready', replayIfReady, { signal: cancel.signal });
  document.addEventListener('app-failed', giveUp, { signal: cancel.signal });
}

/** Submits a held form, or the one that React has replaced it with meanwhile. */
function submitHeldForm(island: HTMLElement, form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (form.isConnected) {
    form.requestSubmit(submitter);
    return;
  }
  const button = island.querySelector<HTMLElement>('form [type="submit"]');
  button?.focus({ preventScroll: true });
  button?.click();
}

/** The time the page was opened and a random key, so that the server recognises a form that is sent twice. */
const ticket = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
    const field = form.elements.namedItem('form_ticket');
    if (field instanceof HTMLInputElement) field.value = ticket;
    replayAfterHydration(
      event,
      (island) => submitHeldForm(island, form, submitter),
      // With the button that was pressed, because it may have its own `formaction`.
      () => form.requestSubmit(submitter),
    );
  },
  { capture: true },
);
document.addEventListener(
  'click',
  (event) => {
    const held = '[data-island] button[type="button"]:not([popovertarget])';
    const button = closest(event, held);
    if (!button) return;
    replayAfterHydration(
      event,
      () => button.click(),
      () => {},
    );
  },
  { capture: true },
);

// The server may send a dialog open, so that it is readable without scripts. With them it becomes modal; when it closes, the
// browser returns the focus to the button that had it before.
const opened = document.querySelector<HTMLDialogElement>('dialog[open]');
if (opened) {
  opened.close();
  document.querySelector<HTMLElement>(`[popovertarget="${opened.id}"]`)?.focus({ preventScroll: true });
  opened.showModal();
}
