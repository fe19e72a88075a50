import {
  areEqual,
  type Checkpoint,
  concat,
  readCheckpoint,
  readTypedKey,
  readVerifierKey,
  type VerifierKey,
  verifyEd25519,
} from './signed-tree.ts';
import { toUtf8 } from './text.ts';

/** A witness: its name in a policy, its key, and the address to which checkpoints are sent, if it is stated. */
export type Witness = { name: string; key: WitnessKey; address?: string };

/** At least `threshold` of the members must have cosigned; a member is the name of a witness, or another group. */
export type Group = { threshold: number; members: (string | Group)[] };

/** Which witnesses must have seen a checkpoint. No check trusts the keys of `logs`: it is given keys. https://c2sp.org/tlog-policy */
export type Policy = { logs: VerifierKey[]; witnesses: Witness[]; quorum: Group };

/** A policy cannot be read. The message names the line. */
export class PolicyError extends Error {}

/** Reads a policy in the format of C2SP tlog-policy. @throws PolicyError */
export async function readPolicy(text: string): Promise<Policy> {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const reader = new PolicyReader();
  for (const [at, line] of lines.entries()) {
    const reason = await reader.read(line);
    if (reason !== undefined) throw new PolicyError(`Line ${at + 1} of the policy: ${reason}`);
  }
  const { logs, witnesses, quorum } = reader;
  if (!quorum) throw new PolicyError('The policy has no quorum line');
  return { logs, witnesses, quorum };
}

/** Control characters that a line of a policy must not have: all but the tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const controlCharacter = /[\0-\x08\x0B-\x1F\x7F]/;

class PolicyReader {
  readonly logs: VerifierKey[] = [];
  readonly witnesses: Witness[] = [];
  quorum: Group | undefined;
  readonly #named = new Map<string, string | Group>();
  readonly #inGroups = new Set<string>();

  /** Reads a line. @returns why it is wrong; undefined if it is not. */
  async read(line: string): Promise<string | undefined> {
    if (controlCharacter.test(line))
      return line.endsWith('\r') ? 'lines must end as on Unix, without a carriage return' : 'it has a control character';
    const [keyword, ...words] = line.split(/[ \t]+/).filter((word) => word !== '');
    if (keyword === undefined || keyword.startsWith('#')) return undefined;
    if (keyword === 'log') return this.#readLog(words);
    if (keyword === 'witness') return this.#readWitness(words);
    if (keyword === 'group') return this.#readGroup(words);
    if (keyword === 'quorum') return this.#readQuorum(words);
    return `"${keyword}" is not log, witness, group or quorum`;
  }

  async #readLog([keyText, , ...rest]: string[]): Promise<string | undefined> {
    if (keyText === undefined || rest.length > 0) return 'it must be "log KEY" or "log KEY ADDRESS"';
    const key = await readVerifierKey(keyText);
    if (!key) return 'this is not the Ed25519 key of a log';
    if (this.logs.some(({ publicKey }) => areEqual(publicKey, key.publicKey))) return 'this key is there twice';
    this.logs.push(key);
    return undefined;
  }

  async #readWitness([name, keyText, address, ...rest]: string[]): Promise<string | undefined> {
    if (name === undefined || keyText === undefined || rest.length > 0)
      return 'it must be "witness NAME KEY" or "witness NAME KEY ADDRESS"';
    const key = await readWitnessKey(keyText);
    if (!key) return 'this is not the Ed25519 or ML-DSA-44 key of a witness';
    if (this.witnesses.some((witness) => areEqual(witness.key.publicKey, key.publicKey))) return 'this key is there twice';
    this.witnesses.push({ name, key, ...(address === undefined ? {} : { address }) });
    return this.#define(name, name);
  }

  #readGroup([name = '', count = '', ...members]: string[]): string | undefined {
    const threshold = count === 'any' ? 1 : count === 'all' ? members.length : /^[1-9]\d{0,5}$/.test(count) ? Number(count) : 0;
    if (threshold < 1 || threshold > members.length)
      return 'it must be "group NAME COUNT MEMBERS...", with any, all or a number of its members';
    const group: Group = { threshold, members: [] };
    for (const member of members) {
      const defined = this.#named.get(member);
      if (defined === undefined) return `no line before it defines "${member}"`;
      if (this.#inGroups.has(member)) return `"${member}" is the member of a group already`;
      this.#inGroups.add(member);
      group.members.push(defined);
    }
    return this.#define(name, group);
  }

  #readQuorum([name = '', ...rest]: string[]): string | undefined {
    if (this.quorum) return 'there is a quorum line already';
    const defined: string | Group | undefined = name === 'none' ? { threshold: 0, members: [] } : this.#named.get(name);
    if (defined === undefined || rest.length > 0) return `no line before it defines "${[name, ...rest].join(' ')}"`;
    this.quorum = typeof defined === 'string' ? { threshold: 1, members: [defined] } : defined;
    return undefined;
  }

  #define(name: string, value: string | Group): string | undefined {
    if (name === 'none') return 'nothing may be called "none"';
    if (this.#named.has(name)) return `"${name}" is defined twice`;
    this.#named.set(name, value);
    return undefined;
  }
}

