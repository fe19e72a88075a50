import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Replay } from './book.ts';
import { printFacts } from './certificate.ts';
import { checkFile } from './check.ts';
import type { CheckOptions, StepResult } from './check-entry.ts';
import { readEntry } from './entry.ts';
import { type EndedLog, type Fetch, fetchCheckpoint, fetchFrom, LogIntegrityError, LostEntriesError, reasonOf, SignedLog } from './log.ts';
import { checkCosignatures, type Policy, PolicyError, readPolicy } from './policy.ts';
import {
  type Checkpoint,
  findKey,
  type LogKey,
  readCheckpoint,
  readKeys,
  type VerifierKey,
  verifyCheckpoint,
  writeKeys,
} from './signed-tree.ts';
import { decodeUnicode, entryNamed, formatCount, formatUtcInstant, visible } from './text.ts';
import { checkWords, sayFound, sayResult } from './words.ts';

const usage = `Usage:
  node carma-verify.mjs FILE --key KEYS [--policy POLICY] [--log LOG]
      checks a certificate or an entry, as JSON or as a PDF with it inside: offline, or with --log also that the log at an
      address continues the one that the file is from
  node carma-verify.mjs follow LOG --key KEYS [--policy POLICY] [--from CHECKPOINT] [--save CHECKPOINT] [--mirror DIR]
      reads the log at an address, such as https://www.example.com/log: that its newest checkpoint is signed, that it continues
      the checkpoint in a file, that its entries are those that were signed, and that the book which they make has no unit twice

KEYS    the text at /log/keys, or a file with it: one key a line. Get it once, from somewhere that you trust.
POLICY  a file that says which witnesses must have seen the checkpoint (c2sp.org/tlog-policy). Without it none are asked for.
--save  keeps the newest checkpoint. Give the same file to --from: the first time it may be missing.
--mirror  makes a folder a copy of the log, which any web server can serve, and the next time reads only what is new.

Exit code: 0 everything that was asked for holds, 1 something does not, 2 a wrong command,
           3 something could not be checked (no network, a server that is down, an entry that is newer than this program).`;

class UsageError extends Error {}

/** Runs a command, and prints what it finds. @returns the exit code. */
export async function run(parameters: string[]): Promise<number> {
  try {
    return await runCommand(parameters);
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof PolicyError;
    console.error(`Error: ${(error as Error).message}${isUsage ? `\n\n${usage}` : ''}`);
    return isUsage ? 2 : 3;
  }
}

async function runCommand(parameters: string[]): Promise<number> {
  const { values, positionals } = readArguments(parameters);
  const [first, address, ...rest] = positionals;
  if (values.help || first === undefined) {
    console[values.help ? 'log' : 'error'](usage);
    return values.help ? 0 : 2;
  }
  const isFollow = first === 'follow';
  if (rest.length > 0 || (address !== undefined) !== isFollow) throw new UsageError(isFollow ? 'Name one log' : 'Name one file');
  const foreign = (isFollow ? (['log'] as const) : (['from', 'save', 'mirror'] as const)).find((name) => values[name] !== undefined);
  if (foreign) throw new UsageError(isFollow ? `follow takes no --${foreign}` : `Only follow takes --${foreign}`);
  if (values.key === undefined) throw new UsageError('The key of the log is missing: --key');
  // One that begins as a key does is no name of a file.
  const keys = await readKeys(/^[^+\s]+\+[0-9a-f]{8}\+/.test(values.key) ? values.key : readText(values.key));
  if (!keys) throw new UsageError(`${values.key} is not the key of a log`);
  const policy = values.policy === undefined ? undefined : await readPolicy(readText(values.policy));
  if (isFollow) {
    const exitCode = await follow(addressOf(address ?? ''), { ...values, keys, policy, from: readFrom(values) });
    if (exitCode === 1 && values.mirror) print(`If ${values.mirror} was changed, and not the log: follow it into an empty folder.`);
    return exitCode;
  }
  return check(readGiven(first), { keys, policy, log: values.log === undefined ? undefined : fetchFrom(addressOf(values.log)) });
}

function readArguments(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { key: text, policy: text, log: text, from: text, save: text, mirror: text, help: { type: 'boolean' } } as const;
    const read = parseArgs({ args, options, allowPositionals: true, tokens: true });
    const given = read.tokens.filter((token) => token.kind === 'option');
    for (const [at, { name, value }] of given.entries()) {
      // An empty --mirror would be the folder in which the program runs.
      if (value === '') throw new Error(`--${name} is empty`);
      if (given.findIndex((one) => one.name === name) < at) throw new Error(`--${name} is given twice`);
    }
    return read;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function addressOf(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) throw new UsageError(`${text} is not the address of a log`);
  return text;
}

