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

export type TestWitness = Awaited<ReturnType<typeof startWitness>>;

const sha = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();
const hashChildren = (left: Buffer, right: Buffer) => sha(Buffer.of(1), left, right);

/** Starts a witness on a free port. `logKeys`: the Ed25519 keys that it trusts, 32 bytes each, by origin; it knows no other origin. */
export async function startWitness(
  logKeys: Record<string, Uint8Array[]>,
  { name = 'witness.example/w1', algorithm = 'ed25519' }: { name?: string; algorithm?: keyof typeof algorithms } = {},
) {
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
  /** What it has cosigned, by origin. */
  const seen = new Map<string, Tree>();

  /** What the specification has it answer. */
  function answer(body: string): { status: number; body: string; headers?: Record<string, string> } {
    const split = body.indexOf('\n\n');
    const [oldLine = '', ...proofLines] = body.slice(0, split).split('\n');
    const checkpoint = body.slice(split + 2);
    const oldSize = Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1]);
    const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
    const [origin = '', size = '', root = ''] = text.split('\n');
    const keys = logKeys[origin];
    if (!keys) return { status: 404, body: 'unknown log\n' };
    const signatures = [...checkpoint.matchAll(/^— (\S+) (\S+)$/gm)].filter(([, signer]) => signer === origin);
    const isSigned = signatures.some(([, , value = '']) =>
      keys.some((key) => verify(null, Buffer.from(text), ed25519Key(key), Buffer.from(value, 'base64').subarray(4))),
    );
    if (!isSigned) return { status: 403, body: 'not signed\n' };
    const before = seen.get(origin) ?? { size: 0, root: sha() };
    const conflict = { status: 409, body: `${before.size}\n`, headers: { 'content-type': 'text/x.tlog.size' } };
    if (oldSize !== before.size) return conflict;
    const proof = proofLines.map((line) => Buffer.from(line, 'base64'));
    const now = { size: Number(size), root: Buffer.from(root, 'base64') };
    if (oldSize === now.size && !before.root.equals(now.root)) return conflict;
    if (!continues(before, now, proof)) return { status: 422, body: 'inconsistent\n' };
    seen.set(origin, now);
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
  const witness = {
    /** Its address: the submission prefix. */
    url: `http://127.0.0.1:${await listenOn(server)}/w`,
    /** Its public key, as `name+hash+key`. */
    key: `${name}+${keyHash.toString('hex')}+${typedKey.toString('base64')}`,
    /** Bodies of all requests, in order. */
    requests: [] as string[],
    /** Set to make it misbehave. */
    fault: undefined as Fault | undefined,
    close: () => closeServer(server),
    ...{ seen, cosign },
  };
  return witness;
}

function* endless() {
  for (;;) yield '— '.repeat(10_000);
}

const ed25519Key = (bytes: Uint8Array) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') }, format: 'jwk' });

type Tree = { size: number; root: Buffer };

/** Checks whether a proof shows that a tree continues an older one: RFC 9162, section 2.1.4, as its SUBPROOF makes a proof. */
function continues(old: Tree, now: Tree, proof: Buffer[]): boolean {
  if (old.size === 0 || old.size === now.size) return proof.length === 0;
  const left = [...proof];
  const take = () => left.shift() ?? Buffer.alloc(0);
  /** Returns the roots of the first `m` and of all `n` leaves of a subtree. `isWhole`: its first `m` leaves are the whole old tree. */
  const rootsOf = (m: number, n: number, isWhole: boolean): [Buffer, Buffer] => {
    if (m === n) return Array(2).fill(isWhole ? old.root : take()) as [Buffer, Buffer];
    const k = 2 ** Math.ceil(Math.log2(n) - 1);
    const [before, after] = m <= k ? rootsOf(m, k, isWhole) : rootsOf(m - k, n - k, false);
    const other = take();
    return m <= k ? [before, hashChildren(after, other)] : [hashChildren(other, before), hashChildren(other, after)];
  };
  const [before, after] = rootsOf(old.size, now.size, true);
  return left.length === 0 && before.equals(old.root) && after.equals(now.root);
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
