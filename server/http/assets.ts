import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';
import { acceptedEncoding, type Encoding } from '#server/http/compress.ts';

type Body = Uint8Array<ArrayBuffer>;
type Asset = { body: Body; type: string; etag: string; immutable: boolean; encoded: Partial<Record<Encoding, Body>> };

/** Not worth compressing below this, in bytes, nor what is compressed already. */
const smallest = 1_024;
const compressed = /^(?:image\/(?!svg)|font\/|application\/pdf)/;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Serves the build's files from memory: read once, hashed names for ever, the others checked again by their ETag. */
export function assets(publicDir: string) {
  const files = readAssets(publicDir);
  return createMiddleware<AppEnv>(async (c, next) => {
    const asset = files.get(c.req.path);
    if (!asset) return next();
    const encoding = isWorthIt(asset) ? acceptedEncoding(c.req.header('accept-encoding')) : undefined;
    const etag = encoding ? `${asset.etag.slice(0, -1)}-${encoding}"` : asset.etag;
    const headers = {
      etag,
      ...(isWorthIt(asset) ? { vary: 'Accept-Encoding' } : {}),
      'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      // A shared link's picture is shown by other sites.
      'cross-origin-resource-policy': c.req.path.startsWith('/share/') ? 'cross-origin' : 'same-origin',
    };
    // A PDF runs nothing of ours, and the strict policy of pages leaves some browsers' own readers without their styles.
    if (asset.type === 'application/pdf') c.header('content-security-policy', "frame-ancestors 'none'");
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    if (!encoding) return c.body(asset.body, 200, { ...headers, 'content-type': asset.type });
    return c.body(encode(asset, encoding), 200, { ...headers, 'content-type': asset.type, 'content-encoding': encoding });
  });
}

function isWorthIt({ body, type }: Asset): boolean {
  return body.byteLength >= smallest && !compressed.test(type);
}

/** The file in an encoding, made at its first request and kept. */
function encode(asset: Asset, encoding: Encoding): Body {
  asset.encoded[encoding] ??= new Uint8Array(encoding === 'br' ? brotliCompressSync(asset.body) : gzipSync(asset.body));
  return asset.encoded[encoding];
}

function readAssets(publicDir: string): Map<string, Asset> {
  const files = new Map<string, Asset>();
  for (const name of readdirSync(publicDir, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(publicDir, name);
    const type = types[path.extname(file)];
    if (!type || !statSync(file).isFile()) continue;
    const body = new Uint8Array(readFileSync(file));
    const address = `/${name.split(path.sep).join('/')}`;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(address, { body, type, etag, immutable: address.startsWith('/assets/'), encoded: {} });
  }
  return files;
}
