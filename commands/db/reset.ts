import type postgres from 'postgres';
import { describeUrl } from '#db/open.ts';

/**
 * Call it before `reset`, and before connecting: a slip must not reach a server that others use.
 * @throws Error for a server on another machine.
 */
export function assertNearby(url: string): void {
  if (['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(url).hostname)) return;
  throw new Error(`This would delete everything in ${describeUrl(url)}, which is not on this machine. If you mean it, add --yes.`);
}

/** What people sent, table by table: unlike the catalogue, nobody can put it back. */
const fromPeople = {
  contact_messages: 'contact messages',
  contact_message_lines: 'lines of quote requests',
  enterprise_messages: 'enterprise messages',
  newsletter_subscribers: 'newsletter subscriptions',
};

/**
 * Call it before `reset`: a slip must not lose what people sent.
 * @throws Error that says how much of it there is. Nothing where there is none, also in a database without a schema.
 */
export async function assertNoMessagesLost(sql: postgres.Sql): Promise<void> {
  const found: string[] = [];
  for (const [table, what] of Object.entries(fromPeople)) {
    const [known] = await sql<{ made: boolean }[]>`select to_regclass(${`public.${table}`}) is not null as made`;
    if (!known?.made) continue;
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from public.${sql(table)}`;
    if (row && row.count > 0) found.push(`${what}: ${row.count}`);
  }
  if (found.length > 0) throw new Error(`This would delete for good what people sent (${found.join(', ')}). If you mean it, add --yes.`);
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
