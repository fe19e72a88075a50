import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type LogLike, withConnection } from '#db/connection.ts';
import type { DataLocation } from './data-location.ts';
import type { Postmaster } from './postmaster.ts';

/** The superuser of the embedded server. The site itself connects as `carma`. */
export const superuser = 'postgres';

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Ensures that a cluster (PostgreSQL's term for a data directory) exists at the place, and returns the superuser's password.
 * A new one is created beside it and then renamed, so that an interrupted start leaves no partial cluster. Existing data is
 * never changed. Call it under the lock.
 * @throws Error that says what to do when the folder holds something else, or the cluster cannot be created.
 */
export async function ensureCluster(place: DataLocation, log: LogLike): Promise<string> {
  const { dataDir } = place;
  const passwordFile = `${dataDir}-password`;
  const found: string[] = await readdir(dataDir).catch(() => []);
  if (found.includes('PG_VERSION')) return readPassword(passwordFile, dataDir);
  if (found.length > 0) {
    throw new Error(
      `${dataDir} does not hold a complete database. Nothing was changed. Restore that folder from a backup, or move it away.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  await createCluster(place, password);
  log.info({ event: 'database.made', dataDir, user: place.user?.name }, `Created a new PostgreSQL database in ${dataDir}`);
  return password;
}

async function createCluster({ dataDir, programs, user }: DataLocation, password: string): Promise<void> {
  const unfinished = `${dataDir}-unfinished`;
  const cluster = path.join(unfinished, 'cluster');
  const passwordFile = path.join(unfinished, 'password');
  // Left by a start that was killed.
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const item of [passwordFile, unfinished]) await chown(item, user.ids.uid, user.ids.gid);
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
  await rm(unfinished, { recursive: true });
}

async function readPassword(file: string, dataDir: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new Error(
      `The password of the database in ${dataDir} cannot be read from ${file}. Restore that file, or start as the user who owns it.`,
      { cause },
    );
  }
}

/** The name of the site's role and of its database on the embedded server. */
const site = 'carma';
/** The role that owns the database and everything in it. */
const owner = 'carma_owner';

/**
 * Creates the site's database and its two roles if they are missing, and returns the database's address with each: the site's login,
 * and the owner, who migrates. Neither is a superuser, so that a vulnerability of the site does not open the machine's files. The owner
 * may create databases, which tests need, and end other connections.
 * @throws the driver's error, also when the server does not answer within 10 s.
 */
export async function ensureSiteDatabase({ socketDir, port }: Postmaster, password: string): Promise<{ url: string; ownerUrl: string }> {
  const passwordOf = (role: string) => createHmac('sha256', password).update(role).digest('hex');
  const urlOf = (role: string, secret = passwordOf(role), database = site) =>
    `postgres://${role}:${secret}@${encodeURIComponent(socketDir)}:${port}/${database}`;
  await withConnection(urlOf(superuser, password, 'postgres'), async (sql) => {
    const [found] = await sql`
      select
        exists (select from pg_roles where rolname = ${site}) as site,
        exists (select from pg_roles where rolname = ${owner}) as owner,
        exists (select from pg_database where datname = ${site}) as database
    `;
    if (!found?.site) await sql.unsafe(`create role ${site} login password '${passwordOf(site)}'`);
    if (!found?.owner) await sql.unsafe(`create role ${owner} login createdb in role pg_signal_backend password '${passwordOf(owner)}'`);
    if (!found?.database) await sql.unsafe(`create database ${site} owner ${owner}`);
  });
  return { url: urlOf(site), ownerUrl: urlOf(owner) };
}
