/** Node and postgres.js codes for a server that cannot be reached, or that went away during a query. */
const unreachable = /^(?:E[A-Z]+|CONNECT_TIMEOUT|CONNECTION_\w+)$/;
/**
 * SQLSTATEs of a PostgreSQL that cannot serve at the moment: connection, authorization, no such database, resources, operator
 * intervention (includes statement timeouts), system error; and transactions that were rolled back or waited too long.
 */
const busy = /^(?:08|25P0[34]|28|3D|40|53|55P03|57|58)/;

/** Returns the problem code of a server-side error: `unavailable` if the database could not serve, otherwise `internal_error`. */
export function problemCodeOf(error: unknown): 'unavailable' | 'internal_error' {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && (/^\w{5}$/.test(code) && /\d/.test(code) ? busy : unreachable).test(code)) return 'unavailable';
  }
  return 'internal_error';
}
