/** Bytes that are read and thrown away past the limit, so that a browser gets to the end of its upload and to the answer. */
const maxDrained = 64 * 1024 * 1024;

/**
 * A posted form, of which at most `limit` bytes are kept. A longer body is closed off there: what was sent before the
 * cut stays readable, and a file in which it falls is over its own limit, so the form can say so beside that field.
 * @throws TypeError when the body is not a form.
 */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const { bytes, cut } = await readUpTo(request, limit);
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  const body = cut && boundary ? Buffer.concat([bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]) : bytes;
  return new Response(body as BodyInit, { headers: { 'content-type': type } }).formData();
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
