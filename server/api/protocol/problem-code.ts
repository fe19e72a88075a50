/** Codes of Node and postgres.js for a server that cannot be reached, or went away while it was asked. */
const unreachable = /^(?:E[A-Z]+|CONNECT_TIMEOUT|CONNECTION_\w+)$/;
/**
 * SQLSTATEs of a PostgreSQL that cannot serve now: connection, no way in, no such database, resources, operator intervention (a statement timeout is
 * among them), system error; and a transaction that gave way or waited too long.
 */
const busy = /^(?:08|25P0[34]|28|3D|40|53|55P03|57|58)/;

/** The problem's code of an error on our side: `unavailable` when the database could not serve, else `internal_error`. */
export function problemCodeOf(error: unknown): 'unavailable' | 'internal_error' {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && (/^\w{5}$/.test(code) && /\d/.test(code) ? busy : unreachable).test(code)) return 'unavailable';
  }
  return 'internal_error';
}
