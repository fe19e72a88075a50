import { zipNames } from '#server/domain/messages/zip-names.ts';

const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const extensions = { [pdf]: '.pdf', [docx]: '.docx' } as const;
const maxNameLength = 200;

/** The file attached to a message, as it is stored. */
export type Attachment = {
  /** The sender's file name, sanitised, with the extension that matches its content; never used as a path. */
  fileName: string;
  /** Determined from the content, not from what the sender claimed. */
  mediaType: typeof pdf | typeof docx;
  content: Buffer;
};

/** Reads an uploaded file; null if its content is neither a PDF nor a Word document. */
export async function readAttachment(file: File): Promise<Attachment | null> {
  const content = Buffer.from(await file.arrayBuffer());
  const mediaType = mediaTypeOf(content);
  return mediaType && { fileName: sanitisedName(file.name, extensions[mediaType]), mediaType, content };
}

/**
 * Determines the media type of a file from its content: a PDF begins with `%PDF-` (ISO 32000-1, 7.5.2); a DOCX is a ZIP whose
 * entries include `[Content_Types].xml` and a folder `word/` (ECMA-376, part 2). Null for anything else, or with macros.
 */
export function mediaTypeOf(content: Buffer): Attachment['mediaType'] | null {
  if (content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return pdf;
  if (!content.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return null;
  // Part names are case-insensitive (ECMA-376, part 2).
  const names = zipNames(content).map((name) => name.toLowerCase());
  const isDocument = names.includes('[content_types].xml') && names.some((name) => name.startsWith('word/'));
  return isDocument && !names.some((name) => name.endsWith('vbaproject.bin')) ? docx : null;
}

/**
 * Returns the last part of a path, on one line, without control characters or lone surrogates, at most 200 characters. Its
 * extension matches the content, so that no computer opens the file as a type that was not checked.
 */
function sanitisedName(name: string, extension: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  const named = visible.toLowerCase().endsWith(extension) ? visible : (visible || 'attachment') + extension;
  return [...named].slice(-maxNameLength).join('');
}
