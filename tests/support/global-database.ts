import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectTo, quiet } from '#db/connection.ts';
import { isInUse, startEmbeddedPostgres, superuser } from '#db/embedded.ts';
import { createTemplate } from './database.ts';

const folderPrefix = 'carma-test-server-';
/** A folder younger than this (ms) may belong to a run that is still starting. */
const startupMs = 10 * 60_000;
/** Set by the first setup of a run; later ones (each Vitest project has its own) share its server, which the last to end removes. */
const folderVariable = 'CARMA_TEST_POSTGRES';
/**
 * Tests discard their databases, so nothing needs to reach the disk. `synchronous_commit` stays on, because vacuum cannot mark a page
 * all-visible until every commit, in any database, has been flushed. Autovacuum is off: it would hold snapshots and update statistics in
 * some runs and not in others.
 */
const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '100' };

/**
 * Starts one PostgreSQL for a test run, in a temporary folder that is removed after the run. The user of TEST_DATABASE_URL can create
 * databases; that of TEST_DATABASE_SITE_URL, which the site has, owns nothing.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = process.env[folderVariable] ?? (await makeFolder());
  const dataDir = path.join(folder, 'postgres');
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
  process.env[folderVariable] = folder;
  process.env.TEST_DATABASE_URL = ownerUrl;
  process.env.TEST_DATABASE_SITE_URL = url;
  await allowReplicaRole(ownerUrl, dataDir);
  const dropTemplate = await createTemplate('empty');
  return async () => {
    await dropTemplate();
    await stop();
    if (isInUse(dataDir)) return;
    delete process.env[folderVariable];
    await rm(folder, { recursive: true, force: true });
  };
}

/** Lets the owner of the databases switch all triggers off, as a superuser may: the audit's tests change the record that way. */
async function allowReplicaRole(ownerUrl: string, dataDir: string): Promise<void> {
  const password = (await readFile(`${dataDir}-password`, 'utf8')).trim();
  const sql = connectTo(Object.assign(new URL(ownerUrl), { username: superuser, password }).href, { max: 1 });
  await sql.unsafe(`grant set on parameter session_replication_role to ${new URL(ownerUrl).username}`);
  await sql.end();
}

/** Creates a folder that PostgreSQL's user, who is not root even when the tests are, can traverse. */
async function makeFolder(): Promise<string> {
  await removeAbandonedFolders();
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes folders of this user's killed runs. Their servers may still run: a start joins such a server, so that `stop` can end it. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(tmpdir(), name);
    const dataDir = path.join(folder, 'postgres');
    // Another run may have removed it meanwhile.
    const { uid, mtimeMs = 0 } = (await stat(folder).catch(() => undefined)) ?? {};
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < startupMs || isInUse(dataDir)) continue;
    const server = await startEmbeddedPostgres({ dataDir, log: quiet }).catch(() => undefined);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
