import postgres from 'postgres';
import { connectionOptions, timeLimits } from '#shared/lib/input/database-address.ts';

/** The part of a logger that the database code needs. Pino fits. */
export type LogLike = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** A log of which nobody reads a line. */
export const quiet: LogLike = { info: () => {}, warn: () => {}, error: () => {} };

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** Returns connections to the database of an address, for sessions with these settings. */
export function connectTo(url: string, options: Options = {}, settings: Parameters<typeof connectionOptions>[1] = {}): postgres.Sql {
  return postgres({ ...connectionOptions(url, settings), onnotice: () => {}, ...options });
}

/** Runs `work` with one connection of its own, without time limits. @throws the driver's error, or whatever `work` throws. */
export async function withConnection<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  // The limits of the login are for the site; whoever migrates, seeds or deletes sets limits of its own.
  const unlimited = Object.fromEntries(timeLimits.map((name) => [name, 0]));
  const sql = connectTo(url, { max: 1, connect_timeout: 10 }, unlimited);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
