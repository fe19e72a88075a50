const draftKey = 'carma.draft';

/**
 * Saves what is typed in the form `[data-draft]` across page loads in this tab, because editing the list above it reloads the
 * page. The draft is deleted once the form has been sent (it is reset then), and with the tab.
 */
export function keepDraft(form: HTMLFormElement): void {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    for (const field of fieldsOf(form)) {
      const value = Object(typed)[field.name];
      if (typeof value === 'string' && field.value === '') field.value = value;
    }
  } catch {
    // Storage is off, or its content is invalid.
  }
  // The visitor may have started typing before this script loaded.
  if (fieldsOf(form).some(({ value }) => value !== '')) saveDraft(form);
  // Captured, because React stops events in parts of the page that it has not hydrated yet.
  document.addEventListener('input', ({ target }) => onDraft(target, saveDraft), { capture: true });
  document.addEventListener('reset', ({ target }) => onDraft(target, forgetDraft), { capture: true });
}

function onDraft(target: EventTarget | null, act: (form: HTMLFormElement) => void): void {
  const form = target instanceof Element && target.closest<HTMLFormElement>('form[data-draft]');
  if (form) act(form);
}

function saveDraft(form: HTMLFormElement): void {
  write(JSON.stringify(Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))));
}

export function forgetDraft(): void {
  write(null);
}

function write(text: string | null): void {
  try {
    if (text) sessionStorage.setItem(draftKey, text);
    else sessionStorage.removeItem(draftKey);
  } catch {
    // Storage is off or full: the draft is lost on the next page load.
  }
}

function fieldsOf(form: HTMLFormElement) {
  return [...form.elements].filter(isTyped);
}

function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return (field instanceof HTMLInputElement && ['text', 'email', 'date'].includes(field.type)) || field instanceof HTMLTextAreaElement;
}
