'use client';

import type { VerifyTexts } from '#src/content/record/index.ts';
import { checkConsistency, fetchCheckpoint } from '#src/lib/record-log/follow-log.ts';
import { readVerifierKey, verifyCheckpoint } from '#src/lib/record-log/note.ts';
import { certificateNumber, checkFile } from '#src/lib/record-log/verify-file.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import type { ShownStep } from '#src/ui/routes/record/check-steps.tsx';

/** The last checkpoint that this browser saw, in localStorage, by the name of its log. */
const seenKey = (origin: string) => `carma.checkpoint.${origin}`;
const limitMs = 15_000;

/**
 * Checks a certificate or an entry with the key of this site's own log, then whether the log continues the checkpoint that
 * this browser saw before, and, of a retirement, whether its serials stand as retired and nowhere else.
 */
export async function checkInBrowser(text: string, ownKey: string | null, texts: VerifyTexts) {
  const file = await checkFile(text);
  const steps: ShownStep[] = file.steps.map((one) => ({ ...one }));
  const isOurs = ownKey !== null && keyOf(text) === ownKey;
  steps.splice(2, 0, { step: 'ours', holds: steps[1]?.holds ? isOurs : null, found: isOurs ? '' : texts.foreign });
  if (!file.holds || !isOurs || !file.entry) return { holds: false, steps, isSample: file.entry?.sample ?? false };
  steps.push(await consistencyStep(ownKey));
  if (file.entry.kind === 'retire') steps.push(await liveStep(file.entry));
  return { holds: steps.every(({ holds }) => holds === true), steps, isSample: file.entry.sample ?? false };
}

/** What a person named by its number, as the file of the record; anything else, and what cannot be fetched, as it is. */
export async function fetchNamed(text: string): Promise<string> {
  const number = certificateNumber(text);
  if (!number) return text;
  try {
    return await (await ask(`/certificates/${number}.json`)).text();
  } catch {
    return text;
  }
}

/** What is to be checked of a chosen file. Of a PDF only its number: its text can be edited, so the record says what holds. */
export async function readChosen(file: File): Promise<string> {
  const text = await file.text();
  return text.startsWith('%PDF-') ? (certificateNumber(text) ?? '%PDF-') : text;
}

async function consistencyStep(keyText: string): Promise<ShownStep> {
  const step = 'consistency';
  try {
    const key = await readVerifierKey(keyText);
    if (!key) return { step, holds: false, found: 'This site’s key cannot be read.' };
    const read = async (path: string) => new Uint8Array(await (await ask(`/log/${path}`)).arrayBuffer());
    const { note, checkpoint } = await fetchCheckpoint(read, key);
    const before = stored(seenKey(key.name));
    const seen = before === null ? undefined : await verifyCheckpoint(before, key);
    if (seen) await checkConsistency(read, seen, checkpoint);
    keep(seenKey(key.name), note);
    return {
      step,
      holds: true,
      found: seen
        ? `It had ${seen.size} entries then, and has ${checkpoint.size} now; no earlier entry has changed.`
        : `This browser has not seen the log before. It has ${checkpoint.size} entries now, and later checks will compare with that.`,
    };
  } catch (error) {
    return { step, holds: false, found: (error as Error).message };
  }
}

async function liveStep({ lines, certificate }: RecordEntry): Promise<ShownStep> {
  const step = 'live';
  try {
    for (const { batch, first, last } of lines) {
      const { holdings } = (await (await ask(`/api/v1/record/batches/${batch}`)).json()) as {
        holdings: { first: number; last: number; status: string; certificate: string | null }[];
      };
      const here = holdings.filter((holding) => holding.first <= last && holding.last >= first);
      const units = here.reduce((sum, holding) => sum + Math.min(holding.last, last) - Math.max(holding.first, first) + 1, 0);
      if (units !== last - first + 1 || here.some((holding) => holding.status !== 'Retired' || holding.certificate !== certificate))
        return {
          step,
          holds: false,
          found: `The serial numbers ${first} to ${last} of batch ${batch} are not all shown as retired with this certificate.`,
        };
    }
    return { step, holds: true, found: 'They are retired with this certificate and with no other.' };
  } catch (error) {
    return { step, holds: false, found: (error as Error).message };
  }
}

async function ask(address: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(limitMs) });
  if (!answer.ok) throw new Error(`${address} answered with status ${answer.status}`);
  return answer;
}

function keyOf(text: string): string | undefined {
  try {
    const { key } = JSON.parse(text);
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, note: string): void {
  try {
    localStorage.setItem(key, note);
  } catch {
    // A browser that stores nothing compares nothing next time.
  }
}
