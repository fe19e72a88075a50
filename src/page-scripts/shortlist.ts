// The parts of the shortlist that need no React: the count in the header, links that add, and syncing the page /shortlist with
// storage; and the drafts of forms. ./deferred.ts loads it when needed.
import {
  isOfShortlist,
  isSameShortlist,
  linesBeside,
  mergeLines,
  neededByIn,
  readShortlist,
  readStoredShortlist,
  type ShortlistLine,
  shortlistAddress,
  shortlistKey,
  storeShortlist,
  tonnesField,
  tonnesPrefix,
  validLines,
  withLine,
} from '#shared/lib/shortlist.ts';
import { readStored, writeStored } from '#shared/lib/storage.ts';
import { parseTonnes } from '#shared/schemas/typed.ts';
import { formatDay } from '#verify/text.ts';

/** The sessionStorage key for an edit in progress: the list it started from, and when (ms). */
const editKey = 'carma.shortlist.edit';
/** The localStorage key of the day by which the credits of the visitor's own list are needed. */
const dayKey = 'carma.needed-by';
/** After this time an edit counts as abandoned: the page it leads to is not going to load. */
const editLimitMs = 60_000;
/** Marks history entries that showed the visitor's own list at the time. */
const ownMark = 'carmaOwnShortlist';
/** How long the note about an added project stays. */
const noteDurationMs = 6_000;

let isStarted = false;

/** Shows the count in the header and keeps it up to date; on /shortlist, also syncs the page with storage. Keeps the draft of any form. */
export function startShortlist(): void {
  showStored(readStoredShortlist());
  if (isStarted) return;
  isStarted = true;
  addEventListener('storage', ({ key }) => key === shortlistKey && showStored(readStoredShortlist()));
  const page = document.querySelector<HTMLElement>('[data-shortlist]');
  const draft = document.querySelector<HTMLElement>('[data-draft]');
  if (page) syncPage(page, draft);
  else if (draft) keepDraft(draft);
}

/** The lines that this page has removed, so that a project added again has the tonnes that it had. */
const removedLines = new Map<string, ShortlistLine>();

/**
 * Follows a link that adds projects to the list, in the browser, and shows a note: `/shortlist?add=slug`, which removes its only project if
 * that is listed, or a mix, `/shortlist?p=slug:tonnes&replace=ask`.
 */
export function followShortlistLink(link: HTMLAnchorElement): void {
  const added = linesOf(link.search);
  const before = readStoredShortlist();
  const removedSlug = added.length === 1 && !isMix(link) && holds(before, link) ? added[0]?.slug : undefined;
  for (const line of before) if (line.slug === removedSlug) removedLines.set(line.slug, line);
  const lines = removedSlug
    ? before.filter(({ slug }) => slug !== removedSlug)
    : added.reduce((list, line) => withLine(list, (!isMix(link) && removedLines.get(line.slug)) || line), before);
  if (!(removedSlug || holds(lines, link)) || !storeShortlist(lines)) {
    // The list is full, has other tonnes or another day than the mix, or storage is off. The server's page then asks or explains, and keeps
    // the list in its address.
    location.assign(isMix(link) ? link.href : withQuery(shortlistAddress(before), link.search.slice(1)));
    return;
  }
  const day = dayOf(link);
  if (day && !removedSlug) writeStored('localStorage', dayKey, day);
  startShortlist();
  const what = added.length > 1 ? `${added.length} projects are` : `${link.dataset.shortlistAdd} is`;
  // A quantity that stands there already is never changed.
  const isKept = isSameShortlist(lines, before);
  showNote(`${what} ${removedSlug ? 'no longer ' : ''}on your shortlist${isKept ? ' already' : ''}.`);
}

/** Returns the lines of a query, which may be those that a link adds. */
const linesOf = (query = '') => readShortlist(new URLSearchParams(query)).lines;

