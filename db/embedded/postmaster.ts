import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, isRunning, workingFolder } from './processes.ts';

/** The main process of a PostgreSQL server, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/**
 * The server that runs on this data directory. A file left by a server that is gone, and one whose process id now
 * belongs to another program, count as none.
 */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const found = readPidFile(dataDir);
  return found && isRunning(found.pid) && isServerOf(found.pid, dataDir) ? found : undefined;
}

/**
 * Removes what would keep a new server from starting when none runs: PostgreSQL refuses if the process id in a stale
 * file is in use, by whatever program. The file is not deleted but given this process's id, which PostgreSQL ignores as
 * its parent's: the rest of the file lets it check that no worker of the old server still has the data open.
 */
export function clearStalePidFile(dataDir: string): void {
  const file = path.join(dataDir, 'postmaster.pid');
  const found = readPidFile(dataDir);
  if (found && !isServerOf(found.pid, dataDir) && isRunning(found.pid)) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
  } else if (!found) {
    // Empty or cut off: written by a server that died that very moment. It would be refused for ever.
    rmSync(file, { force: true });
  }
}

/**
 * Ends a server: politely (running statements are cancelled, all is written), after `limit` ms without the final
 * checkpoint, at last by force. No way loses what was committed.
 * @throws Error when the process is still there after all three.
 */
export async function stopPostmaster(pid: number, limit: number): Promise<void> {
  const steps = [
    ['SIGINT', limit],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, wait] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended, or is not ours to end; the wait tells which.
    }
    if (await ended(pid, wait)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end. Stop it yourself, as the user that it runs as: kill -QUIT ${pid}`);
}

async function ended(pid: number, limit: number): Promise<boolean> {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(20)) {
    if (!isRunning(pid)) return true;
  }
  return !isRunning(pid);
}

/** Lines of the file: process id, data directory, start time, port, socket folder, address, shared memory, status. */
function readPidFile(dataDir: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether this process is a postgres on this data directory: by its options, or (Linux) by the folder it works in. */
function isServerOf(pid: number, dataDir: string): boolean {
  const line = commandLine(pid).join(' ');
  if (!/(^|\/)postgres(\.exe)?( |$)/.test(line)) return false;
  return `${line} `.includes(`-D ${dataDir} `) || workingFolder(pid) === dataDir;
}
