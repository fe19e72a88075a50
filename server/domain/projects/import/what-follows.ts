import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type StoredName, storedFields } from '#src/schemas/project.ts';
import { derived, type Facts, type ParsedProject } from './parse-row.ts';
import { unitKindOf, unitTypeOf } from './registry-cells.ts';
import type { Note } from './row-reader.ts';

const names = ['category', 'projectType', 'location', 'country', 'verificationStandard', 'description', 'unitType'] as const;
type Changing = Pick<ParsedProject, (typeof names)[number]>;
const columns = storedFields.filter(({ name }) => (names as readonly string[]).includes(name));
/** How many rows are sent at once. */
const batchSize = 1_000;

/**
 * Gives the completed rows of stored projects what follows from the fields that change, as a new project has it, where the file does not
 * state it: category from the type, country and location from each other, the sentence that stands for a description, and whether
 * nature or technology makes a "Removal". What somebody stated, because it did not follow from the other fields before, stays.
 * Returns a note for a type of units that no longer follows.
 */
export async function writeWhatFollows(db: Transaction, given: ReadonlySet<StoredName>): Promise<Note[]> {
  const facts = (table: 'stored' | 'incoming') =>
    sql.unsafe(`json_build_object(${columns.map(({ name, column }) => `'${name}', ${table}.${column}`).join(', ')})`);
  const rows = await db<{ line: number; unitKind: string | null; before: Changing; now: Changing }[]>`
    select line, unit_kind, ${facts('stored')} as before, ${facts('incoming')} as now
    from catalogue_import as incoming
    join carbon_projects as stored on stored.id = incoming.matched_id
    where unit_kind is not null
      or (${sql.unsafe(columns.map(({ column }) => `stored.${column}`).join(', '))})
        is distinct from (${sql.unsafe(columns.map(({ column }) => `incoming.${column}`).join(', '))})
    order by line
  `;
  const notes: Note[] = [];
  const followed = rows.map(({ line, unitKind, before, now }) => {
    const after = following(before, now, given);
    const words = (of: Changing) => `${of.category} ${of.projectType ?? ''}`;
    if (unitKind !== null) after.unitType = unitTypeOf(unitKind, words(after)) as Changing['unitType'];
    else if (!given.has('unitType') && before.unitType !== null && words(before) !== words(after)) {
      const kind = unitKindOf(before.unitType.replace(/ - .*/, ' '));
      const derived = unitTypeOf(kind, words(after));
      if (unitTypeOf(kind, words(before)) === before.unitType && derived !== before.unitType)
        notes.push({
          line,
          column: 'unitType',
          value: before.unitType,
          reason: `is what it was: of "${words(after).trim()}" it would be ${derived}`,
        });
    }
    return { line, ...Object.fromEntries(columns.map(({ name, column }) => [column, after[name as keyof Changing]])) };
  });
  for (let from = 0; from < followed.length; from += batchSize)
    await db`
      update catalogue_import as incoming
      set ${sql.unsafe(columns.map(({ column }) => `${column} = followed.${column}`).join(', '))}
      from jsonb_populate_recordset(null::catalogue_import, ${sql.json(followed.slice(from, from + batchSize))}) as followed
      where followed.line = incoming.line
    `;
  return notes;
}

/** Returns what a project is after a change: fields that followed from others, and that the file does not state, follow again. */
function following(before: Changing, now: Changing, given: ReadonlySet<StoredName>): Changing {
  const after = { ...now };
  for (const [name, derive] of Object.entries(derived) as [keyof typeof derived, (facts: Facts) => string][]) {
    const [was, is] = [derive(before), derive(after)];
    // A place that names its country says it, whatever was stated.
    const isNamed = name === 'country' && is !== null && now.location !== before.location;
    if (!given.has(name) && (before[name] === was || isNamed)) after[name] = is;
  }
  return after;
}
