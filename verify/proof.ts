import { areEqual, fromBase64, toBase64 } from './bytes.ts';
import { type Checkpoint, noteLimit, type VerifierKey, verifyCheckpoint } from './note.ts';
import { type Hash, leafHash, rootFromInclusion } from './tree.ts';

/** A proof that an entry is in a log. https://c2sp.org/tlog-proof */
export type LogProof = { index: number; hashes: Hash[]; checkpoint: string };

const head = 'c2sp.org/tlog-proof@v1';

/** Writes a proof in the format of a `.tlog-proof` file. */
export function writeProof({ index, hashes, checkpoint }: LogProof): string {
  return `${head}\nindex ${index}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Parses a `.tlog-proof` file; undefined if malformed. */
export function readProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  if (end === -1 || text.length > noteLimit + 100_000) return undefined;
  const [first, ...lines] = text.slice(0, end).split('\n');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const [, indexText] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '') ?? [];
  if (first !== head || indexText === undefined || lines.length > 63) return undefined;
  const hashes = lines.map((line) => fromBase64(line));
  if (hashes.some((hash) => hash?.length !== 32)) return undefined;
  return { index: Number(indexText), hashes: hashes as Hash[], checkpoint: text.slice(end + 2) };
}

/** The outcome of verifying a proof: whether each step holds. */
export type ProofResult = { signature: boolean; inclusion: boolean; checkpoint?: Checkpoint; key?: VerifierKey };

/** Verifies that one of the log's keys has signed the checkpoint, and that the entry is at its index in the checkpoint's tree. */
export async function verifyProof(
  entry: Uint8Array,
  { index, hashes, checkpoint }: LogProof,
  keys: readonly VerifierKey[],
): Promise<ProofResult> {
  const verified = await verifyCheckpoint(checkpoint, keys);
  if (!verified) return { signature: false, inclusion: false };
  const root = await rootFromInclusion(await leafHash(entry), index, verified.checkpoint.size, hashes);
  return { signature: true, inclusion: root !== undefined && areEqual(root, verified.checkpoint.root), ...verified };
}
