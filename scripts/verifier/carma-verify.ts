// The source of carma-verify.mjs, which checks a certificate or an entry offline, and follows the log. It needs Node 20 and nothing else.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkConsistency, fetchCheckpoint, fetchEntries, LogIntegrityError } from '#src/lib/record-log/follow-log.ts';
import { readVerifierKey, verifyCheckpoint } from '#src/lib/record-log/note.ts';
import { checkFile } from '#src/lib/record-log/verify-file.ts';

const usage = `Usage:
  node carma-verify.mjs FILE.json --key KEY
      checks a certificate or an entry, offline
  node carma-verify.mjs follow LOG --key KEY [--from CHECKPOINT] [--save CHECKPOINT] [--mirror DIR]
      checks that the log at an address, such as https://www.example.com/log, continues the checkpoint of a file, and keeps
      the newest; with --mirror downloads every entry and checks it

KEY is the text that the log has at /log/key, or a file with it. Get it once, from somewhere that you trust.
Exit code: 0 everything holds, 1 something does not, 2 a wrong command.`;

const [first = '', ...rest] = process.argv.slice(2);
const option = (name: string) => {
  const at = rest.indexOf(`--${name}`);
  return at === -1 ? undefined : rest[at + 1];
};
const textOf = (given: string) => (/^[^+\s]+\+[0-9a-f]{8}\+/.test(given) ? given : readFileSync(given, 'utf8'));

try {
  if (first === '' || first === '--help' || !option('key')) {
    console.error(usage);
    process.exitCode = 2;
  } else process.exitCode = first === 'follow' ? await follow(rest[0] ?? '') : await check(first);
} catch (error) {
  console.error(`${error instanceof LogIntegrityError ? 'DOES NOT HOLD' : 'Error'}: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function check(file: string): Promise<number> {
  const { holds, steps, entry, checkpoint } = await checkFile(readFileSync(file, 'utf8'), textOf(option('key') ?? ''));
  const mark = (held: boolean | null) => (held === null ? '-' : held ? 'holds' : 'DOES NOT HOLD');
  for (const step of steps) console.log(`${step.step.padEnd(10)} ${mark(step.holds).padEnd(14)} ${step.found}`);
  if (holds && entry) {
    console.log(
      `\nThe log ${checkpoint?.origin} has ${checkpoint?.size} entries, and this is one of them: ${entry.kind} of ${entry.quantity} units, ${entry.time}.`,
    );
    if (entry.sample) console.log('It is SAMPLE data: invented, and without value.');
    console.log('This proves what the company recorded. Whether the units exist is for the registry to say.');
  }
  return holds ? 0 : 1;
}

async function follow(address: string): Promise<number> {
  const key = await readVerifierKey(textOf(option('key') ?? ''));
  if (!key) throw new Error('This is not the key of a log');
  const read = async (part: string) => {
    const answer = await fetch(`${address.replace(/\/$/, '')}/${part}`, { signal: AbortSignal.timeout(30_000) });
    if (!answer.ok) throw new LogIntegrityError(`The log answers ${answer.status} to ${part}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const { note, checkpoint } = await fetchCheckpoint(read, [key]);
  const from = option('from');
  if (from !== undefined) {
    const old = (await verifyCheckpoint(readFileSync(from, 'utf8'), [key]))?.checkpoint;
    if (!old) throw new Error(`${from} is not a checkpoint of this log`);
    await checkConsistency(read, old, checkpoint);
    console.log(`The log continues: ${old.size} entries then, ${checkpoint.size} now, and no earlier entry has changed.`);
  } else console.log(`A signed checkpoint over ${checkpoint.size} entries.`);
  const folder = option('mirror');
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    await fetchEntries(read, checkpoint, (index, entry) =>
      writeFileSync(path.join(folder, `${String(index).padStart(9, '0')}.json`), entry),
    );
    console.log(`All ${checkpoint.size} entries are in ${folder}, and match what was signed.`);
  }
  const save = option('save');
  if (save !== undefined) writeFileSync(save, note);
  return 0;
}
