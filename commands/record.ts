// npm run record: operates the book of credits, in the database of DATABASE_URL or the project's own.

import { importUnits } from '#commands/record/import.ts';
import { confirmLogName, runOperation, sayEntry } from '#commands/record/operate.ts';
import { adopt, audit, endOwnLog, recover } from '#commands/record/recover.ts';
import { createKey, listKeys, revokeKey } from '#server/domain/api-keys.ts';
import { findEntryNamed } from '#server/domain/record/book/operation.ts';
import { readLogKeys } from '#server/domain/record/log/keys.ts';
import { findLog } from '#server/domain/record/log/log.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { askWitnesses, learnLastSignedFromWitnesses } from '#server/domain/record/log/witnesses.ts';
import { findBatch, listBatches, readRecordFigures } from '#server/domain/record/read/book.ts';
import { listUnconfirmed } from '#server/domain/record/read/certificates.ts';
import { listEntries, proveEntry } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { logOnStderr } from '#server/platform/log.ts';
import { own } from '#shared/lib/input/own.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { factNames, facts, keyScopes, operations, summaries } from '#shared/schemas/record.ts';
import { type OperationKind, operationKinds, quantityIn } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import { keyText } from '#verify/signed-tree.ts';
import { canonicalNumber, entryNamed } from '#verify/text.ts';
import { type Commands, commandNamed, confirm, printPieces, runCommand, UsageError, withSiteDatabase, wrapped } from './run.ts';
import { oneWord, parseReading, readingOptions, readingUsage } from './tables.ts';

/** Describes an operation and its fields, as a command writes them; optional fields in brackets. */
function describe(kind: OperationKind): string {
  const fields = Object.entries(operations[kind].shape).map(([name, schema]) => (schema.isOptional() ? `[${name}=]` : `${name}=`));
  return `  ${kind.padEnd(30)}${summaries[kind]}\n${wrapped(fields.join(' '), { width: 90, indent: 32 })}`.trimEnd();
}

const usage = `Usage: npm run record -- <command>

${operationKinds.map(describe).join('\n')}
                                An entry is named by the number of its page, one to correct also by certificate=CR-000005;
                                a project by its slug or its id in the registry (VCS1764). Units are named by project=
                                or batch= and quantity=, by projects=PROJECT:QUANTITY[,...], by serials=BATCH:FIRST-LAST[,...],
                                or by the entry that they belong to (reservation=, assignment=, transfer=), alone or with
                                quantity= or serials=. issuance=issued|expected is needed where the project holds both.
                                issued=SERIAL|SERIES:FIRST-LAST[,...]; ownersFirst=ENTRY[,...]; vintage=2030
                                or 2020-01-01/2029-12-31; days as 2027-01-31. Public, in the log itself, so without names:
                                ${factNames.filter((name) => facts[name].is === 'text').join('=, ')}=
    --yes                       begins the log without asking whether its name is right, which the first entry fixes for ever, or
                                corrects without asking whether the entry is the one that is meant
    --dry-run                   only shows what would be done
    --once NAME                 your own name for the operation, which is never accepted twice
    --again                     the operation is meant once more, although the same stands already
  unconfirmed                   lists the retirements that nobody has confirmed at their registry
  import batches|retirements|confirmations FILE
                                imports a CSV, Excel (.xlsx) or JSON file, or a saved page, as registries have it: nothing while a row is wrong
    --dry-run, --yes, --once NAME
                                as for an operation; a dry run shows one by one what the file would do
    --held "WHERE"              where it is stated that Carma holds the units, such as "account statement of 2026-11-20":
                                needed for batches from a registry's public file. Public, in the log itself: no names
    --mixed "WHY"               why units are of another type than the catalogue, other batches of the project or what is done there
                                say, such as "the registry issues removals and reductions". Public, in the log itself: no names
    --skip-other                leaves out rows of another kind, such as retired units among batches; never bad ones
    --skip-undecided            leaves out rows that say neither that their units are retired nor that they are cancelled
    --changed leave-out|retire  what rows are that differ a little from retirements of the record: the same ones, or others
${readingUsage('beneficiary="Example plc"', 28)}
  show [entry|batch|certificate ID]
                                shows the figures of the book with its newest 50 batches, or one item of it
  prove ENTRY|CERTIFICATE       writes an entry's proof to stdout, as a .tlog-proof file
  export                        writes every entry to stdout, one per line, the newest first, behind its index, which counts from 0
  audit                         recomputes everything from the entries, and names the first rows that differ
  erase entry|certificate ID    deletes the texts stored beside an entry: names, purposes, references, notes
    --dry-run                   only shows them
    --yes                       deletes them without asking
  recover                       explains why the log accepts no entries, and what can be done
    --from MIRROR               takes lost entries back from a folder or an address that mirrors /log
    --certificate FILE          takes names that are not on file from the file of a certificate or an entry; may be repeated
  adopt [SIZE ROOT]             states what was signed last, where this folder (DATA_DIR) does not know it: the size and the root
                                (base64) of a checkpoint. Alone it prints what the database has
    --secret                    the secret of the keyed hashes is lost: takes the one that is here (RECORD_SECRET, DATA_DIR)
  end-log origin=NAME reason="WHY"
                                ends the log for good, and begins another with the entries that are there
    --checkpoint FILE           the last checkpoint of the old log, if others have a newer one
  keys create NAME --scope SCOPE [--scope ...] | revoke ID
                                manages API keys, with these scopes: ${keyScopes.join(', ')}
  keys list                     lists the API keys, and the public keys that sign the log: those that have signed, and those of
                                RECORD_SIGNING_KEY that have not yet
  witnesses                     sends the newest checkpoint to each of RECORD_WITNESSES now, and prints what they answer

Exit code: 0 done; 1 rejected, failed or not in order: then a single operation stored nothing; 2 usage error. More: docs/record.md`;

