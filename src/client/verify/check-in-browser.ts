'use client';

import { readStored, writeStored } from '#shared/lib/storage.ts';
import { checkWithSite, logOf, type OwnLog, sizes } from '#verify/check.ts';
import { type CheckResult, type ReadSite, Steps } from '#verify/check-entry.ts';
import { isWords } from '#verify/file.ts';
import { LogIntegrityError, SignedLog } from '#verify/log.ts';
import { readSearched } from '#verify/serials.ts';
import { readKeys, verifyCheckpoint } from '#verify/signed-tree.ts';

/** The localStorage key of the last checkpoint that this browser has seen of a log. */
const seenKey = (origin: string) => `carma.checkpoint.${origin}`;
const timeoutMs = 15_000;
/** How often a request that was refused for a moment is sent again, and the longest wait (s) that is worth it. */
const retries = { times: 5, longest: 5 };

/**
 * Answers to what was given: with the result of its check, with the words themselves if they are nothing that can be checked or, for a
 * serial, by going to where the record says where its units are.
 */
export async function answerTo(given: string | File, ownLog: OwnLog): Promise<CheckResult | string | undefined> {
  if (typeof given !== 'string') return checkInBrowser(new Uint8Array(await given.arrayBuffer()), ownLog);
  if (readSearched(given)) return void location.assign(`/record?q=${encodeURIComponent(given)}`);
  return isWords(given) ? given : checkInBrowser(given, ownLog);
}

/**
 * Checks a certificate or an entry, given as text, number or file, with the keys of this site's own log; then whether the log continues
 * the checkpoint that this browser saw last.
 */
async function checkInBrowser(given: string | Uint8Array, ownLog: OwnLog): Promise<CheckResult> {
  const checked = await checkWithSite(given, ownLog, readSite);
  const { newest, headline, steps } = checked;
  if (!newest || headline === 'failed' || checked.pdf) return checked;
  const memory = await compareMemory(newest, ownLog.keys ?? '');
  return { ...checked, steps: [...steps, ...memory.made], headline: memory.headline === 'passed' ? headline : memory.headline };
}

/** Compares the newest checkpoint with the last that this browser saw, and remembers it. What contradicts it replaces nothing. */
async function compareMemory({ note, checkpoint }: NonNullable<CheckResult['newest']>, keys: string): Promise<Steps> {
  const name = seenKey(checkpoint.origin);
  const steps = new Steps();
  const stored = readStored('localStorage', name);
  if (typeof stored !== 'string') {
    writeStored('localStorage', name, note);
    return steps.leave('memory', 'firstSeen', { size: sizes(checkpoint, checkpoint).size });
  }
  const verifiers = (await readKeys(keys))?.map(({ key }) => key) ?? [];
  const seen = await verifyCheckpoint(stored, verifiers);
  if (!seen) return steps.fail('memory', 'memoryUnknown');
  const values = sizes(seen.checkpoint, checkpoint);
  try {
    await new SignedLog(logOf(readSite), checkpoint).assertContinues(seen.checkpoint);
  } catch (error) {
    if (!(error instanceof LogIntegrityError)) return steps.miss('memory', 'unreachable');
    return steps.fail('memory', 'memoryForked', { ...values, reason: error.message });
  }
  writeStored('localStorage', name, note);
  return steps.pass('memory', 'continuesMemory', values);
}

const readSite: ReadSite = async (address) => {
  for (let tried = 0; ; tried += 1) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    if (answer.status === 404) return undefined;
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    if (answer.status !== 429 || !(seconds <= retries.longest) || tried === retries.times)
      throw new Error(`${address} answered with status ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
};
