import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isNamedProcessRunning, nameOfProcess } from '#db/embedded/processes.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';

const folderPrefix = 'carma-test-postgres-';
const log = { info: () => {}, warn: () => {}, error: () => {} };
/** Tests make and drop many databases and keep nothing: they need not wait for the disk. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' };

/**
 * One PostgreSQL for a test run: the server of TEST_DATABASE_URL if that is set (its user must be able to create
 * databases), else an embedded one in the system's folder for temporary files, gone after the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Also set when another project of this run has got here first.
  if (process.env.TEST_DATABASE_URL) return async () => {};
  await removeLeftOvers();
  const folder = await mkdtemp(path.join(tmpdir(), `${folderPrefix}${nameOfProcess()}-`));
  await chmod(folder, 0o755);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log, settings, port: 0 });
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Of runs that were killed: their servers still run. */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix) || isNamedProcessRunning(name.slice(folderPrefix.length).split('-')[0] ?? '')) continue;
    const folder = path.join(tmpdir(), name);
    const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log }).catch(() => undefined);
    await server?.stop();
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
