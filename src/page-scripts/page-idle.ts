/** The visitor has asked the browser to save data. */
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