/** Checks whether a list has the projects that a link adds and, of a mix, its tonnes; and its day, unless the link or the list has none. */
function holds(lines: ShortlistLine[], link: HTMLAnchorElement): boolean {
  const day = dayOf(link);
  return hasAll(lines, linesOf(link.search), { withTonnes: isMix(link) }) && (day ?? storedDay()) === (storedDay() ?? day);
}

const isMix = ({ search }: HTMLAnchorElement) => search.includes('replace=');
const dayOf = ({ search }: HTMLAnchorElement | Location) => neededByIn(new URLSearchParams(search));

/** Shows a list in links, by attributes only, because React expects the text as served. With an empty list the stored day is deleted. */
function showStored(lines: ShortlistLine[]): void {
  if (lines.length === 0) writeStored('localStorage', dayKey);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-shortlist-link]')) {
    link.href = ownAddress(lines);
    if (lines.length > 0) link.dataset.count = String(lines.length);
    else delete link.dataset.count;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-shortlist-add]')) {
    link.toggleAttribute('data-listed', holds(lines, link));
  }
}

let note: HTMLElement | undefined;
let hideTimer: ReturnType<typeof setTimeout> | undefined;

/** Says at the foot of the window what has become of the list, with a link to it. `stays`: the note is not hidden after a while. */
export function showNote(text: string, { stays = false } = {}): void {
  const lines = readStoredShortlist();
  if (!note) {
    note = document.createElement('p');
    note.setAttribute('role', 'status');
    note.className = 'shortlist-note';
    document.body.append(note);
  }
  const region = note;
  const link = document.createElement('a');
  link.href = ownAddress(lines);
  link.textContent = lines.length > 0 ? `View shortlist (${lines.length})` : 'View shortlist';
  // A live region is announced when its content changes, so it must be in the page before that.
  requestAnimationFrame(() => region.replaceChildren(`${text} `, link));
  clearTimeout(hideTimer);
  if (!stays) hideTimer = setTimeout(hide, noteDurationMs);

  function hide(): void {
    if (region.matches(':focus-within, :hover')) hideTimer = setTimeout(hide, noteDurationMs);
    else region.replaceChildren();
  }
}

/** The stored list, if that is the one that /shortlist shows; undefined if it shows another. */
let ownList: ShortlistLine[] | undefined;

/** Syncs /shortlist with storage, now and whenever the visitor comes back to it, and listens for changes. */
function syncPage(page: HTMLElement, form: HTMLElement | null): void {
  // `&amp;` of an address that was escaped on its way is read as `&`, as the server reads it.
  const search = location.search.replace(/([?&])(?:amp(?:;|%3b))+/gi, '$1');
  if (search !== location.search) history.replaceState(history.state, '', search + location.hash);
  // Deletes the list that the server keeps for browsers without scripts (server/http/routes/shortlist-cookie.ts).
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers that this site supports have the Cookie Store API.
  document.cookie = 'shortlist=; Path=/shortlist; Max-Age=0';
  if (!reconcile(page)) return;
  if (form) keepDraft(form);
  const day = form?.querySelector<HTMLInputElement>('[name=deliverBy]');
  if (ownList && day && (day.value || dayOf(location))) keepDay(day.value);
  addEventListener('pageshow', ({ persisted }) => persisted && reconcile(page));
  // A shared list becomes the visitor's own when they keep it. A note tells of projects that another tab has added or removed, which the
  // next edit here is merged with.
  addEventListener('storage', ({ key }) => {
    if (key !== shortlistKey) return;
    const [stored, shown] = [readStoredShortlist(), listOnPage(page)];
    if (!ownList) updateOwnList(page);
    else if (!hasAll(stored, shown) || !hasAll(shown, stored)) showNote('Another tab changed your shortlist.', { stays: true });
  });
  // The visitor may have typed before this script loaded, or the browser may have restored earlier input.
  for (const field of tonnesFields()) if (ownList && field.value !== field.defaultValue) storeTonnes(field);
  passOn(page);
  // Captured, because React stops events in parts of the page that it has not hydrated yet.
  const onInput = ({ target }: Event) => {
    passOn(page);
    if (!ownList || !(target instanceof HTMLInputElement)) return;
    if (target.name === 'deliverBy') keepDay(target.value);
    else storeTonnes(target);
  };
  document.addEventListener('input', onInput, { capture: true });
  const onEdit = (event: Event) => {
    if (!(event.target instanceof Element && isEdit(event, event.target))) return;
    // Someone else's list changes the visitor's only by the links that make it theirs.
    const base = ownList ?? (event.target.closest('[data-shortlist-edit="own"]') && readStoredShortlist());
    if (base) writeStored('sessionStorage', editKey, { at: Date.now(), base });
  };
  for (const type of ['submit', 'click']) document.addEventListener(type, onEdit, { capture: true });
}

