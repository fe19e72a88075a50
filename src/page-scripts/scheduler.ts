/** If the calendar does not appear within this time (ms), the page reports a failure. */
const limit = 8_000;

/**
 * Loads the scheduling service's script, named by `data-scheduler`, and reports progress in `data-state`: `loading`, then
 * `ready` once the service has inserted something, or `failed` on an error or timeout. A calendar that arrives late is still
 * shown. The page has no island, so React never conflicts with these changes.
 */
export function startScheduler(panel: HTMLElement): void {
  const place = panel.querySelector('[data-scheduler-place]');
  const { scheduler: address } = panel.dataset;
  if (!place || !address) return;

  const fail = () => show(panel, 'failed');
  const timer = setTimeout(fail, limit);
  const watch = new MutationObserver(() => {
    if (!place.hasChildNodes()) return;
    clearTimeout(timer);
    watch.disconnect();
    show(panel, 'ready');
  });
  watch.observe(place, { childList: true });

  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.addEventListener('error', () => {
    clearTimeout(timer);
    fail();
  });
  document.head.append(script);
}

/** The notices are in a live region, so unhiding one announces it. */
function show(panel: HTMLElement, state: 'ready' | 'failed'): void {
  panel.dataset.state = state;
  for (const notice of panel.querySelectorAll<HTMLElement>('[data-notice]')) notice.hidden = notice.dataset.notice !== state;
}
