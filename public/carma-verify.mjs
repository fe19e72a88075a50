// Checks certificates and the log of the record, without us. Source: src/lib/record-log.
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { appendFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
// src/lib/text/dates.ts
let long;
let utc$1;
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
/** Formats a date as `30 June 2026 UTC`. The days of the record are UTC's, whatever the visitor's time zone. */
function formatUtcDate(date) {
	utc$1 ??= new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "long",
		year: "numeric",
		timeZone: "UTC"
	});
	return `${utc$1.format(date)} UTC`;
}
/** Formats a day, given as `2026-12-07`, as `7 December 2026`. */
function formatDay(day) {
	return formatDate(new Date(day));
}
// src/lib/text/instants.ts
let utc;
/** Formats an instant of the record as `30 June 2026, 23:30 UTC`. */
function formatUtcInstant(moment) {
	utc ??= new Intl.DateTimeFormat("en-GB", {
		day: "numeric",
		month: "long",
		year: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		timeZone: "UTC",
		timeZoneName: "short"
	});
	return utc.format(moment).replace(" at ", ", ");
}
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
/** Returns the text of a public key, in the format of VerifierKey. */
function keyText({ name, id, publicKey }) {
	return `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(ed25519), publicKey))}`;
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
	if (end === -1 || note.length > 25e4 || controlCharacter$1.test(note) || !note.isWellFormed()) return void 0;
	const lines = note.slice(end + 2).split("\n");
	if (lines.pop() !== "" || lines.length === 0) return void 0;
	const signatures = lines.map(readSignature);
	return signatures.every((signature) => signature !== void 0) ? {
		signed: note.slice(0, end + 1),
		signatures
	} : void 0;
}
/** Those of ASCII except the newline. */
const controlCharacter$1 = /[\0-\x09\x0B-\x1F]/;
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
// src/lib/record-log/keys.ts
/** An instant as `Date.toISOString` writes it; milliseconds may be left out. */
const instant$1 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
/** More keys than a log uses in a century. */
const maxKeys = 100;
/**
* Reads the keys of a log: one a line, `name+hash+key FROM UNTIL`, where both times may be missing. Blank lines and lines that
* begin with `#` are ignored. Undefined if a line is neither, if two are the same key, or if there is none.
*/
async function readKeys(text) {
	const given = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
	if (given.length === 0 || given.length > maxKeys) return void 0;
	const keys = [];
	for (const line of given) {
		const [keyText = "", from, until, ...rest] = line.split(/[ \t]+/);
		const key = await readVerifierKey(keyText);
		const areTimes = [from, until].every((time) => time === void 0 || instant$1.test(time) && !Number.isNaN(Date.parse(time)));
		if (!key || !areTimes || rest.length > 0 || findKey(keys, key)) return void 0;
		keys.push({
			key,
			...from === void 0 ? {} : { from },
			...until === void 0 ? {} : { until }
		});
	}
	return keys;
}
/** Writes the keys of a log in the format of `readKeys`. */
function writeKeys(keys) {
	return keys.map(({ key, from, until }) => `${[
		keyText(key),
		from,
		until
	].filter(Boolean).join(" ")}\n`).join("");
}
/** Finds what is known about a key among the keys of a log. */
function findKey(keys, { name, publicKey }) {
	return keys.find(({ key }) => key.name === name && areEqual(key.publicKey, publicKey));
}
/** Describes when a key was used, to follow "signed by": `the log's key`, or `the key used until 1 June 2027, 09:00 UTC`. */
function describeKey({ until }) {
	return until === void 0 ? "the log's key" : `the key used until ${formatUtcInstant(new Date(until))}`;
}
// node_modules/@noble/curves/utils.js
/*! noble-curves - MIT License (c) 2022 Paul Miller (paulmillr.com) */
/**
* Asserts something is a plain object-ish value, not null or array.
* @param value - Value to validate.
* @param title - Label included in thrown errors.
* @returns The validated object.
* @throws On wrong argument types. {@link TypeError}
* @example
* Validate an options object before checking fields.
*
* ```ts
* aobject({ flag: true });
* ```
*/
function aobject$2(value, title = "object") {
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError(title === "object" ? "expected valid options object" : `"${title}" expected object, got type=${typeof value}`);
	return value;
}
/**
* Validates that a flag is boolean.
* @param value - Value to validate.
* @param title - Optional field name.
* @returns Original value.
* @throws On wrong argument types. {@link TypeError}
* @example
* Reject non-boolean option flags early.
*
* ```ts
* abool(true);
* ```
*/
function abool$1(value, title = "") {
	if (typeof value !== "boolean") throw new TypeError(atitle$1(title) + "expected boolean, got type=" + typeof value);
	return value;
}
/**
* Validates declared required and optional field types on a plain object.
* Extra keys are intentionally ignored because many callers validate only the subset they use from
* richer option bags or runtime objects.
* This walks field schemas and formats detailed errors, so avoid it on hot paths; use direct
* one-line guards such as `aobject()`, `afunction()`, `abool()`, or `asafenumber()` instead.
* @param object - Object to validate.
* @param fields - Required field types.
* @param optFields - Optional field types.
* @param title - Object label included in thrown errors.
* @throws On wrong argument types. {@link TypeError}
* @example
* Check user options before building a curve helper.
*
* ```ts
* validateObject({ flag: true }, { flag: 'boolean' });
* ```
*/
function validateObject(object, fields = {}, optFields = {}, title = "object") {
	aobject$2(object, title);
	aobject$2(fields, "fields");
	aobject$2(optFields, "optFields");
	function checkField(fieldName, expectedType, isOpt) {
		const label = title === "object" ? `param "${String(fieldName)}"` : `"${title}.${String(fieldName)}"`;
		const val = object[fieldName];
		if (!Object.hasOwn(object, fieldName) && (isOpt ? val !== void 0 : expectedType !== "function")) throw new TypeError(`${label} is invalid: expected own property`);
		if (isOpt && val === void 0) return;
		const current = typeof val;
		if (current !== expectedType || val === null) throw new TypeError(`${label} is invalid: expected ${expectedType}, got ${current}`);
	}
	const iter = (f, isOpt) => Object.entries(f).forEach(([k, v]) => checkField(k, v, isOpt));
	iter(fields, false);
	iter(optFields, true);
}
var atitle$1;
var init_utils$2 = __esmMin((() => {
	atitle$1 = (title) => title ? `"${title}" ` : "";
}));
// node_modules/@noble/post-quantum/node_modules/@noble/hashes/_u64.js
function fromBig(n, le = false) {
	if (le) return {
		h: Number(n & U32_MASK64),
		l: Number(n >> _32n & U32_MASK64)
	};
	return {
		h: Number(n >> _32n & U32_MASK64) | 0,
		l: Number(n & U32_MASK64) | 0
	};
}
function split(lst, le = false) {
	const len = lst.length;
	let Ah = new Uint32Array(len);
	let Al = new Uint32Array(len);
	for (let i = 0; i < len; i++) {
		const { h, l } = fromBig(lst[i], le);
		[Ah[i], Al[i]] = [h, l];
	}
	return [Ah, Al];
}
var U32_MASK64, _32n;
var init__u64 = __esmMin((() => {
	U32_MASK64 = /* @__PURE__ */ (() => BigInt(2 ** 32 - 1))();
	_32n = /* @__PURE__ */ BigInt(32);
}));
// node_modules/@noble/post-quantum/node_modules/@noble/hashes/utils.js
/**
* Checks if something is Uint8Array. Be careful: nodejs Buffer will return true.
* @param a - value to test
* @returns `true` when the value is a Uint8Array-compatible view.
* @example
* Check whether a value is a Uint8Array-compatible view.
* ```ts
* isBytes(new Uint8Array([1, 2, 3]));
* ```
*/
function isBytes(a) {
	return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
/**
* Asserts something is a non-negative integer.
* @param n - number to validate
* @param title - label included in thrown errors
* @returns The validated number.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a non-negative integer option.
* ```ts
* anumber(32, 'length');
* ```
*/
function anumber(n, title = "") {
	if (typeof n !== "number") throw new TypeError(atitle(title) + "expected number, got " + typeof n);
	if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
	return n;
}
/**
* Asserts something is a boolean.
* @param value - value to validate
* @param title - label included in thrown errors
* @returns The validated boolean.
* @throws On wrong argument types. {@link TypeError}
* @example
* Validate a boolean option.
* ```ts
* abool(true, 'enableXOF');
* ```
*/
function abool(value, title = "") {
	if (typeof value !== "boolean") throw new TypeError(atitle(title) + "expected boolean, got type=" + typeof value);
	return value;
}
/**
* Asserts something is Uint8Array.
* @param value - value to validate
* @param length - optional exact length constraint
* @param title - label included in thrown errors
* @returns The validated byte array.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate that a value is a byte array.
* ```ts
* abytes(new Uint8Array([1, 2, 3]));
* ```
*/
function abytes(value, length, title = "") {
	if (isBytes(value) && (length === void 0 || value.length === length)) return value;
	if (length !== void 0) anumber(length, "length");
	const bytes = isBytes(value);
	const ofLen = length !== void 0 ? ` of length ${length}` : "";
	const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
	const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
	if (!bytes) throw new TypeError(message);
	throw new RangeError(message);
}
/**
* Asserts something is a wrapped hash constructor.
* @param h - hash constructor to validate
* @throws On wrong argument types or invalid hash wrapper shape. {@link TypeError}
* @throws On invalid hash metadata ranges or values. {@link RangeError}
* @throws If the hash metadata allows empty outputs or block sizes. {@link Error}
* @example
* Validate a callable hash wrapper.
* ```ts
* import { ahash } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* ahash(sha256);
* ```
*/
function ahash(h) {
	if (typeof h !== "function" || typeof h.create !== "function") throw new TypeError("expected hash wrapped by utils.createHasher");
	anumber(h.outputLen);
	anumber(h.blockLen);
	if (h.outputLen < 1 || h.blockLen < 1) throw new Error("hash blockLen / outputLen must be >= 1");
}
/**
* Asserts a hash instance has not been destroyed or finished.
* @param instance - hash instance to validate
* @param checkFinished - whether to reject finalized instances
* @throws If the hash instance has already been destroyed or finalized. {@link Error}
* @example
* Validate that a hash instance is still usable.
* ```ts
* import { aexists } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aexists(hash);
* ```
*/
function aexists(instance, checkFinished = true) {
	if (instance.destroyed) throw new Error("hash was destroyed");
	if (checkFinished && instance.finished) throw new Error("digest() was already called");
}
/**
* Asserts output is a sufficiently-sized byte array.
* @param out - destination buffer
* @param instance - hash instance providing output length
* Oversized buffers are allowed; downstream code only promises to fill the first `outputLen` bytes.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Validate a caller-provided digest buffer.
* ```ts
* import { aoutput } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const hash = sha256.create();
* aoutput(new Uint8Array(hash.outputLen), hash);
* ```
*/
function aoutput(out, instance) {
	abytes(out, void 0, "output");
	const min = instance.outputLen;
	if (!(out.length >= min)) throw new RangeError("\"output\" expected length >= " + min);
}
/**
* Casts a typed array view to Uint32Array.
* `arr.byteOffset` must already be 4-byte aligned or the platform
* Uint32Array constructor will throw.
* @param arr - source typed array
* @returns Uint32Array view over the same buffer.
* @example
* Reinterpret a byte array as 32-bit words.
* ```ts
* u32(new Uint8Array(8));
* ```
*/
function u32(arr) {
	return new Uint32Array(arr.buffer, arr.byteOffset, Math.floor(arr.byteLength / 4));
}
/**
* Zeroizes typed arrays in place. Warning: JS provides no guarantees.
* @param arrays - arrays to overwrite with zeros
* @example
* Zeroize sensitive buffers in place.
* ```ts
* clean(new Uint8Array([1, 2, 3]));
* ```
*/
function clean(...arrays) {
	for (let i = 0; i < arrays.length; i++) arrays[i].fill(0);
}
/**
* Byte-swap operation for uint32 values.
* @param word - source word
* @returns Word with reversed byte order.
* @example
* Reverse the byte order of a 32-bit word.
* ```ts
* byteSwap(0x11223344);
* ```
*/
function byteSwap(word) {
	return word << 24 & 4278190080 | word << 8 & 16711680 | word >>> 8 & 65280 | word >>> 24 & 255;
}
/**
* Byte-swaps every word of a Uint32Array in place.
* @param arr - array to mutate
* @returns The same array after mutation; callers pass live state arrays here.
* @example
* Reverse the byte order of every word in place.
* ```ts
* byteSwap32(new Uint32Array([0x11223344]));
* ```
*/
function byteSwap32(arr) {
	for (let i = 0; i < arr.length; i++) arr[i] = byteSwap(arr[i]);
	return arr;
}
/**
* Convert byte array to hex string.
* Uses the built-in function when available and assumes it matches the tested
* fallback semantics.
* @param bytes - bytes to encode
* @returns Lowercase hexadecimal string.
* @throws On wrong argument types. {@link TypeError}
* @example
* Convert bytes to lowercase hexadecimal.
* ```ts
* bytesToHex(Uint8Array.from([0xca, 0xfe, 0x01, 0x23])); // 'cafe0123'
* ```
*/
function bytesToHex(bytes) {
	abytes(bytes);
	if (hasHexBuiltin) return bytes.toHex();
	let hex = "";
	for (let i = 0; i < bytes.length; i++) hex += hexes[bytes[i]];
	return hex;
}
/**
* Copies several Uint8Arrays into one.
* @param arrays - arrays to concatenate
* @returns Concatenated byte array.
* @throws On wrong argument types. {@link TypeError}
* @example
* Concatenate multiple byte arrays.
* ```ts
* concatBytes(new Uint8Array([1]), new Uint8Array([2]));
* ```
*/
function concatBytes(...arrays) {
	let sum = 0;
	for (let i = 0; i < arrays.length; i++) {
		const a = arrays[i];
		abytes(a);
		sum += a.length;
	}
	const res = new Uint8Array(sum);
	for (let i = 0, pad = 0; i < arrays.length; i++) {
		const a = arrays[i];
		res.set(a, pad);
		pad += a.length;
	}
	return res;
}
/**
* Merges default options and passed options.
* @param defaults - base option object
* @param opts - user overrides
* @param title - label included in thrown override errors
* @returns Fresh merged option object with a null prototype.
* @throws On wrong argument types. {@link TypeError}
* @example
* Merge user overrides onto default options.
* ```ts
* checkOpts({ dkLen: 32 }, { asyncTick: 10 });
* ```
*/
function checkOpts(defaults, opts, title = "opts") {
	aopts(defaults, "defaults");
	if (opts !== void 0) aopts(opts, title);
	return Object.assign(Object.create(null), defaults, opts);
}
/**
* Creates a callable hash function from a stateful class constructor.
* @param hashCons - hash constructor or factory
* @param info - optional metadata such as DER OID
* @returns Frozen callable hash wrapper with `.create()`.
*   Wrapper construction eagerly calls `hashCons(undefined)` once to read
*   `outputLen` / `blockLen`, so constructor side effects happen at module
*   init time.
* @throws On wrong argument types. {@link TypeError}
* @example
* Wrap a stateful hash constructor into a callable helper.
* ```ts
* import { createHasher } from '@noble/hashes/utils.js';
* import { sha256 } from '@noble/hashes/sha2.js';
* const wrapped = createHasher(sha256.create, { oid: sha256.oid });
* wrapped(new Uint8Array([1]));
* ```
*/
function createHasher(hashCons, info = {}) {
	if (typeof hashCons !== "function") throw new TypeError("\"hashCons\" expected function, got type=" + typeof hashCons);
	info = checkOpts({}, info, "info");
	const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
	const tmp = hashCons(void 0);
	hashC.outputLen = tmp.outputLen;
	hashC.blockLen = tmp.blockLen;
	hashC.canXOF = tmp.canXOF;
	hashC.create = (opts) => hashCons(opts);
	Object.assign(hashC, info);
	return Object.freeze(hashC);
}
/**
* Cryptographically secure PRNG backed by `crypto.getRandomValues`.
* @param bytesLength - number of random bytes to generate
* @returns Random bytes.
* The platform `getRandomValues()` implementation still defines any
* single-call length cap, and this helper rejects oversize requests
* with a stable library `RangeError` instead of host-specific errors.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @throws If the current runtime does not provide `crypto.getRandomValues`. {@link Error}
* @example
* Generate a fresh random key or nonce.
* ```ts
* const key = randomBytes(16);
* ```
*/
function randomBytes$1(bytesLength = 32) {
	anumber(bytesLength, "bytesLength");
	const cr = typeof globalThis === "object" ? globalThis.crypto : null;
	if (typeof cr?.getRandomValues !== "function") throw new Error("crypto.getRandomValues must be defined");
	if (bytesLength > 65536) throw new RangeError(`"bytesLength" expected <= 65536, got ${bytesLength}`);
	return cr.getRandomValues(new Uint8Array(bytesLength));
}
var atitle, aobject$1, aopts, isLE, swap32IfBE, hasHexBuiltin, hexes, oidNist;
var init_utils$1 = __esmMin((() => {
	atitle = (title) => title ? `"${title}" ` : "";
	aobject$1 = (value, label) => {
		if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
	};
	aopts = (value, label) => {
		aobject$1(value, label);
		const proto = Object.getPrototypeOf(value);
		if (proto !== Object.prototype && proto !== null) throw new TypeError(`"${label}" expected plain object`);
		if (Object.hasOwn(value, "__proto__")) throw new TypeError(`"${label}.__proto__" is not allowed`);
	};
	isLE = /* @__PURE__ */ (() => new Uint8Array(new Uint32Array([287454020]).buffer)[0] === 68)();
	swap32IfBE = isLE ? (u) => u : byteSwap32;
	hasHexBuiltin = /* @__PURE__ */ (() => typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function")();
	hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
	oidNist = (suffix) => ({ oid: Uint8Array.from([
		6,
		9,
		96,
		134,
		72,
		1,
		101,
		3,
		4,
		2,
		suffix
	]) });
}));
// node_modules/@noble/post-quantum/node_modules/@noble/hashes/sha3.js
/**
* `keccakf1600` internal permutation, additionally allows adjusting the round count.
* @param s - 5x5 Keccak state encoded as 25 lanes split into 50 uint32 words
*   in this file's local little-endian lane-word order
* @param rounds - number of rounds to execute
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @throws If `rounds` is outside the supported `1..24` range. {@link Error}
* @example
* Permute a Keccak state with the default 24 rounds.
* ```ts
* keccakP(new Uint32Array(50));
* ```
*/
function keccakP(s, rounds = 24) {
	if (!(s instanceof Uint32Array)) throw new TypeError("\"s\" expected Uint32Array(50), got type=" + typeof s);
	if (s.length !== 50) throw new RangeError("\"s\" expected Uint32Array(50), got length=" + s.length);
	anumber(rounds, "rounds");
	if (rounds < 1 || rounds > 24) throw new Error("\"rounds\" expected integer 1..24");
	for (let round = 24 - rounds; round < 24; round++) {
		for (let x = 0; x < 10; x++) B[x] = s[x] ^ s[x + 10] ^ s[x + 20] ^ s[x + 30] ^ s[x + 40];
		for (let x = 0; x < 10; x += 2) {
			const idx1 = (x + 8) % 10;
			const idx0 = (x + 2) % 10;
			const B0 = B[idx0];
			const B1 = B[idx0 + 1];
			const Th = rotlH(B0, B1, 1) ^ B[idx1];
			const Tl = rotlL(B0, B1, 1) ^ B[idx1 + 1];
			for (let y = 0; y < 50; y += 10) {
				s[x + y] ^= Th;
				s[x + y + 1] ^= Tl;
			}
		}
		let curH = s[2];
		let curL = s[3];
		for (let t = 0; t < 24; t++) {
			const shift = SHA3_ROTL[t];
			const Th = rotlH(curH, curL, shift);
			const Tl = rotlL(curH, curL, shift);
			const PI = SHA3_PI[t];
			curH = s[PI];
			curL = s[PI + 1];
			s[PI] = Th;
			s[PI + 1] = Tl;
		}
		for (let y = 0; y < 50; y += 10) {
			const b0 = s[y], b1 = s[y + 1], b2 = s[y + 2], b3 = s[y + 3];
			s[y] ^= ~s[y + 2] & s[y + 4];
			s[y + 1] ^= ~s[y + 3] & s[y + 5];
			s[y + 2] ^= ~s[y + 4] & s[y + 6];
			s[y + 3] ^= ~s[y + 5] & s[y + 7];
			s[y + 4] ^= ~s[y + 6] & s[y + 8];
			s[y + 5] ^= ~s[y + 7] & s[y + 9];
			s[y + 6] ^= ~s[y + 8] & b0;
			s[y + 7] ^= ~s[y + 9] & b1;
			s[y + 8] ^= ~b0 & b2;
			s[y + 9] ^= ~b1 & b3;
		}
		s[0] ^= SHA3_IOTA_H[round];
		s[1] ^= SHA3_IOTA_L[round];
	}
	clean(B);
}
var _0n, _1n, _2n, _7n, _256n, _0x71n, SHA3_PI, SHA3_ROTL, _SHA3_IOTA, IOTAS, SHA3_IOTA_H, SHA3_IOTA_L, rotlSH, rotlSL, rotlBH, rotlBL, rotlH, rotlL, B, Keccak, genShake, shake128, shake256;
var init_sha3 = __esmMin((() => {
	init__u64();
	init_utils$1();
	_0n = BigInt(0);
	_1n = BigInt(1);
	_2n = BigInt(2);
	_7n = BigInt(7);
	_256n = BigInt(256);
	_0x71n = BigInt(113);
	SHA3_PI = [];
	SHA3_ROTL = [];
	_SHA3_IOTA = [];
	for (let round = 0, R = _1n, x = 1, y = 0; round < 24; round++) {
		[x, y] = [y, (2 * x + 3 * y) % 5];
		SHA3_PI.push(2 * (5 * y + x));
		SHA3_ROTL.push((round + 1) * (round + 2) / 2 % 64);
		let t = _0n;
		for (let j = 0; j < 7; j++) {
			R = (R << _1n ^ (R >> _7n) * _0x71n) % _256n;
			if (R & _2n) t ^= _1n << (_1n << BigInt(j)) - _1n;
		}
		_SHA3_IOTA.push(t);
	}
	IOTAS = split(_SHA3_IOTA, true);
	SHA3_IOTA_H = IOTAS[0];
	SHA3_IOTA_L = IOTAS[1];
	rotlSH = (h, l, s) => h << s | l >>> 32 - s;
	rotlSL = (h, l, s) => l << s | h >>> 32 - s;
	rotlBH = (h, l, s) => l << s - 32 | h >>> 64 - s;
	rotlBL = (h, l, s) => h << s - 32 | l >>> 64 - s;
	rotlH = (h, l, s) => s > 32 ? rotlBH(h, l, s) : rotlSH(h, l, s);
	rotlL = (h, l, s) => s > 32 ? rotlBL(h, l, s) : rotlSL(h, l, s);
	B = /* @__PURE__ */ new Uint32Array(10);
	Keccak = class Keccak {
		state;
		pos = 0;
		posOut = 0;
		finished = false;
		state32;
		destroyed = false;
		blockLen;
		suffix;
		outputLen;
		canXOF;
		enableXOF = false;
		rounds;
		constructor(blockLen, suffix, outputLen, enableXOF = false, rounds = 24) {
			anumber(blockLen, "blockLen");
			anumber(suffix, "suffix");
			anumber(rounds, "rounds");
			abool(enableXOF, "enableXOF");
			this.blockLen = blockLen;
			this.suffix = suffix;
			this.outputLen = outputLen;
			this.enableXOF = enableXOF;
			this.canXOF = enableXOF;
			this.rounds = rounds;
			anumber(outputLen, "outputLen");
			if (!(0 < blockLen && blockLen < 200)) throw new Error("\"blockLen\" must be 1..199");
			this.state = /* @__PURE__ */ new Uint8Array(200);
			this.state32 = u32(this.state);
		}
		clone() {
			return this._cloneInto();
		}
		keccak() {
			swap32IfBE(this.state32);
			keccakP(this.state32, this.rounds);
			swap32IfBE(this.state32);
			this.posOut = 0;
			this.pos = 0;
		}
		update(data) {
			aexists(this);
			abytes(data);
			const { blockLen, state, state32 } = this;
			const len = data.length;
			const canUseU32 = blockLen % 4 === 0 && data.byteOffset % 4 === 0;
			const blockLen32 = blockLen / 4;
			const data32 = canUseU32 && len >= blockLen ? u32(data) : void 0;
			for (let pos = 0; pos < len;) {
				if (data32 !== void 0 && this.pos === 0 && pos % 4 === 0 && len - pos >= blockLen) {
					for (let i = 0, o = pos / 4; i < blockLen32; i++) state32[i] ^= data32[o + i];
					pos += blockLen;
					this.pos = blockLen;
					this.keccak();
					continue;
				}
				const take = Math.min(blockLen - this.pos, len - pos);
				for (let i = 0; i < take; i++) state[this.pos++] ^= data[pos++];
				if (this.pos === blockLen) this.keccak();
			}
			return this;
		}
		finish() {
			if (this.finished) return;
			this.finished = true;
			const { state, suffix, pos, blockLen } = this;
			state[pos] ^= suffix;
			if ((suffix & 128) !== 0 && pos === blockLen - 1) this.keccak();
			state[blockLen - 1] ^= 128;
			this.keccak();
		}
		writeInto(out) {
			aexists(this, false);
			abytes(out);
			this.finish();
			const bufferOut = this.state;
			const { blockLen } = this;
			for (let pos = 0, len = out.length; pos < len;) {
				if (this.posOut >= blockLen) this.keccak();
				const take = Math.min(blockLen - this.posOut, len - pos);
				out.set(bufferOut.subarray(this.posOut, this.posOut + take), pos);
				this.posOut += take;
				pos += take;
			}
			return out;
		}
		xofInto(out) {
			if (!this.enableXOF) throw new Error("XOF is not enabled");
			return this.writeInto(out);
		}
		xof(bytes) {
			anumber(bytes);
			return this.xofInto(new Uint8Array(bytes));
		}
		digestInto(out) {
			aoutput(out, this);
			if (this.finished) throw new Error("digest() was already called");
			this.writeInto(out.length === this.outputLen ? out : out.subarray(0, this.outputLen));
			this.destroy();
		}
		digest() {
			const out = new Uint8Array(this.outputLen);
			this.digestInto(out);
			return out;
		}
		destroy() {
			this.destroyed = true;
			clean(this.state);
		}
		_cloneInto(to) {
			const { blockLen, suffix, outputLen, rounds, enableXOF } = this;
			to ||= new Keccak(blockLen, suffix, outputLen, enableXOF, rounds);
			to.blockLen = blockLen;
			to.state32.set(this.state32);
			to.pos = this.pos;
			to.posOut = this.posOut;
			to.finished = this.finished;
			to.rounds = rounds;
			to.suffix = suffix;
			to.outputLen = outputLen;
			to.enableXOF = enableXOF;
			to.canXOF = this.canXOF;
			to.destroyed = this.destroyed;
			return to;
		}
	};
	genShake = (suffix, blockLen, outputLen, info = {}) => createHasher((opts = {}) => {
		opts = checkOpts({}, opts);
		return new Keccak(blockLen, suffix, opts.dkLen === void 0 ? outputLen : opts.dkLen, true);
	}, info);
	shake128 = /* @__PURE__ */ genShake(31, 168, 16, /* @__PURE__ */ oidNist(11));
	shake256 = /* @__PURE__ */ genShake(31, 136, 32, /* @__PURE__ */ oidNist(12));
}));
// node_modules/@noble/curves/abstract/fft.js
function checkU32(n, title = "n") {
	if (typeof n !== "number") throw new TypeError(`wrong u32 integer "${title}": expected number, got type=${typeof n}`);
	if (!Number.isSafeInteger(n) || n < 0 || n > 4294967295) throw new RangeError(`wrong u32 integer "${title}": expected 0..4294967295, got ${n}`);
	return n;
}
/**
* Checks if integer is in form of `1 << X`.
* @param x - Integer to inspect.
* @returns `true` when the value is a power of two.
* @example
* Validate that an FFT size is a power of two.
*
* ```ts
* isPowerOfTwo(8);
* ```
*/
function isPowerOfTwo(x) {
	checkU32(x, "x");
	return (x & x - 1) === 0 && x !== 0;
}
/**
* @param n - Value to reverse.
* @param bits - Number of bits to use.
* @returns Bit-reversed integer.
* @throws If `n` is not a valid unsigned 32-bit integer. {@link Error}
* @example
* Reverse the low `bits` bits of one index.
*
* ```ts
* reverseBits(3, 3);
* ```
*/
function reverseBits(n, bits) {
	checkU32(n);
	if (typeof bits !== "number") throw new TypeError("\"bits\" expected number, got type=" + typeof bits);
	if (!Number.isSafeInteger(bits) || bits < 0 || bits > 32) throw new Error(`expected integer 0 <= bits <= 32, got ${bits}`);
	let reversed = 0;
	for (let i = 0; i < bits; i++, n >>>= 1) reversed = reversed << 1 | n & 1;
	return reversed >>> 0;
}
/**
* Similar to `bitLen(x)-1` but much faster for small integers, like indices.
* @param n - Input value.
* @returns Base-2 logarithm. For `n = 0`, the current implementation returns `-1`.
* @example
* Compute the radix-2 stage count for one transform size.
*
* ```ts
* log2(8);
* ```
*/
function log2(n) {
	checkU32(n);
	return 31 - Math.clz32(n);
}
/**
* Moves lowest bit to highest position, which at first step splits
* array on even and odd indices, then it applied again to each part,
* which is core of fft
* @param values - Mutable coefficient array.
* @returns Mutated input array.
* @throws If the array length is not a positive power of two. {@link Error}
* @example
* Reorder coefficients into bit-reversed order in place.
*
* ```ts
* const values = Uint8Array.from([0, 1, 2, 3]);
* bitReversalInplace(values);
* ```
*/
function bitReversalInplace(values) {
	if (!values || typeof values !== "object" || typeof values.length !== "number") throw new TypeError("\"values\" expected array-like, got type=" + typeof values);
	const n = values.length;
	if (!isPowerOfTwo(n)) throw new Error("expected positive power-of-two length, got " + n);
	const bits = log2(n);
	for (let i = 0; i < n; i++) {
		const j = reverseBits(i, bits);
		if (i < j) {
			const tmp = values[i];
			values[i] = values[j];
			values[j] = tmp;
		}
	}
	return values;
}
var FFTCore;
var init_fft = __esmMin((() => {
	init_utils$2();
	FFTCore = (F, coreOpts) => {
		validateObject(coreOpts, {
			N: "number",
			roots: "object",
			dit: "boolean"
		}, {
			invertButterflies: "boolean",
			skipStages: "number",
			brp: "boolean"
		}, "coreOpts");
		const { N, roots, dit, invertButterflies = false, skipStages = 0, brp = true } = coreOpts;
		checkU32(N, "coreOpts.N");
		const bits = log2(N);
		if (!isPowerOfTwo(N)) throw new Error("FFT: Polynomial size should be power of two");
		checkU32(skipStages, "coreOpts.skipStages");
		const maxSkipStages = bits === 0 ? 0 : bits - 1;
		if (skipStages > maxSkipStages) throw new Error(`FFT: wrong skipStages: expected 0 <= skipStages <= ${maxSkipStages}`);
		if (roots.length !== N) throw new Error(`FFT: wrong roots length: expected ${N}, got ${roots.length}`);
		const isDit = dit !== invertButterflies;
		return (values) => {
			if (values.length !== N) throw new Error("FFT: wrong Polynomial length");
			if (dit && brp) bitReversalInplace(values);
			for (let i = 0, g = 1; i < bits - skipStages; i++) {
				const s = dit ? i + 1 + skipStages : bits - i;
				const m = 1 << s;
				const m2 = m >> 1;
				const stride = N >> s;
				for (let k = 0; k < N; k += m) for (let j = 0, grp = g++; j < m2; j++) {
					const rootPos = invertButterflies ? dit ? N - grp : grp : j * stride;
					const i0 = k + j;
					const i1 = k + j + m2;
					const omega = roots[rootPos];
					const b = values[i1];
					const a = values[i0];
					if (isDit) {
						const t = F.mul(b, omega);
						values[i0] = F.add(a, t);
						values[i1] = F.sub(a, t);
					} else if (invertButterflies) {
						values[i0] = F.add(b, a);
						values[i1] = F.mul(F.sub(b, a), omega);
					} else {
						values[i0] = F.add(a, b);
						values[i1] = F.mul(F.sub(a, b), omega);
					}
				}
			}
			if (!dit && brp) bitReversalInplace(values);
			return values;
		};
	};
}));
// node_modules/@noble/post-quantum/utils.js
/*! noble-post-quantum - MIT License (c) 2024 Paul Miller (paulmillr.com) */
function aarray(item, title, inner = () => {}) {
	if (!Array.isArray(item)) throw new TypeError(`"${title}" expected array, got type=${typeof item}`);
	for (let i = 0; i < item.length; i++) inner(item[i], `${title}[${i}]`);
	return item;
}
function aobject(value, title = "object") {
	if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError(title === "object" ? "expected valid options object" : `"${title}" expected object, got type=${typeof value}`);
	return value;
}
/**
* Compares two byte arrays in a length-constant way for equal lengths.
* Inputs are validated as byte arrays; unequal lengths return `false` immediately.
* @param a - First byte array.
* @param b - Second byte array.
* @returns Whether both arrays contain the same bytes.
* @example
* Compare two byte arrays for equality.
* ```ts
* equalBytes(new Uint8Array([1]), new Uint8Array([1]));
* ```
*/
function equalBytes(a, b) {
	a = abytes(a);
	b = abytes(b);
	if (a.length !== b.length) return false;
	let diff = 0;
	for (let i = 0; i < a.length; i++) diff |= a[i] ^ b[i];
	return diff === 0;
}
/**
* Validates that an options bag is a plain object.
* @param opts - Options object to validate.
* @throws On wrong argument types. {@link TypeError}
* @example
* Validate that an options bag is a plain object.
* ```ts
* validateOpts({});
* ```
*/
function validateOpts(opts) {
	if (isBytes(opts)) throw new TypeError("\"opts\" expected object, got Uint8Array");
	aobject(opts, "opts");
	const proto = Object.getPrototypeOf(opts);
	if (proto !== null && proto !== Object.prototype) throw new TypeError("\"opts\" expected a plain object");
}
/**
* Rejects option keys the caller did not mean to set.
*
* Validating the types of known keys while ignoring unknown ones makes a typo
* indistinguishable from an omission, and for these options an omission is a
* security downgrade rather than a no-op: `{ ctx }` instead of `{ context }` signs
* with no domain separation, succeeds, and verifies for anyone who also supplies
* none. Nothing at any layer reports it. TypeScript catches this through excess
* property checks, so the exposure is JavaScript callers specifically.
*
* @param opts - Options object to check.
* @param allowed - The keys this call site accepts.
* Returns a frozen null-prototype snapshot so later reads cannot fall through to a polluted
* prototype. Like `checkOpts()` in noble-hashes, only enumerable own properties are copied.
* @throws If any other copied key is present or the bag has a custom prototype. {@link TypeError}
* @returns Sanitized snapshot of the enumerable own options.
* @example
* Accept a known option key. A key the list does not name, such as `ctx`, throws instead.
* ```ts
* import { checkOptKeys } from '@noble/post-quantum/utils.js';
* checkOptKeys({ context: new Uint8Array() }, ['context']);
* ```
*/
function checkOptKeys(opts, allowed) {
	validateOpts(opts);
	const normalized = Object.assign(Object.create(null), opts);
	for (const [k, v] of Object.entries(normalized)) {
		if (v === void 0) continue;
		if (!allowed.includes(k)) throw new TypeError("unexpected option \"" + String(k) + "\"; expected one of: " + allowed.join(", "));
	}
	return Object.freeze(normalized);
}
/**
* Validates common verification options.
* `context` itself is validated with `abytes(...)`, and individual algorithms may narrow support
* further after this shared plain-object gate.
* @param opts - Verification options. See {@link VerOpts}.
* @param allowed - Keys this call site accepts. Defaults to {@link VER_OPT_KEYS}; surfaces that
* take extra keys, or take fewer, pass their own list.
* @throws On wrong argument types. {@link TypeError}
* @returns Frozen null-prototype snapshot of the validated options.
* @example
* Validate common verification options.
* ```ts
* validateVerOpts({ context: new Uint8Array([1]) });
* ```
*/
function validateVerOpts(opts, allowed = VER_OPT_KEYS) {
	const normalized = checkOptKeys(opts, allowed);
	if (normalized.context !== void 0) abytes(normalized.context, void 0, "opts.context");
	return normalized;
}
/**
* Validates common signing options.
* `extraEntropy` is validated with `abytes(...)`; exact lengths and extra algorithm-specific
* restrictions are enforced later by callers.
* @param opts - Signing options. See {@link SigOpts}.
* @param allowed - Keys this call site accepts. Defaults to {@link SIG_OPT_KEYS}; surfaces that
* take extra keys, or take fewer, pass their own list.
* @throws On wrong argument types. {@link TypeError}
* @returns Frozen null-prototype snapshot of the validated options.
* @example
* Validate common signing options.
* ```ts
* validateSigOpts({ extraEntropy: new Uint8Array([1]) });
* ```
*/
function validateSigOpts(opts, allowed = SIG_OPT_KEYS) {
	const normalized = checkOptKeys(opts, allowed);
	if (normalized.context !== void 0) abytes(normalized.context, void 0, "opts.context");
	if (normalized.extraEntropy !== false && normalized.extraEntropy !== void 0) abytes(normalized.extraEntropy, void 0, "opts.extraEntropy");
	return normalized;
}
/**
* Builds a fixed-layout coder from byte lengths and nested coders.
* Raw-length fields decode as zero-copy `subarray(...)` views, and nested coders may preserve that
* aliasing too. Nested coder `encode(...)` results are treated as owned scratch: `splitCoder`
* copies them into the output and then zeroizes them with `fill(0)`. If a nested encoder forwards
* caller-owned bytes, it must do so only after detaching them into a disposable copy.
* @param label - Label used in validation errors.
* @param lengths - Field lengths or nested coders.
* @returns Composite fixed-length coder.
* @example
* Build a fixed-layout coder from byte lengths and nested coders.
* ```ts
* splitCoder('demo', 1, 2).encode([new Uint8Array([1]), new Uint8Array([2, 3])]);
* ```
*/
function splitCoder(label, ...lengths) {
	const getLength = (c) => typeof c === "number" ? c : c.bytesLen;
	const bytesLen = lengths.reduce((sum, a) => sum + getLength(a), 0);
	return {
		bytesLen,
		encode: (bufs) => {
			const res = new Uint8Array(bytesLen);
			for (let i = 0, pos = 0; i < lengths.length; i++) {
				const c = lengths[i];
				const l = getLength(c);
				const b = typeof c === "number" ? bufs[i] : c.encode(bufs[i]);
				abytes(b, l, label);
				res.set(b, pos);
				if (typeof c !== "number") b.fill(0);
				pos += l;
			}
			return res;
		},
		decode: (buf) => {
			abytes(buf, bytesLen, label);
			const res = [];
			for (const c of lengths) {
				const l = getLength(c);
				const b = buf.subarray(0, l);
				res.push(typeof c === "number" ? b : c.decode(b));
				buf = buf.subarray(l);
			}
			return res;
		}
	};
}
/**
* Builds a fixed-length vector coder from another fixed-length coder.
* Element decoding receives `subarray(...)` views, so aliasing depends on the element coder.
* Element coder `encode(...)` results are treated as owned scratch: `vecCoder` copies them into
* the output and then zeroizes them with `fill(0)`. If an element encoder forwards caller-owned
* bytes, it must do so only after detaching them into a disposable copy. `vecCoder` also trusts
* the `BytesCoderLen` contract: each encoded element must already be exactly `c.bytesLen` bytes.
* @param c - Element coder.
* @param vecLen - Number of elements in the vector.
* @returns Fixed-length vector coder.
* @example
* Build a fixed-length vector coder from another fixed-length coder.
* ```ts
* vecCoder(
*   { bytesLen: 1, encode: (n: number) => Uint8Array.of(n), decode: (b: Uint8Array) => b[0] || 0 },
*   2
* ).encode([1, 2]);
* ```
*/
function vecCoder(c, vecLen) {
	const coder = c;
	const bytesLen = vecLen * coder.bytesLen;
	return {
		bytesLen,
		encode: (u) => {
			const uArr = aarray(u, "u");
			if (uArr.length !== vecLen) throw new RangeError(`vecCoder.encode: wrong length=${uArr.length}. Expected: ${vecLen}`);
			const res = new Uint8Array(bytesLen);
			for (let i = 0, pos = 0; i < uArr.length; i++) {
				const b = coder.encode(uArr[i]);
				res.set(b, pos);
				b.fill(0);
				pos += b.length;
			}
			return res;
		},
		decode: (a) => {
			abytes(a, bytesLen);
			const r = [];
			for (let i = 0; i < a.length; i += coder.bytesLen) r.push(coder.decode(a.subarray(i, i + coder.bytesLen)));
			return r;
		}
	};
}
/**
* Overwrites supported typed-array inputs with zeroes in place.
* Accepts direct typed arrays and one-level arrays of them.
* @param list - Typed arrays or one-level lists of typed arrays to clear.
* @example
* Overwrite typed arrays with zeroes.
* ```ts
* const buf = Uint8Array.of(1, 2, 3);
* cleanBytes(buf);
* ```
*/
function cleanBytes(...list) {
	for (const t of list) if (Array.isArray(t)) for (const b of t) b.fill(0);
	else t.fill(0);
}
/**
* Creates a 32-bit mask with the lowest `bits` bits set.
* @param bits - Number of low bits to keep.
* @returns Bit mask with `bits` ones.
* @throws On wrong argument types. {@link TypeError}
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Create a low-bit mask for packed-field operations.
* ```ts
* const mask = getMask(4);
* ```
*/
function getMask(bits) {
	anumber(bits, "bits");
	if (bits > 32) throw new RangeError("\"bits\" expected <= 32, got " + bits);
	return bits === 32 ? 4294967295 : ~(-1 << bits) >>> 0;
}
/**
* Builds the domain-separated message payload for the pure sign/verify paths.
* Context length `255` is valid; only `ctx.length > 255` is rejected.
* @param msg - Message bytes.
* @param ctx - Optional context bytes.
* @returns Domain-separated message payload.
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Build the domain-separated payload before direct signing.
* ```ts
* const payload = getMessage(new Uint8Array([1, 2]));
* ```
*/
function getMessage(msg, ctx = EMPTY) {
	abytes(msg, void 0, "msg");
	abytes(ctx, void 0, "ctx");
	if (ctx.length > 255) throw new RangeError("context should be 255 bytes or less");
	return concatBytes(new Uint8Array([0, ctx.length]), ctx, msg);
}
/**
* Validates that a hash exposes a NIST hash OID and enough collision resistance.
* Current accepted surface is broader than the FIPS algorithm tables: any hash/XOF under the NIST
* `2.16.840.1.101.3.4.2.*` subtree is accepted if its effective `outputLen` is strong enough.
* XOF callers must pass a callable whose `outputLen` matches the digest length they actually intend
* to sign; bare `shake128` / `shake256` defaults are too short for the stronger prehash modes.
* @param hash - Hash function to validate.
* @param requiredStrength - Minimum required collision-resistance strength in bits.
* @throws If the hash metadata or collision resistance is insufficient. {@link Error}
* @example
* Validate that a hash exposes a NIST hash OID and enough collision resistance.
* ```ts
* import { sha256 } from '@noble/hashes/sha2.js';
* import { checkHash } from '@noble/post-quantum/utils.js';
* checkHash(sha256, 128);
* ```
*/
function checkHash(hash, requiredStrength = 0) {
	if (typeof hash !== "function" || typeof hash.create !== "function") throw new TypeError("\"hash\" expected hash function, got type=" + typeof hash);
	ahash(hash);
	anumber(requiredStrength, "requiredStrength");
	const oid = hash.oid;
	abytes(oid, void 0, "hash.oid");
	if (!equalBytes(oid.subarray(0, 10), oidNistP)) throw new Error("\"hash.oid\" is invalid: expected NIST hash");
	const xofLen = XOF_OID_OUTPUT_LEN[bytesToHex(oid)];
	if (xofLen !== void 0 && hash.outputLen !== xofLen) throw new Error("Pre-hash XOF output length must be " + xofLen + " bytes for this OID, got: " + hash.outputLen);
	const collisionResistance = hash.outputLen * 8 / 2;
	if (requiredStrength > collisionResistance) throw new Error("Pre-hash security strength too low: " + collisionResistance + ", required: " + requiredStrength);
}
/**
* Builds the domain-separated prehash payload for the prehash sign/verify paths.
* Callers are expected to vet `hash.oid` first, e.g. via `checkHash(...)`; calling this helper
* directly with a hash object that lacks `oid` currently throws later inside `concatBytes(...)`.
* Context length `255` is valid; only `ctx.length > 255` is rejected.
* @param hash - Prehash function.
* @param msg - Message bytes.
* @param ctx - Optional context bytes.
* @returns Domain-separated prehash payload.
* @throws On wrong argument ranges or values. {@link RangeError}
* @example
* Build the domain-separated prehash payload for external hashing.
* ```ts
* import { sha256 } from '@noble/hashes/sha2.js';
* import { getMessagePrehash } from '@noble/post-quantum/utils.js';
* getMessagePrehash(sha256, new Uint8Array([1, 2]));
* ```
*/
function getMessagePrehash(hash, msg, ctx = EMPTY) {
	checkHash(hash);
	abytes(msg, void 0, "msg");
	abytes(ctx, void 0, "ctx");
	if (ctx.length > 255) throw new RangeError("context should be 255 bytes or less");
	const hashed = hash(msg);
	return concatBytes(new Uint8Array([1, ctx.length]), ctx, hash.oid, hashed);
}
var abytesDoc, randomBytes, VER_OPT_KEYS, SIG_OPT_KEYS, EMPTY, oidNistP, XOF_OID_OUTPUT_LEN;
var init_utils = __esmMin((() => {
	init_utils$1();
	abytesDoc = abytes;
	randomBytes = randomBytes$1;
	VER_OPT_KEYS = /* @__PURE__ */ Object.freeze(["context"]);
	SIG_OPT_KEYS = /* @__PURE__ */ Object.freeze(["context", "extraEntropy"]);
	EMPTY = /* @__PURE__ */ Uint8Array.of();
	oidNistP = /* @__PURE__ */ Uint8Array.from([
		6,
		9,
		96,
		134,
		72,
		1,
		101,
		3,
		4,
		2
	]);
	XOF_OID_OUTPUT_LEN = /* @__PURE__ */ (() => ({
		"060960864801650304020b": 32,
		"060960864801650304020c": 64
	}))();
}));
// node_modules/@noble/post-quantum/_crystals.js
var genCrystals, createXofShake, XOF128, XOF256;
var init__crystals = __esmMin((() => {
	init_fft();
	init_sha3();
	init_utils();
	genCrystals = (opts) => {
		/*! noble-post-quantum - MIT License (c) 2024 Paul Miller (paulmillr.com) */
		const { newPoly, N, Q, F, ROOT_OF_UNITY, brvBits, isKyber } = opts;
		const mod = (a, modulo = Q) => {
			const result = a % modulo | 0;
			return (result >= 0 ? result | 0 : modulo + result | 0) | 0;
		};
		const smod = (a, modulo = Q) => {
			const r = mod(a, modulo) | 0;
			return (r > modulo >> 1 ? r - modulo | 0 : r) | 0;
		};
		function getZettas() {
			const out = newPoly(N);
			for (let i = 0; i < N; i++) {
				const b = reverseBits(i, brvBits);
				const p = BigInt(ROOT_OF_UNITY) ** BigInt(b) % BigInt(Q);
				out[i] = Number(p) | 0;
			}
			return out;
		}
		const nttZetas = getZettas();
		const inv = (_a) => {
			throw new Error("not implemented");
		};
		const field = isKyber ? {
			add: (a, b) => {
				const r = a + b | 0;
				return r >= Q ? r - Q | 0 : r;
			},
			sub: (a, b) => {
				const r = a - b | 0;
				return r < 0 ? r + Q | 0 : r;
			},
			mul: (a, b) => mod((a | 0) * (b | 0)) | 0,
			inv
		} : {
			add: (a, b) => mod((a | 0) + (b | 0)) | 0,
			sub: (a, b) => mod((a | 0) - (b | 0)) | 0,
			mul: (a, b) => mod((a | 0) * (b | 0)) | 0,
			inv
		};
		const nttOpts = {
			N,
			roots: nttZetas,
			invertButterflies: true,
			skipStages: isKyber ? 1 : 0,
			brp: false
		};
		const dif = FFTCore(field, {
			dit: false,
			...nttOpts
		});
		const dit = FFTCore(field, {
			dit: true,
			...nttOpts
		});
		const NTT = {
			encode: (r) => {
				return dif(r);
			},
			decode: (r) => {
				dit(r);
				for (let i = 0; i < r.length; i++) r[i] = mod(F * r[i]);
				return r;
			}
		};
		const bitsCoder = (d, c) => {
			for (let i = 0, bufLen = 0; i < N; i++) {
				bufLen += d;
				if (bufLen > 32) getMask(bufLen);
				bufLen %= 8;
			}
			const mask = getMask(d);
			const bytesLen = d * (N / 8);
			return {
				bytesLen,
				encode: (poly_) => {
					const poly = poly_;
					const r = new Uint8Array(bytesLen);
					for (let i = 0, buf = 0, bufLen = 0, pos = 0; i < poly.length; i++) {
						buf |= (c.encode(poly[i]) & mask) << bufLen;
						bufLen += d;
						for (; bufLen >= 8; bufLen -= 8, buf >>= 8) r[pos++] = buf & 255;
					}
					return r;
				},
				decode: (bytes) => {
					const r = newPoly(N);
					for (let i = 0, buf = 0, bufLen = 0, pos = 0; i < bytes.length; i++) {
						buf |= bytes[i] << bufLen;
						bufLen += 8;
						for (; bufLen >= d; bufLen -= d, buf >>= d) r[pos++] = c.decode(buf & mask);
					}
					return r;
				}
			};
		};
		return {
			mod,
			smod,
			nttZetas,
			NTT: {
				encode: (r) => NTT.encode(r),
				decode: (r) => NTT.decode(r)
			},
			bitsCoder
		};
	};
	createXofShake = (shake) => (seed, blockLen) => {
		if (!blockLen) blockLen = shake.blockLen;
		const _seed = new Uint8Array(seed.length + 2);
		_seed.set(seed);
		const seedLen = seed.length;
		const buf = new Uint8Array(blockLen);
		let h = shake.create({});
		let calls = 0;
		let xofs = 0;
		return {
			stats: () => ({
				calls,
				xofs
			}),
			get: (x, y) => {
				_seed[seedLen + 0] = x;
				_seed[seedLen + 1] = y;
				h.destroy();
				h = shake.create({}).update(_seed);
				calls++;
				return () => {
					xofs++;
					return h.xofInto(buf);
				};
			},
			clean: () => {
				h.destroy();
				cleanBytes(buf, _seed);
			}
		};
	};
	XOF128 = /* @__PURE__ */ createXofShake(shake128);
	XOF256 = /* @__PURE__ */ createXofShake(shake256);
}));
// node_modules/@noble/post-quantum/ml-dsa.js
var ml_dsa_exports = /* @__PURE__ */ __exportAll({
	PARAMS: () => PARAMS,
	ml_dsa44: () => ml_dsa44,
	ml_dsa65: () => ml_dsa65,
	ml_dsa87: () => ml_dsa87
});
/*! noble-post-quantum - MIT License (c) 2024 Paul Miller (paulmillr.com) */
function validateInternalOpts(opts, allowed) {
	const normalized = checkOptKeys(opts, allowed);
	if (normalized.externalMu !== void 0) abool$1(normalized.externalMu, "opts.externalMu");
	return normalized;
}
function RejNTTPoly(xof_) {
	const xof = xof_;
	const r = newPoly(N);
	for (let j = 0; j < N;) {
		const b = xof();
		if (b.length % 3) throw new Error("RejNTTPoly: unaligned block");
		for (let i = 0; j < N && i <= b.length - 3; i += 3) {
			const t = (b[i + 0] | b[i + 1] << 8 | b[i + 2] << 16) & 8388607;
			if (t < Q) r[j++] = t;
		}
	}
	return r;
}
function getDilithium(opts_) {
	const opts = opts_;
	const { K, L, GAMMA1, GAMMA2, TAU, ETA, OMEGA } = opts;
	const { CRH_BYTES, TR_BYTES, C_TILDE_BYTES, XOF128, XOF256, securityLevel } = opts;
	if (![2, 4].includes(ETA)) throw new Error("Wrong ETA");
	if (![1 << 17, 1 << 19].includes(GAMMA1)) throw new Error("Wrong GAMMA1");
	if (![GAMMA2_1, GAMMA2_2].includes(GAMMA2)) throw new Error("Wrong GAMMA2");
	const BETA = TAU * ETA;
	const decompose = (r) => {
		const rPlus = crystals.mod(r);
		const r0 = crystals.smod(rPlus, 2 * GAMMA2) | 0;
		if (rPlus - r0 === 8380416) return {
			r1: 0,
			r0: r0 - 1 | 0
		};
		return {
			r1: Math.floor((rPlus - r0) / (2 * GAMMA2)) | 0,
			r0
		};
	};
	const HighBits = (r) => decompose(r).r1;
	const LowBits = (r) => decompose(r).r0;
	const MakeHint = (z, r) => {
		return z <= GAMMA2 || z > Q - GAMMA2 || z === Q - GAMMA2 && r === 0 ? 0 : 1;
	};
	const HINT_M = Math.floor(8380416 / (2 * GAMMA2));
	const UseHint = (h, r) => {
		const { r1, r0 } = decompose(r);
		if (h === 1) return r0 > 0 ? crystals.mod(r1 + 1, HINT_M) | 0 : crystals.mod(r1 - 1, HINT_M) | 0;
		return r1 | 0;
	};
	const Power2Round = (r) => {
		const rPlus = crystals.mod(r);
		const r0 = crystals.smod(rPlus, 2 ** D) | 0;
		return {
			r1: Math.floor((rPlus - r0) / 2 ** D) | 0,
			r0
		};
	};
	const hintCoder = {
		bytesLen: OMEGA + K,
		encode: (h_) => {
			const h = h_;
			if (h === false) throw new Error("hint.encode: hint is false");
			const res = new Uint8Array(OMEGA + K);
			for (let i = 0, k = 0; i < K; i++) {
				for (let j = 0; j < N; j++) if (h[i][j] !== 0) res[k++] = j;
				res[OMEGA + i] = k;
			}
			return res;
		},
		decode: (buf) => {
			const h = [];
			let k = 0;
			for (let i = 0; i < K; i++) {
				const hi = newPoly(N);
				if (buf[OMEGA + i] < k || buf[OMEGA + i] > OMEGA) return false;
				for (let j = k; j < buf[OMEGA + i]; j++) {
					if (j > k && buf[j] <= buf[j - 1]) return false;
					hi[buf[j]] = 1;
				}
				k = buf[OMEGA + i];
				h.push(hi);
			}
			for (let j = k; j < OMEGA; j++) if (buf[j] !== 0) return false;
			return h;
		}
	};
	const ETACoder = polyCoder(ETA === 2 ? 3 : 4, (i) => ETA - i, (i) => {
		if (!(-ETA <= i && i <= ETA)) throw new Error(`malformed key s1/s3 ${i} outside of ETA range [${-ETA}, ${ETA}]`);
		return i;
	});
	const T0Coder = polyCoder(13, (i) => 4096 - i);
	const T1Coder = polyCoder(10);
	const ZCoder = polyCoder(GAMMA1 === 1 << 17 ? 18 : 20, (i) => crystals.smod(GAMMA1 - i));
	const W1Vec = vecCoder(polyCoder(GAMMA2 === GAMMA2_1 ? 6 : 4), K);
	const publicCoder = splitCoder("publicKey", 32, vecCoder(T1Coder, K));
	const secretCoder = splitCoder("secretKey", 32, 32, TR_BYTES, vecCoder(ETACoder, L), vecCoder(ETACoder, K), vecCoder(T0Coder, K));
	const sigCoder = splitCoder("signature", C_TILDE_BYTES, vecCoder(ZCoder, L), hintCoder);
	const CoefFromHalfByte = ETA === 2 ? (n) => n < 15 ? 2 - n % 5 : false : (n) => n < 9 ? 4 - n : false;
	function RejBoundedPoly(xof_) {
		const xof = xof_;
		const r = newPoly(N);
		for (let j = 0; j < N;) {
			const b = xof();
			for (let i = 0; j < N && i < b.length; i += 1) {
				const d1 = CoefFromHalfByte(b[i] & 15);
				const d2 = CoefFromHalfByte(b[i] >> 4 & 15);
				if (d1 !== false) r[j++] = d1;
				if (j < N && d2 !== false) r[j++] = d2;
			}
		}
		return r;
	}
	const SampleInBall = (seed) => {
		const pre = newPoly(N);
		const s = shake256.create({}).update(seed);
		const buf = new Uint8Array(shake256.blockLen);
		s.xofInto(buf);
		const masks = buf.slice(0, 8);
		for (let i = N - TAU, pos = 8, maskPos = 0, maskBit = 0; i < N; i++) {
			let b = i + 1;
			for (; b > i;) {
				b = buf[pos++];
				if (pos < shake256.blockLen) continue;
				s.xofInto(buf);
				pos = 0;
			}
			pre[i] = pre[b];
			pre[b] = 1 - ((masks[maskPos] >> maskBit++ & 1) << 1);
			if (maskBit >= 8) {
				maskPos++;
				maskBit = 0;
			}
		}
		return pre;
	};
	const polyPowerRound = (p_) => {
		const p = p_;
		const res0 = newPoly(N);
		const res1 = newPoly(N);
		for (let i = 0; i < p.length; i++) {
			const { r0, r1 } = Power2Round(p[i]);
			res0[i] = r0;
			res1[i] = r1;
		}
		return {
			r0: res0,
			r1: res1
		};
	};
	const polyUseHint = (u_, h_) => {
		const u = u_;
		const h = h_;
		for (let i = 0; i < N; i++) u[i] = UseHint(h[i], u[i]);
		return u;
	};
	const polyMakeHint = (a_, b_) => {
		const a = a_;
		const b = b_;
		const v = newPoly(N);
		let cnt = 0;
		for (let i = 0; i < N; i++) {
			const h = MakeHint(a[i], b[i]);
			v[i] = h;
			cnt += h;
		}
		return {
			v,
			cnt
		};
	};
	const signRandBytes = 32;
	const seedCoder = splitCoder("seed", 32, 64, 32);
	const internal = Object.freeze({
		info: Object.freeze({ type: "internal-ml-dsa" }),
		lengths: Object.freeze({
			secretKey: secretCoder.bytesLen,
			publicKey: publicCoder.bytesLen,
			seed: 32,
			signature: sigCoder.bytesLen,
			signRand: signRandBytes
		}),
		keygen: (seed) => {
			const seedDst = /* @__PURE__ */ new Uint8Array(34);
			const randSeed = seed === void 0;
			if (randSeed) seed = randomBytes(32);
			abytesDoc(seed, 32, "seed");
			seedDst.set(seed);
			if (randSeed) cleanBytes(seed);
			seedDst[32] = K;
			seedDst[33] = L;
			const [rho, rhoPrime, K_] = seedCoder.decode(shake256(seedDst, { dkLen: seedCoder.bytesLen }));
			const xofPrime = XOF256(rhoPrime);
			const s1 = [];
			for (let i = 0; i < L; i++) s1.push(RejBoundedPoly(xofPrime.get(i & 255, i >> 8 & 255)));
			const s2 = [];
			for (let i = L; i < L + K; i++) s2.push(RejBoundedPoly(xofPrime.get(i & 255, i >> 8 & 255)));
			const s1Hat = s1.map((i) => crystals.NTT.encode(i.slice()));
			const t0 = [];
			const t1 = [];
			const xof = XOF128(rho);
			const t = newPoly(N);
			for (let i = 0; i < K; i++) {
				cleanBytes(t);
				for (let j = 0; j < L; j++) {
					const aij = RejNTTPoly(xof.get(j, i));
					polyAdd(t, MultiplyNTTs(aij, s1Hat[j]));
				}
				crystals.NTT.decode(t);
				const { r0, r1 } = polyPowerRound(polyAdd(t, s2[i]));
				t0.push(r0);
				t1.push(r1);
			}
			const publicKey = publicCoder.encode([rho, t1]);
			const tr = shake256(publicKey, { dkLen: TR_BYTES });
			const secretKey = secretCoder.encode([
				rho,
				K_,
				tr,
				s1,
				s2,
				t0
			]);
			xof.clean();
			xofPrime.clean();
			cleanBytes(rho, rhoPrime, K_, s1, s2, s1Hat, t, t0, t1, tr, seedDst);
			return {
				publicKey,
				secretKey
			};
		},
		getPublicKey: (secretKey) => {
			const [rho, _K, _tr, s1, s2, _t0] = secretCoder.decode(secretKey);
			const xof = XOF128(rho);
			const s1Hat = s1.map((p) => crystals.NTT.encode(p.slice()));
			const t1 = [];
			const tmp = newPoly(N);
			for (let i = 0; i < K; i++) {
				tmp.fill(0);
				for (let j = 0; j < L; j++) {
					const aij = RejNTTPoly(xof.get(j, i));
					polyAdd(tmp, MultiplyNTTs(aij, s1Hat[j]));
				}
				crystals.NTT.decode(tmp);
				polyAdd(tmp, s2[i]);
				const { r1 } = polyPowerRound(tmp);
				t1.push(r1);
			}
			xof.clean();
			cleanBytes(tmp, s1Hat, _t0, s1, s2);
			return publicCoder.encode([rho, t1]);
		},
		sign: (msg, secretKey, opts = {}) => {
			opts = validateSigOpts(opts, INTERNAL_SIG_OPT_KEYS);
			opts = validateInternalOpts(opts, INTERNAL_SIG_OPT_KEYS);
			const { extraEntropy: random, externalMu = false } = opts;
			if (externalMu) abytesDoc(msg, CRH_BYTES, "mu");
			const ownRnd = random === false || random === void 0;
			const rnd = random === false ? /* @__PURE__ */ new Uint8Array(32) : random === void 0 ? randomBytes(signRandBytes) : random;
			abytesDoc(rnd, 32, "extraEntropy");
			const [rho, _K, tr, s1, s2, t0] = (() => {
				try {
					return secretCoder.decode(secretKey);
				} catch (error) {
					if (ownRnd) cleanBytes(rnd);
					throw error;
				}
			})();
			const A = [];
			const xof = XOF128(rho);
			for (let i = 0; i < K; i++) {
				const pv = [];
				for (let j = 0; j < L; j++) pv.push(RejNTTPoly(xof.get(j, i)));
				A.push(pv);
			}
			xof.clean();
			for (let i = 0; i < L; i++) crystals.NTT.encode(s1[i]);
			for (let i = 0; i < K; i++) {
				crystals.NTT.encode(s2[i]);
				crystals.NTT.encode(t0[i]);
			}
			const mu = externalMu ? msg : shake256.create({ dkLen: CRH_BYTES }).update(tr).update(msg).digest();
			const rhoprime = shake256.create({ dkLen: CRH_BYTES }).update(_K).update(rnd).update(mu).digest();
			if (ownRnd) cleanBytes(rnd);
			abytesDoc(rhoprime, CRH_BYTES);
			const x256 = XOF256(rhoprime, ZCoder.bytesLen);
			main_loop: for (let kappa = 0;;) {
				const y = [];
				for (let i = 0; i < L; i++, kappa++) y.push(ZCoder.decode(x256.get(kappa & 255, kappa >> 8)()));
				const z = y.map((i) => crystals.NTT.encode(i.slice()));
				const w = [];
				for (let i = 0; i < K; i++) {
					const wi = newPoly(N);
					for (let j = 0; j < L; j++) polyAdd(wi, MultiplyNTTs(A[i][j], z[j]));
					crystals.NTT.decode(wi);
					w.push(wi);
				}
				const w1 = w.map((j) => j.map(HighBits));
				const cTilde = shake256.create({ dkLen: C_TILDE_BYTES }).update(mu).update(W1Vec.encode(w1)).digest();
				const cHat = crystals.NTT.encode(SampleInBall(cTilde));
				const cs1 = s1.map((i) => MultiplyNTTs(i, cHat));
				for (let i = 0; i < L; i++) {
					polyAdd(crystals.NTT.decode(cs1[i]), y[i]);
					if (polyChknorm(cs1[i], GAMMA1 - BETA)) {
						cleanBytes(cTilde, cs1, cHat, w1, w, z, y);
						continue main_loop;
					}
				}
				let cnt = 0;
				const h = [];
				for (let i = 0; i < K; i++) {
					const cs2 = crystals.NTT.decode(MultiplyNTTs(s2[i], cHat));
					const r0 = polySub(w[i], cs2).map(LowBits);
					if (polyChknorm(r0, GAMMA2 - BETA)) {
						cleanBytes(cTilde, cs1, cHat, w1, w, z, y, h, cs2, r0);
						continue main_loop;
					}
					const ct0 = crystals.NTT.decode(MultiplyNTTs(t0[i], cHat));
					if (polyChknorm(ct0, GAMMA2)) {
						cleanBytes(cTilde, cs1, cHat, w1, w, z, y, h, cs2, r0, ct0);
						continue main_loop;
					}
					polyAdd(r0, ct0);
					const hint = polyMakeHint(r0, w1[i]);
					h.push(hint.v);
					cnt += hint.cnt;
				}
				if (cnt > OMEGA) {
					cleanBytes(cTilde, cs1, cHat, w1, w, z, y, h);
					continue;
				}
				x256.clean();
				const res = sigCoder.encode([
					cTilde,
					cs1,
					h
				]);
				cleanBytes(cTilde, cs1, h, cHat, w1, w, z, y, rhoprime, s1, s2, t0, ...A);
				if (!externalMu) cleanBytes(mu);
				return res;
			}
			throw new Error("Unreachable code path reached, report this error");
		},
		verify: (sig, msg, publicKey, opts = {}) => {
			opts = validateInternalOpts(opts, INTERNAL_VER_OPT_KEYS);
			const { externalMu = false } = opts;
			if (externalMu) abytesDoc(msg, CRH_BYTES, "mu");
			const [rho, t1] = publicCoder.decode(publicKey);
			const tr = shake256(publicKey, { dkLen: TR_BYTES });
			if (sig.length !== sigCoder.bytesLen) return false;
			const [cTilde, z, h] = sigCoder.decode(sig);
			if (h === false) return false;
			for (let i = 0; i < L; i++) if (polyChknorm(z[i], GAMMA1 - BETA)) return false;
			const mu = externalMu ? msg : shake256.create({ dkLen: CRH_BYTES }).update(tr).update(msg).digest();
			const c = crystals.NTT.encode(SampleInBall(cTilde));
			const zNtt = z.map((i) => i.slice());
			for (let i = 0; i < L; i++) crystals.NTT.encode(zNtt[i]);
			const wTick1 = [];
			const xof = XOF128(rho);
			for (let i = 0; i < K; i++) {
				const ct12d = MultiplyNTTs(crystals.NTT.encode(polyShiftl(t1[i])), c);
				const Az = newPoly(N);
				for (let j = 0; j < L; j++) {
					const aij = RejNTTPoly(xof.get(j, i));
					polyAdd(Az, MultiplyNTTs(aij, zNtt[j]));
				}
				const wApprox = crystals.NTT.decode(polySub(Az, ct12d));
				wTick1.push(polyUseHint(wApprox, h[i]));
			}
			xof.clean();
			const c2 = shake256.create({ dkLen: C_TILDE_BYTES }).update(mu).update(W1Vec.encode(wTick1)).digest();
			for (const t of h) if (!(t.reduce((acc, i) => acc + i, 0) <= OMEGA)) return false;
			for (const t of z) if (polyChknorm(t, GAMMA1 - BETA)) return false;
			return equalBytes(cTilde, c2);
		}
	});
	return Object.freeze({
		info: Object.freeze({ type: "ml-dsa" }),
		internal,
		securityLevel,
		keygen: internal.keygen,
		lengths: internal.lengths,
		getPublicKey: internal.getPublicKey,
		sign: (msg, secretKey, opts = {}) => {
			opts = validateSigOpts(opts);
			const M = getMessage(msg, opts.context);
			const res = internal.sign(M, secretKey, {
				extraEntropy: opts.extraEntropy,
				externalMu: false
			});
			cleanBytes(M);
			return res;
		},
		verify: (sig, msg, publicKey, opts = {}) => {
			opts = validateVerOpts(opts);
			abytesDoc(sig, void 0, "signature");
			return internal.verify(sig, getMessage(msg, opts.context), publicKey, { externalMu: false });
		},
		prehash: (hash) => {
			checkHash(hash, securityLevel);
			const rawHash = hash;
			return Object.freeze({
				info: Object.freeze({ type: "hashml-dsa" }),
				securityLevel,
				lengths: internal.lengths,
				keygen: internal.keygen,
				getPublicKey: internal.getPublicKey,
				sign: (msg, secretKey, opts = {}) => {
					opts = validateSigOpts(opts);
					const M = getMessagePrehash(rawHash, msg, opts.context);
					const res = internal.sign(M, secretKey, {
						extraEntropy: opts.extraEntropy,
						externalMu: false
					});
					cleanBytes(M);
					return res;
				},
				verify: (sig, msg, publicKey, opts = {}) => {
					opts = validateVerOpts(opts);
					abytesDoc(sig, void 0, "signature");
					return internal.verify(sig, getMessagePrehash(rawHash, msg, opts.context), publicKey, { externalMu: false });
				}
			});
		}
	});
}
var INTERNAL_SIG_OPT_KEYS, INTERNAL_VER_OPT_KEYS, N, Q, ROOT_OF_UNITY, F, D, GAMMA2_1, GAMMA2_2, PARAMS, newPoly, crystals, id, polyCoder, polyAdd, polySub, polyShiftl, polyChknorm, MultiplyNTTs, ml_dsa44, ml_dsa65, ml_dsa87;
var init_ml_dsa = __esmMin((() => {
	init_utils$2();
	init_sha3();
	init__crystals();
	init_utils();
	INTERNAL_SIG_OPT_KEYS = /* @__PURE__ */ Object.freeze(["extraEntropy", "externalMu"]);
	INTERNAL_VER_OPT_KEYS = /* @__PURE__ */ Object.freeze(["externalMu"]);
	N = 256;
	Q = 8380417;
	ROOT_OF_UNITY = 1753;
	F = 8347681;
	D = 13;
	GAMMA2_1 = Math.floor(95232) | 0;
	GAMMA2_2 = Math.floor(261888) | 0;
	PARAMS = /* @__PURE__ */ (() => Object.freeze({
		2: Object.freeze({
			K: 4,
			L: 4,
			D,
			GAMMA1: 2 ** 17,
			GAMMA2: GAMMA2_1,
			TAU: 39,
			ETA: 2,
			OMEGA: 80
		}),
		3: Object.freeze({
			K: 6,
			L: 5,
			D,
			GAMMA1: 2 ** 19,
			GAMMA2: GAMMA2_2,
			TAU: 49,
			ETA: 4,
			OMEGA: 55
		}),
		5: Object.freeze({
			K: 8,
			L: 7,
			D,
			GAMMA1: 2 ** 19,
			GAMMA2: GAMMA2_2,
			TAU: 60,
			ETA: 2,
			OMEGA: 75
		})
	}))();
	newPoly = (n) => new Int32Array(n);
	crystals = /* @__PURE__ */ genCrystals({
		N,
		Q,
		F,
		ROOT_OF_UNITY,
		newPoly,
		isKyber: false,
		brvBits: 8
	});
	id = (n) => n;
	polyCoder = (d, compress = id, verify = id) => crystals.bitsCoder(d, {
		encode: (i) => compress(verify(i)),
		decode: (i) => verify(compress(i))
	});
	polyAdd = (a_, b_) => {
		const a = a_;
		const b = b_;
		for (let i = 0; i < a.length; i++) a[i] = crystals.mod(a[i] + b[i]);
		return a;
	};
	polySub = (a_, b_) => {
		const a = a_;
		const b = b_;
		for (let i = 0; i < a.length; i++) a[i] = crystals.mod(a[i] - b[i]);
		return a;
	};
	polyShiftl = (p_) => {
		const p = p_;
		for (let i = 0; i < N; i++) p[i] <<= D;
		return p;
	};
	polyChknorm = (p_, B) => {
		const p = p_;
		for (let i = 0; i < N; i++) if (Math.abs(crystals.smod(p[i])) >= B) return true;
		return false;
	};
	MultiplyNTTs = (a_, b_) => {
		const a = a_;
		const b = b_;
		const c = newPoly(N);
		for (let i = 0; i < a.length; i++) c[i] = crystals.mod(a[i] * b[i]);
		return c;
	};
	ml_dsa44 = /* @__PURE__ */ (() => getDilithium({
		...PARAMS[2],
		CRH_BYTES: 64,
		TR_BYTES: 64,
		C_TILDE_BYTES: 32,
		XOF128,
		XOF256,
		securityLevel: 128
	}))();
	ml_dsa65 = /* @__PURE__ */ (() => getDilithium({
		...PARAMS[3],
		CRH_BYTES: 64,
		TR_BYTES: 64,
		C_TILDE_BYTES: 48,
		XOF128,
		XOF256,
		securityLevel: 192
	}))();
	ml_dsa87 = /* @__PURE__ */ (() => getDilithium({
		...PARAMS[5],
		CRH_BYTES: 64,
		TR_BYTES: 64,
		C_TILDE_BYTES: 64,
		XOF128,
		XOF256,
		securityLevel: 256
	}))();
}));
// src/lib/record-log/cosignature.ts
/** How a witness signs, and the byte that says so in its key. https://c2sp.org/tlog-cosignature */
const algorithms = {
	4: {
		name: "Ed25519",
		keyLength: 32
	},
	6: {
		name: "ML-DSA-44",
		keyLength: 1312
	}
};
/** Parses the public key of a witness; undefined if it is malformed, of another kind, or its hash does not match. */
async function readWitnessKey(keyText) {
	const [, name = "", hash, key = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(keyText) ?? [];
	const bytes = fromBase64(key);
	const algorithm = algorithms[bytes?.[0]];
	if (!bytes || !algorithm || bytes.length !== 1 + algorithm.keyLength || utf8$1(name).length > 255) return void 0;
	const id = (await sha256(concat(utf8$1(`${name}\n`), bytes))).subarray(0, 4);
	return toHex(id) === hash ? {
		name,
		id,
		algorithm: algorithm.name,
		publicKey: bytes.slice(1)
	} : void 0;
}
/**
* Verifies a witness's signature on a checkpoint. `signed`: the text of the checkpoint; `signature`: what follows the key id.
* @returns when the witness signed, in ms since 1970, and null if it does not say when; undefined if the signature is not its own.
*/
async function verifyCosignature(key, { signed, checkpoint }, signature) {
	if (signature.length <= 8) return void 0;
	const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
	if (seconds > maxSeconds) return void 0;
	const bytes = signature.slice(8);
	if (!(key.algorithm === "Ed25519" ? await verifyEd25519(key, utf8$1(`cosignature/v1\ntime ${seconds}\n${signed}`), bytes) : await verifyMlDsa(key, subtreeMessage(key.name, seconds, checkpoint), bytes))) return void 0;
	return { time: key.algorithm === "ML-DSA-44" && seconds === 0n ? null : Number(seconds) * 1e3 };
}
const maxSeconds = 8640000000000n;
const encoder = new TextEncoder();
const utf8$1 = (text) => encoder.encode(text);
async function verifyEd25519({ publicKey }, message, signature) {
	const imported = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
	return crypto.subtle.verify("Ed25519", imported, signature, message);
}
/** Few browsers know ML-DSA themselves, so the library is loaded once such a signature is met. */
async function verifyMlDsa({ publicKey }, message, signature) {
	const { ml_dsa44 } = await Promise.resolve().then(() => (init_ml_dsa(), ml_dsa_exports));
	return signature.length === ml_dsa44.lengths.signature && ml_dsa44.verify(signature, message, publicKey);
}
/** Returns what an ML-DSA-44 witness signs of a checkpoint: the specification's `cosigned_message`. */
function subtreeMessage(name, seconds, { origin, size, root }) {
	return concat(utf8$1("subtree/v1\n\0"), withLength(name), uint64(seconds), withLength(origin), uint64(0n), uint64(BigInt(size)), root);
}
function withLength(text) {
	const bytes = utf8$1(text);
	return concat(Uint8Array.of(bytes.length), bytes);
}
function uint64(value) {
	const bytes = /* @__PURE__ */ new Uint8Array(8);
	new DataView(bytes.buffer).setBigUint64(0, value);
	return bytes;
}
// src/lib/record-log/policy.ts
/** A policy cannot be read. The message names the line. */
var PolicyError = class extends Error {};
/** More lines than any policy has. */
const maxLines = 1e3;
/** Reads a policy in the format of C2SP tlog-policy. @throws PolicyError */
async function readPolicy(text) {
	const lines = text.replace(/^\uFEFF/, "").split("\n");
	if (lines.length > maxLines) throw new PolicyError(`The policy has more than ${maxLines} lines`);
	const reader = new PolicyReader();
	for (const [at, line] of lines.entries()) {
		const reason = await reader.read(line);
		if (reason !== void 0) throw new PolicyError(`Line ${at + 1} of the policy: ${reason}`);
	}
	const { logs, witnesses, quorum } = reader;
	if (!quorum) throw new PolicyError("The policy has no quorum line");
	return {
		logs,
		witnesses,
		quorum
	};
}
const none = {
	threshold: 0,
	members: []
};
/** Control characters that a policy must not have: all but tab and newline, which has been split at. */
const controlCharacter = /[\0-\x08\x0B-\x1F\x7F]/;
var PolicyReader = class {
	logs = [];
	witnesses = [];
	quorum;
	named = /* @__PURE__ */ new Map();
	inGroups = /* @__PURE__ */ new Set();
	/** Reads a line. @returns why it is wrong; undefined if it is not. */
	async read(line) {
		if (controlCharacter.test(line)) return line.endsWith("\r") ? "lines must end as on Unix, without a carriage return" : "it has a control character";
		const [keyword, ...words] = line.split(/[ \t]+/).filter((word) => word !== "");
		if (keyword === void 0 || keyword.startsWith("#")) return void 0;
		if (keyword === "log") return this.readLog(words);
		if (keyword === "witness") return this.readWitness(words);
		if (keyword === "group") return this.readGroup(words);
		if (keyword === "quorum") return this.readQuorum(words);
		return `"${keyword}" is not log, witness, group or quorum`;
	}
	async readLog([keyText, , ...rest]) {
		if (keyText === void 0 || rest.length > 0) return "it must be \"log KEY\" or \"log KEY ADDRESS\"";
		const key = await readVerifierKey(keyText);
		if (!key) return "this is not the Ed25519 key of a log";
		if (this.logs.some(({ publicKey }) => areEqual(publicKey, key.publicKey))) return "this key is there twice";
		this.logs.push(key);
	}
	async readWitness([name, keyText, address, ...rest]) {
		if (name === void 0 || keyText === void 0 || rest.length > 0) return "it must be \"witness NAME KEY\" or \"witness NAME KEY ADDRESS\"";
		const key = await readWitnessKey(keyText);
		if (!key) return "this is not the Ed25519 or ML-DSA-44 key of a witness";
		if (this.witnesses.some((witness) => areEqual(witness.key.publicKey, key.publicKey))) return "this key is there twice";
		this.witnesses.push({
			name,
			key,
			...address === void 0 ? {} : { address }
		});
		return this.define(name, name);
	}
	readGroup([name = "", count = "", ...members]) {
		const threshold = count === "any" ? 1 : count === "all" ? members.length : /^[1-9]\d{0,5}$/.test(count) ? Number(count) : 0;
		if (threshold < 1 || threshold > members.length) return "it must be \"group NAME COUNT MEMBERS...\", with any, all or a number of its members";
		for (const member of members) {
			if (!this.named.has(member)) return `no line before it defines "${member}"`;
			if (this.inGroups.has(member)) return `"${member}" is the member of a group already`;
			this.inGroups.add(member);
		}
		return this.define(name, {
			threshold,
			members: members.map((member) => this.named.get(member) ?? none)
		});
	}
	readQuorum([name = "", ...rest]) {
		if (this.quorum) return "there is a quorum line already";
		const defined = name === "none" ? none : this.named.get(name);
		if (defined === void 0 || rest.length > 0) return `no line before it defines "${[name, ...rest].join(" ")}"`;
		this.quorum = typeof defined === "string" ? {
			threshold: 1,
			members: [defined]
		} : defined;
	}
	define(name, value) {
		if (name === "none") return "nothing may be called \"none\"";
		if (this.named.has(name)) return `"${name}" is defined twice`;
		this.named.set(name, value);
	}
};
/** Finds which witnesses of a policy have cosigned a checkpoint. The signature of the log is not looked at (`verifyCheckpoint`). */
async function checkPolicy(note, { witnesses, quorum }) {
	const read = readCheckpoint(note);
	const seen = /* @__PURE__ */ new Map();
	const forged = [];
	for (const { name, key } of witnesses) {
		const own = read?.signatures.filter((signature) => signature.name === key.name && areEqual(signature.id, key.id)) ?? [];
		for (const { signature } of own) {
			const cosigned = read && await verifyCosignature(key, read, signature);
			if (cosigned) seen.set(name, Math.max(cosigned.time ?? 0, seen.get(name) ?? 0) || null);
			else forged.push(name);
		}
	}
	const times = [...seen.values()].filter((time) => time !== null);
	const seenBy = [...seen.keys()].filter((name) => !forged.includes(name));
	return {
		seenBy,
		forged,
		needed: fewest(quorum),
		isReached: forged.length === 0 && quorum.threshold > 0 && hasQuorum(quorum, seenBy),
		...times.length > 0 ? { newest: Math.max(...times) } : {}
	};
}
function hasQuorum({ threshold, members }, seenBy) {
	return members.filter((member) => typeof member === "string" ? seenBy.includes(member) : hasQuorum(member, seenBy)).length >= threshold;
}
/** Returns the smallest number of witnesses that satisfies a group. */
function fewest({ threshold, members }) {
	return members.map((member) => typeof member === "string" ? 1 : fewest(member)).sort((a, b) => a - b).slice(0, threshold).reduce((sum, cost) => sum + cost, 0);
}
// src/lib/text/decode-unicode.ts
/** Returns the kind of UTF-16 that the byte order mark at the start of a file names; undefined without one. */
function markedUtf16(bytes) {
	if (bytes[0] === 255 && bytes[1] === 254) return "utf-16le";
	return bytes[0] === 254 && bytes[1] === 255 ? "utf-16be" : void 0;
}
/** Recognises UTF-16 without a mark: commas, line breaks and Latin letters have a zero byte, always on the same side. */
function unmarkedUtf16(bytes) {
	const start = bytes.subarray(0, 4096);
	const zeros = [0, 0];
	for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	const enough = start.length / 20;
	if (odd > enough && even === 0) return "utf-16le";
	return even > enough && odd === 0 ? "utf-16be" : void 0;
}
/**
* Decodes a text that is Unicode: UTF-16 if it has that mark, or every other byte is zero; else UTF-8. Windows writes UTF-16 when a
* command's output is sent to a file. Undefined if it is neither. A mark at the start is left out.
*/
function decodeUnicode(bytes) {
	try {
		return new TextDecoder(markedUtf16(bytes) ?? unmarkedUtf16(bytes) ?? "utf-8", { fatal: true }).decode(bytes);
	} catch {
		return;
	}
}
// src/content/record/verify.ts
const verify = {
	meta: {
		title: "Check a certificate or an entry on the record | Carma",
		description: "Enter a certificate number or choose a file: your browser checks the signature, the place in the log and the names, step by step."
	},
	title: "Check a certificate",
	lede: "Enter a certificate number. Your browser checks it step by step.",
	noScripts: "Without JavaScript, our server does the check, so you have to take its word. To check without us, use carma-verify.mjs.",
	byServer: "Checked by our server.",
	byBrowser: "Checked in your browser.",
	field: "Certificate or serial number",
	/** An entry, as the field takes it. */
	entryNumber: "entry {index}",
	haveFile: "Have a file?",
	about: "It can be a certificate or an entry. Your browser fetches only public files from us, such as the log’s keys and the policy that says which witnesses count. With carma-verify.mjs you can use keys and a policy of your own.",
	file: "Choose a file (JSON or PDF)",
	json: "Or paste its JSON",
	missing: "Enter a certificate number, or choose a file.",
	/** Of words that are no number and no file, such as a name. */
	words: {
		title: "This is not a number that can be checked.",
		takes: "Enter the number of a certificate (CR-000097) or of an entry (entry 12), or a serial number as the registry writes it; or choose a file.",
		search: "Search the record for “{words}”"
	},
	problem: {
		/** The heading of the summary above its fields. */
		heading: "There is a problem",
		/** First in the title of the page for as long as the summary is shown. */
		title: "Error: "
	},
	button: "Check",
	checking: "Checking...",
	/** The fact that an entry records. */
	facts: {
		certificate: "{quantity} tCO₂e of {projects} retired for {beneficiary} on {date}",
		entry: "Entry {index}: {kind}, {quantity} units of {projects}, {date}",
		/** Of an entry without units, such as a correction. */
		other: "Entry {index}: {kind}, {date}",
		shares: "{project} ({quantity})",
		erased: "a name that was erased or is not on file",
		unnamed: "somebody whom the file does not name",
		corrected: "Corrected: “{correction}” ({entry})",
		laterEntry: "Entry {index} is about it too: {kind}"
	},
	failed: "This file failed the check. Don’t rely on it.",
	unreadable: "This cannot be read as a certificate or an entry.",
	unfinished: "The check could not be finished.",
	unfinishedBecause: "Nothing was found to be wrong, but not everything could be checked: see the steps marked with a dash.",
	unreachable: "The check could not be finished, because the record didn’t answer. Try again.",
	says: "The file says:",
	noCertificate: "There is no certificate {number} on this record. Check the number.",
	noEntry: "There is no such entry on this record. Check the number.",
	pdf: {
		headline: "The PDF itself was not checked.",
		attached: "The certificate that is attached to it, {number}, was checked, and says:",
		recorded: "No certificate that can be read is attached to it. The record says of {number}, whose number is in the PDF:",
		nothing: "No certificate that can be checked is attached to it. Type its number instead, and compare what the record says.",
		compare: "Anybody can edit a PDF: compare each line of yours with this, and with the certificate’s page.",
		page: "Certificate {number} on the record"
	},
	sample: "It is sample data: invented, and without value.",
	proven: "This proves that Carma recorded it and hasn’t changed it since. It doesn’t prove that the units exist on the registry: compare the serial numbers there.",
	kinds: {
		title: "Latest entries",
		older: "Older entries",
		newest: "Newest entries",
		columns: {
			entry: "Entry",
			what: "What happened",
			units: "Units",
			project: "Project",
			when: "When"
		},
		kinds: {
			receive: "Received",
			reserve: "Reserved",
			release: "Released",
			assign: "Assigned",
			transfer: "Sold",
			retire: "Retired",
			cancel: "Cancelled",
			deliver: "Delivered",
			confirm: "Confirmed at the registry",
			correct: "Correction"
		},
		for: "for {beneficiary}",
		erased: "a name that was erased",
		notOnFile: "a name that is not on file",
		/** Reservations end with a day in London; all other days of the record are UTC's. */
		until: "until {date}, London time"
	}.kinds,
	later: {
		corrected: "This entry was corrected",
		correctedRetirement: "This retirement was corrected",
		correction: "Entry {index}, {day}",
		correctionOf: "Entry {index}, {day}, about entry {corrected}",
		correctedBy: "Corrected with entry {index}",
		atRegistry: "At the registry",
		confirmation: "{registry} shows {quantity} tCO₂e as {facts}. Checked on {day}: {who}.",
		retiredOn: "retired on {day}",
		retirement: "number {id}",
		source: "in {source}",
		erased: "a name that was erased",
		notOnFile: "a name that is not on file",
		confirmedWith: "Confirmed with entry {index}",
		withdrawn: "This confirmation was corrected and does not count:",
		confirmed: "Confirmed at the registry",
		unconfirmed: "Not yet confirmed at the registry",
		partlyUnconfirmed: "{open} of {quantity} tCO₂e not yet confirmed at the registry"
	},
	outcomes: {
		passed: "passed",
		failed: "failed",
		notReached: "not checked"
	},
	steps: {
		pdf: "The PDF is byte for byte as this site makes it",
		file: "The file can be read",
		signature: "A key of the log signed the checkpoint",
		inclusion: "The entry is in the log",
		entry: "The file matches the entry",
		texts: "The names match the hashes in the entry",
		related: "Corrections and confirmations of the entry are known",
		witness: "Witnesses have seen this state of the log",
		consistency: "Today’s log continues the one the file is from",
		erased: "What the file leaves out as erased or not on file is missing from the site too",
		live: "The serial numbers are retired, and only once",
		memory: "The log continues what this browser saw before"
	},
	/** What a step found; in a step that failed or was not reached, why. */
	found: {
		skipped: "Not reached.",
		unreachable: "Not checked: the record did not answer.",
		offline: "Not checked: this needs the log, and the check was made without it.",
		pdfSame: "It is the PDF of certificate {number}.",
		pdfDiffers: "It is not the PDF this site makes of certificate {number} today. It may have been edited, or something printed on it may have changed since.",
		pdfNotCompared: "Not compared: this needs the site’s own PDF of certificate {number}.",
		isCertificate: "It is certificate {number}.",
		isEntry: "It is entry {index}.",
		notRecord: "It is not the JSON or PDF of a certificate or of an entry.",
		notText: "It is neither a PDF nor text in UTF-8 or UTF-16.",
		tooLarge: "It is larger than any certificate: at most {limit} bytes are read.",
		repeated: "The name “{name}” occurs twice in it, so it can be read in two ways.",
		malformed: "It calls itself {format}, but doesn’t have the fields of that format.",
		newerFile: "It was made by a newer program, in the format {format}. Check it with a newer version of this one.",
		signed: "The key {key} signed it. The log {origin} had {size} entries then.",
		signedBefore: "The key {key}, used until {until}, signed it. The log {origin} had {size} entries then.",
		noKey: "Not checked: the keys of the log are not at hand, because the record did not answer or its log has not begun.",
		notSigned: "None of the keys at hand (of {names}) signed the checkpoint of this file (of {origin}). A log lists every key it has had at /log/keys.",
		notProof: "The proof in the file cannot be read.",
		included: "It is entry {index} of {size}.",
		notIncluded: "The entry is not in the log the checkpoint covers.",
		matches: "It records: {summary}.",
		differs: "The file does not match the entry.",
		newerEntry: "The entry was made by a newer program, version {version}. Check it with a newer version of this one.",
		afterKey: "The entry is dated {time}, but the key that signed it was used only until {until}.",
		compared: "Compared: {names}.",
		noNames: "It has no names.",
		nameMissing: "The file lacks the {field}.",
		nameUnknown: "The entry has no {field}.",
		saltWrong: "The salt of the {field} is not 32 bytes.",
		nameDiffers: "The {field} does not match the hash in the entry.",
		noneLater: "There are none in the first {size} entries.",
		later: "In the first {size} entries: {list}.",
		laterUnknown: "Not known: this version of the file does not say, and it was checked without the log.",
		laterWrong: "What the file says about entry {index} is not in the log, or not about this entry.",
		knownUpToWrong: "The file does not say up to which entry it knows this.",
		laterLeftOut: "The file leaves out entry {index}, which is about this one.",
		noPolicy: "No witnesses are named, so this check would not notice a log that showed different entries to different people.",
		notSeen: "Not yet seen by a witness: it takes {needed}.",
		seenByFew: "Seen by {names}; it takes {needed}.",
		seen: "Seen by {names}, last on {time}.",
		seenUndated: "Seen by {names}.",
		forgedWitness: "A signature under the name of {names} is not theirs.",
		continues: "It has {size} entries now, and its first {old} are those the file’s checkpoint covers.",
		forked: "It has {size} entries now, and does not continue the log of {old} entries the file is from. {reason}.",
		logUnknown: "Not checked: the newest checkpoint of the log is not signed by any key at hand.",
		erased: "Missing from both: {names}.",
		noSite: "Not checked: only the site says this, not the log.",
		notOnFile: "Not known: since our database was restored, {names} is not on file here. The holder’s own file still has it.",
		notErased: "The site still shows the {field}.",
		live: "They are retired with certificate {number} and with no other.",
		notLive: "{serial} is not shown as retired with certificate {number} and no other.",
		continuesMemory: "It had {old} entries then and has {size} now; no earlier entry has changed.",
		firstSeen: "This browser has not seen the log before. It has {size} entries now, and later checks will compare with that.",
		memoryForked: "It had {old} entries then and has {size} now, which do not continue them. {reason}.",
		memoryUnknown: "What this browser saw before was not signed by any key this site names."
	}
};
// src/lib/registries/registries.ts
const to = (series, first, last) => `${series}-${first} to ${last}`;
const hyphen = (series, first, last) => `${series}-${first}-${last}`;
/** How many digits follow the GSRN of an older serial of Puro. */
const gsrnDigits = 12;
/** The registries whose units the record takes, and what is known of their serials. */
const registries = {
	verra: {
		name: "Verra",
		aliases: [
			"VCS",
			"Verified Carbon Standard",
			"Verra Registry",
			"Verra VCS",
			"VCS Verra",
			"Verra (VCS)",
			"VCS Program"
		],
		units: "Verified Carbon Units (VCU)",
		projectIds: ["VCS"],
		example: "19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1",
		forms: [/^(?<batch>\d{1,9})-(?<first>\d{1,15})-(?<last>\d{1,15})-(?<tail>VCS-(?<unitType>VCU)-\d{1,6}-[A-Z0-9]{3}-(?<country>[A-Z]{2})-\d{1,3}-(?<project>\d{1,9})-(?<from>\d{8})-(?<until>\d{8})-\d)$/, /^(?<batch>\d{1,9})-(?<first>\d{1,15})-(?<last>\d{1,15})-(?<tail>(?<set>(?<unitType>VCU)-\d{1,6}-[A-Z0-9]{3}-(?<country>[A-Z]{2})-\d{1,3}-(?<project>\d{1,9})-(?<from>\d{8})-(?<until>\d{4}(?:19\d\d|20[01]\d|2020)))-\d)$/],
		numbering: ({ batch, set }) => set === void 0 ? "VCS-VCU" : `${batch}-${set}`,
		write: (series, first, last) => series.replace(/^\d+/, (batch) => hyphen(batch, first, last))
	},
	"gold-standard": {
		name: "Gold Standard",
		aliases: [
			"GS",
			"Gold",
			"GSF",
			"GS4GG",
			"Gold Standard Impact Registry",
			"Gold Standard Registry",
			"Gold Standard for the Global Goals"
		],
		units: "Verified Emission Reductions (VER)",
		projectIds: ["GS"],
		example: "GS1-1-UG-GS11236-16-2024-30307-1-19149",
		forms: [/^(?<head>GS\d-(?<unitType>\d{1,3})-(?<country>[A-Z]{2})-GS(?<project>\d{1,9})-\d{1,3}-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:-(?<last>\d{1,15}))?$/],
		write: hyphen,
		alsoLists: "cdm"
	},
	cdm: {
		name: "CDM Registry",
		aliases: [
			"CDM",
			"Clean Development Mechanism",
			"CDM Registry (UNFCCC)",
			"UNFCCC",
			"UNFCCC CDM"
		],
		units: "Certified Emission Reductions (CER)",
		projectIds: ["CDM"],
		example: "CN-5-216003571-2-2-0-4126 to CN-5-216003670-2-2-0-4126",
		forms: [/^(?<head>(?<country>[A-Z]{2})-(?<unitType>[5-7]))-(?<first>\d{1,15})-(?<tail>(?<period>\d)-\d-\d-(?<project>\d{1,9}))(?:(?: TO |[-,;/ ])\k<head>-(?<last>\d{1,15})-\k<tail>)?$/],
		numbering: ({ head, period }) => `${head}-${period}`,
		write: (series, first, last) => [first, last].map((number) => series.replace(/^[A-Z]{2}-\d/, (head) => `${head}-${number}`)).join(" to ")
	},
	acr: {
		name: "American Carbon Registry",
		aliases: [
			"ACR",
			"ACR Registry",
			"American Carbon Registry (ACR)",
			"ACR (American Carbon Registry)"
		],
		units: "Emission Reduction Tonnes (ERT)",
		projectIds: ["ACR"],
		example: "ACR-FR-1129-2025-2917-30932 to 35143",
		forms: [/^(?<head>ACR-(?<country>[A-Z]{2})-(?<project>\d{1,9})-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/],
		write: to
	},
	car: {
		name: "Climate Action Reserve",
		aliases: [
			"CAR",
			"The Reserve",
			"Climate Action Reserve (CAR)",
			"CAR (Climate Action Reserve)"
		],
		units: "Climate Reserve Tonnes (CRT)",
		projectIds: ["CAR"],
		example: "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000",
		forms: [/^(?<head>CAR-(?<unitType>\d|ROC)-(?<country>[A-Z]{2})-(?<project>\d{1,9})-\d{1,4}-\d{1,9}-[A-Z0-9]{1,4}-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/],
		write: to
	},
	art: {
		name: "ART Registry",
		aliases: [
			"ART",
			"ART TREES",
			"TREES",
			"FCPF",
			"Architecture for REDD+ Transactions",
			"Forest Carbon Partnership Facility"
		],
		units: "TREES credits and FCPF emission reductions",
		projectIds: [
			"ART",
			"FCPF",
			"TREES"
		],
		example: "ART-GY-102-2023-21-1 to 300",
		forms: [/^(?<head>(?<programme>ART|FCPF)-(?<country>[A-Z]{2})-(?<project>\d{1,9})-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/],
		write: to
	},
	cercarbono: {
		name: "Cercarbono",
		aliases: [
			"CDC",
			"EcoRegistry",
			"Cercarbono EcoRegistry",
			"Cercarbono (EcoRegistry)"
		],
		units: "Carboncer",
		projectIds: ["CDC"],
		example: "CDC_1_1_1_321_14_1_2009 from 4426 to 4971",
		forms: [/^(?<head>(?:CDC|IC)(?:_[A-Z0-9]{1,9}){6,15}?(?:_(?<year>(?:19|20)\d{2}))?(?:_BF)?)[, ](?:FROM )?(?<first>\d{1,15})(?:[, ]TO (?<last>\d{1,15}))?$/],
		write: (series, first, last) => `${series} from ${first} to ${last}`
	},
	puro: {
		name: "Puro.earth",
		aliases: [
			"Puro",
			"Puro Registry",
			"Puro Standard",
			"Puro.earth Registry"
		],
		units: "CO₂ Removal Certificates (CORC)",
		projectIds: ["PURO"],
		example: "PURO_PR_CORC100+_FI_577166_2020_055a3fbe-eabc-4535-b9cf-1028e7d18f89_1-100",
		forms: [
			/^(?<head>PURO_PR_(?<unitType>CORC(?:_?\d{1,4}\+?)?)_(?<country>[A-Z]{2})_(?<project>\d{6})_(?<year>\d{4})_(?<set>[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}))_(?<first>\d{1,15})(?:-(?<last>\d{1,15}))?$/,
			/^(?<head>PURO_PR_(?<unitType>CORC(?:_?\d{1,4}\+?)?)_(?<country>[A-Z]{2})_(?<project>\d{6})_(?<year>\d{4})_[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}_(?<set>\d{18}))(?<first>\d{12})(?:-\k<set>(?<last>\d{12}))?$/,
			/^(?<head>(?<set>\d{18}))(?<first>\d{12})(?:(?: TO |-)\k<set>(?<last>\d{12}))?$/
		],
		numbering: ({ set }) => set ?? "",
		write: (series, first, last) => {
			const [, gsrn] = /(?:^|_)(\d{18})$/.exec(series) ?? [];
			if (gsrn === void 0) return `${series}_${first}-${last}`;
			return `${series}${String(first).padStart(gsrnDigits, "0")}-${gsrn}${String(last).padStart(gsrnDigits, "0")}`;
		}
	},
	"uk-land-carbon": {
		name: "UK Land Carbon Registry",
		aliases: [
			"Woodland Carbon Code",
			"WCC",
			"UK Woodland Carbon Code",
			"Peatland Code",
			"PC",
			"UKLCR",
			"UK Land Carbon Registry (UKLCR)"
		],
		units: "Pending Issuance Units (PIU), Woodland Carbon Units (WCU) and Peatland Carbon Units (PCU)",
		projectIds: ["WCC", "PC"],
		example: null,
		forms: [/^(?<head>[A-Z0-9][A-Z0-9._+/-]{0,299}),(?<first>\d{1,15})(?: TO (?<last>\d{1,15}))?$/],
		write: (series, first, last) => `${series}, ${first} to ${last}`
	},
	isometric: {
		name: "Isometric",
		aliases: ["Isometric Registry"],
		units: "Isometric credits",
		projectIds: [],
		example: null,
		forms: [],
		write: to,
		refusal: "Isometric gives its credits no serials and counts parts of tonnes, so its units cannot be on the record"
	},
	sample: {
		name: "Sample registry",
		aliases: ["Sample"],
		units: "Sample units",
		projectIds: ["SAMPLE"],
		example: "SAMPLE-0010-2024-1 to 1133",
		forms: [/^(?<head>SAMPLE-(?<project>\d{4})-(?<year>\d{4}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/],
		write: to
	}
};
const registryKeys = Object.keys(registries);
/** Returns the name of a registry, as pages and files print it; the key itself if there is no such registry. */
function registryName(key) {
	return Object.hasOwn(registries, key) ? registries[key].name : key;
}
/**
* Returns the key of a registry by its key, name or an alias, whatever the case, blanks, punctuation, width of letters or invisible
* characters. Undefined: none of ours.
*/
function findRegistry(text) {
	return keysByName.get(plain$1(text));
}
const known = Object.values(registries).filter(({ refusal, name }) => refusal === void 0 && name !== registries.sample.name);
known.map(({ name }) => name).join(", ");
known.flatMap(({ name, example }) => example === null ? [] : [`${name}: ${example}`]).join("; ");
function plain$1(text) {
	return text.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
const keysByName = new Map(registryKeys.flatMap((key) => [
	key,
	registries[key].name,
	...registries[key].aliases
].map((name) => [plain$1(name), key])));
// src/lib/text/fill.ts
/** Returns a text with its placeholders, such as `{count}`, replaced by values. Throws if one has no value. */
function fill(text, values) {
	return text.replace(/\{(\w+)\}/g, (_, name) => {
		const value = values[name];
		if (value === void 0) throw new Error(`No value for {${name}} in “${text}”`);
		return value;
	});
}
// src/lib/text/isolate.ts
/** Letters that are written from right to left: of Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and other scripts' blocks. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/**
* Returns a name to put into a sentence or a line of plain text: one that has letters written from right to left stands between a
* first strong isolate and a pop directional isolate (Unicode's bidirectional algorithm, UAX #9), so that it does not reorder what
* stands beside it. Markup has `<bdi>` for that.
*/
function isolate(name) {
	return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
// src/lib/text/numbers.ts
const count = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
/** Formats 12400 as `12,400`, whatever the visitor's locale. */
function formatCount(value) {
	return count.format(value);
}
new Intl.NumberFormat("en-GB", {
	style: "percent",
	maximumFractionDigits: 1
});
// src/lib/record/related.ts
/** Counts the units (tCO2e) of an entry: those that it moves or, of a confirmation, those that it is about. */
function unitsOf({ confirmed, quantity }) {
	return confirmed === void 0 ? quantity : confirmed.reduce((sum, line) => sum + line.quantity, 0);
}
// src/lib/record/describe-related.ts
/** Names a correction: its entry, and the entry that it corrects if that is not `index`. The text of the correction follows it. */
function nameCorrection({ index: at, entry }, index, { correction, correctionOf }) {
	const place = {
		index: String(at),
		day: formatDay(entry.time.slice(0, 10))
	};
	return entry.refersTo === null || entry.refersTo === index ? fill(correction, place) : fill(correctionOf, {
		...place,
		corrected: String(entry.refersTo)
	});
}
/** Describes what a registry shows of a retirement, and who looked when. */
function describeConfirmation({ entry, checkedBy }, words) {
	const { registryRetiredOn = "", registryRetirementId, source, checkedOn = "", checkedByRole, confirmed = [] } = entry;
	const name = entry.checkedBy === void 0 ? void 0 : isolate(checkedBy ?? words.erased);
	const role = checkedByRole && isolate(checkedByRole);
	return fill(words.confirmation, {
		registry: registryName(confirmed[0]?.registry ?? ""),
		quantity: formatCount(unitsOf(entry)),
		facts: [
			fill(words.retiredOn, { day: formatDay(registryRetiredOn) }),
			...registryRetirementId ? [fill(words.retirement, { id: isolate(registryRetirementId) })] : [],
			...source ? [fill(words.source, { source: isolate(source) })] : []
		].join(", "),
		day: formatDay(checkedOn),
		who: role && name ? `${role} (${name})` : role ?? name ?? ""
	});
}
// src/lib/record/entry-projects.ts
/** Returns what identifies a project within an entry: its id, or its slug in one of the first entries, which have no ids. */
function identityOf({ id, slug }) {
	return id ?? slug;
}
/** Returns the title that a project had at an entry; the first entries have its slug alone. */
function titleOf({ slug, title }) {
	return title ?? slug;
}
/** Lists the projects of an entry, in the order in which its lines name them. A correction has no lines, and may have no project. */
function projectsOf({ project, quantity, lines }) {
	if (project) return [{
		...project,
		quantity
	}];
	const projects = /* @__PURE__ */ new Map();
	for (const line of lines) {
		if (!line.project) continue;
		const identity = identityOf(line.project);
		const units = (projects.get(identity)?.quantity ?? 0) + line.quantity;
		projects.set(identity, {
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
// src/lib/record-log/say-check.ts
/** Puts the result of a check into words. Nothing that failed is said to be a fact. */
function sayResult({ headline, fact, steps, pdf, number = "" }, texts) {
	const said = fact ? sayFact(fact, texts) : void 0;
	const later = fact?.later.map((one) => sayLater(one, fact.index, texts)) ?? [];
	if (headline === "missing") return {
		headline: number ? fill(texts.noCertificate, { number }) : texts.noEntry,
		...pdf ? { before: texts.pdf.headline } : {},
		later: []
	};
	if (headline === "failed") {
		const wrong = steps.find(({ outcome }) => outcome === "failed");
		return {
			headline: isUnreadable(steps) ? texts.unreadable : texts.failed,
			...wrong ? { before: sayFound(wrong.found, texts) } : {},
			later
		};
	}
	if (pdf) {
		const before = pdf === "nothing" ? texts.pdf.nothing : fill(texts.pdf[pdf], { number });
		return {
			headline: texts.pdf.headline,
			before,
			...said ? {
				fact: said,
				after: texts.pdf.compare
			} : {},
			later
		};
	}
	if (headline === "passed") return {
		headline: said ?? "",
		later
	};
	if (steps.length === 0) return {
		headline: texts.unreachable,
		later
	};
	return {
		headline: texts.unfinished,
		before: said ? `${texts.unfinishedBecause} ${texts.says}` : texts.unfinishedBecause,
		...said ? { fact: said } : {},
		later
	};
}
/** Whether it was never a file of a record: nobody claims that it holds. */
function isUnreadable([first]) {
	return first !== void 0 && [
		"notRecord",
		"notText",
		"tooLarge"
	].includes(first.found.text);
}
/** Puts what a step found into words. */
function sayFound({ text, values }, texts) {
	return fill(texts.found[text], Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inLine(value)])));
}
/** How many tonnes, which projects, for whom, when. */
function sayFact({ index, entry: logged, texts: names }, { facts, kinds }) {
	const entry = logged.certificate ? retirementIn(logged) : logged;
	const projects = projectsOf(entry).map(({ quantity, ...project }, _, { length }) => {
		const name = inLine(titleOf(project));
		return length === 1 ? name : fill(facts.shares, {
			project: name,
			quantity: formatCount(quantity)
		});
	});
	const values = {
		index: String(index),
		kind: kinds[entry.kind] ?? entry.kind,
		quantity: formatCount(entry.quantity),
		projects: list.format(projects),
		date: formatUtcDate(new Date(entry.time))
	};
	if (!entry.certificate) return fill(projects.length > 0 ? facts.entry : facts.other, values);
	const { beneficiary } = names;
	const name = beneficiary && "text" in beneficiary ? inLine(beneficiary.text) : beneficiary && "erased" in beneficiary ? facts.erased : facts.unnamed;
	return fill(facts.certificate, {
		...values,
		beneficiary: name
	});
}
/** A text from a file, to stand in a sentence: it can neither reorder it nor begin another line. */
const inLine = (text) => isolate(text.replace(/\s+/g, " "));
const list = new Intl.ListFormat("en-GB");
function sayLater({ index, entry }, about, { facts, kinds, later }) {
	if (entry.correction !== void 0) return fill(facts.corrected, {
		correction: inLine(entry.correction),
		entry: nameCorrection({
			index,
			entry
		}, about, later)
	});
	if (entry.kind === "confirm") return inLine(describeConfirmation({
		index,
		entry,
		checkedBy: facts.unnamed
	}, later));
	return fill(facts.laterEntry, {
		index: String(index),
		kind: kinds[entry.kind] ?? entry.kind
	});
}
// src/lib/record/certificate-number.ts
/** A text that is such a number and nothing else. */
const alone = /^CR[\s\p{Pd}\u2212_.]{0,5}(\d{1,30})$/iu;
/** Digits of the number of an entry, without zeros in front. */
const digitsOfEntry = /^0*(\d{1,15})$/;
/** Returns the number of the certificate of an entry, in the one way in which it is written: `CR-000005`. */
function certificateNumber(entry) {
	return `CR-${String(entry).padStart(6, "0")}`;
}
/** Returns the certificate's number that a text is, in any common writing: `cr 5`, `CR–000005`. Undefined: it is none. */
function readCertificateNumber(text) {
	const [, digits = ""] = alone.exec(plain(text).trim()) ?? [];
	return fromDigits(digits);
}
/** Returns the number of the entry that a text names, as in `Entry 12`. Undefined: it names none. */
function readEntryNumber(text) {
	const [, digits] = /^entry\s{1,5}(\d{1,15})$/iu.exec(plain(text).trim()) ?? [];
	return digits === void 0 ? void 0 : Number(digits);
}
function fromDigits(digits) {
	const [, entry] = digitsOfEntry.exec(digits) ?? [];
	return entry === void 0 ? void 0 : certificateNumber(entry);
}
/** Drops what cannot be seen, such as a soft hyphen, and folds wide letters and digits. */
function plain(text) {
	return text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
}
// src/lib/record-log/attached-file.ts
/** Checks whether bytes are a PDF. */
function isPdf(bytes) {
	return String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
}
/**
* Finds the JSON that is attached to a PDF of ours: it is the one stream that is not compressed and begins as a file of the record
* does. Undefined if there is none, or more than one, as in a PDF that another program has saved again.
*/
function readPdf(bytes) {
	const text = new TextDecoder("windows-1252").decode(bytes);
	const starts = [...text.matchAll(/stream\r?\n(?=\{\s*"format":\s*"carma-record@v\d)/g)].map((match) => match.index + match[0].length);
	const [start = 0] = starts;
	const end = text.indexOf("\nendstream", start);
	return {
		attached: starts.length === 1 && end !== -1 ? new TextDecoder().decode(bytes.subarray(start, end)) : void 0,
		number: /\bCR-\d{6,15}\b/.exec(text)?.[0]
	};
}
// src/lib/input/duplicate-key.ts
/**
* Returns the first key that occurs twice in one object of a valid JSON text, with the way to it (`projects.0.quantity`); JSON.parse
* would silently use the last.
*/
function duplicateKey(json) {
	/** The objects and arrays around the token: the keys that each object has had, and the current key or index. */
	const around = [];
	for (const { 0: token } of json.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\],]/g)) {
		const inner = around.at(-1);
		if (token === "{") around.push({
			keys: /* @__PURE__ */ new Set(),
			at: ""
		});
		else if (token === "[") around.push({ at: 0 });
		else if (token === "}" || token === "]") around.pop();
		else if (token === ",") {
			if (typeof inner?.at === "number") inner.at += 1;
		} else if (inner?.keys && token.endsWith(":")) {
			inner.at = JSON.parse(token.slice(0, -1));
			if (inner.keys.has(inner.at)) return around.map(({ at }) => at).join(".");
			inner.keys.add(inner.at);
		}
	}
}
// src/lib/record/text-fields.ts
/** The fields of an entry that hold the salted hash of a text. */
const textFields = [
	"beneficiary",
	"buyer",
	"purpose",
	"reference",
	"note",
	"checkedBy"
];
// src/lib/record-log/check-result.ts
/** The steps of every check, in order. */
const everyStep = [
	"file",
	"signature",
	"inclusion",
	"entry",
	"texts",
	"related",
	"witness",
	"consistency"
];
/** Collects the results of steps. Each method returns the collection. */
var Steps = class {
	made = [];
	isUnfinished = false;
	pass(step, text, values = {}) {
		return this.add(step, "passed", {
			text,
			values
		});
	}
	fail(step, text, values = {}) {
		return this.add(step, "failed", {
			text,
			values
		});
	}
	/** Notes that a step could not be made, which leaves the check unfinished. */
	miss(step, text, values = {}) {
		this.isUnfinished = true;
		return this.add(step, "notReached", {
			text,
			values
		});
	}
	/** Notes that nobody asked for a step. */
	leave(step, text, values = {}) {
		return this.add(step, "notReached", {
			text,
			values
		});
	}
	get headline() {
		if (this.made.some(({ outcome }) => outcome === "failed")) return "failed";
		return this.isUnfinished ? "unfinished" : "passed";
	}
	/** Returns the result, in which steps after the last are not reached. */
	result(found = {}) {
		const isStopped = this.headline !== "passed";
		const skipped = everyStep.filter((step) => isStopped && !this.made.some((made) => made.step === step)).map((step) => ({
			step,
			outcome: "notReached",
			found: {
				text: "skipped",
				values: {}
			}
		}));
		return {
			headline: this.headline,
			steps: [...this.made, ...skipped],
			...found
		};
	}
	add(step, outcome, found) {
		this.made.push({
			step,
			outcome,
			found
		});
		return this;
	}
};
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
/** Combines the hashes of complete subtrees from right to left: each subtree is larger than all those to its right together. */
async function fold(hashes) {
	let [combined] = hashes.slice(-1);
	for (const hash of hashes.slice(0, -1).reverse()) combined = combined && await nodeHash(hash, combined);
	if (!combined) throw new RangeError("Nothing to hash");
	return combined;
}
const half = (number) => Math.floor(number / 2);
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
// src/lib/record-log/proved-file.ts
const latest = 2;
const common = [
	"format",
	"number",
	"index",
	"canonical",
	"proof",
	"texts"
];
/** A file of version 1 has a key, which is not used: whoever writes a file can write a key into it. */
const fieldsOf = {
	1: [...common, "key"],
	[latest]: [
		...common,
		"related",
		"knownUpTo"
	]
};
/** Reads a file in the format of ProvedFile, or of its earlier version. */
function readProvedFile(text) {
	const file = parseObject(text);
	const format = typeof file?.format === "string" ? file.format : "";
	const version = Number(/^carma-record@v([1-9]\d{0,5})$/.exec(format)?.[1]);
	if (!file || Number.isNaN(version)) return { problem: "notRecord" };
	const name = duplicateKey(text);
	if (name !== void 0) return {
		problem: "repeated",
		name
	};
	if (version > latest) return {
		problem: "newerFile",
		format
	};
	return Object.keys(file).every((field) => fieldsOf[version]?.includes(field)) && (file.number === void 0 || typeof file.number === "string") && isEntry(file) && isObject(file.texts) && Object.values(file.texts).every(isText$1) && (file.related === void 0 || Array.isArray(file.related) && file.related.every((entry) => isObject(entry) && isEntry(entry))) && (version === 1 || Number.isSafeInteger(file.knownUpTo)) ? file : {
		problem: "malformed",
		format
	};
}
/** Parses a JSON object; undefined for anything else. */
function parseObject(text) {
	try {
		const value = JSON.parse(text);
		return isObject(value) ? value : void 0;
	} catch {
		return;
	}
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isEntry = ({ index, canonical, proof }) => Number.isSafeInteger(index) && typeof canonical === "string" && typeof proof === "string";
const isText$1 = (value) => {
	if (!isObject(value)) return false;
	if (Object.keys(value).length === 1) return value.erased === true || value.notOnFile === true;
	return Object.keys(value).length === 2 && typeof value.text === "string" && typeof value.salt === "string";
};
// src/lib/record-log/check-entry.ts
/**
* Makes the steps that need the file and the keys alone: one of the log's keys has signed the checkpoint, the entry is in its tree, the
* file's fields match the entry, and its texts match the hashes in it. The first that does not pass is the last.
*/
async function checkEntry(file, { keys }) {
	const steps = new Steps();
	if (file.number === void 0) steps.pass("file", "isEntry", { index: String(file.index) });
	else steps.pass("file", "isCertificate", { number: file.number });
	if (keys.length === 0) return { steps: steps.miss("signature", "noKey") };
	const proof = readProof(file.proof);
	if (!proof) return { steps: steps.fail("signature", "notProof") };
	const verifiers = keys.map(({ key }) => key);
	const { checkpoint, key, inclusion } = await verifyProof(new TextEncoder().encode(file.canonical), proof, verifiers);
	if (!checkpoint || !key) {
		const origin = readCheckpoint(proof.checkpoint)?.checkpoint.origin ?? "?";
		return { steps: steps.fail("signature", "notSigned", {
			origin,
			names: [...new Set(verifiers.map(({ name }) => name))].join(", ")
		}) };
	}
	const size = formatCount(checkpoint.size);
	const until = findKey(keys, key)?.until;
	const signed = {
		key: toHex(key.id),
		origin: checkpoint.origin,
		size
	};
	if (until === void 0) steps.pass("signature", "signed", signed);
	else steps.pass("signature", "signedBefore", {
		...signed,
		until: instant(until)
	});
	if (!inclusion || proof.index !== file.index) return {
		steps: steps.fail("inclusion", "notIncluded"),
		checkpoint
	};
	steps.pass("inclusion", "included", {
		index: String(file.index),
		size
	});
	const entry = parseObject(file.canonical);
	const version = Number(entry?.version);
	if (version > 1) return {
		steps: steps.miss("entry", "newerEntry", { version: String(version) }),
		checkpoint
	};
	if (!entry || version !== 1 || entry.certificate !== file.number || duplicateKey(file.canonical) !== void 0) return {
		steps: steps.fail("entry", "differs"),
		checkpoint
	};
	if (until !== void 0 && Date.parse(entry.time) > Date.parse(until)) return {
		steps: steps.fail("entry", "afterKey", {
			time: instant(entry.time),
			until: instant(until)
		}),
		checkpoint
	};
	steps.pass("entry", "matches", { summary: summarise(entry) });
	const wrong = await findWrongText(file, entry);
	if (wrong) return {
		steps: steps.fail("texts", wrong.text, wrong.values),
		checkpoint
	};
	const names = listTexts(file);
	steps.pass("texts", names === "" ? "noNames" : "compared", { names });
	const later = await readLater(file, proof.checkpoint, checkpoint);
	if (!Array.isArray(later)) return {
		steps: steps.fail("related", later.text, later.values),
		checkpoint
	};
	return {
		steps,
		checkpoint,
		note: proof.checkpoint,
		fact: {
			index: file.index,
			entry,
			texts: file.texts,
			later
		}
	};
}
const instant = (time) => formatUtcInstant(new Date(time));
/** Summarises an entry for comparison with a printed certificate: `retire, 120 units of fenland-straw-biochar, …`. */
function summarise(entry) {
	const shown = entry.certificate ? retirementIn(entry) : entry;
	const { kind, quantity, time, certificate } = shown;
	const projects = projectsOf(shown);
	const names = projects.map((project) => projects.length === 1 ? titleOf(project) : `${titleOf(project)} (${formatCount(project.quantity)})`);
	return [
		kind,
		`${formatCount(quantity)} units${names.length > 0 ? ` of ${names.join(" and ")}` : ""}`,
		instant(time),
		...certificate ? [certificate] : []
	].join(", ");
}
function listTexts({ texts }) {
	return Object.entries(texts).map(([field, text]) => `${field} ${"text" in text ? `“${text.text}”` : "erased" in text ? "(erased)" : "(not on file)"}`).join(", ");
}
/** A salted hash. The first entries had their purpose as plain text. */
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** Returns what is wrong with the first text that does not match its hash in the entry; undefined if all match. */
async function findWrongText({ texts }, entry) {
	const missing = textFields.find((field) => isHash(entry[field]) && !Object.hasOwn(texts, field));
	if (missing) return {
		text: "nameMissing",
		values: { field: missing }
	};
	for (const [name, text] of Object.entries(texts)) {
		const values = { field: name };
		const field = textFields.find((known) => known === name);
		const commitment = field && entry[field];
		if (!isHash(commitment)) return {
			text: "nameUnknown",
			values
		};
		if (!("text" in text)) continue;
		const salt = fromHex(text.salt);
		if (salt?.length !== 32) return {
			text: "saltWrong",
			values
		};
		if (toHex(await sha256(concat(salt, new TextEncoder().encode(text.text)))) !== commitment) return {
			text: "nameDiffers",
			values
		};
	}
}
/** Reads the later entries about an entry, each proved in the file's own checkpoint; or says which is not. */
async function readLater(file, note, { size, root }) {
	if (file.knownUpTo !== void 0 && file.knownUpTo !== size) return {
		text: "knownUpToWrong",
		values: {}
	};
	const later = [];
	const isAbout = (entry) => entry !== void 0 && [file, ...later].some(({ index }) => index === entry.refersTo);
	for (const { index, canonical, proof: text } of file.related ?? []) {
		const proof = readProof(text);
		const leaf = await leafHash(new TextEncoder().encode(canonical));
		const found = proof?.checkpoint === note && proof.index === index ? await rootFromInclusion(leaf, index, size, proof.hashes) : void 0;
		const entry = parseObject(canonical);
		if (!found || !areEqual(found, root) || !isAbout(entry) || later.some((one) => one.index === index)) return {
			text: "laterWrong",
			values: { index: String(index) }
		};
		later.push({
			index,
			entry
		});
	}
	return later.sort((a, b) => a.index - b.index);
}
// src/lib/registries/serials.ts
/**
* Reads one range of units as a registry writes it, whatever the case, kind of dash, blanks or invisible characters. A count behind it,
* such as "(250)", is checked.
* @returns why it is not read, if it is none or can be read in two ways.
*/
function readSerial(text, { registry, oneUnit = false } = {}) {
	if (registry && registries[registry].refusal) return { refusal: registries[registry].refusal };
	if (text.length > maxLength) return { refusal: `A serial has at most ${maxLength} characters` };
	const [, folded = "", count] = /^([^(]*?) ?(?:\(([\d,]{1,20})\))?$/.exec(foldSerial(text)) ?? [];
	const found = match(folded, registry ? [registry, registries[registry].alsoLists].filter((key) => key !== void 0) : detectable);
	if (!found) return { refusal: refusalOf(folded, registry) };
	const { key, groups } = found;
	const { head, batch, tail, first = "", last, from, until } = groups;
	if (last === void 0 && !oneUnit) return { refusal: `The serial has no last number: for one unit, write ${registries[key].write(seriesOf(groups), Number(first), Number(first))}` };
	const [lowest, highest] = [Number(first), Number(last ?? first)];
	if (lowest > highest) return { refusal: `The last number, ${highest}, is before the first, ${lowest}` };
	const quantity = highest - lowest + 1;
	if (count !== void 0 && Number(count.replaceAll(",", "")) !== quantity) return { refusal: `The serial says ${count} units, but ${lowest} to ${highest} are ${quantity}` };
	const days = from === void 0 || until === void 0 ? void 0 : [dayOf(from), dayOf(until)];
	if (days && !(days[0] && days[1] && days[0] <= days[1])) return { refusal: `The serial’s vintage, ${from} to ${until}, is no period` };
	const series = seriesOf({
		head,
		batch,
		tail
	});
	return {
		registry: key,
		series: key === "puro" ? series.replace(/[0-9A-F]{8}-[-0-9A-F]{27}/, (issuance) => issuance.toLowerCase()) : series,
		numbering: withoutLeadingZeros(registries[key].numbering?.(groups) ?? series),
		first: lowest,
		last: highest,
		facts: factsOf(groups, days)
	};
}
/**
* Returns the range that a series of a registry and two numbers are, checked as `readSerial` checks a text; `series` is written as in
* `Serials`.
*/
function serialsOf(registry, series, first, last) {
	const text = registries[registry].write(foldSerial(series).replaceAll(" ", ""), first, last);
	if (registries[registry].example === null && !match(text.toUpperCase().replace(", ", ","), [registry])) return { refusal: "A series has letters A to Z, digits and . _ + / -" };
	return readSerial(text, { registry });
}
/** Writes a range as its registry does. `readSerial` reads it again. */
function printSerial({ registry, series, first, last }) {
	const write = (Object.hasOwn(registries, registry) ? registries[registry] : registries["uk-land-carbon"]).write;
	return write(series, first, last);
}
/** Counts the units in a range. */
function quantityOf({ first, last }) {
	return last - first + 1;
}
/** Returns how many units ranges have together. */
function quantityIn(ranges) {
	return ranges.reduce((sum, range) => sum + quantityOf(range), 0);
}
/**
* Folds a serial to the characters in which registries write: NFKC, no invisible characters, every dash a hyphen, capitals, single
* blanks and none beside a separator.
*/
function foldSerial(text) {
	return text.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "").replace(/[\p{Pd}\u2212]/gu, "-").trim().split(/\s+/).join(" ").replace(/ ?([-_,;/]) ?/g, "$1").toUpperCase();
}
const maxLength = 1e3;
/** Registries whose grammar is distinct enough to tell them by a serial. */
const detectable = registryKeys.filter((key) => registries[key].example !== null);
function match(folded, keys) {
	for (const key of keys) for (const form of registries[key].forms) {
		const groups = form.exec(folded)?.groups;
		if (groups) return {
			key,
			groups
		};
	}
}
function seriesOf({ head, batch, tail }) {
	return tail === void 0 ? head ?? "" : `${head ?? batch}-${tail}`;
}
function refusalOf(folded, registry) {
	const blocks = folded.split(/[,;|&/ ]/).filter((part) => match(part, detectable));
	if (blocks.length > 1) return `This names ${blocks.length} blocks of units: give each a row or a call of its own`;
	const other = match(folded, detectable)?.key;
	if (registry === void 0) return `No registry that we know writes serials like this. They write ${detectable.flatMap((key) => key === "sample" ? [] : [registries[key].example]).join("; ")}`;
	const { name, example } = registries[registry];
	if (other) return `This is a serial of ${registryName(other)}, not of ${name}`;
	if (example === null) return `${name} has published no serials from which a form could be known: give series, first and last`;
	return `This is no serial of ${name}, which writes ${example}`;
}
/** Drops the zeros in front of each number, so that "016" and "16" are one numbering. */
function withoutLeadingZeros(text) {
	return text.replace(/(^|[^A-Z0-9.])0+(?=\d)/g, "$1");
}
function factsOf({ project, year, batch, unitType, country, programme }, days) {
	const [from, until] = days ?? [];
	const facts = {
		project: project && withoutLeadingZeros(project),
		batch: batch && withoutLeadingZeros(batch),
		year: year && Number(year),
		from,
		until,
		unitType,
		country,
		programme
	};
	return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== void 0));
}
/** Reads a day as Verra writes it: 31122020. @returns ISO 8601; undefined if there is no such day. */
function dayOf(digits) {
	const day = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
	const time = Date.parse(`${day}T00:00:00Z`);
	return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? void 0 : day;
}
/** Returns the path of a tile below `/tile/`. */
function tilePath({ level, index, width }) {
	const groups = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0").match(/.{3}/g) ?? [];
	return `${level}/${groups.map((group, position) => position < groups.length - 1 ? `x${group}` : group).join("/")}${width < 256 ? `.p/${width}` : ""}`;
}
/** Writes an entries tile: each entry is preceded by its length in two bytes. */
function writeEntries(entries) {
	return concat(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
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
// src/lib/record-log/follow-log.ts
/** The log contradicts what it has signed. */
var LogIntegrityError = class extends Error {};
/** Fetches the log's newest checkpoint. @throws LogIntegrityError if it is not signed by one of the keys; what `fetch` throws. */
async function fetchCheckpoint(fetch, keys) {
	const note = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await fetch("checkpoint"));
	const verified = await verifyCheckpoint(note, keys);
	if (!verified) throw new LogIntegrityError("The checkpoint is not signed by any key that is known here");
	return {
		note,
		...verified
	};
}
/**
* Proves from the log's tiles that a checkpoint continues an older one.
* @throws LogIntegrityError if it does not; what `fetch` throws.
*/
function checkConsistency(fetch, old, current) {
	return new SignedLog(fetch, current).assertContinues(old);
}
/** How many bundles of entries are fetched before they are needed. */
const ahead = 4;
/**
* A log at one of its checkpoints, read from its tiles. Every tile is verified before it is used: partial tiles against the signed
* root, full ones against the tile above, entries against their hashes. All methods throw a LogIntegrityError that names what does
* not match, and what `fetch` throws.
*/
var SignedLog = class {
	#fetch;
	#checkpoint;
	#keep;
	/** Full tiles that are being read, or will be used again. */
	#full = /* @__PURE__ */ new Map();
	#partial;
	constructor(fetch, checkpoint, keep) {
		this.#fetch = fetch;
		this.#checkpoint = checkpoint;
		this.#keep = keep;
	}
	/** Checks that an older checkpoint is the beginning of this log. */
	async assertContinues(old) {
		const { origin, size } = this.#checkpoint;
		if (old.origin !== origin) throw new LogIntegrityError(`The older checkpoint belongs to another log, ${old.origin}`);
		if (old.size > size) throw new LogIntegrityError(`The log had ${old.size} entries, and has ${size} now`);
		await this.#partialTiles();
		if (!areEqual(await rootOf(old.size, (ids) => Promise.all(ids.map((id) => this.#node(id)))), old.root)) throw new LogIntegrityError(`The log does not continue the checkpoint over ${old.size} entries: earlier entries have been changed`);
	}
	/** Reads every entry in order, in bundles that begin with entry `first`; those before the bundle with entry `from` are left out. */
	async readEntries(onEntries, from = 0) {
		await this.#partialTiles();
		const bundles = Math.ceil(this.#checkpoint.size / 256);
		const fetched = [];
		for (let index = Math.floor(from / 256); index < bundles; index += 1) {
			for (let next = index + fetched.length; next < Math.min(index + ahead, bundles); next += 1) {
				const bundle = this.#fetchBundle(next);
				bundle.catch(() => {});
				fetched.push(bundle);
			}
			const entries = await fetched.shift() ?? [];
			const [hashes, leaves] = await Promise.all([this.#tile(0, index), Promise.all(entries.map(leafHash))]);
			const path = pathOf({
				level: "entries",
				index,
				width: entries.length
			});
			if (!areEqual(concat(...hashes), concat(...leaves))) throw new LogIntegrityError(`${path} does not hold the entries that were signed`);
			await this.#keep?.(path, writeEntries(entries));
			await onEntries(index * 256, entries);
			this.#full.delete(`0/${index}`);
		}
	}
	/** Returns the hash of a complete subtree. */
	async #node(id) {
		const { level, first } = placeOf$1(id);
		return subtreeIn(await this.#tile(level, Math.floor(first / 256)), id);
	}
	async #tile(level, index) {
		if (this.#widthOf(level, index) < 256) return (await this.#partialTiles())[level] ?? [];
		const key = `${level}/${index}`;
		const tile = this.#full.get(key) ?? this.#fetchFullTile(level, index);
		this.#full.set(key, tile);
		return tile;
	}
	async #fetchFullTile(level, index) {
		const tile = {
			level,
			index,
			width: 256
		};
		const hashes = await this.#fetchHashes(tile);
		const expected = (await this.#tile(level + 1, Math.floor(index / 256)))[index % 256];
		if (!expected || !areEqual(await hashTogether(hashes), expected)) throw new LogIntegrityError(`${pathOf(tile)} does not match the hashes above it`);
		await this.#keep?.(pathOf(tile), concat(...hashes));
		return hashes;
	}
	/** Returns the partial tile of each level, or none: the root is made of them alone. */
	#partialTiles() {
		this.#partial ??= this.#fetchPartialTiles();
		return this.#partial;
	}
	async #fetchPartialTiles() {
		const { size, root } = this.#checkpoint;
		const tiles = [];
		for (let level = 0; hashesAt(size, level) > 0; level += 1) {
			const index = Math.floor(hashesAt(size, level) / 256);
			const tile = {
				level,
				index,
				width: this.#widthOf(level, index)
			};
			tiles.push({
				tile,
				hashes: tile.width > 0 ? await this.#fetchHashes(tile) : []
			});
		}
		const partial = tiles.filter(({ hashes }) => hashes.length > 0);
		const found = await rootOf(size, (ids) => Promise.all(ids.map((id) => subtreeIn(tiles[placeOf$1(id).level]?.hashes ?? [], id))));
		const paths = partial.map(({ tile }) => pathOf(tile)).join(", ");
		if (!areEqual(found, root)) throw new LogIntegrityError(`${paths || "The empty log"}: not what was signed`);
		for (const { tile, hashes } of partial) await this.#keep?.(pathOf(tile), concat(...hashes));
		return tiles.map(({ hashes }) => hashes);
	}
	#widthOf(level, index) {
		return Math.min(256, hashesAt(this.#checkpoint.size, level) - index * 256);
	}
	#fetchHashes(tile) {
		return this.#fetchTile(tile, readHashes);
	}
	#fetchBundle(index) {
		return this.#fetchTile({
			level: "entries",
			index,
			width: this.#widthOf(0, index)
		}, readEntries);
	}
	/** Fetches a tile. A log may delete a partial tile once it has the full one, so that one is taken instead. */
	async #fetchTile(tile, read) {
		const full = {
			...tile,
			width: 256
		};
		const [fetched, bytes] = await this.#fetch(pathOf(tile)).then((found) => [tile, found], async (error) => {
			if (tile.width === 256) throw error;
			const found = await this.#fetch(pathOf(full)).catch(() => {
				throw error;
			});
			return [full, found];
		});
		const parts = read(bytes);
		if (parts?.length !== fetched.width) throw new LogIntegrityError(`${pathOf(fetched)} does not hold ${fetched.width} parts`);
		return parts.slice(0, tile.width);
	}
};
const pathOf = (tile) => `tile/${tilePath(tile)}`;
/** Returns how many hashes a log has at a level of tiles. */
function hashesAt(size, level) {
	return Math.floor(size / 256 ** level);
}
/** Returns the level of tiles that holds a subtree, and the number there of its first hash. */
function placeOf$1({ level, index }) {
	return {
		level: Math.floor(level / 8),
		first: index * 2 ** (level % 8)
	};
}
/** Returns the hash of a complete subtree from the tile that it lies in. */
function subtreeIn(tile, id) {
	const from = placeOf$1(id).first % 256;
	return hashTogether(tile.slice(from, from + 2 ** (id.level % 8)));
}
/** Returns the root over hashes whose number is a power of two. */
async function hashTogether(hashes) {
	let row = [...hashes];
	while (row.length > 1) {
		const below = row;
		row = await Promise.all(Array.from({ length: below.length / 2 }, (_, at) => nodeHash(below[at * 2], below[at * 2 + 1])));
	}
	const [root] = row;
	if (!root) throw new RangeError("Nothing to hash");
	return root;
}
function readHashes(bytes) {
	if (bytes.length % 32 !== 0) return void 0;
	return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.slice(at * 32, at * 32 + 32));
}
// src/lib/record-log/check-log.ts
/**
* Makes the steps beyond the file itself: which later entries are about it, which witnesses have seen its checkpoint, that the log of
* today continues that checkpoint, that the site has erased what the file calls erased, and that serials are retired once.
*/
async function checkLog(file, { steps, checkpoint, note, fact }, options) {
	const own = options.log && !options.site ? await readLaterInLog(file, fact, options.log, options.keys) : await readOwnFile(fact, options);
	const later = compareLater(steps, {
		file,
		checkpoint,
		fact
	}, own);
	await checkWitnesses$1(steps, note, options.policy);
	const newest = options.log ? await checkContinues(steps, checkpoint, {
		log: options.log,
		keys: options.keys
	}) : void steps.leave("consistency", "offline");
	checkErased(steps, fact, own);
	if (fact.entry.certificate && options.site) {
		if (options.log && !newest) steps.miss("live", "unreachable");
		else await checkSerials(steps, retirementIn(fact.entry), options.site);
	}
	return steps.result({
		fact: {
			...fact,
			later
		},
		checkpoint,
		...newest ? { newest } : {}
	});
}
async function readOwnFile({ index, entry }, { site, keys }) {
	if (!site) return null;
	const bytes = await site(entry.certificate ? `/certificates/${entry.certificate}.json` : `/record/entries/${index}.json`).catch(() => void 0);
	const file = bytes && readProvedFile(new TextDecoder().decode(bytes));
	if (!file || "problem" in file || file.index !== index) return void 0;
	const proof = readProof(file.proof);
	const verifiers = keys.map(({ key }) => key);
	const verified = proof && await verifyProof(new TextEncoder().encode(file.canonical), proof, verifiers);
	if (!verified?.inclusion || !verified.checkpoint || !proof) return void 0;
	const later = await readLater(file, proof.checkpoint, verified.checkpoint);
	return Array.isArray(later) ? {
		texts: file.texts,
		later,
		size: verified.checkpoint.size
	} : void 0;
}
/** Reads in the log which entries after those that the file knows are about its entry, or about one that is. */
async function readLaterInLog(file, { index, later: known }, log, keys) {
	const verifiers = keys.map(({ key }) => key);
	const later = [...known];
	const from = file.knownUpTo ?? index + 1;
	try {
		const { checkpoint } = await fetchCheckpoint(log, verifiers);
		const decoder = new TextDecoder();
		const add = (first, entries) => {
			for (const [at, bytes] of entries.entries()) {
				if (first + at < from) continue;
				const entry = JSON.parse(decoder.decode(bytes));
				if ([index, ...later.map((one) => one.index)].includes(entry.refersTo ?? -1) && (entry.kind === "correct" || entry.kind === "confirm")) later.push({
					index: first + at,
					entry
				});
			}
		};
		if (from < checkpoint.size) await new SignedLog(log, checkpoint).readEntries(add, from);
		return {
			later,
			size: checkpoint.size
		};
	} catch {
		return;
	}
}
/** Reports the later entries about an entry that the file or the site knows, and returns them. */
function compareLater(steps, { file, checkpoint, fact }, own) {
	if (own === void 0) {
		steps.miss("related", "unreachable");
		return fact.later;
	}
	const others = own?.later.filter(({ index }) => !fact.later.some((known) => known.index === index)) ?? [];
	const leftOut = others.find(({ index }) => file.knownUpTo !== void 0 && index < file.knownUpTo);
	if (leftOut) steps.fail("related", "laterLeftOut", { index: String(leftOut.index) });
	const later = [...fact.later, ...others];
	const size = formatCount(Math.max(own?.size ?? 0, checkpoint.size));
	const list = later.map(({ index, entry: { kind } }) => `${kind} (${index})`).join(", ");
	if (!own && file.knownUpTo === void 0) steps.leave("related", "laterUnknown");
	else if (!leftOut) steps.pass("related", list === "" ? "noneLater" : "later", {
		size,
		list
	});
	return later;
}
async function checkWitnesses$1(steps, note, policy) {
	if (!policy) return void steps.leave("witness", "noPolicy");
	const { seenBy, forged, needed, isReached, newest } = await checkPolicy(note, policy);
	const names = seenBy.join(", ");
	if (forged.length > 0) steps.fail("witness", "forgedWitness", { names: forged.join(", ") });
	else if (needed === 0) steps.leave("witness", "noPolicy");
	else if (!isReached) steps.miss("witness", seenBy.length === 0 ? "notSeen" : "seenByFew", {
		names,
		needed: String(needed)
	});
	else if (newest === void 0) steps.pass("witness", "seenUndated", { names });
	else steps.pass("witness", "seen", {
		names,
		time: formatUtcInstant(new Date(newest))
	});
}
/** Compares the file's checkpoint with the log as it is served, and returns the log's newest checkpoint. */
async function checkContinues(steps, old, { log, keys }) {
	let newest;
	try {
		const note = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await log("checkpoint"));
		const verified = await verifyCheckpoint(note, keys.map(({ key }) => key));
		if (!verified) return void steps.miss("consistency", "logUnknown");
		newest = {
			note,
			checkpoint: verified.checkpoint
		};
		await checkConsistency(log, old, newest.checkpoint);
		steps.pass("consistency", "continues", sizes(old, newest.checkpoint));
	} catch (error) {
		if (error instanceof LogIntegrityError && newest) steps.fail("consistency", "forked", {
			...sizes(old, newest.checkpoint),
			reason: error.message
		});
		else steps.miss("consistency", "unreachable");
	}
	return newest;
}
/** Formats the sizes of an older and a newer checkpoint, for the words about them. */
function sizes(old, newest) {
	return {
		old: formatCount(old.size),
		size: formatCount(newest.size)
	};
}
/** Anybody can write into a file that a name was erased, or is not on file. Only the site knows. */
function checkErased(steps, { texts }, own) {
	const fields = Object.keys(texts).filter((field) => texts[field] && !("text" in texts[field]));
	if (fields.length === 0) return;
	const names = fields.join(", ");
	if (own === null) return void steps.leave("erased", "offline");
	if (own === void 0) return void steps.miss("erased", "unreachable");
	const today = own.texts;
	if (!today) return void steps.leave("erased", "noSite");
	const shown = fields.find((field) => today[field] && "text" in today[field]);
	if (shown) steps.fail("erased", "notErased", { field: shown });
	else if (fields.some((field) => today[field] && "notOnFile" in today[field])) steps.miss("erased", "notOnFile", { names });
	else steps.pass("erased", "erased", { names });
}
async function checkSerials(steps, { lines, certificate = "" }, site) {
	try {
		for (const line of lines) {
			const { first, last } = line;
			const serial = printSerial(line);
			const bytes = await site(`/api/v1/record/batches?serial=${encodeURIComponent(serial)}`);
			const { places } = JSON.parse(new TextDecoder().decode(bytes));
			if (places.reduce((sum, holding) => sum + Math.min(holding.last, last) - Math.max(holding.first, first) + 1, 0) !== last - first + 1 || places.some((holding) => holding.status !== "Retired" || holding.certificate !== certificate)) return void steps.fail("live", "notLive", {
				serial,
				number: certificate
			});
		}
		steps.pass("live", "live", { number: certificate });
	} catch {
		steps.miss("live", "unreachable");
	}
}
// src/lib/record-log/verify-file.ts
/** The largest file that is read, in bytes: an entry has 65,535 at most, and a PDF with it some 400,000. */
const maxFileBytes = 2097152;
/**
* Checks a certificate or any other entry: JSON (as text or as the bytes of a file), a PDF, or the number of a certificate or an entry of the site.
* Each step has passed, failed, or was not reached for a stated reason. A step that cannot be made for a reason outside of the file, such
* as a log that does not answer, leaves the check unfinished.
*/
async function checkFile(given, options) {
	if (given.length > 2097152) return unread("tooLarge", { limit: String(maxFileBytes) });
	if (typeof given !== "string" && isPdf(given)) return checkPdf(given, options);
	const text = typeof given === "string" ? given.replace(/^\uFEFF/, "") : decodeUnicode(given);
	if (text === void 0) return unread("notText");
	const number = readCertificateNumber(text);
	const entry = readEntryNumber(text);
	if (options.site && number) return checkNumbered(number, options, options.site);
	if (options.site && entry !== void 0) return checkOnSite(`/record/entries/${entry}.json`, options, options.site);
	return checkJson(text, options);
}
async function checkJson(text, options) {
	const file = readProvedFile(text);
	if ("problem" in file) {
		const { problem, ...values } = file;
		return unread(problem, values);
	}
	const { steps, checkpoint, fact, note } = await checkEntry(file, options);
	if (checkpoint && fact && note !== void 0) return checkLog(file, {
		steps,
		checkpoint,
		fact,
		note
	}, options);
	return steps.result(checkpoint ? { checkpoint } : {});
}
/** Checks the certificate that the site has under a number. */
async function checkNumbered(number, options, site) {
	return {
		...await checkOnSite(`/certificates/${number}.json`, options, site),
		number
	};
}
/** Checks the file that the site has at an address. */
async function checkOnSite(address, options, site) {
	try {
		const bytes = await site(address);
		return bytes ? await checkJson(decodeUnicode(bytes) ?? "", options) : {
			headline: "missing",
			steps: []
		};
	} catch {
		return {
			headline: "unfinished",
			steps: []
		};
	}
}
/**
* Checks the certificate that is attached to a PDF, and whether the PDF is byte for byte what the site makes of it. If it is not, or
* cannot be compared, nothing is said to hold: only what the certificate says, to compare the PDF with.
*/
async function checkPdf(bytes, options) {
	const { attached, number } = readPdf(bytes);
	if (attached === void 0) {
		const recorded = number && options.site ? await checkNumbered(number, options, options.site) : void 0;
		if (recorded?.headline === "missing") return {
			...recorded,
			pdf: "nothing"
		};
		const isShown = recorded?.headline === "passed" && recorded.fact !== void 0;
		return {
			headline: "unfinished",
			steps: [],
			pdf: isShown ? "recorded" : "nothing",
			...isShown ? {
				fact: recorded.fact,
				number
			} : {}
		};
	}
	const checked = await checkJson(attached, options);
	const certificate = checked.fact?.entry.certificate;
	if (checked.headline === "failed") return checked;
	if (!checked.fact || certificate === void 0) return {
		...checked,
		headline: "unfinished",
		steps: [],
		pdf: "nothing"
	};
	const address = `/certificates/${certificate}.pdf?size=${checked.checkpoint?.size}`;
	const made = await options.site?.(address).catch(() => void 0);
	const values = { number: certificate };
	if (made && areEqual(made, bytes)) {
		const pdf = {
			step: "pdf",
			outcome: "passed",
			found: {
				text: "pdfSame",
				values
			}
		};
		return {
			...checked,
			steps: [pdf, ...checked.steps]
		};
	}
	return {
		headline: "unfinished",
		steps: [{
			step: "pdf",
			outcome: "notReached",
			found: {
				text: made ? "pdfDiffers" : "pdfNotCompared",
				values
			}
		}],
		pdf: "attached",
		fact: checked.fact,
		number: certificate
	};
}
/** The result for a file that could not be read. One of a newer program may be right. */
function unread(text, values = {}) {
	const steps = new Steps();
	return (text === "newerFile" ? steps.miss("file", text, values) : steps.fail("file", text, values)).result();
}
// src/lib/text/visible.ts
/**
* Writes control characters, which a terminal or a spreadsheet may obey, as what they are: an escape becomes `\u001b`. So do
* characters that embed or override a direction. Tabs and line breaks stay, and JSON stays JSON with the same values.
*/
function visible(text) {
	return text.replace(/\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202a-\u202e]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
// scripts/verifier/report.ts
const marks = {
	passed: "holds",
	failed: "DOES NOT HOLD",
	notReached: "-"
};
/** Prints a line. What others wrote in it cannot steer the terminal. */
function print(line) {
	console.log(visible(line));
}
/** Prints a step of a check. */
function printStep(step, outcome, found) {
	print(`${step.padEnd(11)} ${marks[outcome].padEnd(14)} ${found}`);
}
/** Prints the steps of a check as they are made, and keeps their exit code. */
var Report = class {
	#isFailed = false;
	#isUnfinished = false;
	/** 0: everything that was asked for holds. 1: something does not. 3: something could not be checked. */
	get exitCode() {
		if (this.#isFailed) return 1;
		return this.#isUnfinished ? 3 : 0;
	}
	/** Makes a step, which returns what it found. @returns whether it holds. */
	async make(step, check) {
		try {
			printStep(step, "passed", await check());
			return true;
		} catch (error) {
			if (error instanceof LogIntegrityError) this.fail(step, error.message);
			else this.miss(step, `could not be finished: ${reasonOf(error)}`);
			return false;
		}
	}
	pass(step, found) {
		printStep(step, "passed", found);
	}
	fail(step, found) {
		this.#isFailed = true;
		printStep(step, "failed", found);
	}
	/** Notes that a step could not be made. */
	miss(step, found) {
		this.#isUnfinished = true;
		printStep(step, "notReached", found);
	}
	/** Notes that nobody asked for a step. */
	leave(step, found) {
		printStep(step, "notReached", found);
	}
};
/** Returns why something failed. A failed `fetch` has the reason in its cause. */
function reasonOf({ message, cause }) {
	return cause instanceof Error ? `${message} (${cause.message})` : message;
}
// scripts/verifier/check.ts
/**
* Checks a certificate or an entry, and prints the fact, the steps, and what they prove. Offline, unless `log` reads the log.
* @returns the exit code.
*/
async function check(file, options) {
	const result = await checkFile(file, options);
	const { headline, before, fact, later, after } = sayResult(result, verify);
	for (const sentence of [
		headline,
		before,
		fact,
		...later,
		after
	]) if (sentence !== void 0) print(sentence);
	if (result.fact?.entry.sample && result.headline !== "failed") print(verify.sample);
	print("");
	for (const { step, outcome, found } of result.steps) printStep(step, outcome, sayFound(found, verify));
	if (result.headline === "passed") print(`\n${verify.proven}`);
	return exitCodes[result.headline];
}
const exitCodes = {
	passed: 0,
	failed: 1,
	unfinished: 3,
	missing: 3
};
// src/lib/record/replay.ts
/** Null: the entry moves nothing, or says of each line what becomes of it. */
const kinds = {
	receive: null,
	reserve: {
		to: "Reserved",
		from: ["Held"]
	},
	release: {
		to: "Held",
		from: ["Reserved", "Assigned"]
	},
	assign: {
		to: "Assigned",
		from: ["Held", "Reserved"],
		only: "expected"
	},
	transfer: {
		to: "Transferred",
		from: [
			"Held",
			"Reserved",
			"Assigned"
		]
	},
	retire: {
		to: "Retired",
		from: [
			"Held",
			"Reserved",
			"Assigned",
			"Transferred"
		],
		only: "issued"
	},
	cancel: {
		to: "Cancelled",
		from: [
			"Held",
			"Reserved",
			"Assigned",
			"Transferred"
		]
	},
	deliver: null,
	confirm: null,
	correct: null
};
const withOwner = [
	"Reserved",
	"Assigned",
	"Transferred"
];
const final = [
	"Retired",
	"Cancelled",
	"Delivered",
	"Not delivered"
];
/** An entry that a newer program made: this one cannot say whether it is right. */
var NewerEntryError = class extends Error {};
/**
* The book, rebuilt from the entries of the log alone. It finds an entry that contradicts those before it: units received twice or
* under serials that their registry does not write, sums that are wrong, units moved that are not there, are in a final state, belong
* to another entry, or are expected and retired.
*/
var Replay = class {
	/** The state of every unit after the entries so far, by batch. */
	batches = /* @__PURE__ */ new Map();
	#facts = /* @__PURE__ */ new Map();
	/** The project of each batch, by its identity; the first entries name none. */
	#projects = /* @__PURE__ */ new Map();
	#received = new ReceivedUnits();
	/** How many entries earlier logs had that were lost: their certificates' numbers are not given again. */
	#lost = 0;
	/**
	* Applies the next entry. Returns what is wrong with it, in words; null if nothing is.
	* @throws NewerEntryError
	*/
	add(index, bytes) {
		const entry = readEntry(index, bytes);
		if (!entry) return `Entry ${index} cannot be read`;
		const wrong = findWrongSum(index, entry) ?? this.#findWrongCertificate(index, entry);
		if (wrong) return wrong;
		if (entry.refersTo !== null && entry.refersTo >= index) return `Entry ${index} is about entry ${entry.refersTo}, which is not before it`;
		for (const line of entry.kind === "receive" ? entry.lines : entry.received ?? []) {
			const difference = this.#receive(index, line);
			if (difference) return difference;
			this.#projects.set(line.batch, projectOf(entry, line));
		}
		const stranger = entry.lines.find((line) => isOther(projectOf(entry, line), this.#projects.get(line.batch)));
		if (stranger) return `Entry ${index} says that batch ${stranger.batch} is of another project than it was received for`;
		if (entry.kind === "receive") return null;
		return entry.kind === "deliver" ? this.#deliver(index, entry) : this.#moveAll(index, entry);
	}
	/** Returns the state that serials of a batch are all in; undefined if there are several, or the batch does not have all of them. */
	stateOf({ batch, first, last }) {
		const ranges = this.batches.get(batch) ?? [];
		const range = ranges[placeOf(ranges, first)];
		return range && range.first <= first && last <= range.last ? range : void 0;
	}
	/** Returns how many units are in each state. */
	unitsByStatus() {
		const units = /* @__PURE__ */ new Map();
		for (const ranges of this.batches.values()) for (const range of ranges) units.set(range.status, (units.get(range.status) ?? 0) + quantityOf(range));
		return units;
	}
	#findWrongCertificate(index, { kind, lines, certificate, continues }) {
		if (continues) {
			if (kind !== "correct" || continues.kept !== index || continues.size < index) return `Entry ${index} does not continue the log ${continues.log}`;
			this.#lost += continues.size - index;
		}
		if (certificate === (kind === "retire" || lines.some(({ status }) => status === "Retired") ? certificateNumber(index + this.#lost) : void 0)) return null;
		return `Entry ${index} ${certificate === void 0 ? "has no certificate" : `has the certificate ${certificate}, which is not its own`}`;
	}
	#receive(index, line) {
		const { batch, first, last, issuance } = line;
		if (this.batches.has(batch)) return `Entry ${index} receives batch ${batch} a second time`;
		const difference = this.#received.add(index, line);
		if (difference) return difference;
		this.batches.set(batch, [{
			first,
			last,
			status: "Held",
			issuance,
			owner: null
		}]);
		this.#facts.set(batch, line);
		return null;
	}
	#moveAll(index, { kind, lines, refersTo }) {
		const move = kinds[kind];
		if (!move) return lines.length > 0 ? `Entry ${index} does not say what becomes of its units` : null;
		const { to: status, from, only } = move;
		for (const line of lines) {
			const found = this.#find(index, line);
			if (typeof found === "string") return found;
			if (only !== void 0 && line.issuance !== only) return `Entry ${index} ${status === "Retired" ? "retires" : "assigns"} ${line.issuance} units`;
			if (found.some(({ issuance }) => issuance !== line.issuance)) return `Entry ${index} calls units ${line.issuance} that are not`;
			if (found.some(({ owner }) => owner !== refersTo)) return `Entry ${index} moves units of another owner`;
			const other = found.find((units) => !from.includes(units.status));
			if (other) return `Entry ${index} moves units that are ${other.status}`;
			this.#set(line, {
				status,
				issuance: line.issuance,
				owner: withOwner.includes(status) ? index : null
			});
		}
		return null;
	}
	#deliver(index, entry) {
		const brought = new Set(entry.received?.map(({ batch }) => batch));
		const [expected, delivered, given] = [
			new Shares(),
			new Shares(),
			new Shares()
		];
		for (const line of entry.lines) {
			const { batch, issuance, status, owner = null } = line;
			if (!status) return `Entry ${index} does not say what becomes of its units`;
			const found = this.#find(index, line);
			if (typeof found === "string") return found;
			if (!brought.has(batch)) {
				if (found.some((units) => units.issuance !== "expected")) return `Entry ${index} delivers units that are not expected`;
				if (status === "Retired" && issuance === "expected") return `Entry ${index} retires expected units`;
				for (const units of found) {
					expected.add(units, quantityOf(units));
					if (status !== "Not delivered") delivered.add(units, quantityOf(units));
				}
			}
			const receiver = status === "Retired" ? {
				status: "Assigned",
				owner: entry.refersTo
			} : {
				status,
				owner
			};
			const goesAlong = (units) => units.owner === receiver.owner && units.status === receiver.status;
			if (issuance === "issued" && !brought.has(batch) && !found.every(goesAlong)) return `Entry ${index} delivers units to another owner`;
			if (issuance === "issued") given.add(receiver, quantityOf(line));
			this.#set(line, {
				status,
				issuance,
				owner
			});
		}
		const surplus = Math.max(0, entry.quantity - expected.total);
		if (surplus > 0) delivered.add({
			status: "Held",
			owner: null
		}, surplus);
		if (!given.equal(delivered)) return `Entry ${index} delivers units to another owner`;
		if (surplus > 0) delivered.add({
			status: "Held",
			owner: null
		}, -surplus);
		const stated = [new Shares(), new Shares()];
		for (const one of entry.owners ?? []) {
			stated[0].add(one, one.expected);
			stated[1].add(one, one.delivered);
		}
		return stated[0].equal(expected) && stated[1].equal(delivered) ? null : `Entry ${index} states other owners than those of the units that it delivers`;
	}
	/** Returns the units of a line in their present states, or what is wrong with the line. */
	#find(index, line) {
		const { batch, first, last } = line;
		const [ranges, facts] = [this.batches.get(batch), this.#facts.get(batch)];
		if (!ranges || !facts) return `Entry ${index} is about batch ${batch}, which was never received`;
		const differs = [
			"registry",
			"series",
			"vintageStart",
			"vintageEnd",
			"unitType"
		].find((fact) => line[fact] !== facts[fact]);
		if (differs) return `Entry ${index} states another ${differs} of batch ${batch} than it was received with`;
		const found = ranges.slice(placeOf(ranges, first), placeOf(ranges, last) + 1).filter((range) => range.first <= last).map((range) => ({
			...range,
			first: Math.max(range.first, first),
			last: Math.min(range.last, last)
		}));
		if (quantityIn(found) !== quantityOf(line)) return `Entry ${index} moves serials that batch ${batch} does not have`;
		const ended = found.find(({ status }) => final.includes(status));
		return ended ? `Entry ${index} moves units that are ${ended.status}` : found;
	}
	/** Gives the units of a line, all of which there are, a state. */
	#set({ batch, first, last }, state) {
		const ranges = this.batches.get(batch) ?? [];
		const [from, to] = [placeOf(ranges, first), placeOf(ranges, last)];
		const [before, after] = [ranges[from], ranges[to]];
		const [start, end] = [Math.max(from - 1, 0), to + 2];
		const changed = [
			...ranges.slice(start, from),
			...before && before.first < first ? [{
				...before,
				last: first - 1
			}] : [],
			{
				first,
				last,
				...state
			},
			...after && after.last > last ? [{
				...after,
				first: last + 1
			}] : [],
			...ranges.slice(to + 1, end)
		];
		ranges.splice(start, end - start, ...mergeNeighbours(changed));
	}
};
const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Parses the bytes of an entry; undefined if they are none. @throws NewerEntryError */
function readEntry(index, bytes) {
	let json;
	try {
		json = JSON.parse(utf8.decode(bytes));
	} catch {
		return;
	}
	const { version, kind } = json ?? {};
	if (typeof version === "number" && version > 1 || isText(kind) && !Object.hasOwn(kinds, kind)) throw new NewerEntryError(`Entry ${index} was made by a newer program: this one does not know its kind`);
	return hasShape(json, entryShape) ? json : void 0;
}
function projectOf(entry, line) {
	return (line.project ?? entry.project)?.id;
}
const isOther = (id, known) => id !== void 0 && known !== void 0 && id !== known;
const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isOneOf = (...values) => (value) => values.includes(value);
const optional = (test) => (value) => value === void 0 || test(value);
const orNull = (test) => (value) => value === null || test(value);
const listOf = (shape) => (value) => Array.isArray(value) && value.every((one) => hasShape(one, shape));
const isStatus = isOneOf("Held", ...withOwner, ...final);
/**
* What the replay reads of an entry. Not the schema of `src/schemas/record.ts`: the program that people check the record with is to
* be short enough to be read, and a library that parses is longer than all of it.
*/
const lineShape = {
	batch: isCount,
	registry: isText,
	series: isText,
	first: isCount,
	last: isCount,
	quantity: Number.isSafeInteger,
	vintageStart: isText,
	vintageEnd: isText,
	unitType: isText,
	issuance: isOneOf("issued", "expected"),
	status: optional(isStatus),
	owner: optional(isCount)
};
const entryShape = {
	version: isOneOf(1),
	kind: isText,
	time: isText,
	quantity: isCount,
	lines: listOf(lineShape),
	received: optional(listOf(lineShape)),
	verified: optional(isCount),
	expected: optional(isCount),
	owners: optional(listOf({
		owner: orNull(isCount),
		status: isStatus,
		expected: isCount,
		delivered: isCount
	})),
	refersTo: orNull(isCount),
	certificate: optional(isText),
	continues: optional((value) => hasShape(value, {
		log: isText,
		size: isCount,
		kept: isCount
	}))
};
function hasShape(value, shape) {
	return typeof value === "object" && value !== null && Object.entries(shape).every(([name, test]) => test(value[name]));
}
/** Compares the sums that an entry states with its lines. Returns the first that is wrong; null if none is. */
function findWrongSum(index, entry) {
	const { kind, lines, received = [], quantity } = entry;
	const wrong = [...lines, ...received].find((line) => line.quantity !== quantityOf(line) || line.quantity < 1);
	if (wrong) return `Entry ${index} says that ${printSerial(wrong)} are ${wrong.quantity} units`;
	const brought = new Set(received.map(({ batch }) => batch));
	const unitsIn = (some) => sumOf(some.map((line) => line.quantity));
	const differs = (kind === "deliver" ? [
		[quantity, unitsIn(lines.filter(({ issuance }) => issuance === "issued"))],
		[entry.verified, quantity],
		[entry.expected, unitsIn(lines.filter(({ batch }) => !brought.has(batch)))],
		[unitsIn(received), unitsIn(lines.filter(({ batch }) => brought.has(batch)))]
	] : [[quantity, unitsIn(lines)]]).find(([stated, counted]) => stated !== counted);
	if (differs) return `Entry ${index} states ${differs[0]} units, but its lines have ${differs[1]}`;
	return null;
}
/** How many units each owner has, by the state that they are in. */
var Shares = class {
	#units = /* @__PURE__ */ new Map();
	add({ owner, status }, units) {
		const key = `${owner} ${status}`;
		this.#units.set(key, (this.#units.get(key) ?? 0) + units);
	}
	get total() {
		return sumOf([...this.#units.values()]);
	}
	equal(other) {
		return [...this.#units.keys(), ...other.#units.keys()].every((key) => (this.#units.get(key) ?? 0) === (other.#units.get(key) ?? 0));
	}
};
function sumOf(numbers) {
	return numbers.reduce((sum, number) => sum + number, 0);
}
/** Returns the place of the first of sorted ranges that ends at or after a serial. */
function placeOf(ranges, serial) {
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = low + high >> 1;
		if ((ranges[middle]?.last ?? Infinity) >= serial) high = middle;
		else low = middle + 1;
	}
	return low;
}
/** Sorts ranges and merges neighbours in the same state. */
function mergeNeighbours(ranges) {
	const merged = [];
	for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
		const before = merged.at(-1);
		if (before && before.status === range.status && before.issuance === range.issuance && before.owner === range.owner && before.last + 1 === range.first) before.last = range.last;
		else merged.push({ ...range });
	}
	return merged;
}
/** All units received so far, by registry, numbering and numbers, whatever the spelling of their entries. */
var ReceivedUnits = class {
	#ranges = /* @__PURE__ */ new Map();
	/** @returns what is wrong with the units of an entry: that their registry does not write such serials, or an earlier entry has them. */
	add(entry, line) {
		const registry = findRegistry(line.registry);
		const serials = registry && serialsOf(registry, line.series, line.first, line.last);
		if (!serials || "refusal" in serials) return `Entry ${entry} receives ${printSerial(line)}, which its registry does not write`;
		const { numbering, first, last } = serials;
		const key = `${registry} ${numbering}`;
		const ranges = this.#ranges.get(key) ?? [];
		this.#ranges.set(key, ranges);
		let [low, high] = [0, ranges.length];
		while (low < high) {
			const middle = low + high >>> 1;
			if ((ranges[middle]?.first ?? 0) <= last) low = middle + 1;
			else high = middle;
		}
		const before = ranges[low - 1];
		if (before && before.last >= first) return `Entry ${entry} receives ${printSerial(line)}, some of which entry ${before.entry} received`;
		ranges.splice(low, 0, {
			first,
			last,
			entry
		});
		return null;
	}
};
// scripts/verifier/mirror.ts
/**
* A copy of a log in a folder, with the paths that the log has: any web server that serves the folder serves the log. Only what has
* been verified is written, and the checkpoint last, so that the folder is a whole log at every moment.
*/
var Mirror = class {
	#folder;
	#readHere = /* @__PURE__ */ new Set();
	constructor(folder) {
		this.#folder = folder;
	}
	/** Whether a file of the folder has been read instead of the log. */
	get isUsed() {
		return this.#readHere.size > 0;
	}
	/** Returns the checkpoint at which the folder was left; undefined if it has none yet. */
	async checkpoint() {
		return (await this.#read("checkpoint"))?.toString("utf8");
	}
	/** Returns a reader that takes from the log only the tiles that the folder lacks. */
	before(fetch) {
		return async (part) => {
			const found = part.startsWith("tile/") ? await this.#read(part) : void 0;
			if (!found) return fetch(part);
			this.#readHere.add(part);
			return new Uint8Array(found);
		};
	}
	/** Forgets what the folder has, so that every tile is written anew. */
	distrust() {
		this.#readHere.clear();
	}
	/** Keeps a verified tile. A full tile replaces the partial ones. */
	async keep(part, bytes) {
		if (this.#readHere.has(part)) return;
		await this.#write(part, bytes);
		if (!part.includes(".p/")) await rm(path.join(this.#folder, `${part}.p`), {
			recursive: true,
			force: true
		});
	}
	/** Keeps entries as text too, one a line, until `finish` is called. */
	async addLines(first, entries) {
		const file = path.join(this.#folder, "entries.jsonl.part");
		await mkdir(this.#folder, { recursive: true });
		const lines = Buffer.concat(entries.flatMap((entry) => [entry, Buffer.from("\n")]));
		await (first === 0 ? writeFile(file, lines) : appendFile(file, lines));
	}
	/** Keeps a checkpoint, and that its entries are lines if they are, once everything else has been kept. */
	async finish(note, { size }, { keys, isText, about }) {
		const lines = path.join(this.#folder, "entries.jsonl");
		if (existsSync(`${lines}.part`)) await (isText ? rename(`${lines}.part`, lines) : rm(`${lines}.part`));
		for (const [name, bytes] of about) await this.#write(name, bytes);
		await this.#write("keys", Buffer.from(keys));
		await this.#write(`checkpoints/${size}`, Buffer.from(note));
		await this.#write("checkpoint", Buffer.from(note));
	}
	async #read(part) {
		return readFile(path.join(this.#folder, part)).catch((error) => {
			if (error.code === "ENOENT" || error.code === "ENOTDIR") return void 0;
			throw error;
		});
	}
	/** Writes a file that is there whole, or not at all. */
	async #write(part, bytes) {
		const file = path.join(this.#folder, part);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(`${file}.part`, bytes);
		await rename(`${file}.part`, file);
	}
};
// scripts/verifier/follow.ts
const timeoutMs = 3e4;
/**
* Follows the log at an address: its newest checkpoint is signed, it continues the checkpoints that are kept here, its entries are
* those that were signed, and the book that they make has no unit twice.
* @returns the exit code.
*/
async function follow(address, { keys, policy, from, save, mirror: folder }) {
	const report = new Report();
	const fetchLog = reader(address);
	const verifiers = keys.map(({ key }) => key);
	const mirror = folder === void 0 ? void 0 : new Mirror(folder);
	let newest;
	await report.make("signature", async () => {
		newest = await fetchCheckpoint(fetchLog, verifiers);
		return `${countEntries(newest.checkpoint.size)}, signed by ${describeKey(findKey(keys, newest.key) ?? { key: newest.key })}`;
	});
	if (!newest) return report.exitCode;
	const { note, checkpoint } = newest;
	await checkWitnesses(report, note, policy);
	const openLog = (fetch) => new SignedLog(fetch, checkpoint, mirror && ((part, bytes) => mirror.keep(part, bytes)));
	let log = openLog(mirror ? mirror.before(fetchLog) : fetchLog);
	const make = (step, check) => report.make(step, async () => {
		try {
			return await check();
		} catch (error) {
			if (!(error instanceof LogIntegrityError && mirror?.isUsed)) throw error;
			mirror.distrust();
			log = openLog(fetchLog);
			return `${await check()}; ${folder} did not match that, and has been downloaded again`;
		}
	});
	const memories = [...from ? [from] : [], ...mirror ? [{
		name: `${folder}`,
		note: await mirror.checkpoint()
	}] : []];
	if (memories.length === 0) report.leave("continues", "not asked for: there is no --from");
	for (const { name, note: kept } of memories) if (kept === void 0) report.leave("continues", `${name} has no checkpoint yet: this is the first time`);
	else if (!await make("continues", () => continueFrom(log, {
		name,
		kept,
		verifiers
	}, checkpoint.size))) return report.exitCode;
	let book = new Book();
	if (!await make("entries", async () => {
		book = new Book();
		await log.readEntries(async (first, entries) => {
			book.add(first, entries);
			await mirror?.addLines(first, entries);
		});
		return checkpoint.size === 0 ? "there are none" : `all ${formatCount(checkpoint.size)} are those that were signed`;
	})) return report.exitCode;
	book.report(report);
	if (mirror) {
		await mirror.finish(note, checkpoint, {
			keys: await writeKeys(keys),
			isText: book.isRecord,
			about: await readAbout(fetchLog)
		});
		print(`${folder} is a copy of the log${book.isRecord ? ", with its entries once more as lines of JSON in entries.jsonl" : ""}.`);
	}
	if (save !== void 0) await writeFile(save, note);
	return report.exitCode;
}
/** Returns a reader of a log that is served at an address. */
function reader(address) {
	return async (part) => {
		const answer = await fetch(`${address}/${part}`, { signal: AbortSignal.timeout(timeoutMs) });
		if (!answer.ok) throw new Error(`the log answers ${answer.status} to ${part}`);
		return new Uint8Array(await answer.arrayBuffer());
	};
}
/** Checks that the log, of `size` entries, continues a checkpoint that was kept. Returns what to say about it. */
async function continueFrom(log, { name, kept, verifiers }, size) {
	const verified = await verifyCheckpoint(kept, verifiers);
	const old = verified?.checkpoint ?? readCheckpoint(kept)?.checkpoint;
	if (!old) throw new Error(`${name} has no checkpoint`);
	try {
		await log.assertContinues(old);
	} catch (error) {
		if (error instanceof LogIntegrityError && !verified) throw new Error(`the log does not continue ${name}, and none of the keys signed that: give the key that did, too`);
		throw error;
	}
	const signed = verified ? "" : "; it was signed by another key than those given";
	return `${countEntries(old.size)} then, ${formatCount(size)} now, and no earlier one has changed${signed}`;
}
async function checkWitnesses(report, note, policy) {
	if (!policy) return report.leave("witness", "not asked for: there is no --policy");
	const { seenBy, forged, needed, isReached, newest } = await checkPolicy(note, policy);
	if (forged.length > 0) return report.fail("witness", `a signature in the name of ${forged.join(", ")} is not theirs`);
	if (needed === 0) return report.leave("witness", "the policy asks for none");
	const names = seenBy.length > 0 ? ` by ${seenBy.join(", ")}` : "";
	const time = newest === void 0 ? "" : `, last at ${formatUtcInstant(new Date(newest))}`;
	if (isReached) return report.pass("witness", `seen${names}${time}`);
	report.miss("witness", `not yet seen by the ${needed} that the policy asks for, but${names || " by none"}${time}`);
}
/** Reads what the log says about itself, which nothing proves. What it does not say is left out. */
async function readAbout(fetchLog) {
	const found = /* @__PURE__ */ new Map();
	for (const name of ["log.json", "policy"]) {
		const bytes = await fetchLog(name).catch(() => void 0);
		if (bytes) found.set(name, bytes);
	}
	return found;
}
/** The book that the entries make, and the first of them that is wrong. */
var Book = class {
	#replay = new Replay();
	#wrong = null;
	#newer;
	#isEmpty = true;
	/** Whether any entry is one of a record: other logs have the same form. */
	isRecord = false;
	add(first, entries) {
		for (const [at, entry] of entries.entries()) {
			this.#isEmpty = false;
			this.isRecord ||= isOfRecord(entry);
			if (this.#wrong !== null || this.#newer) continue;
			try {
				this.#wrong = this.#replay.add(first + at, entry);
			} catch (error) {
				if (!(error instanceof NewerEntryError)) throw error;
				this.#newer = error;
			}
		}
	}
	report(report) {
		if (this.#isEmpty) report.pass("book", "no entries, so no units");
		else if (!this.isRecord) report.leave("book", "the entries of this log are not those of a record");
		else if (this.#wrong !== null) report.fail("book", this.#wrong);
		else if (this.#newer) report.miss("book", this.#newer.message);
		else {
			const units = [...this.#replay.unitsByStatus()].map(([status, count]) => `${formatCount(count)} ${status}`);
			report.pass("book", `no unit is there twice or in two states, and all sums are right: ${units.join(", ")}`);
		}
	}
};
function isOfRecord(entry) {
	try {
		return JSON.parse(new TextDecoder().decode(entry))?.version !== void 0;
	} catch {
		return false;
	}
}
function countEntries(size) {
	return size === 1 ? "1 entry" : `${formatCount(size)} entries`;
}
// scripts/verifier/run.ts
const usage = `Usage:
  node carma-verify.mjs FILE --key KEYS [--policy POLICY] [--log LOG]
      checks a certificate or an entry, as JSON or as a PDF with it inside: offline, or with --log also that the log at an
      address continues the one that the file is from
  node carma-verify.mjs follow LOG --key KEYS [--policy POLICY] [--from CHECKPOINT] [--save CHECKPOINT] [--mirror DIR]
      reads the log at an address, such as https://www.example.com/log: that its newest checkpoint is signed, that it continues
      the checkpoint in a file, that its entries are those that were signed, and that the book which they make has no unit twice

KEYS    the text at /log/keys, or a file with it: one key a line. Get it once, from somewhere that you trust.
POLICY  a file that says which witnesses must have seen the checkpoint (c2sp.org/tlog-policy). Without it none are asked for.
--save  keeps the newest checkpoint. Give the same file to --from: the first time it may be missing.
--mirror  makes a folder a copy of the log, which any web server can serve, and the next time reads only what is new.

Exit code: 0 everything that was asked for holds, 1 something does not, 2 a wrong command,
           3 something could not be checked (no network, a server that is down, an entry that is newer than this program).`;
var UsageError = class extends Error {};
/** Runs a command, and prints what it finds. @returns the exit code. */
async function run(parameters) {
	try {
		return await runCommand(parameters);
	} catch (error) {
		const isUsage = error instanceof UsageError || error instanceof PolicyError;
		console.error(`Error: ${error.message}${isUsage ? `\n\n${usage}` : ""}`);
		return isUsage ? 2 : 3;
	}
}
async function runCommand(parameters) {
	const { values, positionals } = readArguments(parameters);
	const [first, address, ...rest] = positionals;
	if (values.help || first === void 0) {
		console.error(usage);
		return 2;
	}
	const isFollow = first === "follow";
	if (rest.length > 0 || address !== void 0 !== isFollow) throw new UsageError(isFollow ? "Name one log" : "Name one file");
	if (values.key === void 0) throw new UsageError("The key of the log is missing: --key");
	const keys = await readKeys(/^[^+\s]+\+[0-9a-f]{8}\+/.test(values.key) ? values.key : readText(values.key));
	if (!keys) throw new UsageError(`${values.key} is not the key of a log`);
	const policy = values.policy === void 0 ? void 0 : await readPolicy(readText(values.policy));
	if (isFollow) return follow(addressOf(address ?? ""), {
		...values,
		keys,
		policy,
		from: readFrom(values)
	});
	return check(readFile$1(first), {
		keys,
		policy,
		log: values.log === void 0 ? void 0 : reader(addressOf(values.log))
	});
}
function readArguments(args) {
	try {
		const text = { type: "string" };
		return parseArgs({
			args,
			options: {
				key: text,
				policy: text,
				log: text,
				from: text,
				save: text,
				mirror: text,
				help: { type: "boolean" }
			},
			allowPositionals: true
		});
	} catch (error) {
		throw new UsageError(error.message);
	}
}
function addressOf(text) {
	if (!/^https?:/i.test(text) || !URL.canParse(text)) throw new UsageError(`${text} is not the address of a log`);
	return text.replace(/\/$/, "");
}
/** Reads the checkpoint that the log must continue. Only the first time may there be none: in the file in which it will be kept. */
function readFrom({ from, save }) {
	if (from === void 0) return void 0;
	return {
		name: from,
		note: from === save && !existsSync(from) ? void 0 : readText(from)
	};
}
function readFile$1(file) {
	try {
		return readFileSync(file);
	} catch (error) {
		throw new UsageError(error.message);
	}
}
/** Reads a text in UTF-8, or in UTF-16, as Windows writes it when a command's output is sent to a file. */
function readText(file) {
	const text = decodeUnicode(readFile$1(file));
	if (text === void 0) throw new UsageError(`${file} is not text in UTF-8 or UTF-16`);
	return text;
}
// scripts/verifier/carma-verify.ts
process.stdout.on("error", (error) => {
	if (error.code !== "EPIPE") throw error;
});
process.exitCode = await run(process.argv.slice(2));
export {};
