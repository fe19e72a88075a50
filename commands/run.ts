import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { type LogLike, quiet } from '#db/connection.ts';
import { migrateAsOwner, prepareDatabase } from '#db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#db/open.ts';
import { closestName } from '#server/platform/closest-name.ts';
import { closePool, sessionSettings } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { loadEnvFile } from '#server/platform/env-file.ts';
import { limits } from '#server/platform/limits.ts';
import { own } from '#shared/lib/input/own.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { canonicalNumber, visible } from '#verify/text.ts';

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {}

type Command<Options> = {
  /** What people type before its words. */
  name: string;
  usage: string;
  options: Options;
  /** Whether nothing is logged, because the command itself prints all that matters. */
  isSilent?: boolean;
};
/** Options as Node takes them; `of`: the commands that take each, separated by blanks. `keys/create`: the command `keys create` alone. */
type OptionsOfCommands = Record<string, ParseArgsOptionsConfig[string] & { of: string }>;
type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

/**
 * Runs a command with the settings in `.env`, and passes its words and options to `main`. Prints its usage for --help, and if there are
 * no words. The process exits with 2 after a usage error, 1 if `main` throws another, or the `process.exitCode` that `main` sets.
 */
export async function runCommand<Options extends OptionsOfCommands>(
  { name, usage, options, isSilent = false }: Command<Options>,
  main: (words: string[], values: Parsed<Options>['values']) => Promise<void>,
): Promise<void> {
  // A reader such as `head` may close the pipe early: the work is done all the same, and the database left.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || process.exit(1));
  guardTerminal(process.stdout);
  // Only `console.error`, not the whole stream: a progress bar writes escapes of its own to it.
  const printError = console.error;
  console.error = (text: string) => printError(visible(text));
  try {
    const { positionals, values, given } = readArguments(options);
    const { help } = values as { help?: boolean };
    if (help || positionals.length === 0) {
      console[help ? 'log' : 'error'](usage);
      process.exitCode = help ? 0 : 2;
      return;
    }
    // An option without effect is refused: a dry run that stores something would be worse than an error.
    const [command = '', word = ''] = positionals;
    for (const option of given) {
      const { of = '' } = options[option] ?? {};
      if (!of.split(' ').some((one) => one === command || one === `${command}/${word}`))
        throw new UsageError(`--${option} does nothing with ${of.includes(`${command}/`) ? `${command} ${word}` : command}`);
    }
    loadEnvFile();
    // Before anybody asks for the settings, which are read once.
    if (isSilent) process.env.LOG_LEVEL = 'silent';
    await main(positionals, values as Parsed<Options>['values']);
  } catch (error) {
    const isUsage = error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    // A refused operation names the field that it is about.
    const { field, message } = error as Error & { field?: string };
    console.error(`Error: ${field ? `${field}: ` : ''}${message}${isUsage ? `\n\n${name} --help` : ''}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/**
 * Reads the words and options behind a command, with the names of the options that are `given`, whatever their values.
 * @throws UsageError for an option that is unknown, empty or given twice, or that npm has taken for itself.
 */
function readArguments<Options extends ParseArgsOptionsConfig>(options: Options) {
  try {
    const read = parseArgs({ allowPositionals: true, tokens: true, options: { ...options, help: { type: 'boolean', short: 'h' } } });
    const tokens = read.tokens.filter((token) => token.kind === 'option');
    const given = tokens.map(({ name }) => name);
    for (const [at, { name, value }] of tokens.entries()) {
      // Such as `--since "$DAY"` where the shell has no DAY: without the option, the command would do more than was meant.
      if (value === '') throw new UsageError(`--${name} is empty`);
      const stated = options[name]?.multiple ? `${name}=${value}` : name;
      if (tokens.findIndex((one) => one.name === name && (stated === name || one.value === value)) < at)
        throw new UsageError(`--${stated} is given twice`);
    }
    const taken = takenByNpm(Object.keys(options))
      .filter((name) => !given.includes(name))
      .map((name) => `--${name}`)
      .join(' ');
    if (taken !== '')
      throw new UsageError(
        `\`--\` is missing: npm took ${taken} for itself, and nothing was done. Options stand behind it: npm run ${process.env.npm_lifecycle_event} -- ... ${taken}`,
      );
    return { ...read, given };
  } catch (error) {
    const [, option] = /^Unknown option '--?([^']+)'/.exec((error as Error).message) ?? [];
    throw option === undefined ? error : new UsageError(`There is no option --${option}.${suggested(option, Object.keys(options), '--')}`);
  }
}

