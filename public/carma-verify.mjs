// Checks certificates and the log of the record, without us. Source: src/lib/record-log.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
// src/lib/record-log/bytes.ts
/** Encodes bytes as standard base64 (RFC 4648, section 4). */
function toBase64(bytes) {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text);
}
/** Decodes standard base64; undefined for anything but its canonical form. */
function fromBase64(text) {
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return void 0;
	const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	return toBase64(bytes) === text ? bytes : void 0;
}
/** Encodes bytes as lower-case hexadecimal digits. */
function toHex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** Decodes lower-case hexadecimal digits; undefined for anything else. */
function fromHex(text) {
	if (!/^([0-9a-f]{2})*$/.test(text)) return void 0;
	return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
/** Returns all parts as one array, in their order. */
function concat(...parts) {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}
/** Checks whether two arrays hold the same bytes. Its time depends on the bytes, so it must not compare secrets. */
function areEqual(a, b) {
	return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
/** Returns the SHA-256 hash: 32 bytes. */
async function sha256(bytes) {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
// src/lib/record-log/note.ts
const text = new TextEncoder();
/** The signature type of Ed25519 in signed notes. */
const ed25519 = 1;
/** Returns the key id that identifies a key in signatures: the first four bytes of its hash. */
async function keyId(name, publicKey) {
	return (await sha256(concat(text.encode(`${name}\n`), Uint8Array.of(ed25519), publicKey))).subarray(0, 4);
}
/** Parses a public key in the format of VerifierKey; undefined if it is malformed, not Ed25519, or its hash does not match. */
async function readVerifierKey(keyText) {
	const [, name = "", hash, key = ""] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(keyText.trim()) ?? [];
	const bytes = fromBase64(key);
	if (!isKeyName(name) || bytes?.[0] !== ed25519 || bytes.length !== 33) return void 0;
	const publicKey = bytes.slice(1);
	const id = await keyId(name, publicKey);
	return toHex(id) === hash ? {
		name,
		id,
		publicKey
	} : void 0;
}
/** Parses a note without verifying its signatures: the text that they sign, and all of them. Undefined if malformed or above `noteLimit`. */
function readNote(note) {
	const end = note.lastIndexOf("\n\n");
	if (end === -1 || note.length > 25e4 || controlCharacter.test(note) || !note.isWellFormed()) return void 0;
	const lines = note.slice(end + 2).split("\n");
	if (lines.pop() !== "" || lines.length === 0) return void 0;
	const signatures = lines.map(readSignature);
	return signatures.every((signature) => signature !== void 0) ? {
		signed: note.slice(0, end + 1),
		signatures
	} : void 0;
}
/** Those of ASCII except the newline. */
const controlCharacter = /[\0-\x09\x0B-\x1F]/;
const isKeyName = (name) => /^[^\p{White_Space}+]+$/u.test(name);
function readSignature(line) {
	const [dash, name = "", value = "", ...more] = line.split(" ");
	const bytes = fromBase64(value);
	if (dash !== "—" || !isKeyName(name) || !bytes || bytes.length < 5 || more.length > 0) return void 0;
	return {
		name,
		id: bytes.slice(0, 4),
		signature: bytes.slice(4)
	};
}
/** Parses a checkpoint and its signatures without verifying them; undefined if malformed. Lines after the third are signed, and ignored. */
function readCheckpoint(note) {
	const parsed = readNote(note);
	const [origin = "", sizeText = "", rootText = "", ...extensions] = parsed?.signed.slice(0, -1).split("\n") ?? [];
	const root = fromBase64(rootText);
	const size = Number(sizeText);
	if (!parsed || origin === "" || extensions.includes("") || !/^(0|[1-9]\d{0,15})$/.test(sizeText)) return void 0;
	return Number.isSafeInteger(size) && root?.length === 32 ? {
		checkpoint: {
			origin,
			size,
			root
		},
		...parsed
	} : void 0;
}
/**
* Returns the checkpoint of a signed note, and the first of the keys that signed it. Signatures of other keys are ignored, of whatever
* type they are. Undefined if the note is malformed, none of the keys signed it, or a signature of one of them does not verify.
*/
async function verifyCheckpoint(note, keys) {
	const parsed = readCheckpoint(note);
	if (!parsed) return void 0;
	let signer;
	for (const key of keys.filter(({ name }) => name === parsed.checkpoint.origin)) {
		const own = parsed.signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id));
		if (own.length === 0) continue;
		const imported = await crypto.subtle.importKey("raw", key.publicKey, { name: "Ed25519" }, false, ["verify"]);
		for (const { signature } of own) if (!await crypto.subtle.verify("Ed25519", imported, signature, text.encode(parsed.signed))) return void 0;
		signer ??= key;
	}
	return signer && {
		checkpoint: parsed.checkpoint,
		key: signer
	};
}
/** Returns the path of a tile below `/tile/`. */
function tilePath({ level, index, width }) {
	const groups = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0").match(/.{3}/g) ?? [];
	return `${level}/${groups.map((group, position) => position < groups.length - 1 ? `x${group}` : group).join("/")}${width < 256 ? `.p/${width}` : ""}`;
}
/** Parses an entries tile; undefined if the lengths do not add up. */
function readEntries(bytes) {
	const entries = [];
	for (let offset = 0; offset < bytes.length;) {
		const length = (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0);
		if (offset + 2 + length > bytes.length) return void 0;
		entries.push(bytes.subarray(offset + 2, offset + 2 + length));
		offset += 2 + length;
	}
	return entries;
}
// src/lib/record-log/tree.ts
/** Hashes a leaf: RFC 6962, section 2.1. */
function leafHash(entry) {
	return sha256(concat(Uint8Array.of(0), entry));
}
/** Hashes two adjacent subtrees: RFC 6962, section 2.1. */
function nodeHash(left, right) {
	return sha256(concat(Uint8Array.of(1), left, right));
}
/** Computes the root of a tree of `size` leaves. For an empty tree it is the hash of the empty string. */
async function rootOf(size, read) {
	if (size === 0) return sha256(/* @__PURE__ */ new Uint8Array());
	return fold(await read(subtreesOf(0, size)));
}
/** Computes the proof that a tree of `size` leaves continues one of `oldSize`: RFC 6962, section 2.1.2. @throws RangeError if it is smaller. */
async function proveConsistency(oldSize, size, read) {
	if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`A tree of ${size} does not continue one of ${oldSize}`);
	if (oldSize === 0 || oldSize === size) return [];
	return hashesOf(consistencyPath(oldSize, 0, size, true), read);
}
/** Computes the root from a leaf and its inclusion proof; undefined if the proof does not fit. RFC 9162, section 2.1.3.2. */
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
/** Checks whether a proof shows that a tree continues an older one. RFC 9162, section 2.1.4.2. */
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
/** Splits the leaves from `from` (included) to `to` (excluded) into complete subtrees, from left to right. */
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
/** Reads all the hashes that a proof needs in one call. */
async function hashesOf(ranges, read) {
	const parts = ranges.map(([from, to]) => subtreesOf(from, to));
	const hashes = await read(parts.flat());
	return Promise.all(parts.map(({ length }) => fold(hashes.splice(0, length))));
}
/** Combines the hashes of complete subtrees from right to left: each subtree is larger than all those to its right together. */
async function fold(hashes) {
	let [combined] = hashes.slice(-1);
	for (const hash of hashes.slice(0, -1).reverse()) combined = combined && await nodeHash(hash, combined);
	if (!combined) throw new RangeError("Nothing to hash");
	return combined;
}
/** Returns the largest power of two smaller than a number of leaves. */
function largestPower(leaves) {
	let power = 1;
	while (power * 2 < leaves) power *= 2;
	return power;
}
const half = (number) => Math.floor(number / 2);
// src/lib/record-log/follow-log.ts
/** The log contradicts what it has signed. */
var LogIntegrityError = class extends Error {};
/** Fetches the log's newest checkpoint. @throws LogIntegrityError if it is not signed by one of the keys. */
async function fetchCheckpoint(fetch, keys) {
	const note = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await fetch("checkpoint"));
	const verified = await verifyCheckpoint(note, keys);
	if (!verified) throw new LogIntegrityError("The checkpoint is not signed by this key");
	return {
		note,
		...verified
	};
}
/** Proves from the log's tiles that a checkpoint continues an older one. @throws LogIntegrityError if it does not. */
async function checkConsistency(fetch, old, current) {
	if (old.origin !== current.origin) throw new LogIntegrityError(`The older checkpoint belongs to another log, ${old.origin}`);
	if (old.size > current.size) throw new LogIntegrityError(`The log had ${old.size} entries, and has ${current.size} now`);
	const readNodes = nodesFromTiles(fetch, current.size);
	if (!areEqual(await rootOf(current.size, readNodes), current.root)) throw new LogIntegrityError("The tiles do not match the checkpoint");
	const proof = await proveConsistency(old.size, current.size, readNodes);
	if (!await isConsistent({
		oldSize: old.size,
		oldRoot: old.root,
		size: current.size,
		root: current.root,
		proof
	})) throw new LogIntegrityError(`The log does not continue the checkpoint over ${old.size} entries: earlier entries have been changed`);
}
/**
* Fetches every entry of a log, and checks the entries against a checkpoint and every hash tile against the entries.
* @throws LogIntegrityError naming what does not match.
*/
async function fetchEntries(fetch, { size, root }, onEntry) {
	const leaves = [];
	for (let index = 0; index * 256 < size; index += 1) {
		const width = Math.min(256, size - index * 256);
		const path = tilePath({
			level: "entries",
			index,
			width
		});
		const entries = readEntries(await fetch(`tile/${path}`));
		if (entries?.length !== width) throw new LogIntegrityError(`The tile ${path} does not hold ${width} entries`);
		const hashes = await Promise.all(entries.map(leafHash));
		await compareTile(fetch, {
			level: 0,
			index,
			width
		}, hashes);
		for (const [offset, entry] of entries.entries()) await onEntry(index * 256 + offset, entry);
		leaves.push(...hashes);
	}
	if (size > 0 && !areEqual(await rootOf(size, await compareUpperTiles(fetch, leaves)), root)) throw new LogIntegrityError("The entries are not those that were signed");
}
/** Computes the tree from its leaves, compares the tiles above the leaves with it, and returns a reader of its nodes. */
async function compareUpperTiles(fetch, leaves) {
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
	if (!areEqual(await fetch(`tile/${path}`), concat(...hashes))) throw new LogIntegrityError(`The tile ${path} does not match the entries`);
}
/** Returns a reader of subtree hashes that fetches a log's tiles. `size`: the log's number of entries. */
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
		const offset = index % 256 * 32;
		const hash = bytes?.slice(offset, offset + 32);
		if (hash?.length !== 32) throw new LogIntegrityError(`The tile ${path} is too short`);
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
// src/lib/record/entry-projects.ts
/** Lists the projects of an entry, in the order in which its lines name them. A correction has no lines, and may have no project. */
function projectsOf({ project, quantity, lines }) {
	if (project) return [{
		...project,
		quantity
	}];
	const projects = /* @__PURE__ */ new Map();
	for (const line of lines) {
		if (!line.project) continue;
		const units = (projects.get(line.project.slug)?.quantity ?? 0) + line.quantity;
		projects.set(line.project.slug, {
			...line.project,
			quantity: units
		});
	}
	return [...projects.values()];
}
/**
* Returns an entry with only the units that its certificate is about. A delivery that retires units for a buyer has others too; a
* retirement has none.
*/
function retirementIn(entry) {
	if (entry.kind !== "deliver") return entry;
	const lines = entry.lines.filter(({ status }) => status === "Retired");
	return {
		...entry,
		lines,
		quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0)
	};
}
// src/lib/text/dates.ts
let long;
/** Formats a date as `24 June 2025`, in UK time and in English whatever the visitor's locale. */
function formatDate(date) {
	long ??= new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "long",
		year: "numeric",
		timeZone: "Europe/London"
	});
	return long.format(date);
}
// src/lib/text/instants.ts
let time;
/** Formats an instant as `21 November 2026, 14:02 GMT`, in UK time wherever the server and the visitor are. */
function formatInstant(moment) {
	time ??= new Intl.DateTimeFormat("en-GB", {
		hour: "2-digit",
		minute: "2-digit",
		timeZone: "Europe/London",
		timeZoneName: "short"
	});
	return `${formatDate(moment)}, ${time.format(moment)}`;
}
// src/lib/record-log/proof.ts
const head = "c2sp.org/tlog-proof@v1";
/** Parses a `.tlog-proof` file; undefined if malformed. */
function readProof(text) {
	const end = text.indexOf("\n\n");
	if (end === -1 || text.length > 35e4) return void 0;
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
/** Verifies that one of the log's keys has signed the checkpoint, and that the entry is at its index in the checkpoint's tree. */
async function verifyProof(entry, { index, hashes, checkpoint }, keys) {
	const verified = await verifyCheckpoint(checkpoint, keys);
	if (!verified) return {
		signature: false,
		inclusion: false
	};
	const root = await rootFromInclusion(await leafHash(entry), index, verified.checkpoint.size, hashes);
	return {
		signature: true,
		inclusion: root !== void 0 && areEqual(root, verified.checkpoint.root),
		...verified
	};
}
// src/lib/record-log/verify-file.ts
/** The steps of a check, in order. */
const checkSteps = [
	"file",
	"key",
	"signature",
	"inclusion",
	"entry",
	"texts"
];
/** Returns the certificate number that a text consists of, or the first one in a PDF; undefined if there is none. */
function certificateNumber(text) {
	return /^\s*(CR-\d{6,15})\s*$/i.exec(text)?.[1]?.toUpperCase() ?? (text.startsWith("%PDF-") ? /CR-\d{6,15}/.exec(text)?.[0] : void 0);
}
function unreadableReason(text) {
	if (text.startsWith("%PDF-")) return "A PDF is not checked itself: save the JSON that is attached to it, and check that.";
	if (certificateNumber(text)) return "The record has no certificate with this number.";
	return "This is not a certificate or an entry from a record.";
}
/**
* Checks a file offline with the log's public key: the key has signed the checkpoint, the entry is in the checkpoint's tree,
* the file's fields match the entry, and its texts match the hashes in the entry.
*/
async function checkFile(text, keyText) {
	const steps = [];
	const finish = (result = {}) => ({
		holds: steps.length === checkSteps.length && steps.every(({ holds }) => holds === true),
		steps: checkSteps.map((step) => steps.find((result) => result.step === step) ?? {
			step,
			holds: null,
			found: ""
		}),
		...result
	});
	const report = (step, holds, found) => {
		steps.push({
			step,
			holds,
			found
		});
		return holds;
	};
	const file = readFile(text);
	if (!report("file", file !== void 0, file ? `entry ${file.index}` : unreadableReason(text))) return finish();
	if (!file) return finish();
	const key = await readVerifierKey(keyText ?? file.key);
	if (!report("key", key !== void 0, key ? key.name : "This is not the key of a log.") || !key) return finish();
	const proof = readProof(file.proof);
	const bytes = new TextEncoder().encode(file.canonical);
	const verified = proof && await verifyProof(bytes, proof, [key]);
	if (!report("signature", verified?.signature === true, verified?.checkpoint ? `${verified.checkpoint.size}` : "The checkpoint is not signed by this key.")) return finish();
	const checkpoint = verified?.checkpoint;
	if (!report("inclusion", verified?.inclusion === true && proof?.index === file.index, verified?.inclusion ? `${file.index}` : "The entry is not in the log that the checkpoint covers.")) return finish();
	const entry = parseJson(file.canonical);
	const isSame = entry?.version === 1 && entry.certificate === file.number;
	if (!report("entry", isSame, isSame ? summarise(entry) : "The file does not match the entry.") || !entry) return finish();
	const mismatch = await findTextMismatch(file, entry);
	report("texts", mismatch === void 0, mismatch ?? listTexts(file));
	return finish({
		entry,
		...checkpoint ? { checkpoint } : {}
	});
}
/** Fields for which an entry holds a salted hash instead of the text. */
const hashedFields = [
	"beneficiary",
	"buyer",
	"purpose",
	"reference",
	"note"
];
/** A salted hash. The first entries had their purpose as plain text. */
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const fileKeys = /* @__PURE__ */ new Set([
	"format",
	"number",
	"index",
	"canonical",
	"proof",
	"texts",
	"key"
]);
/** Summarises an entry for comparison with a printed certificate: `retire, 120 units of fenland-straw-biochar, …`. */
function summarise(entry) {
	const shown = entry.certificate ? retirementIn(entry) : entry;
	const { kind, quantity, time, certificate } = shown;
	const projects = projectsOf(shown);
	const names = projects.map((project) => projects.length === 1 ? project.slug : `${project.slug} (${project.quantity.toLocaleString("en-GB")})`);
	return [
		kind,
		`${quantity.toLocaleString("en-GB")} units${names.length > 0 ? ` of ${names.join(" and ")}` : ""}`,
		formatInstant(new Date(time)),
		...certificate ? [certificate] : []
	].join(", ");
}
function listTexts({ texts }) {
	return Object.entries(texts).map(([field, text]) => `${field} ${"erased" in text ? "(erased)" : `“${text.text}”`}`).join(", ") || "none";
}
/** Describes the first text that does not match its hash in the entry; undefined if all match. */
async function findTextMismatch({ texts }, entry) {
	const missing = hashedFields.find((field) => isHash(entry[field]) && texts[field] === void 0);
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
	const file = parseJson(text);
	return file?.format === "carma-record@v1" && Object.keys(file).every((name) => fileKeys.has(name)) && Number.isSafeInteger(file.index) && typeof file.canonical === "string" && typeof file.proof === "string" && typeof file.key === "string" && typeof file.texts === "object" && file.texts !== null && Object.values(file.texts).every((entryText) => typeof entryText === "object" && entryText !== null && ("erased" in entryText ? entryText.erased === true : typeof entryText.text === "string" && typeof entryText.salt === "string") && Object.keys(entryText).length === ("erased" in entryText ? 1 : 2)) ? file : void 0;
}
function parseJson(text) {
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
	console.error(`${error instanceof LogIntegrityError ? "DOES NOT HOLD" : "Error"}: ${error.message}`);
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
		if (!answer.ok) throw new LogIntegrityError(`The log answers ${answer.status} to ${part}`);
		return new Uint8Array(await answer.arrayBuffer());
	};
	const { note, checkpoint } = await fetchCheckpoint(read, [key]);
	const from = option("from");
	if (from !== void 0) {
		const old = (await verifyCheckpoint(readFileSync(from, "utf8"), [key]))?.checkpoint;
		if (!old) throw new Error(`${from} is not a checkpoint of this log`);
		await checkConsistency(read, old, checkpoint);
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
