import type { Query } from '#server/platform/database/query.ts';

/** Deletes the texts beside an entry: their hashes stay in the log, and nobody can say any more what they were of. */
export async function eraseTexts(db: Query, index: number): Promise<number> {
  const rows = await db`delete from record_texts where entry_index = ${index} returning commitment`;
  await showAnew(db, [index]);
  return rows.length;
}

/** Deletes the texts that have an e-mail address in them. @returns how many. */
export async function eraseTextsContaining(db: Query, email: string): Promise<number> {
  const rows = await db<{ index: number }[]>`
    delete from record_texts where strpos(lower(text), ${email.toLowerCase()}) > 0 returning entry_index::float8 as index
  `;
  await showAnew(
    db,
    rows.map(({ index }) => index),
  );
  return rows.length;
}

/** Entries with a text that is one of these names. Whether it is the same person, a person decides. */
export async function findEntriesNaming(db: Query, names: string[]): Promise<number[]> {
  const rows = await db<{ index: number }[]>`
    select distinct entry_index::float8 as index
    from record_texts
    where catalogue_fold(text) = any (select catalogue_fold(name) from unnest(${names}::text[]) as name)
    order by index
  `;
  return rows.map(({ index }) => index);
}

/** Pages that show an entry are made anew after this commit. */
async function showAnew(db: Query, indexes: number[]): Promise<void> {
  if (indexes.length === 0) return;
  await db`
    update carbon_projects
    set updated_at = clock_timestamp()
    where slug in (select project_slug from record_entry_projects where entry_index = any (${indexes}::bigint[]))
  `;
}
