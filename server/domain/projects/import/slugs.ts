import { createHash } from 'node:crypto';

const maxLength = 120;
const reserved = 'compare';

/**
 * Generates a slug from a title: words in ASCII letters joined by hyphens. An external id is appended, so that projects of the
 * same title differ whatever else is in the file. A title without ASCII letters gives `project`, plus a fingerprint if there is
 * no id.
 */
export function slugOf(title: string, externalId: string | null): string {
  const id = externalId === null ? '' : latin(externalId).slice(0, 40) || fingerprint(externalId);
  const letters = cut(latin(title), 80);
  // Digits alone would be mistaken for a project's id.
  const words = /[a-z]/.test(letters) ? letters : id ? 'project' : `project-${fingerprint(title)}`;
  const slug = id ? cut(`${words}-${id}`, maxLength) : words;
  return slug === reserved ? `${slug}-project` : slug;
}

/** Returns the slug, with the lowest number from 2 appended if it is already taken. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number++) candidate = `${cut(slug, maxLength - 7)}-${number}`;
  return candidate;
}

function latin(text: string): string {
  const dashed = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  // There is at most one hyphen at each end.
  return dashed.slice(dashed.startsWith('-') ? 1 : 0, dashed.endsWith('-') ? -1 : undefined);
}

function cut(slug: string, length: number): string {
  const short = slug.slice(0, length);
  return short.endsWith('-') ? short.slice(0, -1) : short;
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
