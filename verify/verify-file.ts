import { isPdf, readPdf } from './attached-file.ts';
import { areEqual } from './bytes.ts';
import { readCertificateNumber, readEntryNumber } from './certificate-number.ts';
import { checkEntry } from './check-entry.ts';
import { checkLog } from './check-log.ts';
import { type CheckOptions, type CheckResult, type ReadSite, type StepResult, Steps } from './check-result.ts';
import { readCheckpoint } from './note.ts';
import { readProvedFile } from './proved-file.ts';
import { decodeUnicode } from './text.ts';
import type { FoundText } from './words.ts';

/** The largest file that is read, in bytes: an entry has 65,535 at most, and a PDF with it some 400,000. */
export const maxFileBytes = 2 * 1024 * 1024;

/**
 * Checks a certificate or any other entry: JSON (as text or as the bytes of a file), a PDF, or the number of a certificate or an entry of the site.
 * Each step has passed, failed, or was not reached for a stated reason. A step that cannot be made for a reason outside of the file, such
 * as a log that does not answer, leaves the check unfinished.
 */
export async function checkFile(given: string | Uint8Array, options: CheckOptions): Promise<CheckResult> {
  if (given.length > maxFileBytes) return unread('tooLarge', { limit: String(maxFileBytes) });
  if (typeof given !== 'string' && isPdf(given)) return checkPdf(given, options);
  const text = typeof given === 'string' ? given.replace(/^\uFEFF/, '') : decodeUnicode(given);
  if (text === undefined) return unread('notText');
  const number = readCertificateNumber(text);
  const entry = readEntryNumber(text);
  if (options.site && number) return checkNumbered(number, options, options.site);
  if (options.site && entry !== undefined) return checkOnSite(`/record/entries/${entry}.json`, options, options.site);
  return checkJson(text, options);
}

async function checkJson(text: string, options: CheckOptions): Promise<CheckResult> {
  const file = readProvedFile(text);
  if ('problem' in file) {
    const { problem, ...values } = file;
    return unread(problem, values);
  }
  const { steps, checkpoint, fact, note } = await checkEntry(file, options);
  if (checkpoint && fact && note !== undefined) return checkLog(file, { steps, checkpoint, fact, note }, options);
  return steps.result();
}

/** Checks the certificate that the site has under a number. */
async function checkNumbered(number: string, options: CheckOptions, site: ReadSite): Promise<CheckResult> {
  return { ...(await checkOnSite(`/certificates/${number}.json`, options, site)), number };
}

/** Checks the file that the site has at an address. */
async function checkOnSite(address: string, options: CheckOptions, site: ReadSite): Promise<CheckResult> {
  try {
    const bytes = await site(address);
    return bytes ? await checkJson(decodeUnicode(bytes) ?? '', options) : { headline: 'missing', steps: [] };
  } catch {
    return { headline: 'unfinished', steps: [] };
  }
}

/**
 * Checks the certificate that is attached to a PDF, and whether the PDF is byte for byte what the site makes of it. If it is not, or
 * cannot be compared, nothing is said to hold: only what the certificate says, to compare the PDF with.
 */
async function checkPdf(bytes: Uint8Array, options: CheckOptions): Promise<CheckResult> {
  const { attached, number } = readPdf(bytes);
  if (attached === undefined) {
    const recorded = number && options.site ? await checkNumbered(number, options, options.site) : undefined;
    if (recorded?.headline === 'missing') return { ...recorded, pdf: 'nothing' };
    const isShown = recorded?.headline === 'passed' && recorded.fact !== undefined;
    return {
      headline: 'unfinished',
      steps: [],
      pdf: isShown ? 'recorded' : 'nothing',
      ...(isShown ? { fact: recorded.fact, number } : {}),
    };
  }
  const checked = await checkJson(attached, options);
  const certificate = checked.fact?.entry.certificate;
  if (checked.headline === 'failed') return checked;
  if (!checked.fact || certificate === undefined) return { ...checked, headline: 'unfinished', steps: [], pdf: 'nothing' };
  // With the cosignatures that it has: others may have come since it was made.
  const { checkpoint, signatures = [] } = readCheckpoint(checked.note ?? '') ?? {};
  const cosignatures = signatures.filter(({ name }) => name !== checkpoint?.origin).length;
  const address = `/certificates/${certificate}.pdf?size=${checkpoint?.size}&cosignatures=${cosignatures}`;
  const made = await options.site?.(address).catch(() => undefined);
  const values = { number: certificate };
  if (made && areEqual(made, bytes)) {
    const pdf: StepResult = { step: 'pdf', outcome: 'passed', found: { text: 'pdfSame', values } };
    return { ...checked, steps: [pdf, ...checked.steps] };
  }
  const pdf: StepResult = { step: 'pdf', outcome: 'notReached', found: { text: made ? 'pdfDiffers' : 'pdfNotCompared', values } };
  return { headline: 'unfinished', steps: [pdf], pdf: 'attached', fact: checked.fact, number: certificate };
}

/** The result for a file that could not be read. One of a newer program may be right. */
function unread(text: FoundText, values: Record<string, string> = {}): CheckResult {
  const steps = new Steps();
  return (text === 'newerFile' ? steps.miss('file', text, values) : steps.fail('file', text, values)).result();
}
