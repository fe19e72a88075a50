import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInUse, startEmbeddedPostgres } from '#db/embedded.ts';

const folderPrefix = 'carma-test-server-';
/** How long (ms) a run may take to begin. */
const youngMs = 10 * 60_000;
/** Set by the first setup of a run. The next ones (each vitest project has its own) share its server. */
const folderVariable = 'CARMA_TEST_POSTGRES';
const log = { info: () => {}, warn: () => {}, error: () => {} };
/**
 * Tests make and drop many databases and keep nothing: they need not wait for the disk. Commits are written in their order
 * all the same: a vacuum marks no page as visible to all beside a commit, of whichever database, that is not written yet.
 * And none runs by itself: it would hold a snapshot, or statistics would come, in some runs.
 */
const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '100' };

/**
 * One PostgreSQL for a test run: the server of TEST_DATABASE_URL if that is set (its user must be able to create
 * databases), else an embedded one in the system's folder for temporary files, gone after the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL && !process.env[folderVariable]) return async () => {};
  const folder = process.env[folderVariable] ?? (await makeFolder());
  const dataDir = path.join(folder, 'postgres');
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings, port: 0 });
  process.env[folderVariable] = folder;
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    await stop();
    if (isInUse(dataDir)) return;
    delete process.env[folderVariable];
    delete process.env.TEST_DATABASE_URL;
    await rm(folder, { recursive: true, force: true });
  };
}

/** PostgreSQL's user, another one where the tests run as root, must be able to pass through the folder. */
async function makeFolder(): Promise<string> {
  await removeLeftOvers();
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix));
  await chmod(folder, 0o755);
  return folder;
}

/** Of this user's runs that were killed: their servers may still run. A young folder may be another run's that just begins. */
async function removeLeftOvers(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(tmpdir(), name);
    const dataDir = path.join(folder, 'postgres');
    const { uid, mtimeMs } = await stat(folder);
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < youngMs || isInUse(dataDir)) continue;
    const server = await startEmbeddedPostgres({ dataDir, log, port: 0 }).catch(() => undefined);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
