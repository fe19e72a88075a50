import { createHash, randomBytes } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { type Query, sql, type Transaction } from '#server/platform/database/query.ts';
import { type TextField, textFields } from '#verify/entry.ts';

/** Texts by the field of the entry that holds their salted hash. */
export type Texts = Partial<Record<TextField, string | undefined>>;

/** A text that may be about a person. Its salted hash, `commitment`, is in the log, and the text beside it, so that it can be erased. */
export type CommittedText = { field: TextField; text: string; salt: Buffer; commitment: Buffer };

/** Salts and hashes the texts that are given. */
export function commitTexts(texts: Texts): CommittedText[] {
  return textFields.flatMap((field) => {
    const text = texts[field];
    if (!text) return [];
    const salt = randomBytes(32);
    return [{ field, text, salt, commitment: createHash('sha256').update(salt).update(text, 'utf8').digest() }];
  });
}

/** Stores texts of entries, unless they are there. @returns the fields of those that were not. */
export async function storeTexts(transaction: Transaction, texts: readonly (CommittedText & { index: number })[]): Promise<TextField[]> {
  const rows = texts.map(({ commitment, salt, ...text }) => ({
    ...text,
    commitment: commitment.toString('hex'),
    salt: salt.toString('hex'),
  }));
  const stored = await transaction<{ field: TextField }[]>`
    insert into record_texts (commitment, entry_index, field, text, salt)
    select decode(commitment, 'hex'), index, field, text, decode(salt, 'hex')
    from jsonb_to_recordset(${sql.json(rows)}) as given (commitment text, index bigint, field text, text text, salt text)
    on conflict (commitment) do nothing
    returning field
  `;
  return stored.map(({ field }) => field);
}

/**
 * Deletes the texts of an entry. Their salted hashes stay in the log and no longer reveal anything. A trigger notes the erasure, so that no
 * copy of a page with the text is served again (db/migrations/0003_log.sql). A text that is not on file counts as erased from then on too,
 * so that nobody's file brings it back. @returns how many texts are erased by this, whether they were on file or lost.
 */
export async function eraseTexts(db: Query, index: number): Promise<number> {
  const { count } = await db`delete from record_texts where entry_index = ${index}`;
  const [lost] = await db<[{ count: number }]>`select record_erase_lost(${index})::integer as count`;
  return count + lost.count;
}

/**
 * Deletes all texts that contain this email address, also with its domain in Unicode, as people write it; not those with another that only
 * ends or begins like it. @returns how many texts were deleted.
 */
export async function eraseTextsContaining(db: Query, email: string): Promise<number> {
  const ascii = email.toLowerCase();
  const domain = ascii.slice(ascii.lastIndexOf('@') + 1);
  const unicode = ascii.slice(0, -domain.length) + (domainToUnicode(domain) || domain);
  // U+0001, which no text has, stands for the address.
  const { count } = await db`
    delete from record_texts
    where replace(replace(lower(text), ${ascii}, chr(1)), ${unicode}, chr(1))
      ~ ('(^|[^[:alnum:]._%+''-])[._%+''-]*' || chr(1) || '(?![.-]?[[:alnum:]])')
  `;
  return count;
}

/** Lists entries with a text that is one of these names, in any case and with any accents. An operator decides who is meant. */
export async function findEntriesNaming(db: Query, names: string[]): Promise<number[]> {
  const rows = await db<{ index: number }[]>`
    select distinct entry_index::float8 as index
    from record_texts
    where folded = any (select catalogue_fold(name) from unnest(${names}::text[]) as name)
    order by index
  `;
  return rows.map(({ index }) => index);
}
