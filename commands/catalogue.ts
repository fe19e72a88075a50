// npm run catalogue: manages the catalogue, in the database of DATABASE_URL or the project's own. Safe while the site runs.

import { readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importCatalogueFile, setFields } from '#commands/catalogue/import.ts';
import { checkCatalogue, severities } from '#server/domain/projects/check-catalogue.ts';
import { exportCatalogue } from '#server/domain/projects/files.ts';
import { projectNamed } from '#server/domain/projects/find.ts';
import { mapColumns, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { namedSlugs } from '#server/domain/projects/import/match-rows.ts';
import { changeListed, removeSamples } from '#server/domain/projects/withdrawal.ts';
import { endSampleRecord } from '#server/domain/record/sample-record.ts';
import { query } from '#server/platform/database/query.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { itemText } from '#shared/schemas/field-types.ts';
import { storedFields } from '#shared/schemas/project.ts';
import { formatCount } from '#verify/text.ts';
import { type Commands, commandNamed, pairsOf, printPieces, runCommand, sayProject, UsageError, withCatalogue, wrapped } from './run.ts';
import { oneWord, parseReading, type Reading, readingOptions, readingUsage, readRows, shownOfKind } from './tables.ts';

const options = {
  ...readingOptions('import withdraw restore'),
  // Where only projects are named, no number is read; set reads numbers, and no file.
  decimal: { type: 'string', of: 'import set' },
  'dry-run': { type: 'boolean', default: false, of: 'import set withdraw restore' },
  'skip-bad': { type: 'boolean', default: false, of: 'import' },
  report: { type: 'string', of: 'import' },
  format: { type: 'string', of: 'export' },
  strict: { type: 'boolean', default: false, of: 'check' },
  all: { type: 'boolean', default: false, of: 'check' },
  missing: { type: 'string', of: 'import' },
  'allow-same-title': { type: 'boolean', default: false, of: 'import' },
  'allow-other-title': { type: 'boolean', default: false, of: 'import' },
  reason: { type: 'string', of: 'withdraw' },
} as const;

const usage = `Usage: npm run catalogue -- <command>

  import FILE        imports a CSV or Excel (.xlsx) file with a header row, JSON or GeoJSON, or a table of a saved web page: all of it,
                     or nothing
    --dry-run          only reports what would happen
${readingUsage('verificationStandard=VCS', 19)}
    --skip-bad         skips bad rows instead of rejecting the file
    --missing keep|not-yet-on-sale|withdraw
                       what becomes of projects that are on sale and not in the file; they are counted and listed
    --allow-same-title creates projects also where the catalogue has one of the same title, standard and country
    --allow-other-title
                       gives projects the titles of the file also where old and new have no word in common
    --report FILE      writes every bad row and every note to FILE, as CSV
  export [FILE]      writes the catalogue to a file that import accepts (to stdout without FILE)
    --format csv|json  by default what FILE ends with; csv if it has no ending
  set PROJECT FIELD=VALUE ...
                     changes fields of one project, such as price=28 status="Sold out"; FIELD= clears a field
    --dry-run          only shows what would change, old and new
  withdraw PROJECT|FILE
                     takes a project, or those that a file names by slug or externalId, out of the catalogue: lists, files, feeds,
                     mixes and searches no longer have it, and its address says so; certificates and the record keep it
    --reason TEXT      what the address says of it (public: no names)
    --dry-run          only shows which
  restore PROJECT|FILE
                     puts withdrawn projects back as they were; --dry-run only shows which
  check              says how much looks wrong, and of what kinds; then the first projects of each kind, the worst first
    --all              lists all of them
    --strict           exits with 1 if there are findings
  remove-samples     deletes the invented projects that a new catalogue starts with

A PROJECT is named by its slug or its id in the registry (VCS1764), in any spelling; a bare number may be our id, too, and is
refused where it means two projects.

Required fields: title and verificationStandard. A project is on sale with a price (price in pounds: £12.50, or pricePerCredit
in pence: 1250), its availableCredits, and unitsStatus: issued or expected. Without price or available credits it is "not yet on
sale". Registries' files may also have site and state. All fields of a project:

${wrapped(storedFields.map(({ name }) => name).join(', '), { width: 117, indent: 2 })}

Columns are recognised by their usual names, and the import reports how it read each of them: start with --dry-run.

  npm run catalogue -- import projects.csv --dry-run
  npm run catalogue -- import projects.csv --map "Project Owner=" --map Methodology=projectType --set verificationStandard=VCS

A project with the same externalId, or otherwise the same slug, is updated; fields without a column stay unchanged. A file
with slug or externalId and a few other columns changes only those fields.
Exit code: 0 done, 1 rejected or failed (nothing was stored), 2 usage error. More: docs/catalogue.md`;

await runCommand({ name: 'npm run catalogue --', usage, options, isSilent: true }, async (words, values) => {
  const [command = '', target = '', ...rest] = words;
  const dryRun = values['dry-run'];
  const importFile = async () => {
    const { report, 'skip-bad': skipBad } = values;
    const missing = oneWord('missing', ['keep', 'not-yet-on-sale', 'withdraw'], values.missing);
    const flags = { allowSameTitle: values['allow-same-title'], allowOtherTitle: values['allow-other-title'] };
    return importCatalogueFile(target, { ...parseReading(values), ...flags, dryRun, skipBad, report, missing });
  };
  if (/^(?:remove|delete)$/.test(command)) throw new UsageError(`There is no command "${command}". To take a project out: withdraw`);
  const commands: Commands = {
    import: ['FILE', importFile],
    withdraw: ['PROJECT|FILE', () => withdrawOrRestore('withdraw', target, values)],
    restore: ['PROJECT|FILE', () => withdrawOrRestore('restore', target, values)],
    set: ['PROJECT FIELD=VALUE ...', () => setFields(target, pairsOf(rest), { dryRun, decimal: parseReading(values).decimal })],
    export: ['[FILE]', () => exportTo(words[1], values.format)],
    check: ['', () => check(values)],
    'remove-samples': ['', () => withCatalogue(endSamples)],
  };
  return commandNamed(commands, words)();
});

/**
 * Takes a project, or those that a file names, out of the catalogue, or puts them back, and prints which.
 * @throws UsageError for a reason that cannot be shown, or for options of a file where none is read; Error that names what the catalogue
 * does not have.
 */
async function withdrawOrRestore(
  action: 'withdraw' | 'restore',
  named: string,
  values: Reading & { 'dry-run': boolean; reason?: string | undefined },
): Promise<void> {
  const { reason, 'dry-run': dryRun } = values;
  const options = parseReading(values);
  const parsed = reason === undefined ? undefined : itemText(300).safeParse(reason);
  if (parsed?.error) throw new UsageError(`--reason ${parsed.error.issues[0]?.message}`);
  const publicReason = parsed?.data ?? null;
  // A name with a dot or a slash is a file's: slugs have neither. Whoever means a project whose id has one has to write its slug.
  const isFile = /[./\\]/.test(named);
  const unread = (Object.keys(readingOptions('')) as (keyof Reading)[]).find((option) => values[option]?.length);
  if (unread && !isFile) throw new UsageError(`--${unread} does nothing with "${named}", which names a project and no file`);
  const table = isFile ? await readRows(named, projectRows, options) : undefined;
  const { changed, others } = await withCatalogue(async () => {
    const slugs = table ? await namedSlugs(query, table, mapColumns(table, options)) : [(await projectNamed(named)).slug];
    const changed = await changeListed({ action, reason: publicReason }, slugs, { dryRun });
    return { changed, others: new Set(slugs).size - changed.length };
  });
  const done = `${dryRun ? 'would be ' : ''}${action === 'withdraw' ? 'withdrawn' : 'restored'}`;
  for (const { title, slug, externalId } of changed) console.log(`${sayProject({ title, slug, id: externalId })}: ${done}`);
  const opened = changed.length === 1 ? 'its address' : 'one of their addresses';
  const published = publicReason && ` Whoever opens ${opened} ${dryRun ? 'would read' : 'reads'}: ${JSON.stringify(publicReason)}.`;
  const already = ` ${countOf(others, 'project')} ${others === 1 ? 'is' : 'are'} so already${publicReason ? ', and the reason stays' : ''}.`;
  const sum = `${countOf(changed.length, 'project')} ${done}.${(changed.length > 0 && published) || ''}${others > 0 ? already : ''}`;
  console.log(dryRun ? `Dry run, nothing was changed. ${sum}` : sum);
}

async function exportTo(file: string | undefined, stated: string | undefined): Promise<void> {
  // Without `--`, npm keeps `--format` and passes on `json` alone.
  if (file === 'csv' || file === 'json') throw new UsageError(`\`--\` is missing: npm run catalogue -- export --format ${file}`);
  const ending = path.extname(file ?? '').toLowerCase();
  if (stated === undefined && !['', '.csv', '.json'].includes(ending))
    throw new UsageError(`The catalogue is written as CSV or JSON, not as ${ending}: name a .csv or .json file, or say --format csv`);
  const format = oneWord('format', ['csv', 'json'], stated) ?? (ending === '.json' ? 'json' : 'csv');
  await withCatalogue(() => exportCatalogue(format, (pieces) => writeOut(pieces, file)));
  if (file !== undefined) console.error(`Written to ${file}, without withdrawn projects.`);
}

/**
 * Writes a text to a file, or to stdout if none is given. The file is replaced only once the new text is complete, so that a
 * failed export does not destroy the last backup.
 * @throws errors of the text's source or the file system.
 */
async function writeOut(pieces: AsyncIterable<string>, file: string | undefined): Promise<void> {
  if (file === undefined) return printPieces(pieces);
  // A pipe or a device, such as /dev/stdout, is written to and stays what it is.
  if ((await stat(file).catch(() => undefined))?.isFile() === false) return writeFile(file, pieces);
  // Symbolic links are preserved, also one to a file that does not exist yet.
  const linked = async () => path.resolve(path.dirname(file), await readlink(file));
  const target = await realpath(file)
    .catch(linked)
    .catch(() => file);
  const part = `${target}.part`;
  try {
    await writeFile(part, pieces, { flush: true });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Prints how many findings there are, of which kinds, and then the first of each kind, or all. */
async function check({ strict, all }: { strict: boolean; all: boolean }): Promise<void> {
  const findings = await withCatalogue(checkCatalogue);
  const shown = all ? findings.length : shownOfKind;
  const numberOf = (severity: string) => formatCount(findings.filter((finding) => finding.severity === severity).length);
  const projects = countOf(new Set(findings.map(({ slug }) => slug)).size, 'project');
  const verdict = `${countOf(findings.length, 'finding')} about ${projects}: ${severities.map((severity) => `${numberOf(severity)} ${severity}`).join(', ')}.`;
  console.log(findings.length === 0 ? 'Nothing looks wrong.' : verdict);
  const kinds = [...Map.groupBy(findings, ({ severity, kind }) => `${severity}: ${kind}`)];
  for (const [kind, { length }] of kinds) console.log(`${formatCount(length).padStart(7)}  ${kind}`);
  for (const [, same] of kinds) {
    for (const finding of same.slice(0, shown)) console.log(`${finding.slug}: ${finding.kind}${finding.details && `: ${finding.details}`}`);
    if (same.length > shown) console.log(`... and ${formatCount(same.length - shown)} more; --all lists them`);
  }
  if (strict && findings.length > 0) process.exitCode = 1;
}

async function endSamples(): Promise<void> {
  if (await endSampleRecord()) console.log('Ended the record of the sample projects.');
  console.log(`Deleted ${countOf(await removeSamples(), 'sample project')}.`);
}
