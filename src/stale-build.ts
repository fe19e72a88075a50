/**
 * After a release, an open page asks for code by names that are gone. Waku's recovery, told of it by this event, loads
 * the page anew, once for a build. It is told only if the site answers (without a connection a reload would take away
 * the page that is there) and if nothing is written that would be lost. Why: docs/decisions/011.
 */
export async function recoverFromRelease(): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!answer || answer.status >= 500 || isWrittenIn()) return;
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}

function isWrittenIn(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]), textarea');
  return [...fields].some((field) => {
    if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}
