import { keysOfNumber } from '#server/domain/projects/match-text.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Row, Table } from '#server/platform/tables/read-table.ts';
import { spelledId } from '#shared/lib/registries/spelled-id.ts';
import { type StoredField, type StoredName, storedFields } from '#shared/schemas/project.ts';
import { isInFile, type MapOptions, type Mapping, mapColumns } from './map-columns.ts';
import { standardNamed } from './registry-words.ts';

/**
 * Maps the columns of a file. One that identifies projects by slug or external id and only has the fields to change
 * (`slug,price`) is completed: other required fields are filled in from the catalogue.
 * @throws as `mapColumns`; Error that names the projects that the catalogue does not have, or several that a number may be.
 */
export async function mapAndComplete(table: Table, options: MapOptions = {}): Promise<{ table: Table; mapping: Mapping }> {
  const mapping = mapColumns(table, options);
  const key = keyOf(mapping);
  if (key === undefined || (isInFile(mapping, 'title') && !options.isPartial)) return { table, mapping };
  const position = mapping.positions.get(key) ?? 0;

  // And what a field of the file needs, or what needs it.
  const isGiven = (name: string | undefined) => name !== undefined && isInFile(mapping, name as StoredName);
  const missing = storedFields.filter(
    ({ name, isRequired, needs }) =>
      !isGiven(name) && (isRequired || isGiven(needs) || storedFields.some((other) => other.needs === name && isGiven(other.name))),
  );
  const stored = await findNamed(table, mapping, missing).catch((error: Error) => {
    throw new Error(
      `The file has no titles, so it can only change existing projects. ${error.message} If one of its columns has the titles, name it with: --map COLUMN=title`,
    );
  });
  const completed = missing.map(({ name }) => name);
  const rows = table.rows.map((row, index): Row => {
    const project = stored[index];
    // Its id as the catalogue writes it: of a bare number the row alone does not say the registry.
    const cells = key === 'externalId' ? row.cells.with(position, project?.externalId) : row.cells;
    return { ...row, cells: [...cells, ...completed.map((name) => project?.fields[name] ?? '')] };
  });
  const whole = { ...table, columns: [...table.columns, ...completed], rows };
  // What was filled in does not make the file one of our own exports.
  return { table: whole, mapping: { ...mapColumns(whole, options), isOwnExport: mapping.isOwnExport, completed } };
}

/** Returns the slugs of the projects that a file names by slug or by the registry's id. @throws Error as `mapAndComplete`. */
export async function namedSlugs(table: Table, options: MapOptions = {}): Promise<string[]> {
  return (await findNamed(table, mapColumns(table, options), [])).map(({ slug }) => slug);
}

const keyOf = ({ positions }: Mapping) => (['slug', 'externalId'] as const).find((field) => positions.has(field));

/** Returns the project that each row names. @throws Error that names rows of no project, or of one of several. */
async function findNamed(table: Table, mapping: Mapping, missing: readonly StoredField[]): Promise<Stored[]> {
  const key = keyOf(mapping);
  if (!key) throw new Error('The file has no column for slug or externalId.');
  const keys = table.rows.map(({ cells }) => String(cells[mapping.positions.get(key) ?? 0] ?? '').trim());
  const standards = table.rows.map((row) => standardIn(row, mapping));
  const stored = await findStored(key, keys, standards, missing);
  const unknown = keys.filter((_, index) => !stored.has(index));
  if (unknown.length > 0)
    throw new Error(
      `The catalogue has no project with the ${key} ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''}.`,
    );
  return keys.map((text, index) => {
    const [project, ...others] = stored.get(index) as [Stored, ...Stored[]];
    if (others.length > 0)
      throw new Error(
        `${text} is the id of ${[project, ...others].map(({ slug, externalId, standard }) => `${slug} (${standard}, ${externalId})`).join(' and ')}. Write it with the letters of its registry, or add a column for the standard.`,
      );
    return project;
  });
}

/** A project that a row names, with its values of the fields that the file lacks. */
type Stored = { slug: string; externalId: string | null; standard: string; fields: Record<string, unknown> };

/** Returns the projects that each row may name, by the position of the row: by slug, or by the id in the registry of its standard. */
async function findStored(
  key: 'slug' | 'externalId',
  keys: readonly string[],
  standards: readonly (string | null)[],
  missing: readonly StoredField[],
): Promise<Map<number, Stored[]>> {
  // Without a standard a number may be that of any registry.
  const possible = keys.map((text) => (/^\d+$/.test(text) ? keysOfNumber(text) : [spelledId(text)]).join('\n'));
  const isNamed =
    key === 'slug'
      ? sql`slug = given.key`
      : sql`case when given.standard is null
          then registry_key = any(string_to_array(given.possible, E'\n')) or external_id = given.key
          else registry_key = catalogue_registry_key(given.key, given.standard) end`;
  const columns = missing.map(({ name, column }) => `'${name}', ${column}`);
  const rows = await query<(Stored & { at: number })[]>`
    select given.at::int - 1 as at, slug, external_id, verification_standard as standard, json_build_object(${sql.unsafe(columns.join(', '))}) as fields
    from unnest(${keys as string[]}::text[], ${standards as string[]}::text[], ${possible}::text[])
      with ordinality as given (key, standard, possible, at)
    join carbon_projects on ${isNamed}
    order by given.at, slug
  `;
  return Map.groupBy(rows, ({ at }) => at);
}

/** Returns the standard that a row or the file states, as the catalogue writes it. */
function standardIn({ cells }: Row, mapping: Mapping): string | null {
  const position = mapping.positions.get('verificationStandard');
  const stated = position === undefined ? '' : String(cells[position] ?? '').trim();
  return standardNamed(stated || (mapping.constants.get('verificationStandard') ?? null), mapping);
}
