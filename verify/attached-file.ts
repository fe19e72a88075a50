/** A certificate as a PDF, as far as it is read: the JSON that is attached to it, and the number that it shows. */
export type PdfContents = { attached: string | undefined; number: string | undefined };

/**
 * Checks whether bytes are a PDF. As readers of PDF do, it takes one that begins within the first kilobyte: mail programs and spreadsheets
 * leave a byte order mark, a line or a header before it. What begins as JSON is none, whatever its words are.
 */
export function isPdf(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 1_024));
  return start.includes('%PDF-') && !/^(?:\xef\xbb\xbf)?\s*[{[]/.test(start);
}

/**
 * Finds the JSON that is attached to a PDF of ours: it is the one stream that is not compressed and begins as a file of the record
 * does. Undefined if there is none, or more than one, as in a PDF that another program has saved again.
 */
export function readPdf(bytes: Uint8Array): PdfContents {
  // One character for each byte.
  const text = new TextDecoder('windows-1252').decode(bytes);
  const starts = [...text.matchAll(/stream\r?\n(?=\{\s*"format":\s*"carma-record@v\d)/g)].map((match) => match.index + match[0].length);
  const [start = 0] = starts;
  const end = text.indexOf('\nendstream', start);
  const attached = starts.length === 1 && end !== -1 ? new TextDecoder().decode(bytes.subarray(start, end)) : undefined;
  return { attached, number: /\bCR-\d{6,15}\b/.exec(text)?.[0] };
}
