import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, it } from 'vitest';
import { findPostmaster, stopPostmaster } from '#db/embedded/postmaster.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts';
import { openDatabase } from '#db/open.ts';
import { onServer } from '#tests/support/database.ts';
import { like } from '#tests/support/matchers.ts';
import { folderOfTest, makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

type User = { process: ChildProcess; url: string; ownerUrl: string; reused: boolean };

const isRoot = process.getuid?.() === 0;
/** A user without privileges on most systems. */
const nobody = 65_534;

const warnings: string[] = [];
const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message), error: () => {} };

// One cluster for all, because making one takes longest: each test goes on with what those before it left.
const { path: folder, remove } = await makeTemporaryFolder();
const dataDir = path.join(folder, 'postgres');
const users: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

afterEach(async () => {
  warnings.length = 0;
  for (const server of servers.splice(0)) await server.stop();
  for (const user of users.splice(0)) await end(user, 'SIGKILL');
  await stopPostmaster(dataDir, 5_000);
});
afterAll(remove);

it('the embedded server is created by one of two processes that start simultaneously, also where a start was killed, and stopped by the last to exit', async () => {
  await mkdir(`${dataDir}-unfinished/cluster`, { recursive: true });
  await writeFile(`${dataDir}-password`, 'of that start');
  // Both start as a user other than root, provided that this user can run Node from where it is.
  const other = { uid: nobody, gid: nobody };
  const ids = isRoot && spawnSync(process.execPath, ['--version'], other).status === 0 ? other : {};
  if (ids === other) execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);
  const [one, two] = await Promise.all([startUser(ids), startUser(ids)]);
  expect([one.reused, two.reused].toSorted()).toEqual([false, true]);
  expect(one.url).toBe(two.url);
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  if (ids === other) expect((await stat(dataDir)).uid).toBe(nobody);

  await end(one.process, 'SIGTERM');
  expect(await onServer(two.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await end(two.process, 'SIGTERM');
  expect(findPostmaster(dataDir)).toBeUndefined();
});

it('the embedded server requires a password, gives the site a login that owns nothing, stores durably, and keeps secrets and what people wrote out of its process and its log', async () => {
  await writeFile(`${dataDir}-log`, Buffer.alloc(10_000_001));
  const server = await start();
  const { pid = 0, socketDir = '' } = findPostmaster(dataDir) ?? {};
  expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
  const { href: wrongUrl } = Object.assign(new URL(server.url), { password: 'guess' });
  await expect(onServer(wrongUrl, 'select 1')).rejects.toThrow('password authentication failed');
  const login = `
    select rolname, rolsuper, rolcreatedb, pg_has_role(rolname, datdba, 'member') as owns
    from pg_roles cross join pg_database
    where rolname = current_user and datname = current_database()
  `;
  expect(await onServer(server.url, login)).toEqual([{ rolname: 'carma', rolsuper: false, rolcreatedb: false, owns: false }]);
  expect(await onServer(server.ownerUrl, login)).toEqual([{ rolname: 'carma_owner', rolsuper: false, rolcreatedb: true, owns: true }]);
  const names = ['fsync', 'synchronous_commit', 'server_encoding', 'log_error_verbosity', 'listen_addresses'];
  const [settings] = await onServer(server.ownerUrl, `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`);
  // It listens on its port only if nobody else has that.
  expect(Object.values(settings ?? {})).toEqual(['on', 'on', 'UTF8', 'terse', like(/^(?:127\.0\.0\.1)?$/)]);
  // A log that is too long begins anew.
  expect((await stat(`${dataDir}-log`)).size).toBeLessThan(10_000);
  if (process.platform === 'linux') {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    expect(environment.match(/^(?:PATH|LC_ALL)=[^\0]*\0(?:PATH|LC_ALL)=[^\0]*\0$/)).not.toBeNull();
  }
  await server.stop();
  // A start that was killed at once has made the file of its process, and written nothing to it.
  await writeFile(`${dataDir}/postmaster.pid`, '');
  await (await start()).stop();
});

it('the embedded server is reused when the site was killed and left it running', async () => {
  const killed = await startUser();
  await onServer(killed.ownerUrl, 'create table kept (id integer); insert into kept values (1)');
  const before = findPostmaster(dataDir);
  await end(killed.process, 'SIGKILL');

  const next = await start();
  expect(next).toMatchObject({ reused: true, url: killed.url });
  expect(findPostmaster(dataDir)).toEqual(before);
  expect(await onServer(next.ownerUrl, 'select id from kept')).toEqual([{ id: 1 }]);
  await next.stop();
  expect(findPostmaster(dataDir)).toBeUndefined();
});

it('the embedded server is stopped by a command whose reader has gone', async () => {
  const settings = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: folder };
  await rm(`${dataDir}-log`);
  const pipe = '"$0" commands/messages.ts subscribers | true';
  spawnSync('sh', ['-c', pipe, process.execPath], { env: { ...process.env, ...settings }, stdio: 'inherit' });
  // It was started.
  expect(await readFile(`${dataDir}-log`, 'utf8')).toContain('ready to accept connections');
  expect(findPostmaster(dataDir)).toBeUndefined();
});

