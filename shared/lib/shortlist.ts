import { linesLimit, slugForm, slugMaxLength, tonnesLimit } from '#shared/schemas/limits.ts';
import { storableText } from '#shared/schemas/storable-text.ts';
import { parseTonnes } from '#shared/schemas/typed.ts';
import { canonicalNumber } from '#verify/text.ts';
import { readStored, writeStored } from './storage.ts';

/** A project on a shortlist, and how many whole tonnes of it. */
export type ShortlistLine = { slug: string; tonnes: number };

/** Tonnes of a project that is added without a number. */
export const defaultTonnes = 100;

export type ParsedShortlist = {
  lines: ShortlistLine[];
  /** The address contains changes (`add`, `remove`, an edited number), so it should be replaced with its canonical form. */
  isEdited: boolean;
  /** Some tonnes were unreadable, and were set to 1. */
  isCorrected: boolean;
  /** Some entries were dropped: not a valid slug, or more than a shortlist holds. */
  hasDropped: boolean;
};

/**
 * Parses the shortlist in an address: `p=slug:tonnes` for each line, followed by changes from plain forms and links.
 * `t.slug=tonnes` sets a number, `remove=slug` removes a line, and each `add=slug:tonnes` adds one unless it stands there already; without
 * tonnes of its own, `add=slug` has those of `tonnes=`. An invalid entry is dropped and reported in `hasDropped`; never throws.
 */
export function readShortlist(query: URLSearchParams): ParsedShortlist {
  const lines = new Map<string, number>();
  let isCorrected = false;
  let hasDropped = false;
  let isEdited = false;

  const set = (slug: string, tonnes: string | undefined) => {
    const isValid = slugForm.test(slug) && slug.length <= slugMaxLength;
    if (!isValid || (!lines.has(slug) && lines.size >= linesLimit)) {
      hasDropped = true;
      return;
    }
    const parsed = tonnes === undefined ? defaultTonnes : parseTonnes(tonnes);
    if (parsed === null) isCorrected = true;
    lines.set(slug, parsed ?? tonnesLimit.min);
  };

  for (const entry of query.getAll('p')) {
    const [slug = '', tonnes] = entry.split(':');
    set(slug, tonnes);
  }
  for (const [name, tonnes] of query) {
    if (!name.startsWith(tonnesPrefix)) continue;
    isEdited = true;
    set(name.slice(tonnesPrefix.length), tonnes);
  }
  const tonnes = query.get('tonnes') ?? undefined;
  for (const entry of query.getAll('add')) {
    const [slug = '', own = tonnes] = entry.split(':');
    isEdited = true;
    if (!lines.has(slug)) set(slug, own);
  }
  for (const slug of query.getAll('remove')) {
    isEdited = true;
    lines.delete(slug);
  }
  return { lines: [...lines].map(([slug, tonnes]) => ({ slug, tonnes })), isEdited, isCorrected, hasDropped };
}

/**
 * Reads the lines of a posted form without correcting them, to be validated by a schema: what is not a whole number is NaN. `t.slug`, the
 * field in which a person edits the tonnes of a line, prevails over the line. A price (pence) is what the form showed.
 */
export function readPostedLines(form: URLSearchParams): (ShortlistLine & { pricePerCredit?: number })[] {
  return form.getAll('p').map((entry) => {
    const [slug = '', tonnes = '', price] = entry.split(':');
    const line = { slug, tonnes: parseTonnes(form.get(tonnesField(slug)) ?? tonnes) ?? Number.NaN };
    return price ? { ...line, pricePerCredit: canonicalNumber(price) ?? Number.NaN } : line;
  });
}

/** Returns a line as a form posts it, with the price (pence) that it shows. Tonnes that cannot be read are ''. */
export function postedLine({ slug, tonnes, price }: { slug: string; tonnes: number | ''; price: number | null }): string {
  return `${slug}:${tonnes}${price === null ? '' : `:${price}`}`;
}

/** Checks whether `readShortlist` reads a parameter of this name. */
export const isOfShortlist = (name: string): boolean => /^(?:p|add|tonnes|remove|t\..*)$/.test(name);
/** What the names of the fields that edit tonnes begin with. */
export const tonnesPrefix = 't.';
/** Returns the name of the field that edits the tonnes of a project. */
export const tonnesField = (slug: string): string => tonnesPrefix + slug;

