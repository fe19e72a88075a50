const draftKey = 'carma.draft';

/**
 * Keeps what is typed in the form `[data-draft]` through the page loads of this tab: changing the list above it must not cost
 * a word. Forgotten once the form arrived (it is reset then), and with the tab.
 */
export function keepDraft(form: HTMLFormElement): void {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}');
    for (const field of fieldsOf(form)) {
      const value = Object(typed)[field.name];
      if (typeof value === 'string' && field.value === '') field.value = value;
    }
  } catch {
    // Storage is off, or holds something else.
  }
  // Somebody may have begun before this was there.
  if (fieldsOf(form).some(({ value }) => value !== '')) keep(form);
  // Captured: React ends the way of an event in what it has not made its own yet.
  document.addEventListener('input', ({ target }) => onDraft(target, keep), { capture: true });
  document.addEventListener('reset', ({ target }) => onDraft(target, forgetDraft), { capture: true });
}

function onDraft(target: EventTarget | null, act: (form: HTMLFormElement) => void): void {
  const form = target instanceof Element && target.closest<HTMLFormElement>('form[data-draft]');
  if (form) act(form);
}

function keep(form: HTMLFormElement): void {
  write(JSON.stringify(Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))));
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

function fieldsOf(form: HTMLFormElement) {
  return [...form.elements].filter(isTyped);
}

function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return (field instanceof HTMLInputElement && ['text', 'email'].includes(field.type)) || field instanceof HTMLTextAreaElement;
}
