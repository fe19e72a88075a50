import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LogLike } from '#db/log-like.ts';
import type { Place } from './place.ts';

/** The superuser of the embedded server. The site itself connects as `carma`. */
export const superuser = 'postgres';

const initdbLimit = 120_000;
/** Written last into a cluster of ours: with it, missing files mean damage, not an interrupted start. */
const finished = 'carma-cluster';

/**
 * Makes sure that there is a whole cluster (PostgreSQL's word for a data directory) at the place, and returns the
 * superuser's password. A new one is made beside it and put there in one step, so that an interrupted start leaves no
 * half of one. What stands in the way is set aside, never deleted. Call it under the lock.
 * @throws Error that says what to do when the data is damaged, of another PostgreSQL, or cannot be made.
 */
export async function ensureCluster(place: Place, log: LogLike): Promise<string> {
  const { dataDir, binaries } = place;
  const passwordFile = `${dataDir}-password`;
  if (isWhole(dataDir)) {
    const major = (await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8')).trim();
    if (major !== binaries.major) {
      throw new Error(
        `The data in ${dataDir} is PostgreSQL ${major}'s, but this is PostgreSQL ${binaries.major}. Nothing was changed. Copy it over with pg_dump of version ${major}, or move that folder away to begin with an empty database.`,
      );
    }
    return readPassword(passwordFile, dataDir);
  }
  if (existsSync(path.join(dataDir, finished))) {
    throw new Error(
      `The database in ${dataDir} is damaged: files are missing. Nothing was changed. Restore that folder from a backup, or move it away.`,
    );
  }
  await setAside(dataDir, log);
  const password = existsSync(passwordFile) ? await readPassword(passwordFile, dataDir) : await newPassword(passwordFile);
  await make(place, password);
  log.info({ event: 'database.made', dataDir, user: place.user?.name }, `Made a new PostgreSQL ${binaries.major} database in ${dataDir}`);
  return password;
}

async function make({ dataDir, user, binaries }: Place, password: string): Promise<void> {
  await removeUnfinished(dataDir);
  const workshop = await mkdtemp(`${dataDir}-unfinished-`);
  const cluster = path.join(workshop, 'cluster');
  const passwordFile = path.join(workshop, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const item of [passwordFile, cluster, workshop]) await chown(item, user.ids.uid, user.ids.gid);
  await run(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    user?.ids,
  );
  await writeFile(path.join(cluster, finished), 'Made by the site. PostgreSQL does not use this file.\n');
  await rename(cluster, dataDir);
  await syncFolder(path.dirname(dataDir));
  await rm(workshop, { recursive: true, force: true });
}

function run(program: string, options: string[], ids?: { uid: number; gid: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, options, {
    ...ids,
    cwd: path.parse(program).root,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: initdbLimit,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  child.once('error', reject);
  child.once('close', (code, signal) => {
    if (code === 0) resolve();
    else
      reject(
        new Error(`PostgreSQL's initdb ended with ${signal ?? code}. Set DATABASE_URL if it cannot run here. It said:\n${said.trim()}`),
      );
  });
  return promise;
}

function isWhole(dataDir: string): boolean {
  return ['PG_VERSION', 'global/pg_control'].every((file) => existsSync(path.join(dataDir, file)));
}

async function setAside(dataDir: string, log: LogLike): Promise<void> {
  if (!existsSync(dataDir)) return;
  if ((await readdir(dataDir)).length === 0) return rmdir(dataDir);
  const aside = `${dataDir}-set-aside-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  await rename(dataDir, aside);
  log.warn({ event: 'database.set-aside', dataDir, aside }, `${dataDir} held no whole database. It is now ${aside}; nothing was deleted`);
}

/** Folders of starts that were killed while they made a cluster. Nothing was ever stored in them. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const folder = path.dirname(dataDir);
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${path.basename(dataDir)}-unfinished-`));
  for (const name of left) await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
}

async function newPassword(file: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, password, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return password;
}

async function readPassword(file: string, dataDir: string): Promise<string> {
  try {
    const password = (await readFile(file, 'utf8')).trim();
    if (password) return password;
    throw new Error('It is empty');
  } catch (cause) {
    throw new Error(
      `The password of the database in ${dataDir} cannot be read from ${file}. Restore that file, or start as the user that it belongs to.`,
      {
        cause,
      },
    );
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => {});
  await handle.close();
}
