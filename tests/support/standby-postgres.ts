import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { vi } from 'vitest';
import { chooseDataLocation } from '#db/embedded/data-location.ts';
import type { OwnPostgres } from './own-postgres.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts a hot standby of a test's server, following it by streaming replication. Stops the primary briefly to copy it. */
export async function startStandby(primary: OwnPostgres, port: number) {
  const folder = await makeTemporaryFolder();
  const dataDir = path.join(folder.path, 'standby');
  const { programs, user } = chooseDataLocation(primary.dataDir, quiet);
  const password = readFileSync(`${primary.dataDir}-password`, 'utf8').trim();
  await primary.stop();
  execFileSync('cp', ['--archive', primary.dataDir, dataDir]);
  const signal = path.join(dataDir, 'standby.signal');
  writeFileSync(signal, '');
  if (user) chownSync(signal, user.ids.uid, user.ids.gid);
  await primary.start();

  const { port: primaryPort } = new URL(primary.url);
  const settings = {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`,
    unix_socket_directories: '',
    wal_retrieve_retry_interval: '200ms',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(programs, 'bin/postgres'), ['-D', dataDir, '-p', String(port), ...options], {
    ...user?.ids,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  const url = new URL(primary.url);
  url.port = String(port);
  const superuser = postgres({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres', max: 1, onnotice: () => {} });
  const isFollowing = async () => {
    const [row] = await superuser`select status from pg_stat_wal_receiver`;
    if (row?.status !== 'streaming') throw new Error('The standby is not following yet');
  };
  await vi.waitFor(isFollowing, { timeout: 20_000, interval: 100 });

  return {
    url: url.href,
    /** Makes what it receives invisible to readers until `resume`. */
    pause: () => superuser`select pg_wal_replay_pause()`,
    resume: () => superuser`select pg_wal_replay_resume()`,
    isFollowing: () => vi.waitFor(isFollowing, { timeout: 20_000, interval: 100 }),
    remove: async () => {
      await superuser.end({ timeout: 1 });
      server.kill('SIGQUIT');
      await ended;
      await folder.remove();
    },
  };
}
