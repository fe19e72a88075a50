import { projectsOf, retirementIn } from '#src/lib/record/entry-projects.ts';
import { formatInstant } from '#src/lib/text/instants.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { areEqual, concat, fromHex, sha256, toHex } from './bytes.ts';
import { readVerifierKey } from './note.ts';
import { readProof, verifyProof } from './proof.ts';

/** A certificate, or any other entry, as a file that anyone can check independently of this site. */
export type ProvedFile = {
  format: 'carma-record@v1';
  number?: string | undefined;
  index: number;
  /** The bytes of the entry in the log, as UTF-8 text. */
  canonical: string;
  /** c2sp.org/tlog-proof@v1 */
  proof: string;
  /** Texts whose salted SHA-256 hashes are in the entry. */
  texts: Record<string, { text: string; salt: string } | { erased: true }>;
  /** The log's public key when the file was made. Compare it with one obtained elsewhere. */
  key: string;
};

/** The steps of a check, in order. */
export const checkSteps = ['file', 'key', 'signature', 'inclusion', 'entry', 'texts'] as const;
export type CheckStep = (typeof checkSteps)[number];
/** The result of a step. `holds` is null if the step was not reached; `found` is for display. */
export type StepResult = { step: CheckStep; holds: boolean | null; found: string };
export type CheckResult = { holds: boolean; steps: StepResult[]; entry?: RecordEntry; checkpoint?: { origin: string; size: number } };

/** Returns the certificate number that a text consists of, or the first one in a PDF; undefined if there is none. */
export function certificateNumber(text: string): string | undefined {
  return /^\s*(CR-\d{6,15})\s*$/i.exec(text)?.[1]?.toUpperCase() ?? (text.startsWith('%PDF-') ? /CR-\d{6,15}/.exec(text)?.[0] : undefined);
}

function unreadableReason(text: string): string {
  if (text.startsWith('%PDF-')) return 'A PDF is not checked itself: save the JSON that is attached to it, and check that.';
  if (certificateNumber(text)) return 'The record has no certificate with this number.';
  return 'This is not a certificate or an entry from a record.';
}

/**
 * Checks a file offline with the log's public key: the key has signed the checkpoint, the entry is in the checkpoint's tree,
 * the file's fields match the entry, and its texts match the hashes in the entry.
 */
export async function checkFile(text: string, keyText?: string): Promise<CheckResult> {
  const steps: StepResult[] = [];
  const finish = (result: Partial<CheckResult> = {}): CheckResult => ({
    holds: steps.length === checkSteps.length && steps.every(({ holds }) => holds === true),
    steps: checkSteps.map((step) => steps.find((result) => result.step === step) ?? { step, holds: null, found: '' }),
    ...result,
  });
  const report = (step: CheckStep, holds: boolean, found: string) => {
    steps.push({ step, holds, found });
    return holds;
  };

  const file = readFile(text);
  if (!report('file', file !== undefined, file ? `entry ${file.index}` : unreadableReason(text))) return finish();
  if (!file) return finish();
  const key = await readVerifierKey(keyText ?? file.key);
  if (!report('key', key !== undefined, key ? key.name : 'This is not the key of a log.') || !key) return finish();
  const proof = readProof(file.proof);
  const bytes = new TextEncoder().encode(file.canonical);
  const verified = proof && (await verifyProof(bytes, proof, [key]));
  if (
    !report(
      'signature',
      verified?.signature === true,
      verified?.checkpoint ? `${verified.checkpoint.size}` : 'The checkpoint is not signed by this key.',
    )
  )
    return finish();
  const checkpoint = verified?.checkpoint;
  if (
    !report(
      'inclusion',
      verified?.inclusion === true && proof?.index === file.index,
      verified?.inclusion ? `${file.index}` : 'The entry is not in the log that the checkpoint covers.',
    )
  )
    return finish();
  const entry = parseJson(file.canonical) as RecordEntry | undefined;
  const isSame = entry?.version === 1 && entry.certificate === file.number;
  if (!report('entry', isSame, isSame ? summarise(entry) : 'The file does not match the entry.') || !entry) return finish();
  const mismatch = await findTextMismatch(file, entry);
  report('texts', mismatch === undefined, mismatch ?? listTexts(file));
  return finish({ entry, ...(checkpoint ? { checkpoint } : {}) });
}

/** Fields for which an entry holds a salted hash instead of the text. */
const hashedFields = ['beneficiary', 'buyer', 'purpose', 'reference', 'note'] as const;
/** A salted hash. The first entries had their purpose as plain text. */
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const fileKeys = new Set(['format', 'number', 'index', 'canonical', 'proof', 'texts', 'key']);

/** Summarises an entry for comparison with a printed certificate: `retire, 120 units of fenland-straw-biochar, …`. */
function summarise(entry: RecordEntry): string {
  const shown = entry.certificate ? retirementIn(entry) : entry;
  const { kind, quantity, time, certificate } = shown;
  const projects = projectsOf(shown);
  const names = projects.map((project) =>
    projects.length === 1 ? project.slug : `${project.slug} (${project.quantity.toLocaleString('en-GB')})`,
  );
  const units = `${quantity.toLocaleString('en-GB')} units${names.length > 0 ? ` of ${names.join(' and ')}` : ''}`;
  return [kind, units, formatInstant(new Date(time)), ...(certificate ? [certificate] : [])].join(', ');
}

function listTexts({ texts }: ProvedFile): string {
  const names = Object.entries(texts).map(([field, text]) => `${field} ${'erased' in text ? '(erased)' : `“${text.text}”`}`);
  return names.join(', ') || 'none';
}

/** Describes the first text that does not match its hash in the entry; undefined if all match. */
async function findTextMismatch({ texts }: ProvedFile, entry: RecordEntry): Promise<string | undefined> {
  const missing = hashedFields.find((field) => isHash(entry[field]) && texts[field] === undefined);
  if (missing) return `The file lacks the ${missing}.`;
  for (const [field, text] of Object.entries(texts)) {
    const commitment = (entry as Record<string, unknown>)[field];
    if (typeof commitment !== 'string') return `The entry has no ${field}.`;
    if ('erased' in text) continue;
    const salt = fromHex(text.salt);
    const hash = salt && (await sha256(concat(salt, new TextEncoder().encode(text.text))));
    if (!hash || !areEqual(hash, fromHex(commitment) ?? new Uint8Array()))
      return `The ${field} does not match the hash in the entry (${hash ? toHex(hash).slice(0, 8) : 'no salt'}).`;
  }
  return undefined;
}

function readFile(text: string): ProvedFile | undefined {
  const file = parseJson(text) as Partial<ProvedFile> | undefined;
  const isValid =
    file?.format === 'carma-record@v1' &&
    Object.keys(file).every((name) => fileKeys.has(name)) &&
    Number.isSafeInteger(file.index) &&
    typeof file.canonical === 'string' &&
    typeof file.proof === 'string' &&
    typeof file.key === 'string' &&
    typeof file.texts === 'object' &&
    file.texts !== null &&
    Object.values(file.texts).every(
      (entryText) =>
        typeof entryText === 'object' &&
        entryText !== null &&
        ('erased' in entryText ? entryText.erased === true : typeof entryText.text === 'string' && typeof entryText.salt === 'string') &&
        Object.keys(entryText).length === ('erased' in entryText ? 1 : 2),
    );
  return isValid ? (file as ProvedFile) : undefined;
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
