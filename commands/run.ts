import type { LogLike } from '#db/log-like.ts';
import { type OpenDatabase, openDatabase } from '#db/open.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { closePool, sessionSettings } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { loadEnvFile } from '#server/platform/env-file.ts';
import { visible } from '#src/lib/text/visible.ts';
import { guardTerminal } from './terminal.ts';

export const quiet: LogLike = { info: () => {}, warn: () => {}, error: () => {} };

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {}

type Reporting = {
  /** How to get help. With it, usage errors name it and exit with 2. */
  help?: string;
  /** Returns what to print before an error's message: the row or field that it is about. */
  place?: (error: unknown) => string;
};

/** Runs a command with the settings in `.env`. The process exits with the code that `main` returns, or 1 if it throws. */
export async function runCommand(main: () => Promise<number>, { help, place = () => '' }: Reporting = {}): Promise<void> {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  guardTerminal(process.stdout);
  // Not the stream itself: a progress bar writes escapes of its own.
  const printError = console.error;
  console.error = (text: string) => printError(visible(text));
  try {
    loadEnvFile();
    process.exitCode = await main();
  } catch (error) {
    const isUsage = error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    const hint = isUsage ? help : undefined;
    console.error(`Error: ${place(error)}${(error as Error).message}${hint ? `\n\n${hint}` : ''}`);
    process.exitCode = hint ? 2 : 1;
  }
}

/** Opens the database of DATABASE_URL or the project's own. @throws as openDatabase. */
export function openSiteDatabase(log = quiet): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = env();
  return openDatabase({ databaseUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL, session: sessionSettings(env()), dataDir: DATA_DIR, log });
}

type Access = {
  /** Makes the database ready for `work`; by default as for the site. */
  prepare?: (database: { url: string; ownerUrl: string | undefined; log: LogLike }) => Promise<unknown>;
  close?: () => Promise<void>;
};

/** Runs `work` with the server's pool on the site's database, and then `close`. @throws whatever `work` throws. */
export async function withSiteDatabase<Result>(
  work: () => Promise<Result>,
  { prepare = (database) => prepareDatabase({ ...database, seedsSamples: env().SEED_SAMPLES }), close = () => closePool(5) }: Access = {},
): Promise<Result> {
  const database = await openSiteDatabase();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void closePool(0).finally(() => database.stop().finally(() => process.exit(1))));
  try {
    env().DATABASE_URL = database.url;
    await prepare({ url: database.url, ownerUrl: database.ownerUrl, log: quiet });
    return await work();
  } finally {
    await close();
    await database.stop();
  }
}

/** Parses `a=b` arguments. A mapping is split at its last `=`, because a column's name may contain one. @throws UsageError */
export function pairsOf(option: 'map' | 'set', args: string[]): Record<string, string> {
  return Object.fromEntries(
    args.map((pair) => {
      const at = option === 'map' ? pair.lastIndexOf('=') : pair.indexOf('=');
      if (at < 1) throw new UsageError(`--${option} takes ${option === 'map' ? 'COLUMN=FIELD' : 'FIELD=VALUE'}, not "${pair}"`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** Parses a word such as FIELD=VALUE. @throws UsageError */
export function pair(word: string): [string, string] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`Write FIELD=VALUE, not "${word}"`);
  return [word.slice(0, at), word.slice(at + 1)];
}