function suggested(given: string, names: readonly string[], prefix = ''): string {
  const closest = closestName(given, names);
  return closest === undefined ? '' : ` Did you mean ${prefix}${closest}?`;
}

/**
 * Returns which of these options npm took: of `npm run record show --dry-run` it passes on the words alone, and the option stands in the
 * environment, as `npm_config_dry_run`. A misspelt option is among them as it was written; an option that a file of npm sets is not.
 */
function takenByNpm(names: readonly string[]): string[] {
  const { npm_lifecycle_script: script, npm_config_userconfig, npm_config_globalconfig } = process.env;
  if (!script?.includes('commands/')) return [];
  const letters = (name: string) => name.replace(/[-_]/g, '');
  const settings = [npm_config_userconfig, npm_config_globalconfig, '.npmrc']
    .flatMap((file) => (file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
    .map((line) => letters(line.slice(0, line.indexOf('=')).trim()));
  return Object.entries(process.env).flatMap(([variable, value]) => {
    const taken = variable.startsWith('npm_config_') && value ? variable.slice('npm_config_'.length) : '';
    if (taken === '' || settings.includes(letters(taken))) return [];
    const name = names.find((option) => letters(option) === letters(taken));
    return name ?? (closestName(letters(taken), names.map(letters), 1) ? taken.replaceAll('_', '-') : []);
  });
}

/** Commands by name: the words that each takes behind its name, as in a usage (`ID [N]`, `FIELD=VALUE ...`), and what it does. */
export type Commands = Record<string, readonly [form: string, run: () => Promise<void>]>;

/** Returns what a table of commands has under the first of these words. @throws UsageError, also for more or fewer words than it takes. */
export function commandNamed(commands: Commands, [name = '', ...words]: string[]): () => Promise<void> {
  const [form, run] = own(commands, name) ?? [];
  if (form === undefined || !run) throw new UsageError(`There is no command "${name}".${suggested(name, Object.keys(commands))}`);
  if (words.includes('')) throw new UsageError(`A word is empty: ${name} ${form}`);
  const taken = form.split(' ').filter((word) => word !== '' && word !== '...');
  if (words.length < taken.filter((word) => !word.startsWith('[')).length) throw new UsageError(`A word is missing: ${name} ${form}`);
  if (words.length > taken.length && !form.endsWith(' ...'))
    throw new UsageError(`Unexpected argument "${words[taken.length]}". Options stand behind \`--\``);
  return run;
}

/** Opens the database of DATABASE_URL or the project's own. @throws as openDatabase. */
export function openSiteDatabase(log = quiet): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = env();
  return openDatabase({ databaseUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL, session: sessionSettings(), dataDir: DATA_DIR, log });
}

type Access = {
  /** Whether no time limit of the site's queries applies, because a large file or a slow reader may take minutes. */
  isUnlimited?: boolean;
  /** Makes the database ready for `work`; by default as for the site. */
  prepare?: (database: { url: string; ownerUrl: string | undefined; log: LogLike }) => Promise<unknown>;
};

let hasOpened = false;

/**
 * Runs `work` with the server's pool on the site's database, and then closes both. Once in a process: the settings then name a database
 * that is closed. @throws whatever `work` throws.
 */
export async function withSiteDatabase<Result>(
  work: () => Promise<Result>,
  { isUnlimited = false, prepare = (database) => prepareDatabase({ ...database, seedsSamples: env().SEED_SAMPLES }) }: Access = {},
): Promise<Result> {
  if (hasOpened) throw new Error('A command opens the database once: do all of its work there.');
  hasOpened = true;
  const database = await openSiteDatabase();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void closePool(0).finally(() => database.stop().finally(() => process.exit(1))));
  try {
    env().DATABASE_URL = database.url;
    // Opening the database has tried it with the site's limits, which behind a pooler are its login's: they are lifted only now.
    if (isUnlimited) limits.databaseStatementTimeoutMs = 0;
    await prepare({ url: database.url, ownerUrl: database.ownerUrl, log: quiet });
    return await work();
  } finally {
    await closePool(5);
    await database.stop();
  }
}

