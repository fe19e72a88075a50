// The shortlist's plain half, which needs no React: the header's count, links that add, and the page that keeps it.
// src/shortlist-count.ts fetches it where there is something to do.
import { forgetDraft, keepDraft } from './draft.ts';
import {
  parseStored,
  readShortlist,
  type ShortlistLine,
  shortlistAddress,
  shortlistKey,
  tonnesAdded,
  withLine,
} from './lib/shortlist-address.ts';

/** Set while a visitor edits their own shortlist, so that the page they come to is kept as theirs. */
const editingKey = 'carma.shortlist.editing';
/** ms that the note about an added project stays. */
const noteShownFor = 6_000;

let started = false;

/** Shows the stored count in the header, and goes on showing it; on /shortlist, settles what is kept. */
export function startShortlist(): void {
  showStored(readStored());
  if (started) return;
  started = true;
  addEventListener('storage', ({ key, newValue }) => key === shortlistKey && showStored(parseStored(newValue)));
  const page = document.querySelector<HTMLElement>('[data-shortlist]');
  if (page) keepPage(page);
}

/** Does in the browser what a link `/shortlist?add=slug` asks for: stores the project and says so. */
export function addByLink(link: HTMLAnchorElement): void {
  const slug = addedBy(link);
  const before = readStored();
  const isListed = before.some((line) => line.slug === slug);
  const lines = isListed ? before : withLine(before, { slug, tonnes: tonnesAdded });
  if (!lines.some((line) => line.slug === slug) || !store(lines)) {
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

function readStored(): ShortlistLine[] {
  try {
    return parseStored(localStorage.getItem(shortlistKey));
  } catch {
    return [];
  }
}

/** False: storage is off or full. */
function store(lines: ShortlistLine[]): boolean {
  const newValue = JSON.stringify(lines);
  try {
    localStorage.setItem(shortlistKey, newValue);
  } catch {
    return false;
  }
  // The islands of this page listen to what other pages change; so does the count.
  dispatchEvent(new StorageEvent('storage', { key: shortlistKey, newValue }));
  showStored(lines);
  return true;
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
  link.textContent = `Open it (${lines.length})`;
  // A live region is announced when its content changes, so it must be there before.
  requestAnimationFrame(() => region.replaceChildren(`${text} `, link));
  clearTimeout(hiding);
  hiding = setTimeout(hide, noteShownFor);

  function hide(): void {
    if (region.matches(':focus-within, :hover')) hiding = setTimeout(hide, noteShownFor);
    else region.replaceChildren();
  }
}

/**
 * What /shortlist shows is kept when nothing else was, or when it comes from editing one's own. Somebody else's shared
 * address changes nothing. The bare address opens what is kept.
 */
function keepPage(page: HTMLElement): void {
  const stored = readStored();
  const shown = readShortlist(new URLSearchParams(page.dataset.shortlist)).lines;
  const wasEditing = sessionFlag();
  if (location.search === '' && stored.length > 0 && !wasEditing) {
    location.replace(shortlistAddress(stored) + location.hash);
    return;
  }
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  if (form) keepDraft(form);
  else if (location.search.includes('sent=1')) forgetDraft();
  if (wasEditing || (stored.length === 0 && shown.length > 0)) store(shown);
  // As the address names it: what was sold or deleted since is still one's own list, less what the page says of it.
  const named = readShortlist(new URLSearchParams(location.search)).lines;
  const kept = JSON.stringify(readStored());
  const isOwn = kept === JSON.stringify(named) || kept === JSON.stringify(shown);
  document.documentElement.toggleAttribute('data-shortlist-foreign', !isOwn && shown.length > 0);
  if (!isOwn) return;
  const edits = (event: Event) => event.target instanceof Element && event.target.closest('[data-shortlist-edit]') && sessionFlag('1');
  for (const type of ['submit', 'click']) document.addEventListener(type, edits, { capture: true });
}

/** Whether the flag was set, which it then no longer is; or sets it. */
function sessionFlag(value?: string): boolean {
  try {
    const before = sessionStorage.getItem(editingKey);
    if (value) sessionStorage.setItem(editingKey, value);
    else sessionStorage.removeItem(editingKey);
    return before !== null;
  } catch {
    return false;
  }
}
