import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A name for a process that no later process shares: its id and when it began. The id alone is not enough, because
 * it is given away again: after a reboot, and in a restarted container nearly always.
 */
export function nameOfProcess(pid: number = process.pid): string {
  return `${pid}.${lookUp(pid)?.began ?? 0}`;
}

/** Whether the process named by `nameOfProcess` still runs. One that ended but was not collected (a zombie) does not. */
export function isNamedProcessRunning(name: string): boolean {
  const [pid = Number.NaN, began = Number.NaN] = name.split('.').map(Number);
  if (!isRunning(pid)) return false;
  const found = lookUp(pid);
  // Nothing to compare with means it cannot be told apart: then believing it alive is the safe side.
  return !found || began === 0 || found.began === began;
}

/** Whether a process with this id runs, whoever owns it. A zombie does not. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return lookUp(pid)?.zombie !== true;
}

/** The command line of a process, by argument where the system tells (Linux), else split at spaces; [] if unknown. */
export function commandLine(pid: number): string[] {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    } catch {
      return [];
    }
  }
  return ps(pid, 'command=')?.split(' ') ?? [];
}

/** The folder that a process works in, where the system tells (Linux) and lets this process see it. */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

type Found = { began: number; zombie: boolean };

/** When a process began (in whatever unit the system counts; it is only compared) and whether it is a zombie. */
function lookUp(pid: number): Found | undefined {
  if (process.platform === 'linux') {
    try {
      // proc(5): the name, second, is in brackets and may hold anything; state is the 3rd field, starttime the 22nd.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { began: Number(fields[19]), zombie: fields[0] === 'Z' || fields[0] === 'X' };
    } catch {
      return undefined;
    }
  }
  const [state = '', ...date] = ps(pid, 'stat=,lstart=')?.split(/\s+/) ?? [];
  const began = date.join(' ');
  return began ? { began: Date.parse(began) / 1000 || 0, zombie: state.startsWith('Z') } : undefined;
}

function ps(pid: number, columns: string): string | undefined {
  const { stdout, status } = spawnSync('ps', ['-o', columns, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    timeout: 5_000,
  });
  return status === 0 ? stdout.trim() : undefined;
}
