import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { NamedProject, RecordLine } from '#src/schemas/record.ts';
import { registryName } from '#verify/registries.ts';

/** What is said of a project about which only its entries are known. */
export type ProjectWords = { description: string; location: string };

/**
 * Makes the project of a lost entry, if the catalogue has lost it too, with its identity and the facts of the entry. It is not on
 * sale; the next import of the catalogue completes it. @returns whether it was made.
 * @throws Error if the catalogue has another project under that identity, or this one under another.
 */
export async function restoreProject(
  transaction: Transaction,
  index: number,
  { id, slug, title, registryId }: NamedProject,
  { line, words }: { line: RecordLine | undefined; words: ProjectWords },
): Promise<boolean> {
  const standard = line ? registryName(line.registry) : words.location;
  const key = sql`catalogue_registry_key(${registryId}, ${standard})`;
  const known = await transaction<{ id: number; slug: string; title: string; isSame: boolean }[]>`
    select
      id, slug, title,
      registry_key is not distinct from ${key} and (external_id is not null or title = ${title})
        or slug = ${slug} or exists (select from former_slugs where former_slugs.slug = ${slug} and project_id = carbon_projects.id) as is_same
    from carbon_projects
    where id = ${id} or slug = ${slug} or registry_key = ${key}
    order by (id = ${id}) desc
  `;
  const [first] = known;
  if (first?.id === id) {
    if (first.isSame) return false;
    throw new Error(
      `Entry ${index} is about project ${id}, "${title}" (${slug}), but the catalogue's project ${id} is "${first.title}" (${first.slug}). ${remedy}`,
    );
  }
  if (first)
    throw new Error(
      `Entry ${index} is about project ${id}, "${title}" (${slug}), but the catalogue has it as project ${first.id}, "${first.title}" (${first.slug}). ${remedy}`,
    );
  await transaction`
    insert into carbon_projects (id, slug, external_id, title, description, category, location, status, verification_standard, impact_per_year, unit_type)
    values (
      ${id}, ${slug}, ${registryId}, ${title}, ${words.description}, 'Other', ${words.location}, 'Not yet on sale',
      ${standard}, 0, ${line?.unitType ?? null}
    )
  `;
  return true;
}

const remedy = 'Recover the record before you import the catalogue: restore the backup once more, and run this command first.';
