// Changes the list of /projects in place when one of its filters changes, and likewise the mixes of /portfolio and the sums of a
// comparison. Without this script, the form's button and the links of the applied filters load the page of the new list, which is
// also what this script fetches.

import { compareForm, lastKnownId } from '#shared/lib/protocol/elements.ts';
import { compareLimit } from '#shared/lib/shortlist.ts';
import { readStored, writeStored } from '#shared/lib/storage.ts';
import { fill } from '#verify/text.ts';

/**
 * The elements of the page that are replaced as they are. Its form and its live region stay: the form has the focus, and the live region is
 * announced when its text changes.
 */
const replaced = `#${lastKnownId}, [data-part]`;

/** The forms whose answer this script shows on their page. A page has one of them. */
const liveForms = '#catalogue, #need, #tonnes';
const liveForm = () => document.querySelector<HTMLFormElement>(liveForms);

/** How long a number that is being typed has to stay the same before the list follows it. */
const typingPauseMs = 400;

/** How long an answer may take. The browser then loads its address, and shows that it waits. */
const answerLimitMs = 15_000;

type Field = HTMLInputElement | HTMLSelectElement;

const here = () => location.pathname + location.search;
/** The address whose list is on the page: a step to a fragment of it leaves the list alone. */
let shown = here();
/** The address that was asked for last; '' once it could not be fetched. */
let wanted = shown;
let showing: Promise<void> = Promise.resolve();
let request = new AbortController();

/** Listens for changes of the filters. `afterChange` is called whenever another list is shown. */
export function startCatalogue(afterChange: () => void): void {
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  const show = (address: string, known?: Known): Promise<void> => {
    // A list that typing was to bring after its pause is no longer wanted: it would bring back what a link has just removed. What was typed
    // is part of this address, or is asked for after it.
    clearTimeout(typingTimer);
    typingTimer = undefined;
    shown = here();
    if (address === wanted) return showing;
    wanted = address;
    request.abort();
    request = new AbortController();
    showing = replaceList(address, known, request.signal).then((isShown) => {
      if (!isShown) return;
      showTicks();
      afterChange();
      // Something that the address of a link lacks may have been typed meanwhile.
      const form = liveForm();
      if (known === 'link' && form && fieldsOf(form).some(isUnanswered)) void ask(form);
    });
    return showing;
  };
  const ask = (form: HTMLFormElement) => show(addressOf(form), new Map(fieldsOf(form).map((field) => [keyOf(field), stateOf(field)])));

  document.addEventListener('change', ({ target }) => {
    const { form, inputMode } = target as Partial<Field>;
    // A number that the list has followed asks for nothing more when its field is left: perhaps because the visitor goes back.
    if (form?.matches(liveForms) && (typingTimer || !inputMode)) void ask(form);
    if (form?.id === compareForm && target instanceof HTMLInputElement) tick(target);
  });
  // The list follows a number while it is typed, so that the buttons beside it are about that number. Only numbers have an input mode here.
  document.addEventListener('input', ({ target }) => {
    clearTimeout(typingTimer);
    const { form, inputMode } = target as Partial<Field>;
    if (form?.matches(liveForms) && inputMode) typingTimer = setTimeout(() => void ask(form), typingPauseMs);
  });
  // The browser would not send a form with a day that is half typed. The answer to it says what is wrong (`addressOf`).
  const onInvalid = (event: Event) => {
    const { form } = event.target as Field;
    if (!form?.matches(liveForms)) return;
    event.preventDefault();
    void ask(form);
  };
  document.addEventListener('invalid', onInvalid, { capture: true });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // The buttons of the other two forms load their page as without this script: the page has followed each change already.
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
      // `showTicks` has removed the button that had the focus.
      document.querySelector<HTMLElement>(`#${compareForm} [type=submit]`)?.focus({ preventScroll: true });
    }
    // Not `closest` of ./page.ts, which only the inline script may import.
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-filter]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show(link.pathname + link.search, 'link');
  });
  // A link within the page leaves what was chosen or typed, and not answered yet.
  addEventListener('popstate', () => shown !== here() && void show(here()));

  document.documentElement.dataset.catalogue = '';
  // Projects may have been ticked before this script had loaded.
  const boxes = [...document.querySelectorAll<HTMLInputElement>('#found [name=p]:checked')];
  const ticked = [...new Set([...readTicks(), ...boxes.map(({ value }) => value)])];
  keepTicks(ticked.slice(0, compareLimit), { isFull: ticked.length > compareLimit });
  addEventListener('pageshow', ({ persisted }) => persisted && showTicks());
  // Filters may have been typed or chosen before this script had loaded.
  const form = liveForm();
  if (form && fieldsOf(form).some(isUnanswered)) void ask(form);
}

