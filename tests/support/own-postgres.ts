import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { vi } from 'vitest';
import { connectTo, quiet } from '#db/connection.ts';
import { findPostmaster } from '#db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { onServer } from './database.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Starts a PostgreSQL server for one test file, which can be killed, frozen and restarted. Its database has no tables yet. */
export async function startOwnPostgres() {
  const folder = await makeTemporaryFolder();
  const dataDir = path.join(folder.path, 'postgres');
  const launch = () => startEmbeddedPostgres({ dataDir, log: quiet });
  let server = await launch();
  const processes = () => {
    const postmaster = findPostmaster(dataDir);
    if (!postmaster) throw new Error('The server is not running');
    const children = execFileSync('pgrep', ['-P', String(postmaster.pid)], { encoding: 'utf8' });
    return [postmaster.pid, ...children.trim().split('\n').map(Number)];
  };

  return {
    /** The addresses of its database: with the site's login, and with the one that owns it. */
    url: server.url,
    ownerUrl: server.ownerUrl,
    dataDir,
    query: async <Row extends object>(text: string) => (await onServer(server.ownerUrl, text)) as unknown as Row[],
    connect: () => connectTo(server.ownerUrl, { max: 1, fetch_types: false }),
    start: async () => {
      server = await launch();
    },
    kill: async () => {
      signal(processes(), 'SIGKILL');
      // Until then a start would take it for a server that runs.
      await vi.waitUntil(() => !findPostmaster(dataDir), { timeout: 10_000, interval: 10 });
    },
    /** Suspends all its processes; the result resumes them. */
    freeze: async () => {
      const all = processes();
      signal(all, 'SIGSTOP');
      return () => signal(all, 'SIGCONT');
    },
    remove: async () => {
      await server.stop();
      await folder.remove();
    },
  };
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has already exited.
    }
  }
}
