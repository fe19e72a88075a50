import { findLog, ownOrigin } from '#server/domain/record/log/log.ts';
import { ask } from '../run.ts';

/** `isConfirmed`: with --yes; `hasDryRun`: a program that runs the command need not confirm, because a dry run of it shows the name. */
type Options = { isConfirmed: boolean; dryRun: boolean; hasDryRun?: boolean };

/**
 * Shows the name that the log gets with its first entry and keeps for ever, and asks a person at a terminal whether it is right. Does
 * nothing once the log has begun.
 * @throws Error if the answer is no, or if there is nobody to ask.
 */
export async function confirmLogName({ isConfirmed, dryRun, hasDryRun = false }: Options): Promise<void> {
  if ((isConfirmed && !dryRun) || (await findLog())) return;
  const name = `The first entry begins the log, and fixes its name for ever: ${ownOrigin()} (RECORD_ORIGIN, or else the host of PUBLIC_URL).`;
  if (dryRun || (hasDryRun && !process.stdin.isTTY)) console.error(name);
  else if (!process.stdin.isTTY)
    throw new Error(`${name} If it is right, run the command again with --yes; else set RECORD_ORIGIN. Nothing was stored.`);
  else if (!(await ask(`${name}\nIs it right?`))) throw new Error('Nothing was stored. Set RECORD_ORIGIN, and run the command again.');
}
