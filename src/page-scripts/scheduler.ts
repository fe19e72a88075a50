/** If the calendar is not there within this time (ms), the page says so; decisions.md and the /book-call page. */
const limit = 8_000;

/**
 * Loads the scheduling service's script, named by `data-scheduler`, and shows how that goes in `data-state`:
 * `loading`, then `ready` once the service has put something into its place, or `failed` when it has not in time.
 * One that comes late is shown all the same. The page has no island, so React never looks at what changes here.
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

/** The notice is a live region: what is unhidden in it is read out. */
function show(panel: HTMLElement, state: 'ready' | 'failed'): void {
  panel.dataset.state = state;
  for (const notice of panel.querySelectorAll<HTMLElement>('[data-notice]')) notice.hidden = notice.dataset.notice !== state;
}
