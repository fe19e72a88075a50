import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printFacts } from './certificate.ts';
import { checkFile } from './check.ts';
import type { CheckOptions } from './check-entry.ts';
import { follow, type Kept, print, printStep } from './follow.ts';
import { reader } from './log.ts';
import { PolicyError, readPolicy } from './policy.ts';
import { readKeys } from './signed-tree.ts';
import { decodeUnicode } from './text.ts';
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
    console.error(usage);
    return 2;
  }
  const isFollow = first === 'follow';
  if (rest.length > 0 || (address !== undefined) !== isFollow) throw new UsageError(isFollow ? 'Name one log' : 'Name one file');
  if (values.key === undefined) throw new UsageError('The key of the log is missing: --key');
  const keys = await readKeys(/^[^+\s]+\+[0-9a-f]{8}\+/.test(values.key) ? values.key : readText(values.key));
  if (!keys) throw new UsageError(`${values.key} is not the key of a log`);
  const policy = values.policy === undefined ? undefined : await readPolicy(readText(values.policy));
  if (isFollow) {
    const exitCode = await follow(addressOf(address ?? ''), { ...values, keys, policy, from: readFrom(values) });
    if (exitCode === 1 && values.mirror) print(`If ${values.mirror} was changed, and not the log: follow it into an empty folder.`);
    return exitCode;
  }
  return check(readFile(first), { keys, policy, log: values.log === undefined ? undefined : reader(addressOf(values.log)) });
}

function readArguments(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { key: text, policy: text, log: text, from: text, save: text, mirror: text, help: { type: 'boolean' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function addressOf(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) throw new UsageError(`${text} is not the address of a log`);
  return text.replace(/\/$/, '');
}

/** Reads the checkpoint that the log must continue. Only the first time may there be none: in the file in which it will be kept. */
function readFrom({ from, save }: { from?: string | undefined; save?: string | undefined }): Kept | undefined {
  if (from === undefined) return undefined;
  return { name: from, note: from === save && !existsSync(from) ? undefined : readText(from) };
}

function readFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Reads a text in UTF-8, or in UTF-16, as Windows writes it when a command's output is sent to a file. */
function readText(file: string): string {
  const text = decodeUnicode(readFile(file));
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
  const lines = printFacts(facts);
  for (const sentence of [headline, before, fact, ...later, ...lines, after]) if (sentence !== undefined) print(sentence);
  if (result.fact?.entry.sample && result.headline !== 'failed') print(checkWords.sample);
  print('');
  for (const { step, outcome, found } of result.steps) printStep(step, outcome, sayFound(found));
  const isInLog = result.steps.some(({ step, outcome }) => step === 'consistency' && outcome === 'passed');
  if (result.headline === 'passed' && isInLog) print(`\n${checkWords.proven}`);
  return exitCodes[result.headline];
}

const exitCodes = { passed: 0, failed: 1, unfinished: 3, missing: 3 };
