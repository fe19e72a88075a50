import { linesLimit, parseTonnes, tonnesLimit } from './basket.ts';

/** A project on a shortlist, and the whole tonnes wanted of it. */
export type ShortlistLine = { slug: string; tonnes: number };

/** Tonnes of a project that was added without a number. */
export const tonnesAdded = 100;

/** A shortlist as an address holds it. */
export type AskedShortlist = {
  lines: ShortlistLine[];
  /** The address asks for a change (`add`, `remove`, an edited number): it has a plainer form. */
  edited: boolean;
  /** Some tonnes could not be read, or were beyond the limit, and were settled. */
  settled: boolean;
  /** Some entries are no project's name, or are more than a shortlist holds. */
  dropped: boolean;
};

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const slugMaxLength = 120;

/**
 * The shortlist of an address: `p=slug:tonnes` for each line; then changes as plain forms and links send them:
 * `t.slug=tonnes` sets a number, `remove=slug` takes a line away, `add=slug` with `tonnes=` adds or replaces one. A
 * wrong entry is dropped and said, never an error.
 */
export function readShortlist(query: URLSearchParams): AskedShortlist {
  const lines = new Map<string, number>();
  let settled = false;
  let dropped = false;
  let edited = false;

  const set = (slug: string, tonnes: string | undefined) => {
    const known = slugPattern.test(slug) && slug.length <= slugMaxLength;
    if (!known || (!lines.has(slug) && lines.size >= linesLimit)) {
      dropped = true;
      return;
    }
    const read = tonnes === undefined ? tonnesAdded : parseTonnes(tonnes);
    if (read === null || read > tonnesLimit.max) settled = true;
    lines.set(slug, Math.min(read ?? tonnesLimit.min, tonnesLimit.max));
  };

  for (const entry of query.getAll('p')) {
    const [slug = '', tonnes] = entry.split(':');
    set(slug, tonnes);
  }
  for (const [name, tonnes] of query) {
    if (!name.startsWith('t.')) continue;
    edited = true;
    set(name.slice(2), tonnes);
  }
  const added = query.get('add');
  if (added !== null) {
    edited = true;
    set(added, query.get('tonnes') || undefined);
  }
  for (const slug of query.getAll('remove')) {
    edited = true;
    lines.delete(slug);
  }
  return { lines: [...lines].map(([slug, tonnes]) => ({ slug, tonnes })), edited, settled, dropped };
}

/** The lines that a posted form names, unsettled, for a schema to judge: tonnes that are no whole number are NaN. */
export function typedLines(form: URLSearchParams): ShortlistLine[] {
  return form.getAll('p').map((entry) => {
    const [slug = '', tonnes = ''] = entry.split(':');
    return { slug, tonnes: /^\d{1,15}$/.test(tonnes) ? Number(tonnes) : Number.NaN };
  });
}

/** The address of a shortlist: everything that it holds, to share, keep and come back to. */
export function shortlistAddress(lines: readonly ShortlistLine[]): string {
  return lines.length === 0 ? '/shortlist' : `/shortlist?${lines.map(({ slug, tonnes }) => `p=${slug}:${tonnes}`).join('&')}`;
}

/** The address of a shortlist without some of its lines; it names them, so that they can be put back. */
export function addressWithout(lines: readonly ShortlistLine[], slugs: readonly string[]): string {
  const removed = lines.filter(({ slug }) => slugs.includes(slug)).map(({ slug, tonnes }) => `removed=${slug}:${tonnes}`);
  const address = shortlistAddress(lines.filter(({ slug }) => !slugs.includes(slug)));
  return `${address}${address.includes('?') ? '&' : '?'}${removed.join('&')}`;
}

/** The lines that an address says were taken off just now. */
export function removedFrom(query: URLSearchParams): ShortlistLine[] {
  return readShortlist(new URLSearchParams(query.getAll('removed').map((entry) => ['p', entry]))).lines;
}

/** A shortlist with a line added: last, or in the place of the one it replaces. Unchanged when it is full. */
export function withLine(lines: readonly ShortlistLine[], line: ShortlistLine): ShortlistLine[] {
  if (lines.some(({ slug }) => slug === line.slug)) return lines.map((present) => (present.slug === line.slug ? line : present));
  return lines.length < linesLimit ? [...lines, line] : [...lines];
}

type Versions = {
  /** What the page that made the change had begun with. */
  base: readonly ShortlistLine[];
  /** What is kept by now. */
  kept: readonly ShortlistLine[];
  /** What the change made of it. */
  changed: readonly ShortlistLine[];
};

/**
 * A shortlist that was changed in one page while another may have changed it too: every line as who changed it wants it,
 * and where both did, as the visitor did last.
 */
export function mergeLines({ base, kept, changed }: Versions): ShortlistLine[] {
  const [before, theirs, ours] = [base, kept, changed].map((lines) => new Map(lines.map(({ slug, tonnes }) => [slug, tonnes])));
  const slugs = new Set([...changed, ...kept].map(({ slug }) => slug));
  return [...slugs]
    .map((slug) => ({ slug, tonnes: (ours?.get(slug) === before?.get(slug) ? theirs : ours)?.get(slug) }))
    .filter((line): line is ShortlistLine => line.tonnes !== undefined)
    .slice(0, linesLimit);
}

/** Whether two shortlists say the same, in the same order. */
export function areSame(some: readonly ShortlistLine[], others: readonly ShortlistLine[]): boolean {
  return shortlistAddress(some) === shortlistAddress(others);
}

/** Where the browser keeps its shortlist, in localStorage. */
export const shortlistKey = 'carma.shortlist';

/** A stored shortlist, checked line by line: what is kept in a browser is anybody's to change. */
export function parseStored(text: string | null): ShortlistLine[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const query = new URLSearchParams();
  for (const { slug, tonnes } of stored.map((line) => Object(line))) {
    if (typeof slug === 'string' && typeof tonnes === 'number') query.append('p', `${slug}:${tonnes}`);
  }
  return readShortlist(query).lines;
}
