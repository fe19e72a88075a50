// The shortlist's plain half, which needs no React: the header's count, links that add, and the page that keeps it.
// src/page-scripts/shortlist/count.ts fetches it where there is something to do.

import { keepLines, readKept } from '#src/lib/kept-shortlist.ts';
import {
  areSame,
  mergeLines,
  parseStored,
  readShortlist,
  type ShortlistLine,
  shortlistAddress,
  shortlistKey,
  tonnesAdded,
  withLine,
} from '#src/lib/shortlist-address.ts';
import { forgetDraft, keepDraft } from './draft.ts';

/** While a visitor's change of their own shortlist is on its way: the list that it began with, and when (ms). */
const editKey = 'carma.shortlist.edit';
/** After so long (ms) the page that it leads to is not coming any more. */
const editLimit = 60_000;
/** Marks entries of the history that showed the list that was kept then. */
const ownMark = 'carmaOwnShortlist';
/** ms that the note about an added project stays. */
const noteShownFor = 6_000;

let started = false;

/** Shows the stored count in the header, and goes on showing it; on /shortlist, reconciles it with what is kept. */
export function startShortlist(): void {
  showStored(readKept());
  if (started) return;
  started = true;
  addEventListener('storage', ({ key, newValue }) => key === shortlistKey && showStored(parseStored(newValue)));
  const page = document.querySelector<HTMLElement>('[data-shortlist]');
  if (page) keepPage(page);
}

/** Does in the browser what a link `/shortlist?add=slug` asks for: stores the project and says so. */
export function addByLink(link: HTMLAnchorElement): void {
  const slug = addedBy(link);
  const before = readKept();
  const isListed = before.some((line) => line.slug === slug);
  const lines = isListed ? before : withLine(before, { slug, tonnes: tonnesAdded });
  if (!lines.some((line) => line.slug === slug) || !keepLines(lines)) {
    // Full, or storage is off: the page says what there is to say, and holds the list in its address.
    const address = shortlistAddress(before);
    location.assign(`${address}${address.includes('?') ? '&' : '?'}add=${slug}`);
    return;
  }
  startShortlist();
  say(`${link.querySelector('span')?.textContent?.trim()} is on your shortlist.`, lines);
}

/** The project that a link adds. */
function addedBy({ search }: HTMLAnchorElement): string {
  return new URLSearchParams(search).get('add') ?? '';
}

/** In attributes only: React, when it comes, finds the text as the server sent it. */
function showStored(lines: ShortlistLine[]): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-shortlist-link]')) {
    link.href = shortlistAddress(lines);
    if (lines.length > 0) link.dataset.count = String(lines.length);
    else delete link.dataset.count;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-shortlist-add]')) {
    link.toggleAttribute(
      'data-listed',
      lines.some(({ slug }) => slug === addedBy(link)),
    );
  }
}

let note: HTMLElement | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;

function say(text: string, lines: ShortlistLine[]): void {
  if (!note) {
    note = document.createElement('p');
    note.setAttribute('role', 'status');
    note.className = 'shortlist-note';
    document.body.append(note);
  }
  const region = note;
  const link = document.createElement('a');
  link.href = shortlistAddress(lines);
  link.textContent = `View shortlist (${lines.length})`;
  // A live region is announced when its content changes, so it must be there before.
  requestAnimationFrame(() => region.replaceChildren(`${text} `, link));
  clearTimeout(hiding);
  hiding = setTimeout(hide, noteShownFor);

  function hide(): void {
    if (region.matches(':focus-within, :hover')) hiding = setTimeout(hide, noteShownFor);
    else region.replaceChildren();
  }
}

/** The kept list that the page /shortlist shows; undefined where it shows another. */
let own: ShortlistLine[] | undefined;

/** Reconciles what is kept with what is shown, now and when the page is come back to; and hears of changes. */
function keepPage(page: HTMLElement): void {
  forgetCookie();
  if (!reconcile(page)) return;
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  if (form) keepDraft(form);
  else if (location.search.includes('sent=1')) forgetDraft();
  addEventListener('pageshow', ({ persisted }) => persisted && reconcile(page));
  // Kept in place of one's own, what somebody shared is one's own; what another page changes is met with the next change here.
  addEventListener('storage', ({ key }) => key === shortlistKey && !own && claim(page));
  // Somebody may have begun before this was there, or a browser has put back what was typed before.
  for (const field of document.querySelectorAll<HTMLInputElement>('[name^="t."]')) {
    if (own && field.value !== field.defaultValue) keepTonnes(field);
  }
  // Captured: React ends the way of an event in what it has not made its own yet.
  document.addEventListener('change', ({ target }) => own && target instanceof HTMLInputElement && keepTonnes(target), { capture: true });
  const edits = (event: Event) => own && event.target instanceof Element && isEdit(event, event.target) && noteEdit(own);
  for (const type of ['submit', 'click']) document.addEventListener(type, edits, { capture: true });
}