/** What the address of a shortlist says beside its lines: each name but `edited` is that of its parameter. */
type Beside = {
  /** Lines that an edit adds, or whose tonnes it sets: the list becomes that of whoever opens the address. */
  edited?: readonly ShortlistLine[];
  /** The lines that were just removed, so that the removal can be undone. */
  removed?: readonly ShortlistLine[];
  /** The visitor's own list, about which the page asks whether this one is to replace it. */
  yours?: readonly ShortlistLine[];
  /** Makes this the list of a browser without scripts. `ask`: the page asks first if it has another. */
  replace?: 'ask' | 'yes';
  /** The day on which it is shared, such as 2026-11-26. It has no prices: the site knows those of each day. */
  on?: string | undefined;
  /** The day by which its credits are needed, such as 2026-12-31, with which the form for a quote begins. */
  by?: string | undefined;
};

/** Returns the address of a shortlist. It holds the whole list, so it can be shared and bookmarked. */
export function shortlistAddress(lines: readonly ShortlistLine[], beside: Beside = {}): string {
  const parameters = Object.entries({ p: lines, ...beside }).flatMap(([name, value = []]) => {
    if (typeof value === 'string') return `${name}=${value}`;
    return value.map(({ slug, tonnes }) => {
      // A slug from the address of a comparison may be any text.
      const encoded = encodeURIComponent(slug);
      return name === 'edited' ? `${tonnesField(encoded)}=${tonnes}` : `${name}=${encoded}:${tonnes}`;
    });
  });
  return ['/shortlist', parameters.join('&')].filter(Boolean).join('?');
}

/** Reads the day in a shared address: undefined without one, null if it is none of the days from 2000 to `today`. */
export function readSharedDay(query: URLSearchParams, today: string): string | null | undefined {
  const day = query.get('on');
  if (day === null) return undefined;
  return isDay(day) && day <= today && day >= '2000-01-01' ? day : null;
}

/** Checks for a day that exists: `Date` does not write a 30 February back as it was read. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

/** Reads the day by which the credits of a shortlist are needed; undefined if the address has none. */
export function neededByIn(query: URLSearchParams): string | undefined {
  return query.getAll('by').find(isDay);
}

/** Returns the lines that an address names beside its list: those of the visitor's own list, or those that were just removed. */
export function linesBeside(query: URLSearchParams, name: 'yours' | 'removed'): ShortlistLine[] {
  return readShortlist(new URLSearchParams(query.getAll(name).map((entry) => ['p', entry]))).lines;
}

/** Returns a shortlist with a line appended; unchanged if the list is full or has that project already, whatever the tonnes. */
export function withLine(lines: readonly ShortlistLine[], line: ShortlistLine): ShortlistLine[] {
  const isListed = lines.some(({ slug }) => slug === line.slug);
  return isListed || lines.length >= linesLimit ? [...lines] : [...lines, line];
}

type Versions = {
  /** The list before this page changed it. */
  base: readonly ShortlistLine[];
  /** The list in storage now, perhaps changed by another page. */
  stored: readonly ShortlistLine[];
  /** The list after this page changed it. */
  changed: readonly ShortlistLine[];
};

/**
 * Merges this page's changes to a shortlist with those another page may have made meanwhile (a three-way merge). If both changed
 * the same line, this page wins, because its change is the visitor's latest.
 */
export function mergeLines({ base, stored, changed }: Versions): ShortlistLine[] {
  const tonnesBySlug = (lines: readonly ShortlistLine[]) => new Map(lines.map(({ slug, tonnes }) => [slug, tonnes]));
  const [before, theirs, ours] = [tonnesBySlug(base), tonnesBySlug(stored), tonnesBySlug(changed)];
  const slugs = new Set([...changed, ...stored].map(({ slug }) => slug));
  return [...slugs]
    .map((slug) => ({ slug, tonnes: (ours.get(slug) === before.get(slug) ? theirs : ours).get(slug) }))
    .filter((line): line is ShortlistLine => line.tonnes !== undefined)
    .slice(0, linesLimit);
}

/** Checks whether two shortlists have the same lines in the same order. */
export function isSameShortlist(a: readonly ShortlistLine[], b: readonly ShortlistLine[]): boolean {
  return shortlistAddress(a) === shortlistAddress(b);
}

/** The localStorage key of the shortlist. src/page-scripts/deferred.ts repeats it. */
export const shortlistKey = 'carma.shortlist';

// The visitor's own shortlist, in localStorage. It is read again each time, because another page may have changed it since.

/** Returns this browser's shortlist; empty if storage is forbidden. */
export const readStoredShortlist = (): ShortlistLine[] => validLines(readStored('localStorage', shortlistKey));

