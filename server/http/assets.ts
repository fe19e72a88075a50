import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';

type Asset = { body: Uint8Array<ArrayBuffer>; type: string; etag: string; immutable: boolean };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
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
    const headers = {
      etag: asset.etag,
      'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      // A shared link's picture is shown by other sites.
      'cross-origin-resource-policy': c.req.path.startsWith('/share/') ? 'cross-origin' : 'same-origin',
    };
    // A PDF runs nothing of ours, and the strict policy of pages leaves some browsers' own readers without their styles.
    if (asset.type === 'application/pdf') c.header('content-security-policy', "frame-ancestors 'none'");
    if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304, headers);
    return c.body(asset.body, 200, { ...headers, 'content-type': asset.type });
  });
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
    files.set(address, { body, type, etag, immutable: address.startsWith('/assets/') });
  }
  return files;
}
