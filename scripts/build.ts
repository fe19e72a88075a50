import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { encodedFiles } from '#server/http/front/build-files.ts';
import { routeStylesFile } from '#server/http/page/render-html.ts';
import { isBuildFresh, stamp } from './freshness.ts';

const lock = '.data/build.lock';
/** Files worth compressing, if they have at least `minBytes`. */
const compressible = /\.(?:css|js|json|svg|txt|ts|webmanifest)$/;
const minBytes = 256;
/** A build takes seconds; after this long (ms) it is considered to have failed. */
const buildLimit = 300_000;

/** Builds the site into `dist` if there is no build or a source is newer. A concurrent call waits for the first to finish. */
export async function buildIfStale(): Promise<void> {
  const release = isBuildFresh() ? () => {} : await takeLock();
  try {
    if (!isBuildFresh()) await build();
  } finally {
    release();
  }
}

/** Builds the site. The build's output goes to stderr, because stdout is for the log. @throws Error when it fails. */
export async function build(): Promise<void> {
  rmSync('dist', { recursive: true, force: true });
  const started = new Date().toISOString();
  // Imported only when needed, because it would slow down every start.
  const { makeVerifier } = await import('./make-verifier.ts');
  await makeVerifier();
  const { status, error } = spawnSync(process.execPath, ['node_modules/waku/cli.js', 'build'], {
    stdio: ['ignore', 2, 2],
    timeout: buildLimit,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The build failed; its output is above', { cause: error });
  const { writeRouteStyles } = await import('./route-styles.ts');
  await writeRouteStyles('dist/public/assets', `dist/server/${routeStylesFile}`);
  compressFiles('dist/public');
  const { makePrintFonts } = await import('./print-fonts.ts');
  await makePrintFonts('dist/print-fonts');
  // Failure is ignored: this only makes the first start faster.
  spawnSync(process.execPath, ['scripts/compile-ahead.ts'], {
    stdio: ['ignore', 2, 2],
    timeout: buildLimit,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  writeFileSync(stamp, started);
}

/** Writes compressed copies beside each file, at the highest level: they are served unchanged. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!compressible.test(name) || !statSync(file).isFile()) continue;
    const body = readFileSync(file);
    if (body.byteLength < minBytes) continue;
    writeFileSync(file + encodedFiles.br, brotliCompressSync(body));
    writeFileSync(file + encodedFiles.gzip, gzipSync(body, { level: 9 }));
  }
}

/** Takes the build lock, ignoring a lock whose process is gone. @returns a function that releases it. */
async function takeLock(): Promise<() => void> {
  mkdirSync('.data', { recursive: true });
  const deadline = Date.now() + buildLimit;
  while (Date.now() < deadline) {
    try {
      const file = openSync(lock, 'wx');
      writeFileSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isHolderAlive()) rmSync(lock, { force: true });
    await sleep(200);
  }
  throw new Error(`Another build has held ${lock} for too long. Remove the file if no build is running`);
}

function isHolderAlive(): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // The file is empty for a moment between its creation and the writing of the pid.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs < 5_000;
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
