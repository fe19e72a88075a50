/** Bytes that are read and thrown away past the limit, so that a browser gets to the end of its upload and to the answer. */
const maxDrained = 64 * 1024 * 1024;

/**
 * A posted form, of which at most `limit` bytes are kept. A longer body is closed off there: what was sent before the
 * cut stays readable, and a file in which it falls is over its own limit, so the form can say so beside that field.
 * @throws TypeError when the body is not a form, or the text of a multipart form not UTF-8.
 */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const { bytes, cut } = await readUpTo(request, limit);
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  const body = cut && boundary ? Buffer.concat([bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]) : bytes;
  const form = await new Response(body as BodyInit, { headers: { 'content-type': type } }).formData();
  // A cut may fall into a letter.
  if (boundary && !cut && (await isReplaced(form, bytes))) throw new TypeError('The form is not UTF-8');
  return form;
}

/** Whether U+FFFD stands in a form more often than it was sent: reading puts it in the place of bytes that are not UTF-8. */
async function isReplaced(form: FormData, bytes: Buffer): Promise<boolean> {
  const files = [...form.values()].filter((value) => value instanceof File);
  const texts = [...form].flatMap(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
  const shown = countReplacements(Buffer.from(texts.join('\n')));
  if (shown === 0) return false;
  const inFiles = await Promise.all(files.map(async (file) => countReplacements(Buffer.from(await file.arrayBuffer()))));
  return shown > countReplacements(bytes) - inFiles.reduce((sum, count) => sum + count, 0);
}

const replacement = Buffer.from('\uFFFD');

function countReplacements(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(replacement); at !== -1; at = bytes.indexOf(replacement, at + replacement.length)) count += 1;
  return count;
}

async function readUpTo(request: Request, limit: number): Promise<{ bytes: Buffer; cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (size > limit + maxDrained) break;
  }
  return { bytes: Buffer.concat(chunks), cut: size > limit };
}
