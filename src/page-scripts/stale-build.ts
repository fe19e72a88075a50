// After a release, an open page asks for code by names that are gone. Then it loads itself anew, once: docs/decisions/012.

const memory = 'carma-reloaded-at';
/** A second failure within this time (ms) is no release: another reload would not help. */
const onceIn = 600_000;

/**
 * Loads the page anew where that helps: the site answers (without a connection a reload would take away the page that
 * is there), it was not done just now, and nothing is written in a form that would be lost.
 */
export async function reloadOnce(): Promise<void> {
  if (wasReloaded()) return;
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer && answer.status < 500 && !isWrittenIn() && remember()) location.reload();
}

function isWrittenIn(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]), textarea');
  return [...fields].some((field) => {
    if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}

function wasReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(memory)) < onceIn;
  } catch {
    return true;
  }
}

/** False where the browser keeps nothing: then a second time could not be told from the first. */
function remember(): boolean {
  try {
    sessionStorage.setItem(memory, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
