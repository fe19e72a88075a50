import { compressible } from '#server/http/compress.ts';
import { type PageParts, putTogether, takeApart } from '#server/http/finish-html.ts';
import { type Stylesheet, usedStyles } from '#server/http/page-styles.ts';
import { hashOf, keepPayload, type RawHeaders, type Remembered, uncompressed } from '#server/http/remembered.ts';
import { pagePolicy } from '#server/http/security-headers.ts';
import { shortenClasses } from '#server/http/short-classes.ts';

export type PageKit = PageParts & { stylesheet: Stylesheet };

type Rendered = { address: string; status: number; headers: Headers; body: Buffer<ArrayBuffer> };

/** Headers of one request, or that are made anew for each. */
const notKept = /^(?:x-request-id|date|connection|transfer-encoding|content-length|content-encoding|etag|last-modified|vary)$/;

/**
 * An answer of the app as every visitor gets it, not compressed yet. Pages are finished: they carry their styles.
 * @returns undefined for a page that cannot be finished: it needs the scripts of its own rendering.
 */
export function makeAnswer(rendered: Rendered, kit: PageKit): Remembered | undefined {
  const { address, status, headers } = rendered;
  const page = isHtml(headers) ? takeApart(rendered.body.toString()) : undefined;
  if (isHtml(headers) && !page) return undefined;
  const styled = page && shortenClasses({ html: page.html, css: usedStyles(page.html, kit.stylesheet) }, kit.stylesheet);
  const finished = styled && putTogether({ ...page, ...styled }, kit, address);
  const payload = page && finished?.hasIslands ? keepPayload(page.payload) : undefined;

  const body = finished ? Buffer.from(finished.html) : rendered.body;
  const isText = compressible.test(headers.get('content-type') ?? '');
  const raw: RawHeaders = [...headers].filter(([name]) => !notKept.test(name)).flat();
  const vary = [headers.get('vary'), isText ? 'Accept-Encoding' : ''].filter(Boolean).join(', ');
  if (vary) raw.push('vary', vary);
  if (finished) raw.push('content-security-policy', pagePolicy({ ...finished, path: pathOf(address) }));
  return {
    status,
    headers: raw,
    version: undefined,
    hash: hashOf(body),
    payload,
    lastModified: headers.get('last-modified') ?? undefined,
    ...uncompressed(body, isText),
    hits: 0,
  };
}

export function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '';
}