/** The slugs of the ticked projects, if they cannot be stored. The other pages of the list then do not know them. */
let unstored: string[] | undefined;

/** Returns the slugs of the ticked projects. What the browser has stored may be anything: one value stands for a list of it. */
function readTicks(): string[] {
  const ticks = [unstored ?? readStored('sessionStorage', compareForm)].flat();
  return ticks.filter((slug) => typeof slug === 'string').slice(0, compareLimit);
}

/** Keeps which projects are ticked. `isFull`: the page says that a comparison takes no more. */
function keepTicks(slugs: string[], { isFull = false } = {}): void {
  unstored = writeStored('sessionStorage', compareForm, slugs) ? undefined : slugs;
  showTicks({ isFull });
}

/** Keeps that a project was ticked or unticked; more projects than a comparison takes are unticked again. */
function tick({ value, checked }: HTMLInputElement): void {
  const others = readTicks().filter((slug) => slug !== value);
  const isFull = checked && others.length >= compareLimit;
  keepTicks(checked && !isFull ? [...others, value] : others, { isFull });
}

/** Ticks the projects that are kept as ticked, adds those of other pages of the list to the form, and says how many there are in all. */
function showTicks({ isFull = false } = {}): void {
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

/** Returns the address that a form leads to, without its empty fields. */
function addressOf(form: HTMLFormElement): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value.trim()) parameters.append(name, value.trim());
  // The form's data lack a day that is half typed. With `?` in its place, the answer says what is wrong with it.
  for (const { name } of form.querySelectorAll<HTMLInputElement>('[type=date]:invalid')) parameters.append(name, '?');
  const { pathname } = new URL(form.action);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}

/**
 * What the fields said when an address was asked for: their states by their keys, if the form asked; 'link', if a link asked, which goes by
 * what the page shows; undefined, if the visitor went back.
 */
type Known = Map<string, string> | 'link';

/** Fetches a page and shows its list. Returns false if it does not: the last stays, a later call brings one, or the browser loads it. */
async function replaceList(address: string, known: Known | undefined, signal: AbortSignal): Promise<boolean> {
  const found = document.querySelector<HTMLElement>('#found');
  found?.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)]) });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [status, newStatus] = [document, page].map((either) => either.querySelector('#found [role="status"]'));
    const [oldParts, newParts] = [document, page].map((either) => [...either.querySelectorAll(replaced)]);
    if (!status || !newStatus || oldParts?.length !== newParts?.length) throw new Error('The answer has no such list');
    const errors = showErrors(page);
    const earlier = found?.querySelector('[data-earlier]');
    earlier?.toggleAttribute('hidden', errors.length === 0);
    // /portfolio keeps the last answer and says above it that it is an earlier one; /projects shows the error in place of its list.
    if (errors.length > 0 && known && page.querySelector('#need')) {
      // A summary that the page came with goes on to say what is wrong. None is added above what somebody types into.
      const [summary, newSummary] = [oldParts, newParts].map((parts) => parts?.find((part) => part.querySelector('[role="alert"]')));
      if (newSummary) summary?.replaceWith(newSummary);
      found?.removeAttribute('aria-busy');
      status.textContent = [...errors.map((text) => text.replace(/\.?$/, '.')), earlier?.textContent].join(' ').trim();
      return false;
    }
    const { pathname, search } = new URL(answer.url);
    if (known && pathname + search !== here()) history.pushState(null, '', pathname + search);
    shown = here();
    document.title = page.title;
    const hadFocus = found?.contains(document.activeElement);
    const place = linksOf(document).indexOf(document.activeElement as HTMLElement);
    for (const [index, part] of newParts?.entries() ?? []) oldParts?.[index]?.replaceWith(part);
    updateForm(page, known);
    // The element that had the focus is gone. The focus goes to the applied filter in the place of the removed one, or to the list.
    if (hadFocus && document.activeElement === document.body) (linksOf(document)[place] ?? found)?.focus({ preventScroll: true });
    found?.removeAttribute('aria-busy');
    status.className = newStatus.className;
    status.textContent = newStatus.textContent;
    return true;
  } catch {
    if (signal.aborted) return false;
    // Whoever comes back to this page, as it was left, finds its list, and can ask for the other again.
    found?.removeAttribute('aria-busy');
    wanted = '';
    // Loading the address would lose what has been typed meanwhile, which is asked for next, perhaps with this same address.
    const form = liveForm();
    if (!(form && known && fieldsOf(form).some((field) => hasChanged(field, known)))) location.assign(address);
    return false;
  }
}

