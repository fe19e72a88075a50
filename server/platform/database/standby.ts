import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import type { Server } from './pool.ts';

/** How long (ms) a read waits to hear which server answers, and how often it looks. */
const waitMs = 1_000;
const lookMs = 25;

let answering: Server | undefined = 'primary';
let logged: Server = 'primary';

/** Whether there is a standby: a copy of the database that may be read (DATABASE_STANDBY_URL). */
export const hasStandby = () => env().DATABASE_STANDBY_URL !== undefined;

/** Whether nothing is known against the primary. */
export const primaryAnswers = () => answering === 'primary';

/** Told by whoever asks both for the version (./watch-version.ts): which of them answers; undefined where neither does. */
export function setAnswering(server: Server | undefined): void {
  answering = server;
  if (server === undefined || server === logged) return;
  logged = server;
  if (server === 'standby') log().warn({ event: 'database.standby' }, 'The primary does not answer: reads go to the standby');
  else log().info({ event: 'database.primary' }, 'Reads go to the primary again');
}

/** The server to read from; waits for a second where neither is known to answer, and then it is the primary. */
export async function serverToRead(): Promise<Server> {
  for (const over = performance.now() + waitMs; answering === undefined && performance.now() < over; ) await sleep(lookMs);
  return answering ?? 'primary';
}
