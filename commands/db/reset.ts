import type postgres from 'postgres';
import { describeUrl } from '#db/check-server.ts';
import { isLoopback } from '#server/platform/env.ts';
import { readDatabaseAddress } from '#src/lib/input/database-address.ts';

/**
 * Guards against resetting a shared server by mistake. Call it before connecting.
 * @throws Error for a server on another machine.
 */
export function assertNearby(url: string): void {
  const { hostname } = new URL(url);
  if (readDatabaseAddress(url).path !== undefined || isLoopback(hostname)) return;
  throw new Error(`This would delete everything in ${describeUrl(url)}, which is not on this machine. If you mean it, add --yes.`);
}

/** What a seed does not bring back: by the name under which it is to be given up, what it is and the tables that have it. */
const lasting: Readonly<Record<string, { what: string; tables: readonly string[] }>> = {
  entries: { what: 'entries of the signed log', tables: ['record_entries'] },
  projects: { what: 'projects of your own', tables: ['carbon_projects'] },
  messages: { what: 'messages', tables: ['contact_messages', 'enterprise_messages'] },
  subscribers: { what: 'newsletter subscriptions', tables: ['newsletter_subscribers'] },
  keys: { what: 'API keys', tables: ['record_keys'] },
  webhooks: { what: 'webhook subscriptions', tables: ['webhook_subscriptions'] },
};

/**
 * Guards against deleting by mistake what is not sample data. Call it before `reset`. A database without a schema, or of an older
 * form, passes with what it has.
 * @param named what is given up: `entries=10,projects=120`.
 * @throws Error with what would be lost, unless it is just that which is named.
 */
export async function assertNamed(sql: postgres.Sql, named: string): Promise<void> {
  const found: { name: string; count: number }[] = [];
  for (const [name, { tables }] of Object.entries(lasting)) {
    let count = 0;
    for (const table of tables) count += await countOwn(sql, table);
    if (count > 0) found.push({ name, count });
  }
  const asked = found.map(({ name, count }) => `${name}=${count}`);
  if (asked.toSorted().join() === named.split(',').filter(Boolean).toSorted().join()) return;
  const lost = found.map(({ name, count }) => `${lasting[name]?.what} (${count})`).join(', ');
  throw new Error(
    found.length === 0
      ? `There is nothing of this to give up: ${named}. Leave --delete out.`
      : `This would permanently delete ${lost}. If you mean that, name it: --delete ${asked.join(',')}`,
  );
}

/** Counts the rows of a table that are not of samples. Which those are, an older form of it may not say. */
async function countOwn(sql: postgres.Sql, table: string): Promise<number> {
  const [has] = await sql<{ table: boolean; log: boolean }[]>`
    select to_regclass(${`public.${table}`}) is not null as table, to_regclass('public.record_log') is not null as log
  `;
  if (!has?.table) return 0;
  const isSample = (row: string) => sql`coalesce(to_jsonb(${sql(row)}) ->> 'is_sample' = 'true', false)`;
  const ofSamples =
    table === 'record_entries' && has.log ? sql`exists (select from public.record_log as log where ${isSample('log')})` : isSample('own');
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from public.${sql(table)} as own where not ${ofSamples}`;
  return row?.count ?? 0;
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
