// A witness as C2SP's tlog-witness and tlog-cosignature describe it, written from the specifications with node:crypto alone: it shares
// no code with what it tests.
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { closeServer, listenOn } from './free-port.ts';

const algorithms = { ed25519: { type: 4, keyLength: 32 }, 'ml-dsa-44': { type: 6, keyLength: 1312 } } as const;

/** What the witness does instead of answering by the specification. */
export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'wrong signature'
  | 'future'
  | 'endless'
  | 'silent';

export type TestWitness = {
  /** Its address: the submission prefix. */
  url: string;
  /** Its public key, as `name+hash+key`. */
  key: string;
  /** What it has cosigned, by origin. */
  seen: Map<string, Tree>;
  /** Bodies of all requests, in order. */
  requests: string[];
  /** Set to make it misbehave. */
  fault: Fault | undefined;
  /** Cosigns a checkpoint without any check, as a note's line. */
  cosign: (checkpoint: string, seconds?: number) => string;
  close: () => Promise<void>;
};

const sha = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const hashChildren = (left: Buffer, right: Buffer) => sha(Buffer.of(1), left, right);

/** Starts a witness on a free port. `logKeys`: the Ed25519 keys that it trusts, 32 bytes each, by origin; it knows no other origin. */
export async function startWitness(
  logKeys: Record<string, Uint8Array[]>,
  { name = 'witness.example/w1', algorithm = 'ed25519' }: { name?: string; algorithm?: keyof typeof algorithms } = {},
): Promise<TestWitness> {
  // Node's types have an overload for each algorithm, and none for both.
  const { publicKey, privateKey } = generateKeyPairSync(algorithm as 'ed25519');
  const { type, keyLength } = algorithms[algorithm];
  const typedKey = Buffer.concat([Buffer.of(type), publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyLength)]);
  const keyHash = sha(`${name}\n`, typedKey).subarray(0, 4);
  const cosign = (checkpoint: string, seconds = Math.floor(Date.now() / 1000)) => {
    const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
    const message = algorithm === 'ed25519' ? Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`) : subtreeMessage(name, seconds, text);
    return `— ${name} ${Buffer.concat([keyHash, uint64(seconds), sign(null, message, privateKey)]).toString('base64')}\n`;
  };
  const witness: TestWitness = {
    url: '',
    key: `${name}+${keyHash.toString('hex')}+${typedKey.toString('base64')}`,
    seen: new Map(),
    requests: [],
    fault: undefined,
    cosign,
    close: async () => {},
  };

  /** What the specification has it answer. */
  function answer(body: string): { status: number; body: string; headers?: Record<string, string> } {
    const split = body.indexOf('\n\n');
    const [oldLine = '', ...proofLines] = body.slice(0, split).split('\n');
    const checkpoint = body.slice(split + 2);
    const oldSize = Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1] ?? Number.NaN);
    const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
    const [origin = '', size = '', root = ''] = text.split('\n');
    const keys = logKeys[origin];
    if (!keys) return { status: 404, body: 'unknown log\n' };
    const signatures = [...checkpoint.matchAll(/^— (\S+) (\S+)$/gm)].filter(([, signer]) => signer === origin);
    const isSigned = signatures.some(([, , value = '']) =>
      keys.some((key) => verify(null, Buffer.from(text), ed25519Key(key), Buffer.from(value, 'base64').subarray(4))),
    );
    if (!isSigned) return { status: 403, body: 'not signed\n' };
    if (Number.isNaN(oldSize) || oldSize > Number(size) || proofLines.length > 63) return { status: 400, body: 'malformed\n' };
    const before = witness.seen.get(origin) ?? { size: 0, root: sha() };
    const conflict = { status: 409, body: `${before.size}\n`, headers: { 'content-type': 'text/x.tlog.size' } };
    if (oldSize !== before.size) return conflict;
    const proof = proofLines.map((line) => Buffer.from(line, 'base64'));
    const now = { size: Number(size), root: Buffer.from(root, 'base64') };
    if (oldSize === now.size && !before.root.equals(now.root)) return conflict;
    if (!continues(before, now, proof)) return { status: 422, body: 'inconsistent\n' };
    witness.seen.set(origin, now);
    return { status: 200, body: cosign(checkpoint) };
  }

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    witness.requests.push(body);
    const { fault } = witness;
    if (request.method !== 'POST' || request.url !== '/w/add-checkpoint') return response.writeHead(404).end();
    if (fault === 'silent') return;
    if (fault === 'endless') return Readable.from(endless()).pipe(response.writeHead(200));
    if (typeof fault === 'object') return response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    const right = answer(body);
    // Other bytes at the end of the signature; its base64 keeps its length and padding.
    if (right.status === 200 && fault === 'wrong signature') right.body = right.body.replace(/.{8}(.{3})\n$/, `AAAAAAAA$1\n`);
    if (right.status === 200 && fault === 'future')
      right.body = cosign(body.slice(body.indexOf('\n\n') + 2), Math.floor(Date.now() / 1000) + 86_400);
    return response.writeHead(right.status, right.headers).end(right.body);
  });
  witness.url = `http://127.0.0.1:${await listenOn(server)}/w`;
  witness.close = () => closeServer(server);
  return witness;
}

function* endless() {
  for (;;) yield '— '.repeat(10_000);
}

const ed25519Key = (bytes: Uint8Array) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') }, format: 'jwk' });

type Tree = { size: number; root: Buffer };

/** Checks whether a proof shows that a tree continues an older one: RFC 9162, section 2.1.4.2, with the names that it uses. */
function continues(old: Tree, now: Tree, proof: Buffer[]): boolean {
  if (old.size === 0) return proof.length === 0;
  if (old.size === now.size) return proof.length === 0 && old.root.equals(now.root);
  const isPowerOfTwo = Number.isInteger(Math.log2(old.size));
  const [first, ...path] = isPowerOfTwo ? [old.root, ...proof] : proof;
  if (!first) return false;
  let [fn, sn] = [old.size - 1, now.size - 1];
  const up = () => {
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  };
  while (fn % 2 === 1) up();
  let [fr, sr] = [first, first];
  for (const hash of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [hashChildren(hash, fr), hashChildren(hash, sr)];
      while (fn % 2 === 0 && fn !== 0) up();
    } else sr = hashChildren(sr, hash);
    up();
  }
  return sn === 0 && fr.equals(old.root) && sr.equals(now.root);
}

function subtreeMessage(name: string, seconds: number, text: string): Buffer {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const withLength = (value: string) => Buffer.concat([Buffer.of(Buffer.byteLength(value)), Buffer.from(value)]);
  const head = [Buffer.from('subtree/v1\n\0'), withLength(name), uint64(seconds), withLength(origin)];
  return Buffer.concat([...head, uint64(0), uint64(Number(size)), Buffer.from(root, 'base64')]);
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
