import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The unprivileged user that PostgreSQL runs as when the site runs as root. */
export type DatabaseUser = { name: string; ids: { uid: number; gid: number } };

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of the data that is there, else as `postgres`
 * where the system has that user, else as `nobody`. No user is added to the system.
 * @returns undefined when this process is not root and can run PostgreSQL itself.
 * @throws Error when there is no such user.
 */
export function findDatabaseUser(dataDir: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = ownerOf(dataDir) ?? lookUpUser('postgres') ?? lookUpUser('nobody');
  if (user) return user;
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start the site as another user, or set DATABASE_URL.',
  );
}

function ownerOf(dataDir: string): DatabaseUser | undefined {
  const stat = statSync(dataDir, { throwIfNoEntry: false });
  if (!stat || stat.uid === 0) return undefined;
  return { name: id('-un', String(stat.uid)) ?? String(stat.uid), ids: { uid: stat.uid, gid: stat.gid } };
}

function lookUpUser(name: string): DatabaseUser | undefined {
  const [uid, gid] = [Number(id('-u', name)), Number(id('-g', name))];
  return uid && gid ? { name, ids: { uid, gid } } : undefined;
}

function id(option: string, user: string): string | undefined {
  const { status, stdout } = spawnSync('id', [option, user], { encoding: 'utf8', timeout: 5_000 });
  return status === 0 ? stdout.trim() : undefined;
}
