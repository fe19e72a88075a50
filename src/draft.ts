const draftKey = 'carma.draft';

/**
 * Keeps what is typed in a form through the page loads of this tab: changing the list above it must not cost a word.
 * Forgotten once the form arrived (it is reset then), and with the tab.
 */
export function keepDraft(form: HTMLFormElement): void {
  const fields = () => [...form.elements].filter(isTyped);
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    for (const field of fields()) {
      const value = Object(typed)[field.name];
      if (typeof value === 'string' && field.value === '') field.value = value;
    }
  } catch {
    // Storage is off, or holds something else.
  }
  form.addEventListener('input', () => write(JSON.stringify(Object.fromEntries(fields().map(({ name, value }) => [name, value])))));
  form.addEventListener('reset', forgetDraft);
}

/** Forgets what was kept: it has arrived. */
export function forgetDraft(): void {
  write(null);
}

function write(text: string | null): void {
  try {
    if (text) sessionStorage.setItem(draftKey, text);
    else sessionStorage.removeItem(draftKey);
  } catch {
    // Storage is off or full: the form is only in the page.
  }
}

function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return (field instanceof HTMLInputElement && ['text', 'email'].includes(field.type)) || field instanceof HTMLTextAreaElement;
}
