import { concat, fromBase64, sha256, toHex } from './bytes.ts';
import type { Checkpoint } from './note.ts';

/** How a witness signs, and the byte that says so in its key. https://c2sp.org/tlog-cosignature */
const algorithms = { 4: { name: 'Ed25519', keyLength: 32 }, 6: { name: 'ML-DSA-44', keyLength: 1312 } } as const;

/** The public key of a witness: its name, id, and how it signs. Written as `name+hash+key`. */
export type WitnessKey = {
  name: string;
  id: Uint8Array;
  algorithm: 'Ed25519' | 'ML-DSA-44';
  publicKey: Uint8Array<ArrayBuffer>;
};

/** Parses the public key of a witness; undefined if it is malformed, of another kind, or its hash does not match. */
export async function readWitnessKey(keyText: string): Promise<WitnessKey | undefined> {
  const [, name = '', hash, key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(keyText) ?? [];
  const bytes = fromBase64(key);
  const algorithm = algorithms[bytes?.[0] as keyof typeof algorithms];
  if (!bytes || !algorithm || bytes.length !== 1 + algorithm.keyLength || utf8(name).length > 255) return undefined;
  const id = (await sha256(concat(utf8(`${name}\n`), bytes))).subarray(0, 4);
  return toHex(id) === hash ? { name, id, algorithm: algorithm.name, publicKey: bytes.slice(1) } : undefined;
}

/**
 * Verifies a witness's signature on a checkpoint. `signed`: the text of the checkpoint; `signature`: what follows the key id.
 * @returns when the witness signed, in ms since 1970, and null if it does not say when; undefined if the signature is not its own.
 */
export async function verifyCosignature(
  key: WitnessKey,
  { signed, checkpoint }: { signed: string; checkpoint: Checkpoint },
  signature: Uint8Array<ArrayBuffer>,
): Promise<{ time: number | null } | undefined> {
  if (signature.length <= 8) return undefined;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  // Beyond it there is no date to show; the standard's own limit is higher.
  if (seconds > maxSeconds) return undefined;
  const bytes = signature.slice(8);
  const holds =
    key.algorithm === 'Ed25519'
      ? await verifyEd25519(key, utf8(`cosignature/v1\ntime ${seconds}\n${signed}`), bytes)
      : await verifyMlDsa(key, subtreeMessage(key.name, seconds, checkpoint), bytes);
  if (!holds) return undefined;
  return { time: key.algorithm === 'ML-DSA-44' && seconds === 0n ? null : Number(seconds) * 1000 };
}

const maxSeconds = 8_640_000_000_000n;
const encoder = new TextEncoder();
const utf8 = (text: string) => encoder.encode(text);

async function verifyEd25519({ publicKey }: WitnessKey, message: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) {
  const imported = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, message);
}

/** Few browsers know ML-DSA themselves, so the library is loaded once such a signature is met. */
async function verifyMlDsa({ publicKey }: WitnessKey, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const { ml_dsa44 } = await import('@noble/post-quantum/ml-dsa.js');
  return signature.length === ml_dsa44.lengths.signature && ml_dsa44.verify(signature, message, publicKey);
}

/** Returns what an ML-DSA-44 witness signs of a checkpoint: the specification's `cosigned_message`. */
function subtreeMessage(name: string, seconds: bigint, { origin, size, root }: Checkpoint): Uint8Array {
  return concat(utf8('subtree/v1\n\0'), withLength(name), uint64(seconds), withLength(origin), uint64(0n), uint64(BigInt(size)), root);
}

function withLength(text: string): Uint8Array {
  const bytes = utf8(text);
  return concat(Uint8Array.of(bytes.length), bytes);
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}
