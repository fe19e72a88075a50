// The shortlist's plain half, which needs no React: the header's count, links that add, and the page that keeps it.
// src/waku.client.tsx fetches it where there is something to do.
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
const noteShownFor = 5_000;

/** Shows the stored count in the header, and goes on showing it; on /shortlist, settles what is kept. */
export function startShortlist(): void {
  showCount(readStored());
  addEventListener('storage', ({ key, newValue }) => key === shortlistKey && showCount(parseStored(newValue)));
  const page = document.querySelector<HTMLElement>('[data-shortlist]');
  if (page) keepPage(page);
}

/** Does in the browser what a link `/shortlist?add=slug` asks for: stores the project and says so. */
export function addByLink(link: HTMLAnchorElement): void {
  const slug = link.dataset.shortlistAdd ?? '';
  const before = readStored();
  const lines = before.some((line) => line.slug === slug) ? before : withLine(before, { slug, tonnes: tonnesAdded });
  if (!store(lines) || !lines.some((line) => line.slug === slug)) {
    location.assign(link.href);
    return;
  }
  say(link.dataset.shortlistSaid ?? '', lines);
}

function readStored(): ShortlistLine[] {
  try {
    return parseStored(localStorage.getItem(shortlistKey));
  } catch {
    return [];
  }
}

function store(lines: ShortlistLine[]): boolean {
  const newValue = JSON.stringify(lines);
  try {
    localStorage.setItem(shortlistKey, newValue);
  } catch {
    return false;
  }
  // The islands of this page listen to what other pages change; so does the count.
  dispatchEvent(new StorageEvent('storage', { key: shortlistKey, newValue }));
  showCount(lines);
  return true;
}

/** In attributes only: React, when it comes, finds the header's text as the server sent it. */
function showCount(lines: ShortlistLine[]): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-shortlist-link]')) {
    link.href = shortlistAddress(lines);
    if (lines.length > 0) link.dataset.count = String(lines.length);
    else delete link.dataset.count;
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
  const link = document.createElement('a');
  link.href = shortlistAddress(lines);
  link.textContent = `Shortlist (${lines.length})`;
  note.replaceChildren(`${text} `, link);
  note.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => note && !note.matches(':focus-within, :hover') && note.replaceChildren(), noteShownFor);
}

/**
 * What /shortlist shows is kept when nothing else was, or when it comes from editing one's own. Somebody else's shared
 * address changes nothing. The bare address opens what is kept.
 */
function keepPage(page: HTMLElement): void {
  const stored = readStored();
  const shown = readShortlist(new URLSearchParams(page.dataset.shortlist)).lines;
  const isBare = location.search === '';
  const wasEditing = sessionFlag();
  if (isBare && stored.length > 0 && !wasEditing) {
    location.replace(shortlistAddress(stored) + location.hash);
    return;
  }
  if ((wasEditing && !location.search.includes('sent=')) || (stored.length === 0 && shown.length > 0)) store(shown);
  const isOwn = JSON.stringify(readStored()) === JSON.stringify(shown);
  if (!isOwn) return;
  const edits = (event: Event) => event.target instanceof Element && event.target.closest('[data-shortlist-edit]') && sessionFlag('1');
  document.addEventListener('submit', edits);
  document.addEventListener('click', edits);
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
