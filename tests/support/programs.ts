import { spawnSync } from 'node:child_process';

const programLimitMs = 300_000;

/** Returns the path of the first of these programs that is installed. */
export function onPath(names: string[]): string | undefined {
  const found = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' })).find(({ status }) => status === 0);
  return found?.stdout.trim();
}

/** Tries to install each group of Debian's packages; a group that fails does not keep the others from being installed. */
export function aptInstall(...groups: string[][]): void {
  for (const args of [['update', '-qq'], ...groups.map((packages) => ['install', '-y', '-qq', '--no-install-recommends', ...packages])]) {
    if (process.getuid?.() === 0) runProgram('apt-get', args);
    else runProgram('sudo', ['-n', 'apt-get', ...args]);
  }
}

/** Runs a program, with its output on ours. It may fail. */
export function runProgram(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'inherit', timeout: programLimitMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}
