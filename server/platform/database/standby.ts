import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import type { Server } from './pool.ts';

/** How long (ms) a read waits while it is unknown which server answers, and how often it checks. */
const waitMs = 1_000;
const checkMs = 25;
const noticeMs = 1_000;

let answering: Server | undefined = 'primary';
let lastLogged: Server = 'primary';

/** Whether DATABASE_STANDBY_URL names a standby that may be read. */
export const hasStandby = () => env().DATABASE_STANDBY_URL !== undefined;

/**
 * Checks whether the primary no longer answers. Noticing takes about as long as a read may take, and longer on a busy machine, so
 * this waits for up to a second.
 */
export async function isPrimaryLost(): Promise<boolean> {
  for (const until = performance.now() + noticeMs; answering === 'primary' && performance.now() < until; ) await sleep(checkMs);
  return answering !== 'primary';
}

/** Records which server answers, as ./watch-version.ts found out; undefined if neither does. */
export function setAnswering(server: Server | undefined): void {
  answering = server;
  if (server === undefined || server === lastLogged) return;
  lastLogged = server;
  if (server === 'standby') log().warn({ event: 'database.standby' }, 'The primary does not answer: reading from the standby');
  else log().info({ event: 'database.primary' }, 'Reading from the primary again');
}

/** Returns the server to read from. While neither is known to answer, waits up to a second, then returns the primary. */
export async function serverToRead(): Promise<Server> {
  for (const until = performance.now() + waitMs; answering === undefined && performance.now() < until; ) await sleep(checkMs);
  return answering ?? 'primary';
}
