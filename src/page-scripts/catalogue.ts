// Changes the list of /projects in place when one of its filters changes, and likewise the mixes of /portfolio and the sums of a
// comparison. Without this script, the form's button and the links of the applied filters load the page of the new list, which is
// also what this script fetches.

import { compareForm, lastKnownId } from '#shared/lib/protocol/elements.ts';
import { compareLimit } from '#shared/lib/shortlist.ts';
import { readStored, writeStored } from '#shared/lib/storage.ts';
import { fill } from '#verify/text.ts';

/** What is replaced as it is. The form and the live region stay: one has the focus, the other is announced when its text changes. */
const parts = `#${lastKnownId}, [data-part]`;

/** The forms whose answer is part of their page. */
const live = '#catalogue, #need, #tonnes';

type Field = HTMLInputElement | HTMLSelectElement;

/** The address of the list that is shown or being fetched. */
let asked = location.pathname + location.search;
let showing: Promise<void> = Promise.resolve();
let request = new AbortController();

/** Listens for changes of the filters. `afterChange` is called whenever another list is shown. */
export function startCatalogue(afterChange: () => void): void {
  let pause: ReturnType<typeof setTimeout>;
  const show = (address: string, known: Known | undefined): Promise<void> => {
    // A question that still waits is dropped: it would bring back what a link has just removed. What was typed is part of this address, or
    // is asked for after it.
    clearTimeout(pause);
    if (address === asked) return showing;
    asked = address;
    request.abort();
    request = new AbortController();
    showing = replaceList(address, known, request.signal).then((isShown) => {
      if (!isShown) return;
      showTicks();
      afterChange();
      // What a link leaves out may have been typed meanwhile.
      const form = document.querySelector<HTMLFormElement>(live);
      if (known === 'shown' && form && fieldsOf(form).some(isUnanswered)) void ask(form);
    });
    return showing;
  };
  const ask = (form: HTMLFormElement) => show(addressOf(form), new Map(fieldsOf(form).map((field) => [keyOf(field), stateOf(field)])));

  document.addEventListener('change', ({ target }) => {
    const form = (target as Partial<Field>).form;
    if (form?.matches(live)) void ask(form);
    if (form?.id === compareForm && target instanceof HTMLInputElement) tick(target);
  });
  // A number is followed as it is typed: what can be pressed beside it has to be about it. Only numbers have an input mode in these forms.
  document.addEventListener('input', ({ target }) => {
    clearTimeout(pause);
    const { form, inputMode } = target as Partial<Field>;
    if (form?.matches(live) && inputMode) pause = setTimeout(() => void ask(form), 400);
  });
  // Of a day that is half typed the browser sends nothing, and only says so itself.
  const onInvalid = (event: Event) => {
    const { form } = event.target as Field;
    if (!form?.matches(live)) return;
    event.preventDefault();
    void ask(form);
  };
  document.addEventListener('invalid', onInvalid, { capture: true });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // The other two load their page: what they show has followed each change already.
    if (form.id !== 'catalogue') return;
    event.preventDefault();
    void ask(form).then(() => {
      const list = document.querySelector('#found');
      if (list && list.getBoundingClientRect().top > innerHeight / 2) list.scrollIntoView();
    });
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.matches(`#${compareForm} [type=reset]`)) {
      keepTicks([]);
      // The button that had the focus is gone.
      document.querySelector<HTMLElement>(`#${compareForm} [type=submit]`)?.focus({ preventScroll: true });
    }
    // Not `closest` of ./page.ts, which only the inline script may import.
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-filter]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show(link.pathname + link.search, 'shown');
  });
  addEventListener('popstate', () => void show(location.pathname + location.search, undefined));

  document.documentElement.toggleAttribute('data-catalogue', true);
  // With what was ticked before this script had loaded.
  const ticked = [...document.querySelectorAll<HTMLInputElement>('#found [name=p]:checked')].map(({ value }) => value);
  keepTicks([...new Set([...readTicks(), ...ticked])].slice(0, compareLimit));
  addEventListener('pageshow', ({ persisted }) => persisted && showTicks());
  // What was typed or chosen before this script had loaded.
  const form = document.querySelector<HTMLFormElement>(live);
  if (form && fieldsOf(form).some(isUnanswered)) void ask(form);
}

/** What is ticked, as long as it cannot be stored, so that the other pages of the list in this tab would have it ticked too. */
let unstored: string[] | undefined;

function readTicks(): string[] {
  const ticks = [unstored ?? readStored('sessionStorage', compareForm)].flat();
  return ticks.filter((slug) => typeof slug === 'string').slice(0, compareLimit);
}

function keepTicks(slugs: string[], isFull = false): void {
  unstored = writeStored('sessionStorage', compareForm, slugs) ? undefined : slugs;
  showTicks(isFull);
}

