'use client';

import type { VerifyTexts } from '#src/content/record/index.ts';
import { retirementIn } from '#src/lib/record/entry-projects.ts';
import { checkConsistency, fetchCheckpoint } from '#src/lib/record-log/follow-log.ts';
import { readVerifierKey, verifyCheckpoint } from '#src/lib/record-log/note.ts';
import { certificateNumber, checkFile } from '#src/lib/record-log/verify-file.ts';
import { printSerial, readSearched } from '#src/lib/registries/serials.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import type { ShownStep } from '#src/ui/routes/record/check-steps.tsx';

/** The localStorage key of the last checkpoint that this browser has seen of a log. */
const seenKey = (origin: string) => `carma.checkpoint.${origin}`;
const timeoutMs = 15_000;

/** The site did not answer, or answered that it cannot at the moment. This says nothing about what is being checked. */
class Unreachable extends Error {}

/**
 * Checks a certificate or an entry with the key of this site's own log; then whether the log continues the checkpoint that this
 * browser saw last; and, for a retirement, whether its serials are recorded as retired with this certificate and no other.
 * @returns `holds`: null if nothing failed but a step could not be done.
 */
export async function checkInBrowser(text: string, ownKey: string | null, texts: VerifyTexts): Promise<Checked> {
  const file = await checkFile(text);
  const steps: ShownStep[] = file.steps.map((step) => ({ ...step }));
  const isOurs = ownKey !== null && keyOf(text) === ownKey;
  const isReached = steps[1]?.holds === true;
  steps.splice(2, 0, { step: 'ours', holds: isReached ? isOurs : null, found: isReached && !isOurs ? texts.foreign : '' });
  if (!file.holds || !isOurs || !file.entry) return { holds: false, steps, isSample: file.entry?.sample ?? false };
  steps.push(await stepWith('consistency', texts, () => checkLog(ownKey)));
  const { entry } = file;
  if (entry.certificate) steps.push(await stepWith('live', texts, () => checkSerials(retirementIn(entry))));
  const failed = steps.some(({ holds }) => holds === false);
  return { holds: failed ? false : steps.every(({ holds }) => holds) || null, steps, isSample: entry.sample ?? false };
}

/** The outcome of a check. `holds` is null if nothing failed but a step could not be done. */
export type Checked = { holds: boolean | null; steps: ShownStep[]; isSample: boolean };

/**
 * Fetches the file of a certificate given by its number. Returns any other text, or the number of no certificate, unchanged.
 * @throws Error if the site cannot be reached.
 */
export async function fetchByNumber(text: string): Promise<string> {
  const number = certificateNumber(text);
  if (!number) return text;
  const response = await request(`/certificates/${number}.json`);
  return response.ok ? response.text() : text;
}

/** Returns the address at which the record says where units are, if a text is a serial; undefined otherwise. */
export function placeOfUnits(text: string): string | undefined {
  return readSearched(text) && `/record?q=${encodeURIComponent(text)}`;
}

/** Returns the text of a file to check. Of a PDF it is only the certificate number: a PDF's text can be edited, so the record is used. */
export async function readFile(file: File): Promise<string> {
  const text = await file.text();
  return text.startsWith('%PDF-') ? (certificateNumber(text) ?? '%PDF-') : text;
}

/** Does a step that needs the site. `check` returns what it found, or throws what is wrong. */
async function stepWith(step: string, texts: VerifyTexts, check: () => Promise<string>): Promise<ShownStep> {
  try {
    return { step, holds: true, found: await check() };
  } catch (error) {
    if (error instanceof Unreachable) return { step, holds: null, found: texts.unchecked };
    return { step, holds: false, found: (error as Error).message };
  }
}

async function checkLog(keyText: string): Promise<string> {
  const key = await readVerifierKey(keyText);
  if (!key) throw new Error('This site’s key cannot be read.');
  const fetchPart = async (path: string) => new Uint8Array(await (await requestExisting(`/log/${path}`)).arrayBuffer());
  const { note, checkpoint } = await fetchCheckpoint(fetchPart, [key]);
  const previous = readStored(seenKey(key.name));
  const seen = previous === null ? undefined : (await verifyCheckpoint(previous, [key]))?.checkpoint;
  if (seen) await checkConsistency(fetchPart, seen, checkpoint);
  store(seenKey(key.name), note);
  return seen
    ? `It had ${seen.size} entries then, and has ${checkpoint.size} now; no earlier entry has changed.`
    : `This browser has not seen the log before. It has ${checkpoint.size} entries now, and later checks will compare with that.`;
}

async function checkSerials({ lines, certificate }: RecordEntry): Promise<string> {
  for (const line of lines) {
    const { first, last } = line;
    const serial = printSerial(line);
    // By serial and not by batch: these units must not be in another batch, and there in another certificate.
    const { places } = (await (await requestExisting(`/api/v1/record/batches?serial=${encodeURIComponent(serial)}`)).json()) as {
      places: { first: number; last: number; status: string; certificate: string | null }[];
    };
    const units = places.reduce((sum, holding) => sum + Math.min(holding.last, last) - Math.max(holding.first, first) + 1, 0);
    if (units !== last - first + 1 || places.some((holding) => holding.status !== 'Retired' || holding.certificate !== certificate))
      throw new Error(`${serial} is not shown as retired with this certificate and no other.`);
  }
  return 'They are retired with this certificate and with no other.';
}

/** @throws Error if there is nothing at this address, or `Unreachable`. */
async function requestExisting(address: string): Promise<Response> {
  const response = await request(address);
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}`);
  return response;
}

async function request(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new Unreachable(`${address} did not answer`, { cause });
  });
  if (response.status >= 500 || response.status === 429) throw new Unreachable(`${address} answered with status ${response.status}`);
  return response;
}

function keyOf(text: string): string | undefined {
  try {
    const { key } = JSON.parse(text);
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, note: string): void {
  try {
    localStorage.setItem(key, note);
  } catch {
    // Storage is off: the next check then has no checkpoint to compare with.
  }
}