/** What the server keeps for browsers without scripts (server/http/middleware/shortlist-cookie.ts): here the list is in storage. */
function forgetCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers that this site serves.
  document.cookie = 'shortlist=; Path=/shortlist; Max-Age=0';
}

/**
 * What /shortlist shows is kept when nothing else was, or when it comes from editing one's own, with what other pages have
 * changed meanwhile. Somebody else's shared address changes nothing. The bare address opens what is kept, and so does
 * coming back to one's own list where that only grew. Where it did not, the older one can be kept again.
 * @returns false where it leaves for another address.
 */
function reconcile(page: HTMLElement): boolean {
  const kept = readKept();
  const shown = shownIn(page);
  const base = takeEdit();
  let right: ShortlistLine[] | undefined;
  if (base) {
    right = mergeLines({ base, kept, changed: shown });
    keepLines(right);
  } else if (kept.length === 0) {
    if (shown.length > 0) keepLines(shown);
  } else if (location.search === '' || (Object(history.state)[ownMark] && hasAll(kept, shown))) {
    right = kept;
  }
  if (right && !areSame(right, shown) && !areSame(right, named())) {
    location.replace(hereWith(right));
    return false;
  }
  claim(page);
  return true;
}

/** The address of this page with another list, and with what else it says, such as what was taken off or searched for. */
function hereWith(lines: ShortlistLine[]): string {
  const others = [...new URLSearchParams(location.search)].filter(([name]) => !/^(?:p|add|tonnes|remove|t\..*)$/.test(name));
  const address = shortlistAddress(lines);
  const rest = new URLSearchParams(others).toString();
  return `${address}${rest && (address.includes('?') ? '&' : '?')}${rest}${location.hash}`;
}

/** Says whether the page shows the list that is kept. */
function claim(page: HTMLElement): void {
  const kept = readKept();
  const shown = shownIn(page);
  // As the address names it: what was sold or deleted since is still one's own list, less what the page says of it.
  own = areSame(kept, named()) || areSame(kept, shown) ? kept : undefined;
  document.documentElement.toggleAttribute('data-shortlist-foreign', !own && shown.length > 0);
  if (own) history.replaceState({ ...Object(history.state), [ownMark]: true }, '');
}

const shownIn = (page: HTMLElement) => readShortlist(new URLSearchParams(page.dataset.shortlist)).lines;
const named = () => readShortlist(new URLSearchParams(location.search)).lines;
const hasAll = (lines: ShortlistLine[], others: ShortlistLine[]) => others.every((other) => lines.some(({ slug }) => slug === other.slug));

/** Tonnes that were typed are kept at once: the page may be left in another way than by the button that works out the totals. */
function keepTonnes({ name, value, validity }: HTMLInputElement): void {
  const slug = name.startsWith('t.') && validity.valid && name.slice(2);
  if (!slug) return;
  keepLines(readKept().map((line) => (line.slug === slug ? { slug, tonnes: Number(value) } : line)));
}

/** Whether this changes the list in this tab. */
function isEdit(event: Event, target: Element): boolean {
  if (event.type === 'submit') return target.matches('[data-shortlist-edit]');
  const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  return target.closest('a[data-shortlist-edit]') !== null && !(ctrlKey || metaKey || shiftKey || altKey);
}

function noteEdit(base: ShortlistLine[]): void {
  try {
    sessionStorage.setItem(editKey, JSON.stringify({ at: Date.now(), base }));
  } catch {
    // Storage is off or full: the list lives in its address.
  }
}

/** What the change that led to this page began with; undefined where none did. */
function takeEdit(): ShortlistLine[] | undefined {
  try {
    const { at, base } = Object(JSON.parse(sessionStorage.getItem(editKey) ?? 'null'));
    sessionStorage.removeItem(editKey);
    return Date.now() - at < editLimit ? parseStored(JSON.stringify(base)) : undefined;
  } catch {
    return undefined;
  }
}