const kinds = operationKinds.join(' ');
const options = {
  ...readingOptions('import'),
  'dry-run': { type: 'boolean', default: false, of: `${kinds} import erase` },
  once: { type: 'string', of: `${kinds} import` },
  held: { type: 'string', of: 'import/batches' },
  mixed: { type: 'string', of: 'import/batches' },
  'skip-other': { type: 'boolean', default: false, of: 'import' },
  'skip-undecided': { type: 'boolean', default: false, of: 'import/retirements import/confirmations' },
  changed: { type: 'string', of: 'import/retirements' },
  scope: { type: 'string', multiple: true, default: [] as string[], of: 'keys/create' },
  from: { type: 'string', of: 'recover' },
  certificate: { type: 'string', multiple: true, default: [] as string[], of: 'recover' },
  checkpoint: { type: 'string', of: 'end-log' },
  secret: { type: 'boolean', default: false, of: 'adopt' },
  yes: { type: 'boolean', default: false, of: `${kinds} import erase` },
  again: { type: 'boolean', default: false, of: kinds },
} as const;

await runCommand({ name: 'npm run record --', usage, options }, async (words, values) => {
  const [command = '', ...rest] = words;
  // An import draws a progress bar: warnings of slow queries would come between its lines.
  process.env.LOG_LEVEL ||= command === 'import' ? 'error' : 'warn';
  logOnStderr();
  const request = { key: values.once, dryRun: values['dry-run'] };
  const operation = (kind: OperationKind) => async () => {
    await learnLastSignedFromWitnesses();
    await confirmLogName({ isConfirmed: values.yes, dryRun: request.dryRun });
    await runOperation(kind, rest, { ...request, isMeantAgain: values.again, isConfirmed: values.yes });
  };
  const importFile = () => {
    const [kind, file = ''] = rest;
    if (kind !== 'batches' && kind !== 'retirements' && kind !== 'confirmations')
      throw new UsageError(`Name batches, retirements or confirmations: import batches FILE, not "${kind}"`);
    const { yes: isConfirmed, held, mixed, 'skip-other': skipOther, 'skip-undecided': skipUndecided } = values;
    const changed = oneWord('changed', ['leave-out', 'retire'], values.changed);
    return importUnits(kind, file, { ...request, ...parseReading(values), isConfirmed, held, mixed, skipOther, skipUndecided, changed });
  };
  const commands: Commands = {
    ...Object.fromEntries(operationKinds.map((kind) => [kind, ['[FIELD=VALUE] ...', operation(kind)] as const])),
    import: ['batches|retirements|confirmations FILE', importFile],
    show: ['[entry|batch|certificate] [ID]', () => show(rest)],
    unconfirmed: ['', printUnconfirmed],
    prove: ['ENTRY|CERTIFICATE', () => prove(rest[0] ?? '')],
    export: ['', () => printPieces(listAll())],
    audit: ['', audit],
    erase: ['entry|certificate ID', () => erase(rest, { dryRun: request.dryRun, isConfirmed: values.yes })],
    recover: ['', () => recover(values)],
    adopt: ['[SIZE] [ROOT]', () => adopt(rest, values)],
    'end-log': ['FIELD=VALUE ...', () => endOwnLog(rest, values.checkpoint)],
    keys: ['create|revoke|list [NAME|ID]', () => runKeys(rest, values.scope)],
    witnesses: ['', sendToWitnesses],
  };
  return withSiteDatabase(commandNamed(commands, words), { isUnlimited: command === 'import' });
});

