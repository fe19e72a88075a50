import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** The Debian package of each program. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  caddy: 'caddy',
  pgbackrest: 'pgbackrest',
  setpriv: 'util-linux',
};
type Program = keyof typeof packages;

/** Returns the folder with the programs of the newest PostgreSQL; undefined if none is installed. */
export function postgresPrograms(): string | undefined {
  const top = '/usr/lib/postgresql';
  try {
    const [newest] = readdirSync(top).sort((a, b) => Number(b) - Number(a));
    return newest && isProgram(path.join(top, newest, 'bin/postgres')) ? path.join(top, newest, 'bin') : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the Debian packages that the cluster needs but are not installed. */
export function missingPackages(): string[] {
  const missing = Object.entries(packages).filter(([program]) => !find(program));
  return [...missing.map(([, name]) => name), ...(postgresPrograms() ? [] : ['postgresql'])];
}

/** Returns the path of a program. @throws Error that names its package if it is not installed. */
export function program(name: Program): string {
  const found = find(name);
  if (!found) throw new Error(`${name} is not installed: apt-get install ${packages[name]}`);
  return found;
}

function find(name: string): string | undefined {
  return ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].map((dir) => path.join(dir, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