/** Ticks or unticks a project; more than a comparison takes are refused. */
function tick({ value, checked }: HTMLInputElement): void {
  const others = readTicks().filter((slug) => slug !== value);
  const isFull = checked && others.length >= compareLimit;
  keepTicks(checked && !isFull ? [...others, value] : others, isFull);
}

/** Ticks what is kept as ticked, adds what other pages of the list have to the form, and says how many there are. */
function showTicks(isFull = false): void {
  const form = document.querySelector<HTMLFormElement>(`#${compareForm}`);
  if (!form) return;
  const slugs = readTicks();
  for (const field of form.querySelectorAll('[type=hidden][name=p]')) field.remove();
  const boxes = fieldsOf(form).filter((field): field is HTMLInputElement => field.name === 'p');
  for (const box of boxes) box.checked = slugs.includes(box.value);
  for (const value of slugs.filter((slug) => !boxes.some((box) => box.value === slug)))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'p', value }));
  const status = form.querySelector<HTMLElement>('[data-ticks]');
  if (!status) return;
  const { ticks = '', full = '', untick = '' } = status.dataset;
  status.textContent = isFull ? full : slugs.length > 0 ? fill(ticks, { count: String(slugs.length) }) : '';
  form.querySelector('[type=reset]')?.remove();
  const button = Object.assign(document.createElement('button'), { type: 'reset', className: 'text-link', textContent: untick });
  if (slugs.length > 0) status.after(button);
}

/** Returns the address that a form leads to, without the fields that are empty. */
function addressOf(form: HTMLFormElement): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value.trim()) parameters.append(name, value.trim());
  // So that the answer says what is wrong with a day that is half typed.
  for (const { name } of form.querySelectorAll<HTMLInputElement>('[type=date]:invalid')) parameters.append(name, '?');
  const { pathname } = new URL(form.action);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}

/** What a question was asked with: the states of the fields, by their keys; of a link, what the page shows. Undefined: of going back. */
type Known = Map<string, string> | 'shown';

/** Fetches a page of the catalogue and shows its list. Whatever else is answered is shown as a page. @returns false if it shows none. */
async function replaceList(address: string, known: Known | undefined, signal: AbortSignal): Promise<boolean> {
  const isNew = known !== undefined;
  document.querySelector('#found')?.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [status, newStatus] = [document, page].map((either) => either.querySelector('#found [role="status"]'));
    const [oldParts, newParts] = [document, page].map((either) => [...either.querySelectorAll(parts)]);
    if (!status || !newStatus || oldParts?.length !== newParts?.length) throw new Error('The answer has no list, or other parts');
    const errors = showErrors(page);
    const earlier = document.querySelector<HTMLElement>('#found [data-earlier]');
    earlier?.toggleAttribute('hidden', errors.length === 0);
    // /portfolio keeps the last answer and says above it that it is an earlier one; /projects shows the error in place of its list.
    if (errors.length > 0 && isNew && page.querySelector('#need')) {
      document.querySelector('#found')?.removeAttribute('aria-busy');
      status.textContent = [...errors.map((text) => text.replace(/\.?$/, '.')), earlier?.textContent].join(' ').trim();
      return false;
    }
    const { pathname, search } = new URL(answer.url);
    if (isNew && pathname + search !== location.pathname + location.search) history.pushState(null, '', pathname + search);
    document.title = page.title;
    const hadFocus = document.querySelector('#found')?.contains(document.activeElement);
    const filter = linksOf(document).indexOf(document.activeElement as HTMLElement);
    for (const [index, part] of oldParts?.entries() ?? []) part.replaceWith(newParts?.[index] ?? part);
    updateForm(page, known);
    // What had the focus is gone: it goes to the applied filter that has taken the place of the removed one, or to the list.
    if (hadFocus && document.activeElement === document.body) {
      const next = filter === -1 ? undefined : (linksOf(document)[filter] ?? linksOf(document).at(-1));
      (next ?? document.querySelector<HTMLElement>('#found'))?.focus({ preventScroll: true });
    }
    document.querySelector('#found')?.removeAttribute('aria-busy');
    status.className = newStatus.className;
    status.textContent = newStatus.textContent;
    return true;
  } catch {
    if (signal.aborted) return false;
    // What has been typed meanwhile is not left behind: its own question follows, and may be for this address.
    const form = document.querySelector<HTMLFormElement>(live);
    if (form && known && fieldsOf(form).some((field) => hasChanged(field, known))) asked = '';
    else location.assign(address);
    return false;
  }
}

