const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const maxNameLength = 200;

/** A file that came with a message, as it is stored. */
export type Attachment = {
  /** The sender's name for it, made harmless; never used as a path. */
  fileName: string;
  /** What the content is, whatever the sender called it. */
  mediaType: typeof pdf | typeof docx;
  content: Buffer;
};

/** The file as it is stored, or null when its content is neither a PDF nor a Word document. */
export async function readAttachment(file: File): Promise<Attachment | null> {
  const content = Buffer.from(await file.arrayBuffer());
  const mediaType = mediaTypeOf(content);
  return mediaType && { fileName: harmlessName(file.name), mediaType, content };
}

/**
 * The media type of a file by its content: a PDF begins with `%PDF-` (ISO 32000-1, 7.5.2); a DOCX is a ZIP whose entries
 * include `[Content_Types].xml` and a folder `word/` (ECMA-376, part 2), and no macros. Null for anything else.
 */
export function mediaTypeOf(content: Buffer): Attachment['mediaType'] | null {
  if (content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return pdf;
  // Entry names stand in a ZIP uncompressed.
  const isZip = content.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
  if (isZip && content.includes('[Content_Types].xml') && content.includes('word/') && !content.includes('vbaProject.bin')) return docx;
  return null;
}

/** The last part of a path, on one line, without control characters or lone surrogates, at most 200 characters. */
function harmlessName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...visible].slice(-maxNameLength).join('') || 'attachment';
}