/**
 * Decides between the list on the page and the one in storage:
 * - after an edit of the visitor's own list, the two are merged and stored;
 * - if nothing is stored, the list on the page is stored; or the visitor's own that the address names, because they left the page
 *   that showed it before this script could store it;
 * - the bare address shows the stored list, and so does returning to an earlier state of one's own list, if that has only
 *   grown since; otherwise the earlier list stays on show, and can be kept again;
 * - a list shared by somebody else changes nothing.
 * @returns false if the page is being replaced with another address.
 */
function reconcile(page: HTMLElement): boolean {
  const stored = readStoredShortlist();
  const shown = listOnPage(page);
  const base = takeEditBase();
  let expected: ShortlistLine[] | undefined;
  if (base) {
    expected = mergeLines({ base, stored, changed: shown });
    storeShortlist(expected);
  } else if (stored.length === 0) {
    const yours = linesBeside(new URLSearchParams(location.search), 'yours');
    if (yours.length > 0 || shown.length > 0) storeShortlist(yours.length > 0 ? yours : shown);
  } else if ((location.search === '' && location.pathname === '/shortlist') || (Object(history.state)[ownMark] && hasAll(stored, shown))) {
    expected = stored;
  }
  if (expected && !isSameShortlist(expected, shown) && !isSameShortlist(expected, listInAddress())) {
    location.replace(addressWithList(expected));
    return false;
  }
  updateOwnList(page);
  return true;
}

/** Returns this page's address with another list in place of all that `readShortlist` reads; the rest, such as `removed`, stays. */
function addressWithList(lines: ShortlistLine[]): string {
  const otherParameters = [...new URLSearchParams(location.search)].filter(([name]) => !isOfShortlist(name));
  const isDated = neededByIn(new URLSearchParams(otherParameters)) !== undefined || lines.length === 0;
  const address = shortlistAddress(lines, { by: isDated ? undefined : storedDay() });
  return withQuery(address, new URLSearchParams(otherParameters).toString()) + location.hash;
}

const withQuery = (address: string, query: string) => [address, query].filter(Boolean).join(address.includes('?') ? '&' : '?');

/** Works out whether the page shows the visitor's own list, and marks the page and the history entry accordingly. */
function updateOwnList(page: HTMLElement): void {
  const stored = readStoredShortlist();
  const shown = listOnPage(page);
  // Compare with the address too: the page omits projects that were deleted since, but the list is still the visitor's own.
  ownList = isSameShortlist(stored, listInAddress()) || isSameShortlist(stored, shown) ? stored : undefined;
  document.documentElement.toggleAttribute('data-shortlist-foreign', !ownList && shown.length > 0);
  if (ownList) history.replaceState({ ...Object(history.state), [ownMark]: true }, '');
  passOn(page);
}

/** Names the visitor's own list in the link that keeps it, and in the link that lets the list on the page join it. */
function offerOwnList(shown: ShortlistLine[]): void {
  const stored = readStoredShortlist();
  const join = document.querySelector<HTMLAnchorElement>('a[data-shortlist-join]');
  if (join) join.href = shortlistAddress(stored, { edited: shown, by: dayOf(join) });
  // Not the bare address: the server would lead from there to the list in its cookie, which is gone only a moment after this script deletes
  // it.
  const keep = document.querySelector<HTMLAnchorElement>('a[data-shortlist-keep]');
  if (keep) keep.href = ownAddress(stored);
}