/** Says at each field of the form what the answer says is wrong there, if anything. Returns it. */
function showErrors(page: Document): string[] {
  return [...document.querySelectorAll<HTMLFormElement>(live)].flatMap(fieldsOf).flatMap((field) => {
    const [error, newError] = [document, page].map((either) => either.getElementById(`${field.id}-error`));
    error?.remove();
    if (newError) field.after(newError);
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = page.getElementById(field.id)?.getAttribute(name);
      if (value) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
    return newError?.textContent ?? [];
  });
}

/** Gives the form the values and counts of the new page, but for what the visitor has changed since it was asked for, or is about to. */
function updateForm(page: Document, known: Known | undefined): void {
  const [form, newForm] = [document, page].map((either) => either.querySelector<HTMLFormElement>(live));
  if (!form || !newForm) return;
  const kept = new Map(known && fieldsOf(form).flatMap((field) => (isKept(field, known) ? [[keyOf(field), stateOf(field)]] : [])));
  for (const group of form.querySelectorAll<HTMLElement>('[data-group]')) {
    const newGroup = newForm.querySelector<HTMLElement>(`[data-group="${group.dataset.group}"]`);
    if (newGroup && keysOf(group) !== keysOf(newGroup)) replaceGroup(group, newGroup);
  }
  const [more, newMore] = [form, newForm].map((either) => either.querySelector('[data-more]'));
  if (more && newMore) more.textContent = newMore.textContent;
  const newFields = new Map(fieldsOf(newForm).map((field) => [keyOf(field), field]));
  for (const field of fieldsOf(form)) {
    const newField = newFields.get(keyOf(field)) ?? field;
    const state = kept.get(keyOf(field)) ?? stateOf(newField);
    if (field instanceof HTMLInputElement && newField instanceof HTMLInputElement) {
      field.defaultChecked = newField.defaultChecked;
      // What was asked for is answered as it stands, even if the answer writes it otherwise.
      const isAnswered = known instanceof Map && state === known.get(keyOf(field)) && !isTick(field);
      const answered = isAnswered ? state : newField.defaultValue;
      // Setting it empties a day that is half typed.
      if (field.defaultValue !== answered) field.defaultValue = answered;
    }
    if ('options' in field) for (const option of field.options) option.defaultSelected = option.value === newField.value;
    if ('checked' in field && isTick(field)) field.checked = state === 'true';
    else if (field.value !== state) field.value = state;
    const [count, newCount] = [field, newField].map((either) => either.closest('label')?.querySelector('[data-count]'));
    if (count && newCount) count.textContent = newCount.textContent;
  }
}

/**
 * Checks whether an answer leaves a field alone: it has been changed since or, unless a link asked, is being typed into. While one number
 * is typed, digit by digit, no other is written anew.
 */
function isKept(field: Field, known: Known): boolean {
  const { activeElement } = document;
  if (hasChanged(field, known)) return true;
  if (known === 'shown' || !(activeElement instanceof HTMLInputElement) || isTick(activeElement)) return false;
  return field === activeElement || (field.inputMode !== '' && activeElement.inputMode !== '');
}

const hasChanged = (field: Field, known: Known) => (known === 'shown' ? isUnanswered(field) : stateOf(field) !== known.get(keyOf(field)));

/** Replaces a group whose choices are others now. What was open stays open, and the focus stays on its choice. */
function replaceGroup(group: HTMLElement, newGroup: HTMLElement): void {
  const focused = [...group.querySelectorAll<HTMLInputElement>('input')].find((field) => field === document.activeElement);
  const isOpen = group.querySelector('details')?.open ?? false;
  group.parentElement?.toggleAttribute('hidden', newGroup.parentElement?.hasAttribute('hidden'));
  group.replaceWith(newGroup);
  newGroup.querySelector('details')?.toggleAttribute('open', isOpen);
  if (!focused) return;
  [...newGroup.querySelectorAll<HTMLInputElement>('input')]
    .find((field) => keyOf(field) === keyOf(focused))
    ?.focus({ preventScroll: true });
}

const linksOf = (page: Document) => [...page.querySelectorAll<HTMLElement>('#found nav a[data-filter]')];
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is Field => 'name' in element && element.name !== '');
const isTick = ({ type }: Field) => /^(?:checkbox|radio)$/.test(type);
const keyOf = (field: Field) => (isTick(field) || field.name === 'p' ? `${field.name}=${field.value}` : field.name);
const stateOf = (field: Field) => ('checked' in field && isTick(field) ? String(field.checked) : field.value);
/** Whether something else stands in a field, or is ticked, than the page shows. */
const isUnanswered = (field: Field) => {
  if ('options' in field) return field.value !== ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
  return isTick(field) ? field.checked !== field.defaultChecked : field.value.trim() !== field.defaultValue.trim();
};
const keysOf = (group: HTMLElement) => [...group.querySelectorAll('input')].map(keyOf).join('\n');