it('the embedded server’s database is another than one of the same name on another server, so that no command deletes the wrong one', async () => {
  const { ownerUrl } = await start();
  const opened = openDatabase({ databaseUrl: process.env.TEST_DATABASE_SITE_URL, ownerUrl, session: {}, dataDir: folder, log });
  await expect(opened).rejects.toThrow('lead to two databases');
});

it('the embedded server is restarted if it is killed while in use, but not after its user has left', async () => {
  const server = await start({ keepRunning: true, checkMs: 300, settings: { fsync: 'off' } });
  // If there is none, not 0, which would be all processes of these tests.
  process.kill(findPostmaster(dataDir)?.pid ?? Number.NaN, 'SIGKILL');
  const rows = () => onServer(server.ownerUrl, 'select id from kept').catch(() => []);
  await expect.poll(rows, { timeout: 20_000 }).toEqual([{ id: 1 }]);
  expect(warnings).toEqual(['PostgreSQL had stopped: restarted it']);
  await server.stop();
  await sleep(1_000);
  expect(findPostmaster(dataDir)).toBeUndefined();
}, 40_000);

it('the embedded server is reached by a socket that others cannot reach, also where the data directory’s path is too long for one', async () => {
  const dir = path.join(folder, 'long'.repeat(25), 'postgres');
  await mkdir(path.dirname(dir));
  for (const part of ['', '-password']) await rename(`${dataDir}${part}`, `${dir}${part}`);
  const server = await start({ dataDir: dir });
  const { socketDir = '' } = findPostmaster(dir) ?? {};
  expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
  expect(await onServer(server.url, 'select inet_server_port() as port')).toEqual([{ port: null }]);
  await server.stop();
  await chmod(socketDir, 0o755);
  await expect(start({ dataDir: dir })).rejects.toThrow('belongs to somebody else, or others can enter it');
  await rm(socketDir, { recursive: true });
});

it('the embedded server keeps its password to its owner; run by root it belongs to another user, and is stored elsewhere if that user cannot reach the project', async () => {
  const closed = path.join(await folderOfTest(), 'closed');
  await mkdir(closed, { mode: 0o700 });
  const server = await start({ dataDir: path.join(closed, '.data/postgres') });
  expect(await onServer(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  const [, storedAt = `${closed}/.data/postgres`] = /stored in (\S+):/.exec(warnings.at(-1) ?? '') ?? [];
  expect((await stat(`${storedAt}-password`)).mode & 0o777).toBe(0o600);
  // It opens again after another has had its place.
  await rename(storedAt, `${storedAt}-away`);
  await (await start({ dataDir: path.join(closed, '.data/postgres') })).stop();
  await rm(storedAt, { recursive: true });
  await rename(`${storedAt}-away`, storedAt);
  await (await start({ dataDir: path.join(closed, '.data/postgres') })).stop();
  if (!isRoot) return;
  expect(await readdir(`${closed}/.data`)).toEqual([]);
  expect((await stat(storedAt)).uid).not.toBe(0);
  await rm(path.dirname(storedAt), { recursive: true });
});

it('the embedded server never touches a folder with other contents, and says which of its files is damaged', async () => {
  const other = path.join(await folderOfTest(), 'postgres');
  await mkdir(other);
  await writeFile(path.join(other, 'letter.txt'), 'Dear Ada');
  await expect(start({ dataDir: other })).rejects.toThrow('does not hold a complete database. Nothing was changed.');
  expect(await readdir(other)).toEqual(['letter.txt']);
  await writeFile(`${other}-start.lock`, 'Dear Ada, this is no lock.'.repeat(100));
  const damaged = `A lock of ${other}, a file beside it that ends in .lock, cannot be used: file is not a database.`;
  await expect(start({ dataDir: other })).rejects.toThrow(damaged);
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, ...options });
  servers.push(server);
  return server;
}

/** Starts another process that uses the server, as a second site would. */
async function startUser(ids: { uid?: number; gid?: number } = {}): Promise<User> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('#tests/support/embedded-user.ts')), dataDir], {
    ...ids,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  users.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, ...JSON.parse(line) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
