import type postgres from 'postgres';
import { describeUrl } from '#db/check-server.ts';
import { isLoopback } from '#server/platform/env.ts';

/**
 * Guards against resetting a shared server by mistake. Call it before connecting.
 * @throws Error for a server on another machine.
 */
export function assertNearby(url: string): void {
  const { hostname } = new URL(url);
  if (hostname === '' || isLoopback(hostname)) return;
  throw new Error(`This would delete everything in ${describeUrl(url)}, which is not on this machine. If you mean it, add --yes.`);
}

/** The tables with what people sent, which unlike the catalogue cannot be imported again. */
const personalTables = {
  contact_messages: 'contact messages',
  contact_message_lines: 'lines of quote requests',
  enterprise_messages: 'enterprise messages',
  newsletter_subscribers: 'newsletter subscriptions',
};

/**
 * Guards against deleting what people sent by mistake. Call it before `reset`. A database without a schema passes.
 * @throws Error with the number of rows that would be lost.
 */
export async function assertNoMessagesLost(sql: postgres.Sql): Promise<void> {
  const found: string[] = [];
  for (const [name, label] of Object.entries(personalTables)) {
    const [table] = await sql<{ exists: boolean }[]>`select to_regclass(${`public.${name}`}) is not null as exists`;
    if (!table?.exists) continue;
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from public.${sql(name)}`;
    if (row && row.count > 0) found.push(`${label}: ${row.count}`);
  }
  if (found.length > 0) throw new Error(`This would permanently delete what people sent (${found.join(', ')}). If you mean it, add --yes.`);
}

/**
 * Deletes everything in the schema `public`, in one transaction.
 * @throws the driver's error, for instance when a table stays locked for 10 s.
 */
export async function reset(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '10s'`;
    await transaction`drop schema public cascade`;
    await transaction`create schema public`;
    await transaction`grant usage on schema public to public`;
  });
}
