import { zipNames } from '#server/domain/messages/zip-names.ts';

const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const extensions = { [pdf]: '.pdf', [docx]: '.docx' } as const;
const maxNameLength = 200;

/** A file that came with a message, as it is stored. */
export type Attachment = {
  /** The sender's name for it, made harmless, with the extension of what it is; never used as a path. */
  fileName: string;
  /** What the content is, whatever the sender called it. */
  mediaType: typeof pdf | typeof docx;
  content: Buffer;
};

/** The file as it is stored, or null when its content is neither a PDF nor a Word document. */
export async function readAttachment(file: File): Promise<Attachment | null> {
  const content = Buffer.from(await file.arrayBuffer());
  const mediaType = mediaTypeOf(content);
  return mediaType && { fileName: harmlessName(file.name, extensions[mediaType]), mediaType, content };
}

/**
 * The media type of a file by its content: a PDF begins with `%PDF-` (ISO 32000-1, 7.5.2); a DOCX is a ZIP whose entries
 * include `[Content_Types].xml` and a folder `word/` (ECMA-376, part 2), and no macros. Null for anything else.
 */
export function mediaTypeOf(content: Buffer): Attachment['mediaType'] | null {
  if (content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return pdf;
  if (!content.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return null;
  // Names of parts are the same in upper and lower case (ECMA-376, part 2).
  const names = zipNames(content).map((name) => name.toLowerCase());
  const isDocument = names.includes('[content_types].xml') && names.some((name) => name.startsWith('word/'));
  return isDocument && !names.some((name) => name.endsWith('vbaproject.bin')) ? docx : null;
}

/**
 * The last part of a path, on one line, without control characters or lone surrogates, at most 200 characters. It ends as
 * its content does, so that nobody's computer takes a file for something that was not checked.
 */
function harmlessName(name: string, extension: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  const named = visible.toLowerCase().endsWith(extension) ? visible : (visible || 'attachment') + extension;
  return [...named].slice(-maxNameLength).join('');
}