async function show([kind = 'figures', id = '']: string[]): Promise<void> {
  const finders: Record<string, () => Promise<object | undefined>> = {
    figures: async () => ({ figures: await readRecordFigures(), batches: await listBatches({ limit: 50 }) }),
    entry: () => findEntryNamed(id),
    batch: () => findBatch(canonicalNumber(id, maxInteger) ?? 0),
    certificate: () => findEntryNamed(id, 'certificate'),
  };
  const find = own(finders, kind);
  if (!find || (kind === 'figures') !== (id === ''))
    throw new UsageError(`Name what to show: show [entry|batch|certificate ID], not "${kind}"`);
  const found = await find();
  if (!found) throw new Error(`The record has no ${kind} ${id}`);
  console.log(JSON.stringify(found, null, 2));
}

async function prove(id: string): Promise<void> {
  const proved = await proveEntry(await findEntryNamed(id));
  if (!proved) throw new Error(`No checkpoint covers ${id} yet`);
  process.stdout.write(proved.proof);
}

async function printUnconfirmed(): Promise<void> {
  const certificates = Map.groupBy(await listUnconfirmed(), ({ certificate }) => certificate);
  for (const [certificate, ranges] of certificates) {
    const [first] = ranges;
    if (!first) continue;
    const [day, corrected] = [first.retiredAt.toISOString().slice(0, 10), first.isCorrected ? ', corrected' : ''];
    console.log(`${certificate}, ${day}, ${entryNamed(first.entry)}: ${countOf(quantityIn(ranges), 'unit')}${corrected}`);
    for (const range of ranges) console.log(`  ${registryName(range.registry)}: ${printSerial(range)}`);
  }
  console.log(`${countOf(certificates.size, 'retirement')} not yet confirmed at the registry.`);
}

/** Yields a line for each entry, the newest first. */
async function* listAll(): AsyncGenerator<string> {
  let before: number | undefined;
  do {
    const entries = await listEntries({ limit: 1_000, before });
    yield entries.map(({ index, canonical }) => `${index}\t${canonical}\n`).join('');
    before = entries.at(-1)?.index;
    // Entry 0 is the last.
  } while (before);
}

async function erase([kind, id = '']: string[], { dryRun, isConfirmed }: { dryRun: boolean; isConfirmed: boolean }): Promise<void> {
  if (kind !== 'entry' && kind !== 'certificate') throw new UsageError('Name an entry or a certificate: erase certificate CR-000012');
  const found = await findEntryNamed(id, kind);
  const left = Object.entries(found.texts).filter(([, text]) => !('erased' in text));
  if (left.length === 0) console.log(`No text is left to delete of ${sayEntry(found)}`);
  else if (dryRun) console.log(`Dry run, nothing was deleted. It would be the texts of ${sayEntry(found)}`);
  else {
    if (!isConfirmed) await confirm(`This deletes the texts of ${sayEntry(found)}.`, { isIt: 'meant', option: '--yes' });
    const count = await eraseTexts(query, found.index);
    const names = left.map(([field]) => field).join(', ');
    console.log(`Deleted ${countOf(count, 'text')} (${names}) of ${sayEntry({ ...found, texts: {} })}. Their hashes stay in the log.`);
  }
}

async function runKeys([action = '', name = '']: string[], scopes: string[]): Promise<void> {
  if (action === 'create' && name !== '') {
    const known = scopes.flatMap((scope) => oneWord('scope', keyScopes, scope) ?? []);
    if (known.length === 0) throw new UsageError(`A key needs at least one --scope of: ${keyScopes.join(', ')}`);
    return console.log(`${await createKey(name, known)}\n\nThis key is shown once.`);
  }
  if (action === 'revoke' && name !== '') {
    const id = canonicalNumber(name, maxInteger);
    if (id === undefined || !(await revokeKey(id))) throw new Error(`There is no active key ${name}`);
    return console.log(`Revoked key ${name}.`);
  }
  if (action !== 'list' || name !== '') throw new UsageError('keys create NAME --scope SCOPE, keys list, keys revoke ID');
  console.log('API keys');
  console.table(await listKeys());
  const log = await findLog();
  console.log(log ? `Keys that sign the log ${log.origin}` : 'The log has not begun.');
  for (const { key, from, until } of log ? await readLogKeys(query, log.origin) : []) {
    const signs = from === undefined ? 'signs the next checkpoint' : `signs since ${from}`;
    console.log(`\n${keyText(key)}\n  ${until === undefined ? signs : `signed from ${from} until ${until}`}`);
  }
}

async function sendToWitnesses(): Promise<void> {
  const answers = await askWitnesses({ again: true });
  if (answers.length === 0) console.log('There are no witnesses, or nothing has been signed.');
  for (const { witness, outcome, reason } of answers) console.log(`${witness}: ${outcome}${reason === undefined ? '' : `. ${reason}`}`);
  if (answers.some(({ outcome }) => outcome !== 'cosigned')) process.exitCode = 1;
}
