import type { Query } from '#server/platform/database/query.ts';

/**
 * Deletes the texts of an entry. Their salted hashes stay in the log and no longer reveal anything. Triggers count the erasure, so
 * that no copy of a page with the text is served again (db/migrations/0003_log.sql). A text that is not on file counts as erased from then
 * on too, so that nobody's file brings it back. @returns their number.
 */
export async function eraseTexts(db: Query, index: number): Promise<number> {
  const rows = await db`delete from record_texts where entry_index = ${index} returning commitment`;
  const [lost] = await db<{ count: number }[]>`select record_erase_lost(${index}) as count`;
  return rows.length + (lost?.count ?? 0);
}

/** Deletes all texts that contain an email address. @returns their number. */
export async function eraseTextsContaining(db: Query, email: string): Promise<number> {
  const rows = await db`delete from record_texts where strpos(lower(text), ${email.toLowerCase()}) > 0 returning commitment`;
  return rows.length;
}

/** Lists entries with a text that equals one of these names. An operator has to decide whether it is the same person. */
export async function findEntriesNaming(db: Query, names: string[]): Promise<number[]> {
  const rows = await db<{ index: number }[]>`
    select distinct entry_index::float8 as index
    from record_texts
    where folded = any (select catalogue_fold(name) from unnest(${names}::text[]) as name)
    order by index
  `;
  return rows.map(({ index }) => index);
}
