import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Node has no file locks, but SQLite, which is part of Node, does. They are the operating system's locks, so they are
 * released however their process ends. The files stay empty.
 */

/** What SQLite says of a lock that somebody else has (SQLITE_BUSY). */
const sqliteBusy = 5;
/** How long (ms) to wait for somebody's check, which takes far less. */
const checkLimitMs = 5_000;

/**
 * Runs `work` under an exclusive lock, which also excludes other calls in this process.
 * @param limit how long to wait for the lock, in ms.
 * @throws Error once the limit has passed, and whatever `work` throws.
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

/**
 * Counts this process among the users of a file until the returned function is called or the process ends. Waits while another process
 * checks whether the file has users. @throws Error if that takes longer than `checkLimitMs`.
 */
export function joinUsers(file: string): () => void {
  const lock = open(file, checkLimitMs);
  // SQLite holds a shared lock for as long as a transaction that has read something.
  lock.exec('begin; select 1 from sqlite_schema');
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/**
 * Checks whether any process, this one included, is among the users of a file. Of two that check at the same moment each may take the
 * other for a user: where that matters, call it under the lock under which processes join (`withLock`).
 */
export function hasUsers(file: string): boolean {
  const lock = open(file);
  try {
    return !tryExclusive(lock);
  } finally {
    lock.close();
  }
}

/** @param timeout how long each statement waits for the locks of other processes, in ms. */
const open = (file: string, timeout = 0) => new DatabaseSync(file, { timeout });

function tryExclusive(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false;
    throw error;
  }
}
