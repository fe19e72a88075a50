import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type postgres from 'postgres';
import { connectTo, quiet } from '#db/connection.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Starts a PostgreSQL server for one test file, which can be stopped, killed, frozen and restarted. Its database is empty. */
export async function startOwnPostgres(settings: Record<string, string> = {}) {
  const folder = await makeTemporaryFolder();
  const dataDir = path.join(folder.path, 'postgres');
  let server = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
  /** Returns the pid of the server's main process: the parent of the one that serves a connection. */
  const postmaster = async () => {
    const sql = connect(1);
    try {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const found = processes().find(({ pid }) => pid === row?.pid);
      // Never 0, which as a pid means every process of the test's own group.
      if (!found) throw new Error('The process of a connection is not in the list of processes');
      return found.parent;
    } finally {
      await sql.end();
    }
  };
  const start = async () => {
    server = await startEmbeddedPostgres({ dataDir, log: quiet, settings });
  };
  const stop = () => server.stop();

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const sql = connect(1);
    try {
      return [...(await sql.unsafe<Row[]>(text))];
    } finally {
      await sql.end();
    }
  }
  function connect(max: number): postgres.Sql {
    return connectTo(server.ownerUrl, { max, fetch_types: false });
  }

  return {
    /** The addresses of its database: with the site's login, and with the one that owns it. */
    url: server.url,
    ownerUrl: server.ownerUrl,
    dataDir,
    query,
    connect,
    start,
    stop,
    kill: async () => {
      const pid = await postmaster();
      for (const each of [pid, ...childrenOf(pid)]) signal(each, 'SIGKILL');
    },
    /** Suspends all its processes; the result resumes them. */
    freeze: async () => {
      const pid = await postmaster();
      const all = [pid, ...childrenOf(pid)];
      for (const each of all) signal(each, 'SIGSTOP');
      return () => {
        for (const each of all) signal(each, 'SIGCONT');
      };
    },
    remove: async () => {
      await stop();
      await folder.remove();
    },
  };
}

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;

function childrenOf(pid: number): number[] {
  return processes().flatMap((each) => (each.parent === pid ? [each.pid] : []));
}

function processes(): { pid: number; parent: number }[] {
  return execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent };
    });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}
