import type postgres from 'postgres';
import type { LogLike } from '../log-like.ts';
import { describeUrl } from '../open.ts';

type ResetOptions = { sql: postgres.Sql; url: string; yes: boolean; log: LogLike };

/**
 * Deletes everything in the schema `public`, all or nothing.
 * @throws Error for a server on another machine unless `yes`; or when someone uses a table for longer than 10 s.
 */
export async function reset({ sql, url, yes, log }: ResetOptions): Promise<void> {
  if (!yes && !isLocal(url)) {
    throw new Error(`This would delete everything in ${describeUrl(url)}, which is not on this machine. If you mean it, add --yes.`);
  }
  await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '10s'`;
    await transaction`drop schema public cascade`;
    await transaction`create schema public`;
    await transaction`grant usage on schema public to public`;
  });
  log.info({}, `Deleted everything in ${describeUrl(url)}`);
}

function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(url).hostname);
}
