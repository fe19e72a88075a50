'use client';

import { readStored, writeStored } from '#shared/lib/storage.ts';
import { checkFile, formatSizes, maxFileBytes, optionsOf } from '#verify/check.ts';
import { type CheckResult, type ReadSite, Steps } from '#verify/check-entry.ts';
import { fetchCheckpoint, LogIntegrityError, SignedLog } from '#verify/log.ts';
import { kindOfEntered } from '#verify/serials.ts';
import { verifyCheckpoint } from '#verify/signed-tree.ts';
import { formatCount } from '#verify/text.ts';

const timeoutMs = 15_000;
/** How often a request over the site's limit (429) is sent again, and the longest wait (s) after which it is. */
const retries = { times: 5, longestWait: 5 };

/**
 * Answers to what was entered. Of a certificate or an entry it returns the result of the check; of words that are neither, the words. Of a
 * serial it returns undefined, and opens the page of the record that says where its units are.
 */
export async function answerTo(entered: string | File): Promise<CheckResult | string | undefined> {
  // Of a file that is too large, enough to see that.
  if (typeof entered !== 'string') return checkInBrowser(new Uint8Array(await entered.slice(0, maxFileBytes + 1).arrayBuffer()));
  const kind = kindOfEntered(entered);
  if (kind === 'serial') return void location.assign(`/record?q=${encodeURIComponent(entered)}`);
  return kind === 'words' ? entered : checkInBrowser(entered);
}

/**
 * Checks a certificate or an entry, entered as text, number or file, with the keys of this site's own log; then, unless that has failed
 * or a PDF is not known to be the site's, whether the log continues the checkpoint that this browser saw last.
 */
async function checkInBrowser(entered: string | Uint8Array): Promise<CheckResult> {
  const options = await optionsOf(readSite);
  const checked = await checkFile(entered, options);
  const { newest, verdict, steps } = checked;
  if (!newest || verdict === 'failed' || checked.pdf) return checked;
  const memory = await compareMemory(newest, options);
  return { ...checked, steps: [...steps, ...memory.made], verdict: memory.verdict === 'passed' ? verdict : memory.verdict };
}

/** Compares the newest checkpoint with the last that this browser saw, and remembers the newest if it continues that, or there is none. */
async function compareMemory(
  { note, checkpoint }: NonNullable<CheckResult['newest']>,
  { keys, log }: Pick<Awaited<ReturnType<typeof optionsOf>>, 'keys' | 'log'>,
): Promise<Steps> {
  const name = `carma.checkpoint.${checkpoint.origin}`;
  const steps = new Steps();
  const stored = readStored('localStorage', name);
  if (typeof stored !== 'string') {
    writeStored('localStorage', name, note);
    return steps.leave('memory', 'firstSeen', { size: formatCount(checkpoint.size) });
  }
  const verifiers = keys.map(({ key }) => key);
  const seen = await verifyCheckpoint(stored, verifiers);
  if (!seen) return steps.fail('memory', 'memoryUnknown');
  // Another tab may have seen the log grow since the newest checkpoint was read here.
  if (seen.checkpoint.size > checkpoint.size) {
    const again = await fetchCheckpoint(log, verifiers).catch(() => undefined);
    if (!again) return steps.miss('memory', 'unreachable');
    if (again.checkpoint.size > checkpoint.size) return compareMemory(again, { keys, log });
  }
  const values = formatSizes(seen.checkpoint, checkpoint);
  try {
    await new SignedLog(log, checkpoint).assertContinues(seen.checkpoint);
  } catch (error) {
    if (!(error instanceof LogIntegrityError)) return steps.miss('memory', 'unreachable');
    return steps.fail('memory', 'memoryForked', { ...values, reason: error.message });
  }
  writeStored('localStorage', name, note);
  return steps.pass('memory', 'continuesMemory', values);
}

const readSite: ReadSite = async (address) => {
  for (let repeats = 0; ; repeats += 1) {
    // Where a log ended with entries that were lost, the browser may still have its tiles, under the addresses of the next log's.
    const answer = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    if (answer.status === 404) return undefined;
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    if (answer.status !== 429 || !(seconds <= retries.longestWait) || repeats === retries.times)
      throw new Error(`${address} answered with status ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
};