/** Shows at each field of the form the error that the answer has there, if any. Returns all of them. */
function showErrors(page: Document): string[] {
  // Among them is a group of choices with one error, which stands within the group.
  return [...(liveForm()?.elements ?? [])].flatMap((field) => {
    if (field.id === '') return [];
    const [error, newError] = [document, page].map((either) => either.getElementById(`${field.id}-error`));
    if (newError) (error ?? field).after(newError);
    error?.remove();
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = page.getElementById(field.id)?.getAttribute(name);
      if (value) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
    return newError?.textContent ?? [];
  });
}

/** Gives the form the values and counts of the new page. A field that the visitor has changed since, or is typing into, keeps its value. */
function updateForm(page: Document, known: Known | undefined): void {
  const [form, newForm] = [document, page].map((either) => either.querySelector<HTMLFormElement>(liveForms));
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
      // A value that was asked for stays as it was typed, even if the answer writes it otherwise.
      const isAnswered = known instanceof Map && state === known.get(keyOf(field)) && !isTick(field);
      const answered = isAnswered ? state : newField.defaultValue;
      // Setting `defaultValue` empties a day that is half typed.
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
 * Checks whether an answer leaves a field alone: the field has been changed since or, unless a link asked, is being typed into. While one
 * number is typed, digit by digit, the other numbers stay as they are.
 */
function isKept(field: Field, known: Known): boolean {
  const { activeElement } = document;
  if (hasChanged(field, known)) return true;
  if (known === 'link' || !(activeElement instanceof HTMLInputElement) || isTick(activeElement)) return false;
  return field === activeElement || (field.inputMode !== '' && activeElement.inputMode !== '');
}

const hasChanged = (field: Field, known: Known) => (known === 'link' ? isUnanswered(field) : stateOf(field) !== known.get(keyOf(field)));

/** Replaces a group whose choices have changed. An open group stays open, and the focus stays on its choice. */
function replaceGroup(group: HTMLElement, newGroup: HTMLElement): void {
  const focused = inputsOf(group).find((field) => field === document.activeElement);
  const isOpen = group.querySelector('details')?.open ?? false;
  group.parentElement?.toggleAttribute('hidden', newGroup.parentElement?.hasAttribute('hidden'));
  group.replaceWith(newGroup);
  newGroup.querySelector('details')?.toggleAttribute('open', isOpen);
  const same = focused && inputsOf(newGroup).find((field) => keyOf(field) === keyOf(focused));
  same?.focus({ preventScroll: true });
}

const linksOf = (page: Document) => [...page.querySelectorAll<HTMLElement>('#found nav a[data-filter]')];
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is Field => 'name' in element && element.name !== '');
const isTick = ({ type }: Field) => /^(?:checkbox|radio)$/.test(type);
/** The name of a field or, where several fields have one name, the name with the value. */
const keyOf = (field: Field) => (isTick(field) || field.name === 'p' ? `${field.name}=${field.value}` : field.name);
const stateOf = (field: Field) => ('checked' in field && isTick(field) ? String(field.checked) : field.value);
/** Checks whether a field says something else than the list on the page was asked for with. */
const isUnanswered = (field: Field) => {
  if ('options' in field) return field.value !== ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
  return isTick(field) ? field.checked !== field.defaultChecked : field.value.trim() !== field.defaultValue.trim();
};
const inputsOf = (group: HTMLElement) => [...group.querySelectorAll('input')];
const keysOf = (group: HTMLElement) => inputsOf(group).map(keyOf).join('\n');