/**
 * Which witnesses have cosigned a checkpoint. `seenBy`: their names in the policy. `forged`: the witnesses in whose name the note has a
 * signature that is not theirs; such a note is to be refused. `needed`: the fewest witnesses that make a quorum; 0 if the policy
 * asks for none. `isReached`: whether a quorum has cosigned; never true where none is asked for. `newest`: the latest time of a
 * cosignature, in ms since 1970; absent if none states a time.
 */
export type Witnessed = { seenBy: string[]; forged: string[]; needed: number; isReached: boolean; newest?: number };

/** Finds which witnesses of a policy have cosigned a checkpoint. It does not verify the log's own signature (`verifyCheckpoint` does). */
export async function checkCosignatures(note: string, { witnesses, quorum }: Policy): Promise<Witnessed> {
  const read = readCheckpoint(note);
  const [seenBy, forged, times]: [string[], string[], number[]] = [[], [], []];
  for (const { name, key } of witnesses) {
    // A note has one signature of a key at most.
    const own = read?.signatures.find((signature) => signature.name === key.name && areEqual(signature.id, key.id));
    if (!read || !own) continue;
    const cosigned = await verifyCosignature(key, read, own.signature);
    (cosigned ? seenBy : forged).push(name);
    if (cosigned && cosigned.time !== null) times.push(cosigned.time);
  }
  return {
    seenBy,
    forged,
    needed: fewest(quorum),
    isReached: forged.length === 0 && quorum.threshold > 0 && hasQuorum(quorum, seenBy),
    ...(times.length > 0 ? { newest: Math.max(...times) } : {}),
  };
}

function hasQuorum({ threshold, members }: Group, seenBy: readonly string[]): boolean {
  const reached = members.filter((member) => (typeof member === 'string' ? seenBy.includes(member) : hasQuorum(member, seenBy)));
  return reached.length >= threshold;
}

/** Returns the smallest number of witnesses that satisfies a group. */
function fewest({ threshold, members }: Group): number {
  const costs = members.map((member) => (typeof member === 'string' ? 1 : fewest(member))).sort((a, b) => a - b);
  return costs.slice(0, threshold).reduce((sum, cost) => sum + cost, 0);
}

/** How a witness signs, and the byte that says so in its key. https://c2sp.org/tlog-cosignature */
const algorithms = [
  { type: 4, name: 'Ed25519', keyLength: 32 },
  { type: 6, name: 'ML-DSA-44', keyLength: 1312 },
] as const;

/** The public key of a witness, and how it signs. */
export type WitnessKey = VerifierKey & { algorithm: (typeof algorithms)[number]['name'] };

/** Parses the public key of a witness; undefined if it is malformed, of another kind, or its hash does not match. */
export async function readWitnessKey(keyText: string): Promise<WitnessKey | undefined> {
  const { type, key } = (await readTypedKey(keyText)) ?? {};
  const algorithm = algorithms.find((one) => one.type === type);
  if (!key || !algorithm || key.publicKey.length !== algorithm.keyLength || toUtf8(key.name).length > 255) return undefined;
  return { ...key, algorithm: algorithm.name };
}

/**
 * Verifies a witness's signature on a checkpoint. `signed`: the text of the checkpoint; `signature`: the time in 8 bytes, and the rest.
 * @returns when the witness signed, in ms since 1970, and null if it does not say when; undefined if the signature is not its own.
 */
export async function verifyCosignature(
  key: WitnessKey,
  { signed, checkpoint }: { signed: string; checkpoint: Checkpoint },
  signature: Uint8Array<ArrayBuffer>,
): Promise<{ time: number | null } | undefined> {
  if (signature.length <= 8) return undefined;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  if (seconds > maxSeconds) return undefined;
  const bytes = signature.slice(8);
  const holds =
    key.algorithm === 'Ed25519'
      ? await verifyEd25519(key, toUtf8(`cosignature/v1\ntime ${seconds}\n${signed}`), bytes)
      : await verifyMlDsa(key, subtreeMessage(key.name, seconds, checkpoint), bytes);
  if (!holds) return undefined;
  return { time: key.algorithm === 'ML-DSA-44' && seconds === 0n ? null : Number(seconds) * 1000 };
}

/** The last second for which JavaScript has a date to show. The standard's own limit is higher. */
const maxSeconds = 8_640_000_000_000n;

/** Verifies a signature with the library, which is loaded only then: few browsers have ML-DSA of their own. */
async function verifyMlDsa({ publicKey }: WitnessKey, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const { ml_dsa44 } = await import('@noble/post-quantum/ml-dsa.js');
  return signature.length === ml_dsa44.lengths.signature && ml_dsa44.verify(signature, message, publicKey);
}

/** Returns what an ML-DSA-44 witness signs of a checkpoint: the specification's `cosigned_message`. */
function subtreeMessage(name: string, seconds: bigint, { origin, size, root }: Checkpoint): Uint8Array {
  return concat(toUtf8('subtree/v1\n\0'), withLength(name), uint64(seconds), withLength(origin), uint64(0n), uint64(BigInt(size)), root);
}

function withLength(text: string): Uint8Array {
  const bytes = toUtf8(text);
  return concat(Uint8Array.of(bytes.length), bytes);
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}
