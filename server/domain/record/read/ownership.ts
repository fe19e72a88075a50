import { query } from '#server/platform/database/query.ts';

/**
 * Checks whether the site's own login could switch off what guards the record: it owns one of its tables, may act as whoever does, or is
 * a superuser. So it is with a database that has one login only.
 */
export async function ownsRecord(): Promise<boolean> {
  const [row] = await query<{ owns: boolean }[]>`
    select
      coalesce(bool_or(pg_has_role(current_user, relowner, 'member')), false)
      or has_parameter_privilege(current_user, 'session_replication_role', 'set') as owns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (relname like 'record\\_%' or relname in ('credit_batches', 'unit_holdings', 'erasures'))
  `;
  return row?.owns ?? false;
}
