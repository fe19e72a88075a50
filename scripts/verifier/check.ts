import type { LogKey } from '#src/lib/record-log/keys.ts';
import { writeVerifierKey } from '#src/lib/record-log/note.ts';
import type { Policy } from '#src/lib/record-log/policy.ts';
import { checkFile } from '#src/lib/record-log/verify-file.ts';
import { print, Report } from './report.ts';

/** Checks a certificate or an entry, offline, and prints what it found. @returns the exit code. */
export async function check(text: string, { keys }: { keys: readonly LogKey[]; policy?: Policy | undefined }): Promise<number> {
  const report = new Report();
  const [first] = keys;
  const { holds, steps, entry, checkpoint } = await checkFile(text, first && (await writeVerifierKey(first.key.name, first.key.publicKey)));
  for (const step of steps) {
    if (step.holds === null) report.leave(step.step, step.found);
    else if (step.holds) report.pass(step.step, step.found);
    else report.fail(step.step, step.found);
  }
  if (holds && entry) {
    print(
      `\nThe log ${checkpoint?.origin} has ${checkpoint?.size} entries, and this is one of them: ${entry.kind} of ${entry.quantity} units, ${entry.time}.`,
    );
    if (entry.sample) print('It is SAMPLE data: invented, and without value.');
    print('This proves what the company recorded. Whether the units exist is for the registry to say.');
  }
  return report.exitCode;
}
