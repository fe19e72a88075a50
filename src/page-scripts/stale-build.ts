// After a release, an open page requests chunks that no longer exist. It then reloads itself, once: docs/decisions/012.

const storageKey = 'carma-reloaded-at';
/** A second failure within this time (ms) is not caused by a release, so another reload would not help. */
const minReloadInterval = 600_000;

/**
 * Reloads the page if that helps and loses nothing: it has not just been reloaded, the site no longer has the code that could not be
 * loaded, no form has unsent input, and the visitor is not leaving. Loading also fails offline, and when a page is left meanwhile: a
 * reload would then lose the page on show, or the one that the visitor has asked for.
 */
export async function reloadOnce(failure?: unknown): Promise<void> {
  if (wasJustReloaded() || !(await isStale(failure))) return;
  if (!isLeaving && !hasUnsentInput() && recordReload()) location.reload();
}

let isLeaving = false;
addEventListener('beforeunload', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** Asks the site for the file that a failure names; most browsers' do. Otherwise for all that the page has tried to load. */
async function isStale(failure: unknown): Promise<boolean> {
  const [named] = /https?:\S+\.js/.exec(String(failure)) ?? [];
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const files = named ? [named] : [...links].map(({ href }) => href);
  const areGone = files.map(async (file) => (await fetch(file, { method: 'HEAD', cache: 'no-store' })).status === 404);
  return Promise.all(areGone).then(
    (gone) => gone.includes(true),
    () => false,
  );
}

function hasUnsentInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]), textarea');
  return [...fields].some((field) => {
    if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}

function wasJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(storageKey)) < minReloadInterval;
  } catch {
    return true;
  }
}

/** Returns false if storage is forbidden: the page must then not reload, as it could do so endlessly. */
function recordReload(): boolean {
  try {
    sessionStorage.setItem(storageKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
