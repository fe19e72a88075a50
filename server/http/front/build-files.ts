import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pictureHeaders } from '#server/platform/web/conditional-requests.ts';
import type { Bytes, Encoding } from '#server/platform/web/negotiation.ts';
import { hashOf, type WholeResponse } from './whole-response.ts';

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
 * Returns a function that finds the build's files by path. Each is read when it is first asked for and stays in memory. Files with a
 * hash in their name are immutable, pictures last a day, and the others are revalidated by ETag.
 */
export function openBuildFiles(publicDir: string): (pathname: string) => WholeResponse | undefined {
  const names = readdirSync(publicDir, { recursive: true, encoding: 'utf8' });
  const typeOf = new Map(names.map((name) => [`/${name.split(path.sep).join('/')}`, types[path.extname(name)]]));
  const read = new Map<string, WholeResponse>();
  return (pathname) => {
    const type = typeOf.get(pathname);
    if (!type) return undefined;
    const file = read.get(pathname) ?? readBuildFile(publicDir, pathname, type);
    if (file) read.set(pathname, file);
    return file;
  };
}

function readBuildFile(publicDir: string, pathname: string, type: string): WholeResponse | undefined {
  const file = path.join(publicDir, pathname);
  // It may have been removed since.
  if (!existsSync(file)) return undefined;
  const body = readFileSync(file) as Bytes;
  const encoded = Object.fromEntries(
    Object.entries(encodedFiles).flatMap(([encoding, suffix]) =>
      existsSync(file + suffix) ? [[encoding, readFileSync(file + suffix)]] : [],
    ),
  );
  const isCompressible = Object.keys(encoded).length > 0;
  const headers = [
    ...['content-type', type],
    ...Object.entries(policiesFor(pathname)).flat(),
    // A PDF runs no scripts of the site, and a strict policy breaks the styles of some browsers' built-in viewers.
    ...(type === 'application/pdf' ? ['content-security-policy', "frame-ancestors 'none'"] : []),
    ...(isCompressible ? ['vary', 'Accept-Encoding'] : []),
  ];
  const facts = { status: 200, lastModified: undefined, usesDatabase: false, madeAt: new Date() };
  return { ...facts, headers, body, encoded, isCompressible, hash: hashOf(body) };
}

function policiesFor(pathname: string): typeof pictureHeaders {
  if (pathname.startsWith('/pictures/')) return pictureHeaders;
  return {
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    // Other sites show the preview pictures of shared links.
    'cross-origin-resource-policy': pathname.startsWith('/share/') ? 'cross-origin' : 'same-origin',
  };
}
