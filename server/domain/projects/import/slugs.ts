import { createHash } from 'node:crypto';

const longest = 120;
const reserved = 'compare';

/**
 * An address made of a title: words in plain letters joined by hyphens. With an external id that stands at the end, so
 * that namesakes differ, whatever else the file holds. A title without a plain letter gives `project`, with a
 * fingerprint where there is no id.
 */
export function slugOf(title: string, externalId: string | null): string {
  const id = externalId === null ? '' : plain(externalId).slice(0, 40) || fingerprint(externalId);
  const letters = cut(plain(title), 80);
  // Digits alone would be taken for a project's number.
  const words = /[a-z]/.test(letters) ? letters : id ? 'project' : `project-${fingerprint(title)}`;
  const slug = id ? cut(`${words}-${id}`, longest) : words;
  return slug === reserved ? `${slug}-project` : slug;
}

/** The slug itself if it is not taken yet, else with the first number from 2 on that makes it new. */
export function untaken(slug: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  let free = slug;
  for (let number = 2; taken.has(free); number++) free = `${cut(slug, longest - 7)}-${number}`;
  return free;
}

function plain(text: string): string {
  const dashed = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  // There is one dash at each end at most.
  return dashed.slice(dashed.startsWith('-') ? 1 : 0, dashed.endsWith('-') ? -1 : undefined);
}

function cut(slug: string, length: number): string {
  const short = slug.slice(0, length);
  return short.endsWith('-') ? short.slice(0, -1) : short;
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
