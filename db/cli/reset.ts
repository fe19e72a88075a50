import type postgres from 'postgres';
import { describeUrl } from '../open.ts';

/**
 * Call it before `reset`, and before connecting: a slip must not reach a server that others use.
 * @throws Error for a server on another machine.
 */
export function refuseFarReset(url: string): void {
  if (['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(url).hostname)) return;
  throw new Error(`This would delete everything in ${describeUrl(url)}, which is not on this machine. If you mean it, add --yes.`);
}

/**
 * Deletes everything in the schema `public`, all or nothing.
 * @throws the driver's error, for instance when someone uses a table for longer than 10 s.
 */
export async function reset(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '10s'`;
    await transaction`drop schema public cascade`;
    await transaction`create schema public`;
    await transaction`grant usage on schema public to public`;
  });
}
