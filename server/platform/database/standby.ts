import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';

/** How long (ms) a read that the primary did not answer waits for the standby to be found current, and how often it looks. */
const waitMs = 1_000;
const lookMs = 25;

let isCurrent = false;

/** Whether there is a standby: a copy of the database that may be read (DATABASE_STANDBY_URL). */
export const hasStandby = () => env().DATABASE_STANDBY_URL !== undefined;

/** Whether reads go to the standby now: the primary does not answer, and the standby is known to have all that was seen of it. */
export const readsStandby = () => isCurrent;

/** Told by whoever asks both for the version (./watch-version.ts). */
export function setStandbyCurrent(is: boolean): void {
  if (is === isCurrent) return;
  isCurrent = is;
  if (is) log().warn({ event: 'database.standby' }, 'The primary does not answer: reads go to the standby');
  else log().info({ event: 'database.primary' }, 'Reads go to the primary again');
}

/** Waits for reads to go to the standby. @returns whether they do within a second. */
export async function standbyTakesReads(): Promise<boolean> {
  for (const over = performance.now() + waitMs; hasStandby() && performance.now() < over; await sleep(lookMs)) if (isCurrent) return true;
  return false;
}
