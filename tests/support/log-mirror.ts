import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { recordLog } from '#server/http/routes/record-log.ts';

type Serving = { address: string; stop: () => Promise<void> };

/** Mirrors the log that the site serves into a folder, with the program that people download. */
export async function mirrorLog(folder: string): Promise<void> {
  const { address, stop } = await serveOnLoopback((request) => recordLog().fetch(request));
  const keys = `${folder}.keys`;
  await writeFile(keys, await (await fetch(`${address}/keys`)).text());
  await promisify(execFile)(process.execPath, ['public/carma-verify.mjs', 'follow', address, '--key', keys, '--mirror', folder]);
  await stop();
}

/** Serves the files of a folder on loopback. */
export function serveFolder(folder: string): Promise<Serving> {
  return serveOnLoopback((request) =>
    readFile(path.join(folder, path.normalize(new URL(request.url).pathname))).then(
      (bytes) => new Response(new Uint8Array(bytes)),
      () => new Response(null, { status: 404 }),
    ),
  );
}

async function serveOnLoopback(fetch: (request: Request) => Response | Promise<Response>): Promise<Serving> {
  const { promise, resolve } = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, resolve);
  const { port } = await promise;
  return { address: `http://127.0.0.1:${port}`, stop: () => new Promise((done) => server.close(() => done())) };
}
