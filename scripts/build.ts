import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withLock } from '#db/embedded/file-lock.ts';
import { encodedSuffixes } from '#server/http/front/ready-responses.ts';
import { minCompressibleBytes } from '#server/http/front/whole-response.ts';
import { routeStylesFile } from '#server/http/page/render-html.ts';
import { isBuildFresh, stampFile } from './freshness.ts';

/** Files worth compressing, if they have at least `minCompressibleBytes`. */
const compressibleNames = /\.(?:css|js|json|mjs|svg|txt|webmanifest)$/;
/** A build takes seconds; after this long (ms) it is considered to have failed. */
const buildLimit = 300_000;

/** Builds the site into `dist` if there is no build or a source is newer. Waits while another process builds. @throws Error */
export async function buildIfStale(): Promise<void> {
  if (isBuildFresh()) return;
  mkdirSync('.data', { recursive: true });
  await withLock('.data/build.lock', buildLimit, async () => {
    if (!isBuildFresh()) await build();
  });
}

/** Builds the site, under the lock. The build's output goes to stderr, because stdout is for the log. */
async function build(): Promise<void> {
  rmSync('dist', { recursive: true, force: true });
  // Imported only when needed, because it would slow down every start.
  const { makeVerifier } = await import('./make-verifier.ts');
  await makeVerifier();
  // After the verifier, which is a source itself: a new one would be newer than the build.
  const started = new Date().toISOString();
  const runNode = (...words: string[]) =>
    spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2], timeout: buildLimit, env: { ...process.env, NODE_ENV: 'production' } });
  const { status, error } = runNode('node_modules/waku/cli.js', 'build');
  if (status !== 0) throw new Error('The build failed; its output is above', { cause: error });
  const { writeRouteStyles } = await import('./route-styles.ts');
  await writeRouteStyles('dist/public/assets', `dist/server/${routeStylesFile}`);
  compressFiles('dist/public');
  const { makePrintFonts } = await import('./print-fonts.ts');
  await makePrintFonts('dist/print-fonts');
  // Failure is ignored: this only makes the first start faster.
  runNode('scripts/compile-ahead.ts');
  writeFileSync(stampFile, started);
}

/** Writes compressed copies beside each file, at the highest level: they are served unchanged. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!compressibleNames.test(name) || !statSync(file).isFile()) continue;
    const body = readFileSync(file);
    if (body.byteLength < minCompressibleBytes) continue;
    writeFileSync(file + encodedSuffixes.br, brotliCompressSync(body));
    writeFileSync(file + encodedSuffixes.gzip, gzipSync(body, { level: 9 }));
  }
}
