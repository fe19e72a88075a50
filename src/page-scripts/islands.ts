// The part of ./boot.ts for islands (`data-island`), which need React. On a page with islands React is fetched when the page has loaded and
// the browser is idle (`pageIdle`, ./page.ts), or, before that, at the first press, key or focus, or when the pointer is over an island.
// Events in an island are held until the island is hydrated, then replayed.
import { closest, onCapture, pageAddress } from './page.ts';

/** If hydration takes longer than this, held forms are submitted natively. */
const hydrationLimitMs = 8_000;

const app = pageAddress('app');
const modules = pageAddress('modules')?.split(' ') ?? [];

/** Resolves when the page is complete, its payload included. */
const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
  else resolve();
});
let isHydrating = false;
/** Ends the hold that `holdServedPage` has begun. */
let release = () => {};
const releaseUnlessWaiting = () => {
  if (!document.querySelector('[data-island="waiting"]')) release();
};

/**
 * Starts React once, on pages with islands. If that fails, as after a release (docs/decisions/012), the page keeps working as HTML, and the
 * next touch tries again.
 */
function hydrate(): void {
  if (isHydrating || !app || !document.querySelector('[data-island]')) return;
  isHydrating = true;
  start(app).catch(() => {
    isHydrating = false;
    document.dispatchEvent(new Event('app-failed'));
  });
}

/** Fetches React (src/waku.client.tsx, which sets `hydratePage`) and the page's islands, and hydrates the page from its payload. */
async function start(url: string): Promise<void> {
  for (const href of [url, ...modules]) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  await parsed;
  const payload: string = JSON.parse(document.getElementById('payload')?.textContent ?? '');
  await import(/* @vite-ignore */ url);
  // React would otherwise wait for these modules in the middle of its work.
  await Promise.all(modules.map((href) => import(/* @vite-ignore */ href)));
  release = holdServedPage();
  await hydratePage(payload).catch((error: unknown) => {
    release();
    throw error;
  });
}

if (app) {
  void parsed.then(rememberServedPage);
  document.addEventListener('island-ready', releaseUnlessWaiting);
  for (const touch of ['pointerdown', 'keydown', 'focusin']) document.addEventListener(touch, hydrate, { capture: true });
  document.addEventListener('pointerover', (event) => closest(event, '[data-island]') && hydrate());
  void pageIdle.then(hydrate);
}

/**
 * Holds an event of an island that is not hydrated, and runs `replay` once it is. If that fails or takes too long, the island stays
 * HTML: `fallback` runs instead or, without one, `replay` still does if the island is hydrated later.
 */
function replayAfterHydration(event: Event, replay: () => void, fallback?: typeof replay): void {
  const island = closest(event, '[data-island]');
  if (island?.dataset.island !== 'waiting') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hydrate();
  const cancel = new AbortController();
  const giveUp = () => {
    clearTimeout(timer);
    if (fallback) cancel.abort();
    island.dataset.island = 'native';
    releaseUnlessWaiting();
    fallback?.();
  };
  const timer = setTimeout(giveUp, hydrationLimitMs);
  const replayIfReady = () => {
    if (island.isConnected && island.dataset.island !== 'ready') return;
    clearTimeout(timer);
    cancel.abort();
    replay();
  };
  document.addEventListener('island-ready', replayIfReady, { signal: cancel.signal });
  document.addEventListener('app-failed', giveUp, { signal: cancel.signal });
}

/** The time the page was opened and a random key, so that the server recognises a form that is sent twice. */
const ticket = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

onCapture('submit', (event) => {
  const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
  const field = form.elements.namedItem('form_ticket');
  if (field instanceof HTMLInputElement) field.value = ticket;
  // With the button that was pressed, because it may have its own `formaction`.
  const submit = () => {
    // If React has built the page anew, only the form that was pressed has what was typed. Outside of all islands it is not held again.
    if (!form.isConnected) document.body.append(form);
    form.requestSubmit(submitter);
  };
  replayAfterHydration(event, submit, submit);
});
onCapture('click', (event) => {
  const copier: (HTMLElement & { copied?: Promise<void> }) | null = closest(event, '[data-copy]');
  // Copied at once, because browsers let a page copy only while they handle the visitor's own press. The island reports whether that
  // succeeded. In an insecure context `clipboard` is absent: the async function makes that a failure of the copy, too.
  if (copier && event.isTrusted) {
    copier.copied = (async () => navigator.clipboard.writeText(copier.dataset.copy ?? ''))();
    copier.copied.catch(() => {});
  }
  const button = closest(event, '[data-island] button[type="button"]:not([popovertarget])');
  if (button) replayAfterHydration(event, () => button.click());
});

// Translators and extensions change the page: they replace its texts and insert elements. React expects the page as it was served, and
// would otherwise build it anew, losing what has been typed, what is open, and everything that is not in the payload.

/** The children of an element, with the text of those that are text. */
type Children = [ChildNode, string | null][];

/** Checks whether children are still to be completed: React begins a part that is streamed later with such a comment. */
const isPending = (children: Children) => children.some(([node]) => node instanceof Comment && /^\$[?~]/.test(node.data));

/** How many times elements are put back at most. An extension might answer each change with another, without end. */
const maxRestored = 20_000;

let served: Map<Element, Children> | undefined;

/** Remembers the children of every element below `<body>`. In `<body>` itself React bears with children that it does not know. */
function rememberServedPage(): void {
  served = new Map();
  for (const element of document.body.querySelectorAll('*')) {
    const children = childrenOf(element);
    if (!isPending(children)) served.set(element, children);
  }
}

/**
 * Puts the page back as it was served, and keeps it so until the returned function is called, which makes the changes again. Islands
 * that are hydrated may change meanwhile.
 */
function holdServedPage(): () => void {
  const changed = new Map<Element, Children>();
  let restored = 0;
  const restore = (element: Element) => {
    const children = served?.get(element);
    if (!children || !element.isConnected || isSame(childrenOf(element), children) || element.closest('[data-island="ready"]')) return;
    restored += 1;
    if (restored > maxRestored) return;
    changed.set(element, childrenOf(element));
    setChildren(element, children);
  };
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element) restore(element);
    }
    watch.takeRecords();
  });
  for (const element of served?.keys() ?? []) restore(element);
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => {
    watch.disconnect();
    for (const [element, children] of changed) {
      if (isSame(childrenOf(element), served?.get(element) ?? [])) setChildren(element, children);
    }
    changed.clear();
    served = undefined;
  };
}

function childrenOf(element: Element): Children {
  return [...element.childNodes].map((node) => [node, node.nodeType === Node.TEXT_NODE ? node.nodeValue : null]);
}

function isSame(one: Children, other: Children): boolean {
  return one.length === other.length && one.every(([node, text], index) => node === other[index]?.[0] && text === other[index][1]);
}

/** Gives an element these children. Children that stand in their place already are not moved, so that a field keeps the focus. */
function setChildren(element: Element, children: Children): void {
  const nodes = children.map(([node]) => node);
  for (const node of [...element.childNodes]) if (!nodes.includes(node)) node.remove();
  let next: ChildNode | null = null;
  for (const [node, text] of [...children].reverse()) {
    if (node.parentNode !== element || node.nextSibling !== next) element.insertBefore(node, next);
    if (text !== null && node.nodeValue !== text) node.nodeValue = text;
    next = node;
  }
}