/** Runs `work` as `withSiteDatabase` does, without time limits or sample projects: the next step is usually an import. */
export function withCatalogue<Result>(work: () => Promise<Result>): Promise<Result> {
  return withSiteDatabase(work, { isUnlimited: true, prepare: migrateAsOwner });
}

/** Parses words such as FIELD=VALUE, each name once. A mapping is split at its last `=`: columns' names may have one. @throws UsageError */
export function pairsOf(words: string[], form: 'FIELD=VALUE' | 'COLUMN=FIELD' = 'FIELD=VALUE'): Record<string, string> {
  const values = new Map<string, string>();
  for (const word of words) {
    const at = form === 'COLUMN=FIELD' ? word.lastIndexOf('=') : word.indexOf('=');
    if (at < 1) throw new UsageError(`Write ${form}, not "${word}"`);
    const name = word.slice(0, at).trim();
    if (values.has(name)) throw new UsageError(`"${name}" is given twice`);
    values.set(name, word.slice(at + 1).trim());
  }
  return Object.fromEntries(values);
}

/** Wraps a list in a usage: lines of up to `width` characters, each behind `indent` blanks. */
export function wrapped(text: string, { width, indent }: { width: number; indent: number }): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`).join('\n');
}

/** Names a project, with its slug and its `id` in the registry. */
export const sayProject = ({ title, slug, id }: { title: string; slug: string; id: string | null }) =>
  `${title} (${[slug, ...(id === null ? [] : [id])].join(', ')})`;

/** Parses --limit. @throws UsageError */
export function limitFrom(text: string): number {
  const limit = canonicalNumber(text, maxInteger);
  if (!limit) throw new UsageError(`--limit takes a whole number from 1, not "${text}"`);
  return limit;
}

/** Prints a list as a table or, if it is empty, the sentence `none`. */
export function printTable(rows: readonly object[], none: string): void {
  if (rows.length > 0) console.table(rows);
  else console.log(none);
}

/** Prints something long, each piece once the one before it was taken. If the reader has gone, the rest is left. */
export async function printPieces(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    const error = await new Promise((resolve) => process.stdout.write(piece, resolve));
    if (error) return;
  }
}

/** Makes text that others wrote harmless on a terminal: a name could move the cursor, rename the window or answer as the keyboard. */
export function guardTerminal(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => write(typeof chunk === 'string' ? visible(chunk) : chunk, ...rest);
}

/**
 * Prints a sentence, and asks a person at the terminal "Is it …?", which `isIt` completes. Ctrl+C and Ctrl+D answer no.
 * @throws Error if not, or if there is nobody to ask; it then names `option`, which answers in advance.
 */
export async function confirm(sentence: string, { isIt, option }: { isIt: string; option: string }): Promise<void> {
  if (!process.stdin.isTTY) throw new Error(`${sentence} Nothing was changed. If it is ${isIt}: ${option}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const asked = terminal.question(`${sentence}\nIs it ${isIt}? [y/N] `).finally(() => terminal.close());
  if (!/^y(?:es)?$/i.test((await asked.catch(() => '')).trim())) throw new Error('Nothing was changed.');
}

/** Runs an import while a bar shows how much of it is done. The bar draws nothing where stderr is no terminal. */
export async function withBar<Result>(work: (progress: (done: number, total: number) => void) => Promise<Result>): Promise<Result> {
  const bar = new SingleBar({ format: 'Importing [{bar}] {percentage}%', clearOnComplete: true, stream: process.stderr });
  bar.start(1, 0);
  const progress = (done: number, total: number) => {
    bar.setTotal(total);
    bar.update(done);
  };
  return work(progress).finally(() => bar.stop());
}