/** Reads the checkpoint that the log must continue. Its file may be missing the first time, if `save` names it too. */
function readFrom({ from, save }: { from?: string | undefined; save?: string | undefined }): OldCheckpoint | undefined {
  if (from === undefined) return undefined;
  const isSaved = save !== undefined && path.resolve(from) === path.resolve(save);
  return { name: from, note: isSaved && !existsSync(from) ? undefined : readText(from) };
}

function readGiven(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads a text in UTF-8, or in UTF-16, as Windows writes it when a command's output is sent to a file. */
function readText(file: string): string {
  const text = decodeUnicode(readGiven(file));
  if (text === undefined) throw new UsageError(`${file} is not text in UTF-8 or UTF-16`);
  return text;
}

/**
 * Checks a certificate or an entry, and prints the fact, the steps, and what they prove. Offline, unless `log` reads the log.
 * @returns the exit code.
 */
async function check(file: Uint8Array, options: Pick<CheckOptions, 'keys' | 'policy' | 'log'>): Promise<number> {
  const result = await checkFile(file, options);
  const { headline, before, fact, facts, later, after } = sayResult(result);
  for (const sentence of [headline, before, fact, ...later, ...printFacts(facts), after]) if (sentence !== undefined) print(sentence);
  if (result.fact?.entry.sample && result.verdict !== 'failed') print(checkWords.sample);
  print('');
  for (const { step, outcome, found } of result.steps) printStep(step, outcome, sayFound(found));
  const isInLog = result.steps.some(({ step, outcome }) => step === 'consistency' && outcome === 'passed');
  if (result.verdict === 'passed' && isInLog) print(`\n${checkWords.proven}`);
  return exitCodes[result.verdict];
}

const exitCodes = { passed: 0, failed: 1, unfinished: 3, missing: 3 };

/** A checkpoint that is kept in a file or a folder, and its name; without `note` there is none yet. */
type OldCheckpoint = { name: string; note: string | undefined };

type FollowOptions = {
  keys: readonly LogKey[];
  policy?: Policy | undefined;
  /** A checkpoint that the log must continue. */
  from?: OldCheckpoint | undefined;
  /** The file in which the newest checkpoint is kept. */
  save?: string | undefined;
  /** The folder that becomes a copy of the log. */
  mirror?: string | undefined;
};

/**
 * Follows the log at an address: its newest checkpoint is signed, it continues the checkpoints that are kept here, its entries are
 * those that were signed, and the book that they make has no unit twice.
 * @returns the exit code.
 */
async function follow(address: string, { keys, policy, from, save, mirror: folder }: FollowOptions): Promise<number> {
  const report = new Report();
  const fetchLog = fetchFrom(address);
  const verifiers = keys.map(({ key }) => key);
  const mirror = folder === undefined ? undefined : new Mirror(folder);

  let newest: { note: string; checkpoint: Checkpoint; key: VerifierKey } | undefined;
  await report.make('signature', async () => {
    newest = await fetchCheckpoint(fetchLog, verifiers);
    const known = findKey(keys, newest.key);
    const [size, until] = [countEntries(newest.checkpoint.size), known?.until];
    if (!known) return `${size}, signed by a key that is known here for the log that ${newest.checkpoint.origin} continues`;
    return `${size}, signed by ${until === undefined ? "the log's key" : `the key used until ${formatUtcInstant(new Date(until))}`}`;
  });
  if (!newest) return report.exitCode;
  const { note, checkpoint, key } = newest;
  await checkWitnesses(report, note, policy);

  const log = new SignedLog(mirror ? mirror.orElse(fetchLog) : fetchLog, checkpoint, mirror && ((part, bytes) => mirror.keep(part, bytes)));

  const older: OldCheckpoint[] = [...(from ? [from] : []), ...(mirror ? [{ name: mirror.folder, note: await mirror.checkpoint() }] : [])];
  if (older.length === 0) printStep('continues', 'notReached', 'not asked for: there is no --from');
  for (const { name, note: old } of older) {
    if (old === undefined) printStep('continues', 'notReached', `${name} has no checkpoint yet: this is the first time`);
    else if (!(await report.make('continues', () => continueFrom(log, { name, note: old }, { verifiers, size: checkpoint.size }))))
      return report.exitCode;
  }
  const book = new Replay();
  /** Why the book cannot be made from the entries, or not by this program. */
  let stopped: Error | undefined;
  const replay = (index: number, bytes: Uint8Array) => {
    const wrong = book.add(index, readEntry(index, bytes));
    if (wrong !== null) throw new LogIntegrityError(wrong);
  };
  const isRead = await report.make('entries', async () => {
    await log.assertInUse(key, keys);
    await log.readEntries(async (first, entries) => {
      try {
        if (!stopped) for (const [at, bytes] of entries.entries()) replay(first + at, bytes);
      } catch (error) {
        stopped = error as Error;
      }
      await mirror?.addLines(first, entries);
    });
    return checkpoint.size === 0 ? 'there are none' : `all ${formatCount(checkpoint.size)} are those that were signed`;
  });
  if (!isRead) {
    await mirror?.dropLines();
    return report.exitCode;
  }
  // Whether the book holds or not, the entries are those that were signed, and are kept.
  await report.make('book', async () => {
    if (stopped) throw stopped;
    const units = [...book.unitsByStatus()].map(([status, count]) => `${formatCount(count)} ${status}`);
    return `no unit is there twice or in two states, and all sums are right: ${units.join(', ') || 'no units'}`;
  });

  if (mirror) {
    await mirror.finish(note, checkpoint, { keys: writeKeys(keys), about: await readAbout(fetchLog) });
    print(`${mirror.folder} is a copy of the log, with its entries once more as lines of JSON in entries.jsonl.`);
  }
  if (save !== undefined) await writeWhole(save, note);
  return report.exitCode;
}

/** Checks that the log, of `size` entries, continues a checkpoint that was kept. Returns what to say about it. */
async function continueFrom(
  log: SignedLog,
  { name, note }: { name: string; note: string },
  { verifiers, size }: { verifiers: readonly VerifierKey[]; size: number },
): Promise<string> {
  const verified = await verifyCheckpoint(note, verifiers);
  const old = verified?.checkpoint ?? readCheckpoint(note)?.checkpoint;
  if (!old) throw new Error(`${name} has no checkpoint`);
  let ended: EndedLog | undefined;
  try {
    ended = await log.assertContinues(old);
  } catch (error) {
    // The old checkpoint may be another log's, or forged. Where the log continues it, whoever signed the newest has signed its entries too.
    if (error instanceof LogIntegrityError && !verified)
      throw new Error(`the log does not continue ${name}, and none of the keys signed that: give the key that did, too`);
    if (error instanceof LostEntriesError)
      throw new Error(`${error.message}. Keep ${name} as evidence, and follow from here on with another file or folder`);
    throw error;
  }
  const signed = verified ? '' : '; it was signed by another key than those given';
  if (ended)
    return `the log ${ended.log} ended with ${countEntries(ended.size)}, and this one continues it, as its ${entryNamed(ended.kept)} says: its first ${formatCount(old.size)} are those of ${name}, and it has ${formatCount(size)} now${signed}`;
  return `${countEntries(old.size)} then, ${formatCount(size)} now, and no earlier one has changed${signed}`;
}

async function checkWitnesses(report: Report, note: string, policy: Policy | undefined): Promise<void> {
  if (!policy) return printStep('witness', 'notReached', 'not asked for: there is no --policy');
  const { seenBy, forged, needed, isReached, newest } = await checkCosignatures(note, policy);
  if (forged.length > 0) return report.fail('witness', `a signature in the name of ${forged.join(', ')} is not theirs`);
  if (needed === 0) return printStep('witness', 'notReached', 'the policy asks for none');
  const names = seenBy.length > 0 ? ` by ${seenBy.join(', ')}` : '';
  const time = newest === undefined ? '' : `, last at ${formatUtcInstant(new Date(newest))}`;
  if (isReached) return printStep('witness', 'passed', `seen${names}${time}`);
  report.miss('witness', `not yet seen by the ${needed} that the policy asks for, but${names || ' by none'}${time}`);
}

/** Reads what the log says about itself, which nothing proves. What it does not say is left out. */
async function readAbout(fetchLog: Fetch): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const name of ['log.json', 'policy']) {
    const bytes = await fetchLog(name).catch(() => undefined);
    if (bytes) found.set(name, bytes);
  }
  return found;
}