/** Returns the valid lines of a stored shortlist: a browser's storage cannot be trusted. */
export function validLines(stored: unknown): ShortlistLine[] {
  if (!Array.isArray(stored)) return [];
  const query = new URLSearchParams();
  for (const { slug, tonnes } of stored.map((line) => Object(line))) {
    if (typeof slug === 'string' && typeof tonnes === 'number') query.append('p', `${slug}:${tonnes}`);
  }
  return readShortlist(query).lines;
}

/**
 * Replaces the stored shortlist, and dispatches the `storage` event here too: browsers send it only to the other pages.
 * @returns false if storage is off or full; the list must then live in the address.
 */
export function storeShortlist(lines: readonly ShortlistLine[]): boolean {
  const isStored = writeStored('localStorage', shortlistKey, lines);
  if (isStored) dispatchEvent(new StorageEvent('storage', { key: shortlistKey }));
  return isStored;
}

/** Most projects in one comparison. */
export const compareLimit = 4;

/** A project in a comparison, and how much of it was asked for, if anything was. */
export type AskedLine = { slug: string; tonnes?: number | undefined };

/**
 * Reads the query of a comparison: distinct projects, each as `p=slug` or `p=slug:tonnes`, further ones as `add=`, and from its form
 * `t.slug=tonnes`, which prevails.
 * @returns `lines`: the projects up to the limit; `more`: whether the query has further ones; `sent`: whether it has tonnes from the form;
 * `wrong`: the tonnes that cannot be read, by slug. A field that was left empty has none.
 */
export function readCompared(query: URLSearchParams) {
  const tonnes = new Map<string, number | undefined>();
  const wrong = new Map<string, string>();
  const readTonnes = (slug: string, text: string) => {
    const read = parseTonnes(text) ?? undefined;
    if (read || text === '') wrong.delete(slug);
    else wrong.set(slug, storableText(text));
    return read;
  };
  for (const entry of [...query.getAll('p'), ...query.getAll('add')].map((text) => storableText(text)).filter((text) => text !== '')) {
    const [, slug = entry, count] = /^([^:]+):([^:]+)$/.exec(entry) ?? [];
    // Named again without tonnes, a project keeps those it had.
    tonnes.set(slug, count === undefined ? tonnes.get(slug) : readTonnes(slug, count));
  }
  const sent = [...query].filter(([name]) => name.startsWith(tonnesPrefix));
  for (const [name, text] of sent) {
    const slug = name.slice(tonnesPrefix.length);
    const read = readTonnes(slug, text);
    if (tonnes.has(slug)) tonnes.set(slug, read);
  }
  const lines = [...tonnes].map(([slug, asked]): AskedLine => ({ slug, tonnes: asked }));
  return { lines: lines.slice(0, compareLimit), more: lines.length > compareLimit, sent: sent.length > 0, wrong };
}

/** Returns the lines that have tonnes. */
export function linesWithTonnes(lines: readonly AskedLine[]): ShortlistLine[] {
  return lines.flatMap(({ slug, tonnes }) => (tonnes ? { slug, tonnes } : []));
}

/** Returns the address of a comparison. `from`: where it was started, a query of /projects or the address of mixes or of a shortlist. */
export function compareAddress(lines: readonly AskedLine[], from = ''): string {
  const parts = [...lines.map((line) => `p=${entryOf(line)}`), ...(from ? [`from=${encodeURIComponent(from)}`] : [])];
  return parts.length === 0 ? '/projects/compare' : `/projects/compare?${parts.join('&')}`;
}

/** Returns the address that adds projects to a shortlist: as many tonnes as were asked for, or the default. */
export function addressAdding(lines: readonly AskedLine[]): string {
  return `/shortlist?${lines.map((line) => `add=${entryOf(line)}`).join('&')}`;
}

const entryOf = ({ slug, tonnes }: AskedLine) => encodeURIComponent(slug) + (tonnes ? `:${tonnes}` : '');

/** Shortens a text from an address for display. */
export function abbreviated(text: string): string {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}

/** Returns the address at which so many tonnes of a project are asked for: a quote, if they can be bought. */
export function purchaseAddress({ slug, tonnes }: ShortlistLine): string {
  return `/contact?project=${slug}&tonnes=${tonnes}`;
}

/** Returns the address of the form for questions about a project or a piece of its evidence (`requestFor` in src/ui/routes/project). */
export function questionAddress(slug: string, evidence?: string): string {
  return `/contact?project=${slug}${evidence ? `&ask=${evidence}` : ''}`;
}

/** Returns the address of a project's calculator, set to so many tonnes. */
export function costAddress({ slug, tonnes }: ShortlistLine): string {
  return `/projects/${slug}?tonnes=${tonnes}#cost`;
}
