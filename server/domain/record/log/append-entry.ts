import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import type { TextField } from '#verify/entry.ts';

/** A text that may be about a person: the log contains its salted hash, and the text is stored separately so that it can be erased. */
export type CommittedText = { field: TextField; text: string; salt: Buffer; commitment: Buffer };

/** Salts and hashes a text. */
export function commitText(field: CommittedText['field'], text: string): CommittedText {
  const salt = randomBytes(32);
  return { field, text, salt, commitment: createHash('sha256').update(salt).update(text, 'utf8').digest() };
}

/** Salts and hashes the texts that are given. */
export function textsOf(texts: Partial<Record<TextField, string | undefined>>): CommittedText[] {
  return Object.entries(texts).flatMap(([field, text]) => (text ? [commitText(field as TextField, text)] : []));
}

/** Returns the hashes of texts, as an entry has them. */
export function hashesOf(texts: readonly CommittedText[]): Partial<Record<TextField, string>> {
  return Object.fromEntries(texts.map(({ field, commitment }) => [field, commitment.toString('hex')]));
}

/**
 * Returns the time (ISO 8601, UTC, to the ms) of the entries of this transaction: the database's, or that of the newest entry if the
 * clock was set back since. The log must be locked.
 */
export async function entryTime(transaction: Transaction): Promise<string> {
  const [row] = await transaction<{ time: Date }[]>`
    select greatest(date_trunc('milliseconds', clock_timestamp()), (select created_at from record_entries order by index desc limit 1)) as time
  `;
  if (!row) throw new Error('PostgreSQL returned no time');
  return row.time.toISOString();
}

/** Appends an entry as `appendEntries` does, and returns its index. */
export async function appendEntry(transaction: Transaction, entry: RecordEntry, texts: readonly CommittedText[] = []): Promise<number> {
  const [index] = await appendEntries(transaction, [{ entry, texts }]);
  return index as number;
}

/**
 * Appends entries to the log, in the caller's transaction, so that entry, tree and book are committed together or not at all.
 * Concurrent appends wait for each other.
 * @returns the indexes of the entries.
 * @throws the driver's error, also if the log has not begun or an entry's time is before the previous one's.
 */
export async function appendEntries(
  transaction: Transaction,
  entries: readonly { entry: RecordEntry; texts: readonly CommittedText[] }[],
): Promise<number[]> {
  const rows = await transaction<{ index: number }[]>`
    insert into record_entries (kind, entry)
    select kind, decode(entry, 'hex')
    from unnest(
      ${entries.map(({ entry }) => entry.kind)}::text[], ${entries.map(({ entry }) => entryBytes(entry).toString('hex'))}::text[]
    ) with ordinality as given (kind, entry, at)
    order by at
    returning index::float8 as index
  `;
  if (rows.length !== entries.length) throw new Error('PostgreSQL accepted entries of the record but did not return a row for each');
  const indexes = rows.map(({ index }) => index);
  const texts = entries.flatMap((one, at) => one.texts.map((text) => ({ ...text, index: indexes[at] as number })));
  if (texts.length > 0)
    await transaction`
      insert into record_texts (commitment, entry_index, field, text, salt)
      select decode(commitment, 'hex'), entry_index, field, text, decode(salt, 'hex')
      from unnest(
        ${texts.map(({ commitment }) => commitment.toString('hex'))}::text[], ${texts.map(({ index }) => index)}::bigint[],
        ${texts.map(({ field }) => field)}::text[], ${texts.map(({ text }) => text)}::text[],
        ${texts.map(({ salt }) => salt.toString('hex'))}::text[]
      ) as given (commitment, entry_index, field, text, salt)
    `;
  return indexes;
}

/** Serialises an entry as it is logged: canonical JSON (RFC 8785) in UTF-8. */
export function entryBytes(entry: RecordEntry): Buffer {
  const text = canonicalize(entry);
  if (text === undefined) throw new TypeError('An entry of the record cannot be serialised as JSON');
  return Buffer.from(text, 'utf8');
}
