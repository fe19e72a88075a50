import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { projectNamed } from '#server/domain/projects/find.ts';
import { mapColumns, type ProjectMapOptions, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { namedSlugs } from '#server/domain/projects/import/match-rows.ts';
import { changeListed } from '#server/domain/projects/remove.ts';
import { query } from '#server/platform/database/query.ts';
import { type ReadOptions, readTable } from '#server/platform/tables/read-table.ts';
import { projectCount } from '#shared/lib/text/numbers.ts';
import { itemText } from '#shared/schemas/field-types.ts';
import { sayProject, UsageError, withCatalogue } from '../run.ts';

type Options = ProjectMapOptions & ReadOptions & { dryRun: boolean; reason?: string | undefined };

/** The reason is public. */
const reasonText = itemText(300);

/**
 * Takes a project, or those that a file names, out of the catalogue, or puts them back, and prints which.
 * @throws UsageError for a reason that cannot be shown; Error that names what the catalogue does not have.
 */
export async function changeListing(
  action: 'withdraw' | 'restore',
  named: string,
  { dryRun, reason, ...options }: Options,
): Promise<number> {
  const read = reason === undefined ? undefined : reasonText.safeParse(reason);
  if (read?.error) throw new UsageError(`--reason ${read.error.issues[0]?.message}`);
  // With a dot or a slash it names a file: no slug has one, and no id as addresses write it.
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
  const all = `${projectCount(changed.length)} ${done}.${changed.length === 0 ? ' Nothing changed.' : (published ?? '')}`;
  console.log(dryRun ? `Dry run, nothing was changed. ${all}` : all);
  return 0;
}

/**
 * Writes a text to a file, or to stdout if none is given. The file is replaced only once the new text is complete, so that a
 * failed export does not destroy the last backup.
 * @throws errors of the text's source or the file system.
 */
export async function writeOut(pieces: AsyncIterable<string>, file: string | undefined): Promise<void> {
  if (file === undefined) return pipeline(Readable.from(pieces), process.stdout, { end: false });
  // A pipe or a device, such as /dev/stdout, is written to and stays what it is.
  if ((await stat(file).catch(() => undefined))?.isFile() === false) return writeFile(file, pieces);
  // Symbolic links are preserved.
  const target = await realpath(file).catch(() => file);
  const part = `${target}.part`;
  try {
    await writeFile(part, pieces, { flush: true });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
