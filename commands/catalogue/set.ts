import { findProject } from '#server/domain/projects/find.ts';
import { mapAndComplete } from '#server/domain/projects/import/map-and-complete.ts';
import { projectRows } from '#server/domain/projects/import/map-columns.ts';
import { parseCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import { storeCatalogue } from '#server/domain/projects/import/store.ts';
import type { DecimalMark } from '#server/platform/tables/cells.ts';
import { withCatalogue } from '../run.ts';
import { changeText } from './import-report.ts';

/**
 * Changes fields of one project and prints old and new values: on stderr what is wrong.
 * @returns the exit code: 1 if the values were refused, and nothing was stored.
 * @throws Error that names an unknown field, and the one that was probably meant, or an unknown project.
 */
export async function setFields(
  slug: string,
  values: Record<string, string>,
  options: { dryRun: boolean; decimal?: DecimalMark | undefined },
): Promise<number> {
  const names = Object.keys(values).map(projectRows.fieldNamed);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw new Error(`"${repeated}" is given twice.`);
  if (names.includes('slug')) throw new Error("A slug is not set here. Import the project's row with its external id and the new slug.");
  const row = { line: 1, cells: [slug, ...Object.values(values)], extra: 0 };
  const changes = await withCatalogue(async () => {
    if (!(await findProject(slug))) throw new Error(`The catalogue has no project with the slug "${slug}".`);
    const { table, mapping } = await mapAndComplete(
      { format: 'json', columns: ['slug', ...Object.keys(values)], rows: [row] },
      { decimal: options.decimal, isPartial: true },
    );
    // What a person types for one project is meant: nothing is left out with a note.
    const catalogue = parseCatalogue(table, { ...mapping, named: new Set(names), guessed: new Set() });
    const preview = await storeCatalogue(catalogue, { dryRun: true });
    const refused = preview.errors.map(({ column, value, reason }) => `${column}${value === '' ? '' : ` "${value}"`}: ${reason}`);
    if (names.includes('availableCredits') && preview.keptFromBook > 0)
      refused.push('availableCredits: is counted from the record, which has units of this project (npm run record -- show)');
    for (const line of refused) console.error(line);
    if (refused.length > 0) return undefined;
    for (const { column, value, reason } of preview.notes) console.error(`Note: ${column} "${value}": ${reason}`);
    if (!options.dryRun) await storeCatalogue(catalogue);
    return preview.changes;
  });
  if (!changes) {
    console.error('Nothing was changed.');
    return 1;
  }
  for (const change of changes) console.log(changeText(change));
  console.log(changes.length === 0 ? `${slug} is unchanged.` : options.dryRun ? 'Dry run, nothing was changed.' : `${slug} is changed.`);
  return 0;
}
