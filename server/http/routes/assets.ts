import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Bytes } from '#server/http/cache/compressed-bodies.ts';
import { type CachedResponse, hashOf } from '#server/http/cache/response-cache.ts';
import type { Encoding } from '#server/platform/web/encodings.ts';

/** Suffixes of the compressed copies that a build writes beside each file that compression makes smaller. */
export const encodedFiles: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Returns a lookup of the build's files as cached responses. Each is read on first request and kept in memory. Files with a
 * hash in their name are immutable; the others are revalidated by ETag.
 */
export function openAssets(publicDir: string): (pathname: string) => CachedResponse | undefined {
  const files = new Map<string, CachedResponse | undefined>();
  for (const name of readdirSync(publicDir, { recursive: true, encoding: 'utf8' })) {
    if (types[path.extname(name)]) files.set(`/${name.split(path.sep).join('/')}`, undefined);
  }
  return (pathname) => {
    if (!files.has(pathname)) return undefined;
    const cached = files.get(pathname) ?? readAsset(publicDir, pathname);
    if (cached) files.set(pathname, cached);
    else files.delete(pathname);
    return cached;
  };
}

function readAsset(publicDir: string, pathname: string): CachedResponse | undefined {
  const file = path.join(publicDir, pathname);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  const identity = readFileSync(file) as Bytes;
  const encoded = Object.entries(encodedFiles).flatMap(([encoding, suffix]) => {
    const exists = statSync(file + suffix, { throwIfNoEntry: false })?.isFile();
    return exists ? [[encoding, readFileSync(file + suffix)]] : [];
  });
  const type = types[path.extname(pathname)] ?? 'application/octet-stream';
  const headers = [
    ...['content-type', type],
    ...['cache-control', pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache'],
    // Other sites show the preview pictures of shared links.
    ...['cross-origin-resource-policy', pathname.startsWith('/share/') ? 'cross-origin' : 'same-origin'],
    // A PDF runs no scripts of the site, and a strict policy breaks the styles of some browsers' built-in viewers.
    ...(type === 'application/pdf' ? ['content-security-policy', "frame-ancestors 'none'"] : []),
    ...(encoded.length > 0 ? ['vary', 'Accept-Encoding'] : []),
  ];
  const bodies = { identity, ...Object.fromEntries(encoded) };
  const response = { status: 200, headers, hash: hashOf(identity), bodies, isCompressible: false, createdAt: new Date(), hits: 0 };
  return { ...response, version: undefined, lastModified: undefined };
}
