import { projectsOf } from '#src/lib/entry-projects.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { areEqual, concat, fromHex, sha256, toHex } from './bytes.ts';
import { readVerifierKey } from './note.ts';
import { readProof, verifyProof } from './proof.ts';

/** A certificate, or any other entry, as a file that can be checked without us. */
export type ProvedFile = {
  format: 'carma-record@v1';
  number?: string | undefined;
  index: number;
  /** The bytes of the entry in the log, as UTF-8 text. */
  canonical: string;
  /** c2sp.org/tlog-proof@v1 */
  proof: string;
  /** Texts whose salted SHA-256 is in the entry. */
  texts: Record<string, { text: string; salt: string } | { erased: true }>;
  /** The public key of the log, as it was when the file was made: check it against one that you got otherwise. */
  key: string;
};

/** The steps of a check, in their order. */
export const checkSteps = ['file', 'key', 'signature', 'inclusion', 'entry', 'texts'] as const;
export type CheckStep = (typeof checkSteps)[number];
/** A step: whether it holds, and what was found. Null: it was not reached. */
export type Checked = { step: CheckStep; holds: boolean | null; found: string };
export type CheckResult = { holds: boolean; steps: Checked[]; entry?: RecordEntry; checkpoint?: { origin: string; size: number } };

/** The number of a certificate, alone or as the first one in a PDF of ours; undefined where there is none. */
export function certificateNumber(text: string): string | undefined {
  return /^\s*(CR-\d{6,15})\s*$/i.exec(text)?.[1]?.toUpperCase() ?? (text.startsWith('%PDF-') ? /CR-\d{6,15}/.exec(text)?.[0] : undefined);
}

function unreadable(text: string): string {
  if (text.startsWith('%PDF-')) return 'A PDF is not checked itself: save the JSON that is attached to it, and check that.';
  if (certificateNumber(text)) return 'The record has no certificate with this number.';
  return 'This is not a certificate or an entry from a record.';
}

/**
 * Checks a file with a public key of the log, without asking anybody: that the key has signed the checkpoint, that the entry is
 * in the tree of the checkpoint, that what the file says is the entry, and that its texts are those whose hashes are in it.
 */
export async function checkFile(text: string, keyText?: string): Promise<CheckResult> {
  const steps: Checked[] = [];
  const end = (result: Partial<CheckResult> = {}): CheckResult => ({
    holds: steps.length === checkSteps.length && steps.every(({ holds }) => holds === true),
    steps: checkSteps.map((step) => steps.find((one) => one.step === step) ?? { step, holds: null, found: '' }),
    ...result,
  });
  const say = (step: CheckStep, holds: boolean, found: string) => {
    steps.push({ step, holds, found });
    return holds;
  };

  const file = readFile(text);
  if (!say('file', file !== undefined, file ? `entry ${file.index}` : unreadable(text))) return end();
  if (!file) return end();
  const key = await readVerifierKey(keyText ?? file.key);
  if (!say('key', key !== undefined, key ? key.name : 'This is not the key of a log.') || !key) return end();
  const proof = readProof(file.proof);
  const bytes = new TextEncoder().encode(file.canonical);
  const verified = proof && (await verifyProof(bytes, proof, key));
  if (
    !say(
      'signature',
      verified?.signature === true,
      verified?.checkpoint ? `${verified.checkpoint.size}` : 'The checkpoint is not signed by this key.',
    )
  )
    return end();
  const checkpoint = verified?.checkpoint;
  if (
    !say(
      'inclusion',
      verified?.inclusion === true && proof?.index === file.index,
      verified?.inclusion ? `${file.index}` : 'The entry is not in the log that the checkpoint covers.',
    )
  )
    return end();
  const entry = parsed(file.canonical) as RecordEntry | undefined;
  const isSame = entry?.version === 1 && entry.certificate === file.number;
  if (!say('entry', isSame, isSame ? recorded(entry) : 'The file does not match the entry.') || !entry) return end();
  const wrong = await wrongText(file, entry);
  say('texts', wrong === undefined, wrong ?? namesIn(file));
  return end({ entry, ...(checkpoint ? { checkpoint } : {}) });
}

/** Of what an entry has a hash in place of the text. */
const committed = ['beneficiary', 'reference', 'note'] as const;
const fileKeys = new Set(['format', 'number', 'index', 'canonical', 'proof', 'texts', 'key']);

/** What an entry records, to be compared with what stands on paper: `retire, 120 units of fenland-straw-biochar, …`. */
function recorded(entry: RecordEntry): string {
  const { kind, quantity, time, certificate } = entry;
  const projects = projectsOf(entry);
  const names = projects.map((one) => (projects.length === 1 ? one.slug : `${one.slug} (${one.quantity.toLocaleString('en-GB')})`));
  const units = `${quantity.toLocaleString('en-GB')} units${names.length > 0 ? ` of ${names.join(' and ')}` : ''}`;
  return [kind, units, time, ...(certificate ? [certificate] : [])].join(', ');
}

function namesIn({ texts }: ProvedFile): string {
  const names = Object.entries(texts).map(([field, text]) => `${field} ${'erased' in text ? '(erased)' : `“${text.text}”`}`);
  return names.join(', ') || 'none';
}

/** The first text that is not the one of its hash in the entry; undefined when all are. */
async function wrongText({ texts }: ProvedFile, entry: RecordEntry): Promise<string | undefined> {
  const missing = committed.find((field) => entry[field] !== undefined && texts[field] === undefined);
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
  const file = parsed(text) as Partial<ProvedFile> | undefined;
  const isWhole =
    file?.format === 'carma-record@v1' &&
    Object.keys(file).every((name) => fileKeys.has(name)) &&
    Number.isSafeInteger(file.index) &&
    typeof file.canonical === 'string' &&
    typeof file.proof === 'string' &&
    typeof file.key === 'string' &&
    typeof file.texts === 'object' &&
    file.texts !== null &&
    Object.values(file.texts).every(
      (one) =>
        typeof one === 'object' &&
        one !== null &&
        ('erased' in one ? one.erased === true : typeof one.text === 'string' && typeof one.salt === 'string') &&
        Object.keys(one).length === ('erased' in one ? 1 : 2),
    );
  return isWhole ? (file as ProvedFile) : undefined;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
