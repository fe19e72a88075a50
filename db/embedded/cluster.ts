import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LogLike } from '#db/log-like.ts';
import type { Place } from './place.ts';

/** The superuser of the embedded server. The site itself connects as `carma`. */
export const superuser = 'postgres';

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Makes sure that there is a cluster (PostgreSQL's word for a data directory) at the place, and returns the superuser's
 * password. A new one is made beside it and put there in one step, so that an interrupted start leaves no half of one.
 * Nothing that was there is changed. Call it under the lock.
 * @throws Error that says what to do when something else is there, or it cannot be made.
 */
export async function ensureCluster(place: Place, log: LogLike): Promise<string> {
  const { dataDir } = place;
  const passwordFile = `${dataDir}-password`;
  const found: string[] = await readdir(dataDir).catch(() => []);
  if (found.includes('PG_VERSION')) return readPassword(passwordFile, dataDir);
  if (found.length > 0) {
    throw new Error(`${dataDir} holds no whole database. Nothing was changed. Restore that folder from a backup, or move it away.`);
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  await make(place, password);
  log.info({ event: 'database.made', dataDir, user: place.user?.name }, `Made a new PostgreSQL database in ${dataDir}`);
  return password;
}

async function make({ dataDir, programs, user }: Place, password: string): Promise<void> {
  const workshop = `${dataDir}-unfinished`;
  const cluster = path.join(workshop, 'cluster');
  const passwordFile = path.join(workshop, 'password');
  // Of a start that was killed.
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const item of [passwordFile, workshop]) await chown(item, user.ids.uid, user.ids.gid);
  const options = [`--pgdata=${cluster}`, `--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', ...locale];
  await promisify(execFile)(path.join(programs, 'bin/initdb'), options, {
    ...user?.ids,
    cwd: path.parse(dataDir).root,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    timeout: 120_000,
  }).catch((cause) => {
    throw new Error(`PostgreSQL's initdb failed. Set DATABASE_URL if it cannot run here. ${cause.message}`, { cause });
  });
  await rename(cluster, dataDir);
  await rm(workshop, { recursive: true });
}

async function readPassword(file: string, dataDir: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new Error(
      `The password of the database in ${dataDir} cannot be read from ${file}. Restore that file, or start as the user that it belongs to.`,
      { cause },
    );
  }
}