const listOnPage = (page: HTMLElement) => linesOf(page.dataset.shortlist);
const listInAddress = () => linesOf(location.search);
/** Checks whether a list has all projects of `wanted`, and `withTonnes` their tonnes too. */
const hasAll = (lines: ShortlistLine[], wanted: ShortlistLine[], { withTonnes = false } = {}) =>
  wanted.every(({ slug, tonnes }) => lines.some((line) => line.slug === slug && (!withTonnes || line.tonnes === tonnes)));

/** Stores typed tonnes at once, because the visitor may leave the page without pressing the button that updates the totals. */
function storeTonnes(field: HTMLInputElement): void {
  const tonnes = isTonnes(field) && tonnesIn(field);
  if (!tonnes) return;
  storeShortlist(readStoredShortlist().map((line) => (tonnesField(line.slug) === field.name ? { ...line, tonnes } : line)));
}

/**
 * Returns the tonnes in a field, as the page reads them. If it cannot read them, as `10.5`, returns those that were served: the last number
 * that could be read is one that somebody only passed while typing.
 */
const tonnesIn = ({ value, defaultValue }: HTMLInputElement) => parseTonnes(value) ?? parseTonnes(defaultValue);

/** Checks whether an event edits the list in this tab. */
function isEdit(event: Event, target: Element): boolean {
  if (event.type === 'submit') return target.matches('[data-shortlist-edit]');
  const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  return target.closest('a[data-shortlist-edit]') !== null && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** Returns, and forgets, the list that the edit leading to this page started from; undefined if there was none. */
function takeEditBase(): ShortlistLine[] | undefined {
  const { at, base } = Object(readStored('sessionStorage', editKey));
  writeStored('sessionStorage', editKey);
  return Date.now() - at < editLimitMs ? validLines(base) : undefined;
}

const storedDay = () => neededByIn(new URLSearchParams({ by: String(readStored('localStorage', dayKey)) }));
const ownAddress = (lines: ShortlistLine[]) => shortlistAddress(lines, { by: storedDay() });

/** Keeps the day by which the credits are needed for the visitor's return. */
function keepDay(day: string): void {
  writeStored('localStorage', dayKey, day || undefined);
  showStored(readStoredShortlist());
}

/** Puts the typed tonnes and day wherever the page passes its list on: its address, a copy, paper, a file, a link or a form. */
function passOn(page: HTMLElement): void {
  const tonnes = new Map(tonnesFields().map((field) => [field.name, tonnesIn(field)]));
  // Lines are written as `p=slug:10`, `removed=slug:10`, `t.slug=10` or, in a field, `slug:10`; an address may have `p=slug:1,200`, too.
  const withTonnes = (text: string) =>
    text.replace(
      /((?:\b(?:p|removed)=|\bt\.|^)([a-z0-9-]+)[:=])(\d[^&#:]*)/g,
      (_, start, slug, served) => start + (tonnes.get(tonnesField(slug)) ?? served),
    );
  // The tonnes that a link sets itself stay: "Take 10", where more are asked for than there are.
  const inLink = (href: string) =>
    href
      .split('&t.')
      .map((part, at) => (at === 0 ? withTonnes(part) : part))
      .join('&t.');
  const day = document.querySelector<HTMLInputElement>('form[data-draft] [name=deliverBy]')?.value ?? dayOf(location);
  const withBoth = (text: string) => withQuery(withTonnes(text).replace(/[?&]by=[^&]*/, ''), day ? `by=${day}` : '');
  const search = withTonnes(location.search.replaceAll('%3A', ':'));
  if (search !== location.search) history.replaceState(history.state, '', search + location.hash);
  for (const link of page.querySelectorAll('a'))
    link.setAttribute('href', (link.hasAttribute('download') ? withBoth : inLink)(link.getAttribute('href') ?? ''));
  for (const field of page.querySelectorAll<HTMLInputElement>('[data-shortlist-edit] [name=p]')) field.value = withTonnes(field.value);
  for (const button of page.querySelectorAll<HTMLElement>('[data-copy]')) button.dataset.copy = withBoth(button.dataset.copy ?? '');
  for (const field of page.querySelectorAll<HTMLInputElement>('input[readonly]')) field.value = withBoth(field.value);
  // Texts change after the event: within one that a script sends, React may hydrate the page, and expects them as they were served.
  setTimeout(() => {
    // Of the lines in print (`PrintedHead`) one is the address.
    for (const text of page.querySelectorAll('[data-printed]'))
      if (text.textContent.includes('://')) text.textContent = withBoth(text.textContent);
    for (const text of page.querySelectorAll('[data-needed-by]')) text.textContent = day ? formatDay(day) : '';
  });
  if (!ownList) offerOwnList(linesOf(withTonnes(page.dataset.shortlist ?? '')));
}

const isTonnes = ({ name }: { name: string }) => name.startsWith(tonnesPrefix);
const tonnesFields = () => [...document.querySelectorAll<HTMLInputElement>(`[name^="${tonnesPrefix}"]`)];

/** The sessionStorage key of what is typed into a form. */
const draftKey = ({ dataset }: HTMLElement) => dataset.draft ?? '';

/**
 * Saves what is typed in a form `[data-draft]` across page loads in this tab, because links beside the form load the page anew: they edit
 * the list above it, or choose another kind of message. Files cannot be saved. The draft is deleted with the tab, and once the form has
 * been sent: it is then reset, or the next page has another element with the same `data-draft`.
 */
function keepDraft(element: HTMLElement): void {
  if (!(element instanceof HTMLFormElement)) {
    afterSending(element);
    return;
  }
  const typed = Object(readStored('sessionStorage', draftKey(element)));
  for (const field of fieldsOf(element)) {
    const [value, served] = typed[field.name] ?? [field.value];
    // A value that was served, such as the day of the address, gives way to the draft where the same value was served before.
    if (field.value && !(field.value === served && field.defaultValue === served)) continue;
    field.value = value;
    // The event tells React, which may have hydrated the list already.
    if (isTonnes(field)) field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // The visitor may have started typing before this script loaded.
  saveDraft(element);
  const onChange = ({ type, target }: Event) => {
    // A field may stand outside its form. The target of a reset is the form itself.
    const { form = target } = target as Partial<HTMLInputElement>;
    if (form instanceof HTMLFormElement && form.dataset.draft) (type === 'input' ? saveDraft : afterSending)(form);
  };
  // Captured, because React stops events in parts of the page that it has not hydrated yet.
  for (const type of ['input', 'reset']) document.addEventListener(type, onChange, { capture: true });
}

function saveDraft(form: HTMLFormElement): void {
  // Readable tonnes are stored with the list, which other pages change, too.
  const fields = fieldsOf(form).filter((field) => !isTonnes(field) || parseTonnes(field.value) === null);
  const typed = Object.fromEntries(fields.map(({ name, value, defaultValue }) => [name, [value, defaultValue]]));
  writeStored('sessionStorage', draftKey(form), typed);
}

/** Deletes the draft. The tonnes of the list stay as they were sent: the reset that follows would bring back those that were served. */
function afterSending(form: HTMLElement): void {
  for (const field of tonnesFields()) field.defaultValue = field.value;
  writeStored('sessionStorage', draftKey(form));
}

/** `defaultValue`: what was served. A `<select>` has none, and begins with an empty choice. */
type Field = Element & { type: string; name: string; value: string; defaultValue?: string };

/** The fields into which people type or choose; not tick boxes, files and hidden ones. `text` is also the beginning of `textarea`. */
const fieldsOf = (form: HTMLFormElement) => ([...form.elements] as Field[]).filter(({ type }) => /^(text|email|date|select)/.test(type));
