import { compareHoldings } from '#server/domain/record/audit/compare-holdings.ts';
import { hash } from '#server/domain/record/audit/growing-tree.ts';
import type { StoredEntry, StoredRows } from '#server/domain/record/audit/stored-rows.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import type { Replay } from '#verify/book.ts';
import { textFields } from '#verify/entry.ts';

/** What earlier entries said that later ones are compared with. */
export type Memory = {
  isSample: boolean;
  /** The last day of each reservation, by its entry. */
  until: Map<number, string>;
  /** The time of the entry before, and that at which the log began (ms since 1970). */
  storedAt: number;
  begunAt: number;
};

/**
 * Compares an entry, which has been replayed, with everything that is stored about it.
 * @returns the first difference, in words; null if there is none.
 */
export function compareEntry(stored: StoredEntry, entry: RecordEntry, rows: StoredRows, replay: Replay, memory: Memory): string | null {
  const { index, createdAt } = stored;
  if (stored.kind !== entry.kind) return `Entry ${index} is a ${entry.kind}, and is stored as a ${stored.kind}`;
  if ((entry.sample === true) !== memory.isSample)
    return `Entry ${index} is ${memory.isSample ? 'not ' : ''}of sample data, unlike its log`;
  if (stored.about !== aboutOf(entry))
    return `Entry ${index} is stored as one about ${stored.about === null ? 'none' : `entry ${stored.about}`}`;
  if (createdAt < memory.begunAt || createdAt < memory.storedAt || createdAt !== Date.parse(entry.time))
    return `Entry ${index} is of ${entry.time}, and is stored as of ${new Date(createdAt).toISOString()}`;
  memory.storedAt = createdAt;
  if (entry.kind === 'reserve' && entry.until !== undefined) memory.until.set(index, entry.until);
  return (
    compareProjects(index, entry, rows) ??
    compareCertificate(index, entry, rows) ??
    compareTexts(index, entry, rows) ??
    compareOperation(index, entry, rows) ??
    compareHoldings(index, entry, { begun: rows.begun.get(index) ?? [], ended: rows.ended.get(index) ?? [], createdAt, replay, memory })
  );
}

/** Returns the earlier entry that a correction or a confirmation is about. */
function aboutOf({ kind, refersTo }: RecordEntry): number | null {
  return kind === 'correct' || kind === 'confirm' ? refersTo : null;
}

function compareProjects(index: number, entry: RecordEntry, { projects, projectsOfAbout }: StoredRows): string | null {
  const found = projects.get(index) ?? [];
  const named = [entry.project, ...entry.lines.map((line) => line.project)].flatMap((project) => project ?? []);
  const expected = new Map([...named, ...(projectsOfAbout.get(aboutOf(entry) ?? -1) ?? [])].map((project) => [project.id, project]));
  if (expected.size === found.length && found.every(({ id }) => expected.has(id))) return null;
  const list = (some: Iterable<{ slug: string }>) =>
    [...some]
      .map(({ slug }) => slug)
      .sort()
      .join(', ');
  return `Entry ${index} is about ${list(expected.values()) || 'no project'}, and is listed under ${list(found) || 'none'}`;
}

function compareCertificate(index: number, { certificate }: RecordEntry, { certificates }: StoredRows): string | null {
  const found = certificates.get(index)?.map(({ number }) => number) ?? [];
  if (found.join() === (certificate ?? '')) return null;
  return `Entry ${index} has ${certificate ? `the certificate ${certificate}` : 'no certificate'}, and is stored with ${found.join(', ') || 'none'}`;
}

function compareTexts(index: number, entry: RecordEntry, { texts, erasures, lost }: StoredRows): string | null {
  const [stored, erased, missing] = [texts.get(index) ?? [], erasures.get(index) ?? [], lost.get(index) ?? []];
  for (const { field, text, salt, commitment } of stored) {
    const expected = textFields.some((known) => known === field) ? entry[field as (typeof textFields)[number]] : undefined;
    const computed = hash(salt, Buffer.from(text, 'utf8'));
    if (salt.length !== 32 || computed.toString('hex') !== expected || !computed.equals(commitment))
      return `The ${field} that is stored with entry ${index} is not that of the entry`;
  }
  for (const field of textFields) {
    const times = stored.filter((text) => text.field === field).length + erased.filter((text) => text.field === field).length;
    const isLost = missing.some((text) => text.field === field);
    if (times === 0 && entry[field] !== undefined && !isLost) return `The ${field} of entry ${index} is missing, and was not erased`;
    if (times > 1) return `The ${field} of entry ${index} was erased, and is there`;
  }
  const unknown = erased.find(({ field }) => entry[field as (typeof textFields)[number]] === undefined);
  if (unknown) return `The ${unknown.field} of entry ${index} is listed as erased, and the entry has none`;
  const other = missing.find(({ field }) => entry[field as (typeof textFields)[number]] === undefined);
  return other ? `The ${other.field} of entry ${index} is listed as lost, and the entry has none` : null;
}

function compareOperation(index: number, entry: RecordEntry, { operations }: StoredRows): string | null {
  const [operation] = operations.get(index) ?? [];
  if (!operation) return `The operation of entry ${index} is missing, so that its idempotency key would be taken for a new one`;
  if (entry.operation !== operation.key || (entry.request ?? null) !== operation.request)
    return `The operation of entry ${index} is not stored as the entry has it`;
  return operation.isOfKey ? null : `The key that made entry ${index} is missing`;
}
