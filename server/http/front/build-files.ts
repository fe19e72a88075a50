import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AddressAt } from '#server/platform/web/app-env.ts';
import { declaredHeaders } from '#server/platform/web/conditional-requests.ts';
import type { Bytes, Encoding } from '#server/platform/web/negotiation.ts';
import { hashOf, type WholeResponse } from './whole-response.ts';

/** Suffixes of the compressed copies that a build (scripts/build.ts) writes beside the files worth compressing. */
export const encodedSuffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Returns a function that finds the build's files by path. Each is read when it is first asked for and stays in memory.
 * @throws Error if the build has a file whose type is unknown: it would not be found.
 */
export function openBuildFiles(publicDir: string, addressAt: AddressAt): (pathname: string) => WholeResponse | undefined {
  const files = readdirSync(publicDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(publicDir, path.join(parentPath, name)));
  const knownTypes = new Set([...Object.keys(types), ...Object.values(encodedSuffixes)]);
  const unknown = names.filter((name) => !knownTypes.has(path.extname(name)));
  if (unknown.length > 0) throw new Error(`The build has files of an unknown type: ${unknown.join(', ')}`);
  const typeOf = new Map(names.map((name) => [`/${name.split(path.sep).join('/')}`, types[path.extname(name)]]));
  const read = new Map<string, WholeResponse>();
  return (pathname) => {
    const type = typeOf.get(pathname);
    const known = read.get(pathname);
    const file = path.join(publicDir, pathname);
    // It may have been removed since.
    if (known || !type || !existsSync(file)) return known;
    const body = readFileSync(file) as Bytes;
    const copies = Object.entries(encodedSuffixes).filter(([, suffix]) => existsSync(file + suffix));
    const isCompressible = copies.length > 0;
    const headers = {
      'content-type': type,
      ...declaredHeaders(addressAt(pathname)),
      // A PDF runs no scripts of the site, and a strict policy breaks the styles of some browsers' built-in viewers.
      ...(type === 'application/pdf' ? { 'content-security-policy': "frame-ancestors 'none'" } : {}),
      ...(isCompressible ? { vary: 'Accept-Encoding' } : {}),
    };
    const encoded = Object.fromEntries(copies.map(([encoding, suffix]) => [encoding, readFileSync(file + suffix)]));
    const facts = { status: 200, lastModified: undefined, usesDatabase: false, madeAt: new Date() };
    const made = { ...facts, headers, body, encoded, isCompressible, hash: hashOf(body) };
    read.set(pathname, made);
    return made;
  };
}
