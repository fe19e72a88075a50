import { sayProject, UsageError, withCatalogue } from '#commands/run.ts';
import { projectNamed } from '#server/domain/projects/find.ts';
import { mapColumns, type ProjectMapOptions, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { namedSlugs } from '#server/domain/projects/import/match-rows.ts';
import { changeListed } from '#server/domain/projects/remove.ts';
import { query } from '#server/platform/database/query.ts';
import { type ReadOptions, readTable } from '#server/platform/tables/read-table.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { itemText } from '#shared/schemas/field-types.ts';

type Options = ProjectMapOptions & ReadOptions & { dryRun: boolean; reason?: string | undefined };

/** The reason is public. */
const reasonText = itemText(300);

/**
 * Takes a project, or those that a file names, out of the catalogue, or puts them back, and prints which.
 * @returns the exit code, 0.
 * @throws UsageError without a name, or for a reason that cannot be shown; Error that names what the catalogue does not have.
 */
export async function changeListing(
  action: 'withdraw' | 'restore',
  named: string | undefined,
  { dryRun, reason, ...options }: Options,
): Promise<number> {
  if (!named) throw new UsageError(`Name a project or a file: ${action} PROJECT`);
  const read = reason === undefined ? undefined : reasonText.safeParse(reason);
  if (read?.error) throw new UsageError(`--reason ${read.error.issues[0]?.message}`);
  // What has a dot or a slash is the name of a file: slugs have neither. A project whose id has one is named by its slug.
  const table = /[./\\]/.test(named)
    ? await readTable(named, { ...options, isColumn: (name) => projectRows.isColumn(name, options) })
    : undefined;
  const changed = await withCatalogue(async () => {
    const slugs = table ? await namedSlugs(query, table, mapColumns(table, options)) : [(await projectNamed(named)).slug];
    return changeListed(action, slugs, { reason: read?.data ?? null, dryRun });
  });
  const done = `${dryRun ? 'would be ' : ''}${action === 'withdraw' ? 'withdrawn' : 'restored'}`;
  for (const { title, slug, externalId } of changed) console.log(`${sayProject(title, slug, externalId)}: ${done}`);
  const published = read && ` Whoever opens its address ${dryRun ? 'would read' : 'reads'}: ${JSON.stringify(read.data)}.`;
  const all = `${countOf(changed.length, 'project')} ${done}.${changed.length === 0 ? ' Nothing changed: that is so already.' : (published ?? '')}`;
  console.log(dryRun ? `Dry run, nothing was changed. ${all}` : all);
  return 0;
}
