// Only ./boot.ts, with its parts, may import this: what two scripts import becomes a file of its own, which an inline script cannot have.

/** Returns an address that the page passes to its scripts in a `<meta>` (server/http/page/render-html.ts); undefined if absent. */
export function pageAddress(name: 'deferred' | 'app' | 'modules'): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="carma:${name}"]`)?.content;
}

/** Returns the element that an event happened in and that matches the selector: its target or an ancestor. */
export function closest({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

/** Listens on the way down, because React stops events in parts of the page that it has not hydrated yet, and some events do not bubble. */
export function onCapture<Type extends keyof DocumentEventMap>(type: Type, listener: (event: DocumentEventMap[Type]) => void): void {
  document.addEventListener(type, listener, { capture: true });
}

/** Whether the visitor has asked the browser to save data. */
const savesData =
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches;

// A global, because ./deferred.ts waits for it too, and the two scripts of a page share no file.
globalThis.pageIdle = new Promise((resolve) => {
  if (savesData) return;
  const wait = () => {
    // Safari does not say when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
});
