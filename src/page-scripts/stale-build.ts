// After a release, an open page requests chunks that no longer exist. It then reloads itself, once: docs/decisions/012.

const storageKey = 'carma-reloaded-at';
/** A second failure within this time (ms) is not caused by a release, so another reload would not help. */
const minReloadInterval = 600_000;

/**
 * Reloads the page if that helps and loses nothing: it has not just been reloaded, the site responds (offline, a reload would
 * lose the page on show), and no form has unsent input.
 */
export async function reloadOnce(): Promise<void> {
  if (wasJustReloaded()) return;
  const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (response && response.status < 500 && !hasUnsentInput() && recordReload()) location.reload();
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
