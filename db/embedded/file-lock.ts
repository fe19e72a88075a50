import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Node has no locks on files; SQLite, which comes with Node, has. They are the operating system's, so they end with the
 * process that holds them, however it ends. The files stay empty.
 */

const sqliteBusy = 5;

/**
 * Runs `work` while no other process, nor another call in this one, does so for the same file.
 * @param limit ms to wait for the others.
 * @throws Error once the limit has passed; and whatever `work` throws.
 */
export async function withLock<T>(file: string, limit: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + limit;
  const lock = open(file);
  try {
    while (!tryExclusive(lock)) {
      if (Date.now() > deadline)
        throw new Error(`Another process has held the lock ${file} for too long. If it hangs, stop it and start again.`);
      await sleep(20 + Math.random() * 30);
    }
    return await work();
  } finally {
    lock.close();
  }
}

/** Counts this process among the users of a file, until the result is called or the process ends. */
export function joinUsers(file: string): () => void {
  const lock = open(file);
  // A lock that others share lasts as long as a transaction that has read something.
  lock.exec('begin; select 1 from sqlite_schema');
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** Whether any process, this one included, is among the users of a file. */
export function hasUsers(file: string): boolean {
  const lock = open(file);
  try {
    return !tryExclusive(lock);
  } finally {
    lock.close();
  }
}

function open(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: 0 });
}

function tryExclusive(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false;
    throw error;
  }
}
