import { decodeText } from '#server/platform/tables/read-table.ts';
import { unzipWithin } from '#server/platform/unzip.ts';
import { attachmentEndings } from '#shared/schemas/attachments.ts';
import { enterpriseTexts } from '#shared/schemas/enterprise-contact.ts';
import { fill } from '#verify/text.ts';

const mediaTypes = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<(typeof attachmentEndings)[number], string>;
const { '.pdf': pdf, ...office } = mediaTypes;
const maxNameLength = 200;

/** ISO 32000-1, 7.5.2; some programs write a byte order mark or a line break first. */
const pdfStart = /^(?:\xef\xbb\xbf)?\s*%PDF-/;
/** The entry of the trailer that names how a PDF is encrypted (ISO 32000-1, 7.6.1). */
const encryptedPdf = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;
const oleStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Content types of documents with macros and of the macros themselves, and the usual name of the latter. */
const macros = /macroenabled|macrosheet|vbaproject|vbadata/;
/** The part that declares the others (ECMA-376, part 2, 7.2.3.2), under exactly this name. */
const typesPart = '[Content_Types].xml';

/** The file attached to a message, as it is stored. */
export type Attachment = {
  /** The sender's file name, sanitised, with the extension that matches its content; never used as a path. */
  fileName: string;
  /** Determined from the content, not from what the sender claimed. */
  mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
  content: Buffer;
};

/** Why a document is not taken: it is something else, is protected with a password, or has macros. */
type WhyRefused = 'attachmentWrongType' | 'attachmentProtected' | 'attachmentMacros';

/**
 * Reads an uploaded file, or returns why it is not taken. `about` is the beginning of the refusal: the file's name and a colon or, where
 * the content is not what its extension says, a sentence.
 */
export async function readAttachment(file: File): Promise<Attachment | { refused: WhyRefused; about: string }> {
  const content = Buffer.from(await file.arrayBuffer());
  const mediaType = mediaTypeOf(content);
  if (typeof mediaType !== 'string') {
    const name = sanitisedName(file.name, '');
    const ending = attachmentEndings.find((one) => mediaType.refused === 'attachmentWrongType' && name.toLowerCase().endsWith(one));
    const type = ending?.slice(1).toUpperCase();
    return { ...mediaType, about: type ? fill(enterpriseTexts.attachmentNotOfType, { name, type }) : `${name}:` };
  }
  const extension = attachmentEndings.find((ending) => mediaTypes[ending] === mediaType) ?? '';
  return { fileName: sanitisedName(file.name, extension), mediaType, content };
}

/** Determines the media type of a file from its content, or why it is not taken. */
export function mediaTypeOf(content: Buffer): Attachment['mediaType'] | { refused: WhyRefused } {
  if (pdfStart.test(content.toString('latin1', 0, 1024)))
    return encryptedPdf.test(content.toString('latin1')) ? { refused: 'attachmentProtected' } : pdf;
  // Office stores a document with a password as an OLE file with this part ([MS-OFFCRYPTO], 2.3.4).
  if (content.subarray(0, 8).equals(oleStart))
    return { refused: content.includes('EncryptedPackage', 0, 'utf16le') ? 'attachmentProtected' : 'attachmentWrongType' };
  const types = content.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) ? typesAndNames(content) : [];
  if (types.some((type) => macros.test(type))) return { refused: 'attachmentMacros' };
  return Object.values(office).find((type) => types.includes(`${type}.main+xml`)) ?? { refused: 'attachmentWrongType' };
}

/**
 * Returns the content types that an Office document declares for its parts, in lower case (ECMA-376, part 2, 10.1.2.2), and the names
 * of its parts, which begin with a slash, so that none is taken for a type; nothing if it is no such document.
 */
function typesAndNames(content: Buffer): string[] {
  const unzipped = unzipWithin(content, { wanted: (name) => name === typesPart, maxUnpacked: 65_536, maxPacked: 16_384 });
  const types = unzipped?.parts.get(typesPart);
  if (!unzipped || !types) return [];
  let text: string;
  try {
    text = decodeText(Buffer.from(types));
  } catch {
    return [];
  }
  // No parser: it would do more with a stranger's bytes than is needed. No content type needs a reference; one could hide a macro's.
  const declared = text.matchAll(/\bContentType\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g);
  const values = [...declared].map(([, quoted, single]) => (quoted ?? single ?? '').trim());
  const names = unzipped.names.map((name) => `/${name}`);
  return values.some((value) => value.includes('&')) ? [] : [...values, ...names].map((text) => text.toLowerCase());
}

/**
 * Returns the last part of a path, on one line, without control characters or lone surrogates, cut to `maxNameLength`. It ends in
 * `extension`, which matches the content, so that no computer opens the file as a type that was not checked.
 */
function sanitisedName(name: string, extension: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  const cleaned = visible.trim() || 'attachment';
  const named = cleaned.toLowerCase().endsWith(extension) ? cleaned : cleaned + extension;
  return [...named].slice(-maxNameLength).join('');
}
