// Checks certificates and the log of the record, without us. Source: src/lib/record-log.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
// src/lib/record-log/bytes.ts
/** Bytes as standard base64 (RFC 4648, section 4). */
function toBase64(bytes) {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text);
}
/** Standard base64 as bytes; undefined for anything that is not written exactly so. */
function fromBase64(text) {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return void 0;
	const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
	return toBase64(bytes) === text ? bytes : void 0;
}
/** Bytes as lower-case hexadecimal digits. */
function toHex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** Hexadecimal digits as bytes; undefined when they are none. */
function fromHex(text) {
	if (!/^([0-9a-f]{2})*$/.test(text)) return void 0;
	return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
/** Several pieces as one. */
function concat(...pieces) {
	const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}
/** Whether two pieces are the same. */
function areEqual(one, other) {
	return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
async function sha256(bytes) {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
// src/lib/record-log/note.ts
const text = new TextEncoder();
/** Ed25519, in the registry of signature types of signed notes. */
const ed25519 = 1;
/** The first four bytes of the hash of a key, by which a signature names it. */
async function keyId(name, publicKey) {
	return (await sha256(concat(text.encode(`${name}\n`), Uint8Array.of(ed25519), publicKey))).subarray(0, 4);
}
/** A public key that was written so; undefined when it is none, or its hash is another's. */
async function readVerifierKey(written) {
	const [, name, hash, key] = /^([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(written.trim()) ?? [];
	const bytes = key === void 0 ? void 0 : fromBase64(key);
	if (name === void 0 || bytes?.[0] !== ed25519 || bytes.length !== 33) return void 0;
	const publicKey = bytes.slice(1);
	const id = await keyId(name, publicKey);
	return toHex(id) === hash ? {
		name,
		id,
		publicKey
	} : void 0;
}
/** A checkpoint and its signatures, unverified; undefined for any text that is not exactly one. */
function readCheckpoint(note) {
	const end = note.indexOf("\n\n");
	if (end === -1 || note.length > 1e4) return void 0;
	const signed = note.slice(0, end + 1);
	const [origin = "", sizeText = "", rootText = ""] = signed.split("\n");
	const root = fromBase64(rootText);
	const size = Number(sizeText);
	if (origin === "" || !/^(0|[1-9]\d{0,15})$/.test(sizeText) || !Number.isSafeInteger(size) || root?.length !== 32) return void 0;
	const lines = note.slice(end + 2).split("\n");
	if (lines.pop() !== "" || lines.length === 0) return void 0;
	const signatures = [];
	for (const line of lines) {
		const [, name, value] = /^— (\S{1,200}) (\S{1,200})$/.exec(line) ?? [];
		const bytes = value === void 0 ? void 0 : fromBase64(value);
		if (name === void 0 || !bytes || bytes.length < 5) return void 0;
		signatures.push({
			name,
			id: bytes.slice(0, 4),
			signature: bytes.slice(4)
		});
	}
	return {
		checkpoint: {
			origin,
			size,
			root
		},
		signed,
		signatures
	};
}
/** The checkpoint of a note that a key has signed; undefined when it is no note, or not signed by that key. */
async function verifyCheckpoint(note, key) {
	const read = readCheckpoint(note);
	if (!read || read.checkpoint.origin !== key.name) return void 0;
	const ours = read.signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id));
	if (ours.length === 0) return void 0;
	const imported = await crypto.subtle.importKey("raw", key.publicKey, { name: "Ed25519" }, false, ["verify"]);
	for (const { signature } of ours) if (!await crypto.subtle.verify("Ed25519", imported, signature, text.encode(read.signed))) return void 0;
	return read.checkpoint;
}
/** The address of a tile below `/tile/`. */
function tilePath({ level, index, width }) {
	const groups = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0").match(/.{3}/g) ?? [];
	return `${level}/${groups.map((group, at) => at < groups.length - 1 ? `x${group}` : group).join("/")}${width < 256 ? `.p/${width}` : ""}`;
}
/** The entries of such a tile; undefined when its lengths do not come out. */
function readEntries(bytes) {
	const entries = [];
	for (let at = 0; at < bytes.length;) {
		const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
		if (at + 2 + length > bytes.length) return void 0;
		entries.push(bytes.subarray(at + 2, at + 2 + length));
		at += 2 + length;
	}
	return entries;
}
// src/lib/record-log/tree.ts
/** RFC 6962, section 2.1: the hash of a leaf. */
function leafHash(entry) {
	return sha256(concat(Uint8Array.of(0), entry));
}
/** RFC 6962, section 2.1: the hash of two subtrees beside each other. */
function nodeHash(left, right) {
	return sha256(concat(Uint8Array.of(1), left, right));
}
/** The root of a tree of `size` leaves. Of an empty one it is the hash of nothing. */
async function rootOf(size, read) {
	if (size === 0) return sha256(/* @__PURE__ */ new Uint8Array());
	return fold(await read(subtreesOf(0, size)));
}
/** The proof that a tree of `size` leaves continues one of `oldSize`: RFC 6962, section 2.1.2. @throws RangeError when it is smaller. */
async function proveConsistency(oldSize, size, read) {
	if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`A tree of ${size} does not continue one of ${oldSize}`);
	if (oldSize === 0 || oldSize === size) return [];
	return hashesOf(consistencyPath(oldSize, 0, size, true), read);
}
/** The root that an inclusion proof leads to from a leaf; undefined when the proof does not fit. RFC 9162, section 2.1.3.2. */
async function rootFromInclusion(leaf, index, size, proof) {
	if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return void 0;
	let [at, last] = [index, size - 1];
	let hash = leaf;
	for (const sibling of proof) {
		if (last === 0) return void 0;
		if (at % 2 === 1 || at === last) {
			hash = await nodeHash(sibling, hash);
			while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
		} else hash = await nodeHash(hash, sibling);
		[at, last] = [half(at), half(last)];
	}
	return last === 0 ? hash : void 0;
}
/** Whether a proof shows that a tree continues an older one. RFC 9162, section 2.1.4.2. */
async function isConsistent({ oldSize, oldRoot, size, root, proof }) {
	if (!(oldSize >= 0 && oldSize <= size)) return false;
	if (oldSize === size) return proof.length === 0 && areEqual(oldRoot, root);
	if (oldSize === 0) return proof.length === 0;
	const path = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...proof] : [...proof];
	let [at, last] = [oldSize - 1, size - 1];
	while (at % 2 === 1) [at, last] = [half(at), half(last)];
	const first = path.shift();
	if (!first) return false;
	let [older, newer] = [first, first];
	for (const hash of path) {
		if (last === 0) return false;
		if (at % 2 === 1 || at === last) {
			older = await nodeHash(hash, older);
			newer = await nodeHash(hash, newer);
			while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
		} else newer = await nodeHash(newer, hash);
		[at, last] = [half(at), half(last)];
	}
	return last === 0 && areEqual(older, oldRoot) && areEqual(newer, root);
}
/** The complete subtrees that leaves `from` up to `to` consist of, from the left. `from` is a multiple of the first one's size. */
function subtreesOf(from, to) {
	const ids = [];
	for (let at = from; at < to;) {
		let level = 0;
		while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level += 1;
		ids.push({
			level,
			index: at / 2 ** level
		});
		at += 2 ** level;
	}
	return ids;
}
function consistencyPath(oldEnd, from, to, isOldRoot) {
	if (oldEnd === to) return isOldRoot ? [] : [[from, to]];
	const middle = from + largestPower(to - from);
	return oldEnd <= middle ? [...consistencyPath(oldEnd, from, middle, isOldRoot), [middle, to]] : [...consistencyPath(oldEnd, middle, to, false), [from, middle]];
}
/** All the hashes that a proof needs, read at once. */
async function hashesOf(ranges, read) {
	const parts = ranges.map(([from, to]) => subtreesOf(from, to));
	const hashes = await read(parts.flat());
	return Promise.all(parts.map(({ length }) => fold(hashes.splice(0, length))));
}
/** The hash over complete subtrees, joined from the right: each is larger than all that are right of it. */
async function fold(hashes) {
	let [whole] = hashes.slice(-1);
	for (const hash of hashes.slice(0, -1).reverse()) whole = whole && await nodeHash(hash, whole);
	if (!whole) throw new RangeError("Nothing to hash");
	return whole;
}
/** The largest power of two that is smaller than a number of leaves. */
function largestPower(leaves) {
	let power = 1;
	while (power * 2 < leaves) power *= 2;
	return power;
}
const half = (number) => Math.floor(number / 2);
// src/lib/record-log/follow-log.ts
/** What a log said that it cannot prove. */
var LogBroken = class extends Error {};
/** The newest checkpoint of a log, signed by its key. @throws LogBroken when it is not. */
async function fetchCheckpoint(fetch, key) {
	const note = new TextDecoder().decode(await fetch("checkpoint"));
	const checkpoint = await verifyCheckpoint(note, key);
	if (!checkpoint) throw new LogBroken("The checkpoint is not signed by this key");
	return {
		note,
		checkpoint
	};
}
/** Checks from tiles that a checkpoint continues an older one. @throws LogBroken when it does not. */
async function checkContinues(fetch, old, now) {
	if (old.origin !== now.origin) throw new LogBroken(`The older checkpoint belongs to another log, ${old.origin}`);
	if (old.size > now.size) throw new LogBroken(`The log had ${old.size} entries, and has ${now.size} now`);
	const read = nodesFromTiles(fetch, now.size);
	if (!areEqual(await rootOf(now.size, read), now.root)) throw new LogBroken("The tiles do not match the checkpoint");
	const proof = await proveConsistency(old.size, now.size, read);
	if (!await isConsistent({
		oldSize: old.size,
		oldRoot: old.root,
		size: now.size,
		root: now.root,
		proof
	})) throw new LogBroken(`The log does not continue the checkpoint over ${old.size} entries: earlier entries have been changed`);
}
/**
* Every entry of a log, checked against a checkpoint, and every tile of hashes against the entries.
* @throws LogBroken that names what is not as it was signed.
*/
async function fetchEntries(fetch, { size, root }, take) {
	const leaves = [];
	for (let index = 0; index * 256 < size; index += 1) {
		const width = Math.min(256, size - index * 256);
		const path = tilePath({
			level: "entries",
			index,
			width
		});
		const entries = readEntries(await fetch(`tile/${path}`));
		if (entries?.length !== width) throw new LogBroken(`The tile ${path} does not hold ${width} entries`);
		const hashes = await Promise.all(entries.map(leafHash));
		await compareTile(fetch, {
			level: 0,
			index,
			width
		}, hashes);
		for (const [at, entry] of entries.entries()) await take(index * 256 + at, entry);
		leaves.push(...hashes);
	}
	if (size > 0 && !areEqual(await rootOf(size, await upperTiles(fetch, leaves)), root)) throw new LogBroken("The entries are not those that were signed");
}
/** Compares the tiles above the leaves, and reads subtrees from what the leaves make of them. */
async function upperTiles(fetch, leaves) {
	const levels = [leaves];
	for (let below = leaves; below.length > 1; below = levels.at(-1) ?? []) {
		const level = levels.length;
		const hashes = [];
		for (let at = 0; at + 1 < below.length; at += 2) hashes.push(await nodeHash(below[at], below[at + 1]));
		levels.push(hashes);
		for (let index = 0; level % 8 === 0 && index * 256 < hashes.length; index += 1) {
			const part = hashes.slice(index * 256, (index + 1) * 256);
			await compareTile(fetch, {
				level: level / 8,
				index,
				width: part.length
			}, part);
		}
	}
	return async (ids) => ids.map(({ level, index }) => levels[level]?.[index]);
}
async function compareTile(fetch, tile, hashes) {
	const path = tilePath(tile);
	if (!areEqual(await fetch(`tile/${path}`), concat(...hashes))) throw new LogBroken(`The tile ${path} does not match the entries`);
}
/** Hashes of complete subtrees, from the tiles of a log of a size. */
function nodesFromTiles(fetch, size) {
	const tiles = /* @__PURE__ */ new Map();
	const leaf = async (level, index) => {
		const tile = Math.floor(index / 256);
		const path = `tile/${tilePath({
			level,
			index: tile,
			width: Math.min(256, Math.floor(size / 2 ** (level * 8)) - tile * 256)
		})}`;
		const bytes = await (tiles.get(path) ?? tiles.set(path, fetch(path)).get(path));
		const at = index % 256 * 32;
		const hash = bytes?.slice(at, at + 32);
		if (hash?.length !== 32) throw new LogBroken(`The tile ${path} is too short`);
		return hash;
	};
	const node = async ({ level, index }) => {
		if (level % 8 === 0) return leaf(level / 8, index);
		const [left, right] = await Promise.all([node({
			level: level - 1,
			index: index * 2
		}), node({
			level: level - 1,
			index: index * 2 + 1
		})]);
		return nodeHash(left, right);
	};
	return (ids) => Promise.all(ids.map(node));
}
// src/lib/entry-projects.ts
/** The projects that an entry is about, in the order in which its lines name them. A correction has no lines, and may have none. */
function projectsOf({ project, quantity, lines }) {
	if (project) return [{
		...project,
		quantity
	}];
	const found = /* @__PURE__ */ new Map();
	for (const line of lines) {
		if (!line.project) continue;
		const units = (found.get(line.project.slug)?.quantity ?? 0) + line.quantity;
		found.set(line.project.slug, {
			...line.project,
			quantity: units
		});
	}
	return [...found.values()];
}
// src/lib/record-log/proof.ts
const head = "c2sp.org/tlog-proof@v1";
/** A proof that was written so; undefined for any other text. */
function readProof(text) {
	const end = text.indexOf("\n\n");
	if (end === -1 || text.length > 1e5) return void 0;
	const [first, ...lines] = text.slice(0, end).split("\n");
	if (lines[0]?.startsWith("extra ")) lines.shift();
	const [, indexText] = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? "") ?? [];
	if (first !== head || indexText === void 0 || lines.length > 63) return void 0;
	const hashes = lines.map((line) => fromBase64(line));
	if (hashes.some((hash) => hash?.length !== 32)) return void 0;
	return {
		index: Number(indexText),
		hashes,
		checkpoint: text.slice(end + 2)
	};
}
/** Whether a log's key has signed the checkpoint, and whether the entry is at its index in the tree of that checkpoint. */
async function verifyProof(entry, { index, hashes, checkpoint }, key) {
	const verified = await verifyCheckpoint(checkpoint, key);
	if (!verified) return {
		signature: false,
		inclusion: false
	};
	const root = await rootFromInclusion(await leafHash(entry), index, verified.size, hashes);
	return {
		signature: true,
		inclusion: root !== void 0 && areEqual(root, verified.root),
		checkpoint: verified
	};
}
// src/lib/record-log/verify-file.ts
/** The steps of a check, in their order. */
const checkSteps = [
	"file",
	"key",
	"signature",
	"inclusion",
	"entry",
	"texts"
];
/** The number of a certificate, alone or as the first one in a PDF of ours; undefined where there is none. */
function certificateNumber(text) {
	return /^\s*(CR-\d{6,15})\s*$/i.exec(text)?.[1]?.toUpperCase() ?? (text.startsWith("%PDF-") ? /CR-\d{6,15}/.exec(text)?.[0] : void 0);
}
function unreadable(text) {
	if (text.startsWith("%PDF-")) return "A PDF is not checked itself: save the JSON that is attached to it, and check that.";
	if (certificateNumber(text)) return "The record has no certificate with this number.";
	return "This is not a certificate or an entry from a record.";
}
/**
* Checks a file with a public key of the log, without asking anybody: that the key has signed the checkpoint, that the entry is
* in the tree of the checkpoint, that what the file says is the entry, and that its texts are those whose hashes are in it.
*/
async function checkFile(text, keyText) {
	const steps = [];
	const end = (result = {}) => ({
		holds: steps.length === checkSteps.length && steps.every(({ holds }) => holds === true),
		steps: checkSteps.map((step) => steps.find((one) => one.step === step) ?? {
			step,
			holds: null,
			found: ""
		}),
		...result
	});
	const say = (step, holds, found) => {
		steps.push({
			step,
			holds,
			found
		});
		return holds;
	};
	const file = readFile(text);
	if (!say("file", file !== void 0, file ? `entry ${file.index}` : unreadable(text))) return end();
	if (!file) return end();
	const key = await readVerifierKey(keyText ?? file.key);
	if (!say("key", key !== void 0, key ? key.name : "This is not the key of a log.") || !key) return end();
	const proof = readProof(file.proof);
	const bytes = new TextEncoder().encode(file.canonical);
	const verified = proof && await verifyProof(bytes, proof, key);
	if (!say("signature", verified?.signature === true, verified?.checkpoint ? `${verified.checkpoint.size}` : "The checkpoint is not signed by this key.")) return end();
	const checkpoint = verified?.checkpoint;
	if (!say("inclusion", verified?.inclusion === true && proof?.index === file.index, verified?.inclusion ? `${file.index}` : "The entry is not in the log that the checkpoint covers.")) return end();
	const entry = parsed(file.canonical);
	const isSame = entry?.version === 1 && entry.certificate === file.number;
	if (!say("entry", isSame, isSame ? recorded(entry) : "The file does not match the entry.") || !entry) return end();
	const wrong = await wrongText(file, entry);
	say("texts", wrong === void 0, wrong ?? namesIn(file));
	return end({
		entry,
		...checkpoint ? { checkpoint } : {}
	});
}
/** Of what an entry has a hash in place of the text. */
const committed = [
	"beneficiary",
	"reference",
	"note"
];
const fileKeys = /* @__PURE__ */ new Set([
	"format",
	"number",
	"index",
	"canonical",
	"proof",
	"texts",
	"key"
]);
/** What an entry records, to be compared with what stands on paper: `retire, 120 units of fenland-straw-biochar, …`. */
function recorded(entry) {
	const { kind, quantity, time, certificate } = entry;
	const projects = projectsOf(entry);
	const names = projects.map((one) => projects.length === 1 ? one.slug : `${one.slug} (${one.quantity.toLocaleString("en-GB")})`);
	return [
		kind,
		`${quantity.toLocaleString("en-GB")} units${names.length > 0 ? ` of ${names.join(" and ")}` : ""}`,
		time,
		...certificate ? [certificate] : []
	].join(", ");
}
function namesIn({ texts }) {
	return Object.entries(texts).map(([field, text]) => `${field} ${"erased" in text ? "(erased)" : `“${text.text}”`}`).join(", ") || "none";
}
/** The first text that is not the one of its hash in the entry; undefined when all are. */
async function wrongText({ texts }, entry) {
	const missing = committed.find((field) => entry[field] !== void 0 && texts[field] === void 0);
	if (missing) return `The file lacks the ${missing}.`;
	for (const [field, text] of Object.entries(texts)) {
		const commitment = entry[field];
		if (typeof commitment !== "string") return `The entry has no ${field}.`;
		if ("erased" in text) continue;
		const salt = fromHex(text.salt);
		const hash = salt && await sha256(concat(salt, new TextEncoder().encode(text.text)));
		if (!hash || !areEqual(hash, fromHex(commitment) ?? /* @__PURE__ */ new Uint8Array())) return `The ${field} does not match the hash in the entry (${hash ? toHex(hash).slice(0, 8) : "no salt"}).`;
	}
}
function readFile(text) {
	const file = parsed(text);
	return file?.format === "carma-record@v1" && Object.keys(file).every((name) => fileKeys.has(name)) && Number.isSafeInteger(file.index) && typeof file.canonical === "string" && typeof file.proof === "string" && typeof file.key === "string" && typeof file.texts === "object" && file.texts !== null && Object.values(file.texts).every((one) => typeof one === "object" && one !== null && ("erased" in one ? one.erased === true : typeof one.text === "string" && typeof one.salt === "string") && Object.keys(one).length === ("erased" in one ? 1 : 2)) ? file : void 0;
}
function parsed(text) {
	try {
		const value = JSON.parse(text);
		return typeof value === "object" ? value ?? void 0 : void 0;
	} catch {
		return;
	}
}
// scripts/verifier/carma-verify.ts
const usage = `Usage:
  node carma-verify.mjs FILE.json --key KEY
      checks a certificate or an entry, offline
  node carma-verify.mjs follow LOG --key KEY [--from CHECKPOINT] [--save CHECKPOINT] [--mirror DIR]
      checks that the log at an address, such as https://www.example.com/log, continues the checkpoint of a file, and keeps
      the newest; with --mirror downloads every entry and checks it

KEY is the text that the log has at /log/key, or a file with it. Get it once, from somewhere that you trust.
Exit code: 0 everything holds, 1 something does not, 2 a wrong command.`;
const [first = "", ...rest] = process.argv.slice(2);
const option = (name) => {
	const at = rest.indexOf(`--${name}`);
	return at === -1 ? void 0 : rest[at + 1];
};
const textOf = (given) => /^[^+\s]+\+[0-9a-f]{8}\+/.test(given) ? given : readFileSync(given, "utf8");
try {
	if (first === "" || first === "--help" || !option("key")) {
		console.error(usage);
		process.exitCode = 2;
	} else process.exitCode = first === "follow" ? await follow(rest[0] ?? "") : await check(first);
} catch (error) {
	console.error(`${error instanceof LogBroken ? "DOES NOT HOLD" : "Error"}: ${error.message}`);
	process.exitCode = 1;
}
async function check(file) {
	const { holds, steps, entry, checkpoint } = await checkFile(readFileSync(file, "utf8"), textOf(option("key") ?? ""));
	const mark = (held) => held === null ? "-" : held ? "holds" : "DOES NOT HOLD";
	for (const step of steps) console.log(`${step.step.padEnd(10)} ${mark(step.holds).padEnd(14)} ${step.found}`);
	if (holds && entry) {
		console.log(`\nThe log ${checkpoint?.origin} has ${checkpoint?.size} entries, and this is one of them: ${entry.kind} of ${entry.quantity} units, ${entry.time}.`);
		if (entry.sample) console.log("It is SAMPLE data: invented, and without value.");
		console.log("This proves what the company recorded. Whether the units exist is for the registry to say.");
	}
	return holds ? 0 : 1;
}
async function follow(address) {
	const key = await readVerifierKey(textOf(option("key") ?? ""));
	if (!key) throw new Error("This is not the key of a log");
	const read = async (part) => {
		const answer = await fetch(`${address.replace(/\/$/, "")}/${part}`, { signal: AbortSignal.timeout(3e4) });
		if (!answer.ok) throw new LogBroken(`The log answers ${answer.status} to ${part}`);
		return new Uint8Array(await answer.arrayBuffer());
	};
	const { note, checkpoint } = await fetchCheckpoint(read, key);
	const from = option("from");
	if (from !== void 0) {
		const old = await verifyCheckpoint(readFileSync(from, "utf8"), key);
		if (!old) throw new Error(`${from} is not a checkpoint of this log`);
		await checkContinues(read, old, checkpoint);
		console.log(`The log continues: ${old.size} entries then, ${checkpoint.size} now, and no earlier entry has changed.`);
	} else console.log(`A signed checkpoint over ${checkpoint.size} entries.`);
	const folder = option("mirror");
	if (folder !== void 0) {
		mkdirSync(folder, { recursive: true });
		await fetchEntries(read, checkpoint, (index, entry) => writeFileSync(path.join(folder, `${String(index).padStart(9, "0")}.json`), entry));
		console.log(`All ${checkpoint.size} entries are in ${folder}, and match what was signed.`);
	}
	const save = option("save");
	if (save !== void 0) writeFileSync(save, note);
	return 0;
}
export {};