function countEntries(size: number): string {
  return size === 1 ? '1 entry' : `${formatCount(size)} entries`;
}

/**
 * A copy of a log in a folder, with the paths that the log has: any web server that serves the folder serves the log. Only what has
 * been verified is written, and the checkpoint last, so that the folder is a whole log at every moment; but for `log.json` and `policy`,
 * which nothing proves.
 */
class Mirror {
  readonly folder: string;
  readonly #lines: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#lines = partOf(path.join(folder, 'entries.jsonl'));
  }

  /** Returns the checkpoint at which the folder was left; undefined if it has none yet. */
  async checkpoint(): Promise<string | undefined> {
    return (await this.#read('checkpoint'))?.toString('utf8');
  }

  /** Returns a reader of the folder's tiles and, for everything that it lacks, of the log. */
  orElse(fetchPart: Fetch): Fetch {
    return async (part) => (part.startsWith('tile/') && (await this.#read(part))) || fetchPart(part);
  }

  /** Keeps a verified tile. A full tile replaces the partial ones. */
  async keep(part: string, bytes: Uint8Array): Promise<void> {
    if (existsSync(path.join(this.folder, part))) return;
    await this.#write(part, bytes);
    if (!part.includes('.p/')) await rm(path.join(this.folder, `${part}.p`), { recursive: true, force: true });
  }

  /** Keeps entries as text too, one a line, in a file that `finish` puts in its place. */
  async addLines(first: number, entries: readonly Uint8Array[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const lines = Buffer.concat(entries.flatMap((entry) => [entry, Buffer.from('\n')]));
    await (first === 0 ? writeFile(this.#lines, lines) : appendFile(this.#lines, lines));
  }

  /** Drops the lines, because not all entries could be read. */
  dropLines = () => rm(this.#lines, { force: true });

  /** Keeps a checkpoint, once everything else has been kept. */
  async finish(note: string, { size }: Checkpoint, { keys, about }: { keys: string; about: Map<string, Uint8Array> }) {
    if (existsSync(this.#lines)) await rename(this.#lines, path.join(this.folder, 'entries.jsonl'));
    for (const [name, bytes] of about) await this.#write(name, bytes);
    await this.#write('keys', Buffer.from(keys));
    await this.#write(`checkpoints/${size}`, Buffer.from(note));
    await this.#write('checkpoint', Buffer.from(note));
  }

  async #read(part: string): Promise<Buffer<ArrayBuffer> | undefined> {
    return readFile(path.join(this.folder, part)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
  }

  async #write(part: string, bytes: Uint8Array): Promise<void> {
    const file = path.join(this.folder, part);
    await mkdir(path.dirname(file), { recursive: true });
    await writeWhole(file, bytes);
  }
}

/** Writes a file that is there whole, or as it was before. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const part = partOf(file);
  await writeFile(part, content);
  await rename(part, file);
}

/** Returns a name for a file that is not whole yet, beside its own. Another run, which began before, may be writing the same file. */
const partOf = (file: string) => `${file}.${crypto.randomUUID()}.part`;

type Outcome = StepResult['outcome'];
const marks: Record<Outcome, string> = { passed: 'holds', failed: 'DOES NOT HOLD', notReached: '-' };

/** Prints a line. What others wrote in it cannot steer the terminal. */
function print(line: string): void {
  console.log(visible(line));
}

/** Prints a step in one line: what others wrote in it cannot begin another. */
function printStep(step: string, outcome: Outcome, found: string): void {
  print(`${step.padEnd(11)} ${marks[outcome].padEnd(14)} ${found.replace(/[\r\n]+/g, ' ')}`);
}

/** Prints the steps of a check as they are made, and keeps their exit code. */
class Report {
  /** 0: everything that was asked for holds. 1: something does not. 3: something could not be checked. */
  exitCode: 0 | 1 | 3 = 0;

  /** Makes a step, which returns what it found. @returns whether it holds. */
  async make(step: string, find: () => Promise<string>): Promise<boolean> {
    try {
      printStep(step, 'passed', await find());
      return true;
    } catch (error) {
      if (error instanceof LogIntegrityError) this.fail(step, error.message);
      else this.miss(step, `could not be finished: ${reasonOf(error as Error)}`);
      return false;
    }
  }

  fail(step: string, found: string): void {
    this.exitCode = 1;
    printStep(step, 'failed', found);
  }

  /** Notes that a step could not be made. */
  miss(step: string, found: string): void {
    this.exitCode ||= 3;
    printStep(step, 'notReached', found);
  }
}
