import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPostmaster, stopPostmaster } from '#db/embedded/postmaster.ts';
import { isRunning } from '#db/embedded/processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

type User = { process: ChildProcess; url: string; port: number; reused: boolean };

const warnings: string[] = [];
const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message), error: () => {} };

let folder: TemporaryFolder;
let dataDir: string;
const users: ChildProcess[] = [];

beforeEach(async () => {
  warnings.length = 0;
  folder = await makeTemporaryFolder();
  dataDir = path.join(folder.path, 'postgres');
});

afterEach(async () => {
  for (const user of users.splice(0)) await end(user, 'SIGKILL');
  const server = findPostmaster(dataDir);
  if (server) await stopPostmaster(server.pid, 5_000);
  await folder.remove();
});

describe('the embedded server', () => {
  test('keeps its rows from one start to the next, stores them durably, and listens on this machine only', async () => {
    const first = await start();
    await query(first.url, 'create table kept (id integer); insert into kept values (1)');
    const durable = await query(first.url, 'show fsync; show synchronous_commit; show listen_addresses; show server_encoding');
    expect(durable.flat().map((row) => Object.values(row)[0])).toEqual(['on', 'on', '127.0.0.1', 'UTF8']);
    await first.stop();
    await first.stop();
    expect(findPostmaster(dataDir)).toBeUndefined();

    const second = await start();
    expect(second.reused).toBe(false);
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await second.stop();
  });

  test('keeps what was in a row that failed out of its log', async () => {
    const server = await start();
    await expect(
      query(server.url, 'create table checked (word text check (word is null)); insert into checked values (lower($$ADA@PRIVATE$$))'),
    ).rejects.toThrow('violates check constraint');
    await server.stop();
    const logged = await readFile(`${dataDir}-log`, 'utf8');
    expect(logged).toContain('violates check constraint');
    expect(logged).not.toContain('ada@private');
  });

  test('wants a password, which only its owner can read, and does not make the site a superuser', async () => {
    const server = await start();
    const { mode } = await stat(`${dataDir}-password`);
    expect(mode & 0o777).toBe(0o600);
    const withoutPassword = new URL(server.url);
    withoutPassword.password = 'guess';
    await expect(query(withoutPassword.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(await query(server.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: false }]);
    await server.stop();
  });

  test('is used again, on the same port, when the site was killed and left it running', async () => {
    const killed = await startUser();
    await query(killed.url, 'create table kept (id integer); insert into kept values (1)');
    const before = findPostmaster(dataDir);
    await end(killed.process, 'SIGKILL');

    const next = await start();
    expect(next).toMatchObject({ reused: true, port: killed.port });
    expect(findPostmaster(dataDir)).toEqual(before);
    expect(await query(next.url, 'select id from kept')).toEqual([{ id: 1 }]);
    await next.stop();
    expect(isRunning(before?.pid ?? 0)).toBe(false);
  });

  test('has every acknowledged row after the server itself was killed', async () => {
    const killed = await start();
    // The driver drops the promise of its own question about types, and a connection that breaks in it is nobody's to handle.
    const sql = postgres(killed.url, { max: 5, onnotice: () => {}, fetch_types: false });
    await sql`create table kept (id integer)`;
    const acknowledged: number[] = [];
    const writing = Array.from({ length: 200 }, (_, id) =>
      sql`insert into kept values (${id})`.then(
        () => acknowledged.push(id),
        () => {},
      ),
    );
    await Promise.race([Promise.all(writing.slice(0, 60)), writing[60]]);
    process.kill(findPostmaster(dataDir)?.pid ?? 0, 'SIGKILL');
    await sql.end({ timeout: 0 });
    await Promise.all(writing);

    const next = await start();
    expect(next.reused).toBe(false);
    const kept = (await query(next.url, 'select id from kept')).map(({ id }) => id);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
    await next.stop();
  });

  test('is started again, on its port, where it was killed and its user wants that; not after its user has left', async () => {
    const kept = await start({ keepRunning: true });
    await query(kept.url, 'create table kept (id integer); insert into kept values (1)');
    process.kill(findPostmaster(dataDir)?.pid ?? 0, 'SIGKILL');
    const rows = () => query(kept.url, 'select id from kept').catch(() => []);
    await expect.poll(rows, { timeout: 20_000, interval: 500 }).toEqual([{ id: 1 }]);
    expect(warnings).toEqual(['PostgreSQL had ended: started again']);
    await kept.stop();
    await sleep(6_000);
    expect(findPostmaster(dataDir)).toBeUndefined();
  }, 40_000);

  test('starts over a stale pid file whose process id now belongs to another program', async () => {
    const killed = await start();
    const file = path.join(dataDir, 'postmaster.pid');
    const server = findPostmaster(dataDir)?.pid ?? 0;
    process.kill(server, 'SIGKILL');
    await until(() => !isRunning(server));
    await killed.stop();
    // Of the same user as the server: the only kind that PostgreSQL itself takes for a running server.
    const { uid, gid } = await stat(dataDir);
    const other = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    users.push(other);
    await once(other, 'spawn');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)));
    const next = await start();
    expect(next.reused).toBe(false);
    expect(isRunning(other.pid ?? 0)).toBe(true);
    await next.stop();
  });

  test('is shared by two processes that start at once, and stopped by the last one out', async () => {
    const [one, two] = await Promise.all([startUser(), startUser()]);
    expect([one.reused, two.reused].toSorted()).toEqual([false, true]);
    expect(one.url).toBe(two.url);

    await end(one.process, 'SIGTERM');
    expect(await query(two.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await end(two.process, 'SIGTERM');
    expect(findPostmaster(dataDir)).toBeUndefined();
  });

  test('takes another port when the wanted one is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const server = await start({ port });
    expect(server.port).not.toBe(port);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    taken.close();
  });

  test('makes a new cluster where an earlier attempt was cut off, and deletes nothing that it did not make', async () => {
    await mkdir(path.join(dataDir, 'base'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgresql.conf'), '# half-made');
    await mkdir(`${dataDir}-unfinished-abc123/cluster`, { recursive: true });
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();

    const names = await readdir(folder.path);
    expect(names.filter((name) => name.includes('unfinished'))).toEqual([]);
    const aside = names.find((name) => name.startsWith('postgres-set-aside-')) ?? '';
    expect(await readFile(path.join(folder.path, aside, 'postgresql.conf'), 'utf8')).toBe('# half-made');
    expect(warnings).toEqual([expect.stringContaining(aside)]);
  });

  test('refuses the data of another PostgreSQL, and damaged data, without touching either', async () => {
    const server = await start();
    await server.stop();
    const version = path.join(dataDir, 'PG_VERSION');
    await writeFile(version, '13\n');
    await expect(start()).rejects.toThrow(/is PostgreSQL 13's, but this is PostgreSQL \d+/);
    expect(await readFile(version, 'utf8')).toBe('13\n');

    await mkdir(path.join(folder.path, 'elsewhere'));
    await rename(version, path.join(folder.path, 'elsewhere/PG_VERSION'));
    await expect(start()).rejects.toThrow('is damaged');
    expect(await readdir(folder.path)).not.toContainEqual(expect.stringContaining('set-aside'));
  });
});

function start(options: { port?: number; keepRunning?: boolean } = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log, port: 0, ...options });
}

/** Another process that uses the server, as a second site would. */
async function startUser(): Promise<User> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('../support/embedded-user.ts')), dataDir], {
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

async function query(url: string, statements: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(statements).simple();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 5_000, interval: 20 }).toBe(true);
}
