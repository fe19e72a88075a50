/** Checks whether an error means that the connection is lost: closed by the driver, the network, or a server shutting down. */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || (typeof code === 'string' && /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE)$/.test(code));
}

/**
 * Checks whether an unhandled rejection is the driver's own after a lost connection (postgres 3.4). These are harmless: every
 * query waiting for that connection is rejected anyway.
 */
export function isDriverOnLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The driver starts each connection with a query for types, and drops its promise. That query fails with the same error as all
  // others on the connection, which names whichever of them came first.
  if ('query' in error && typeof error.query === 'string') return isConnectionLost(error) || error.query.includes('pg_catalog.pg_type a');
  // It writes to a connection that has just been closed.
  return error instanceof TypeError && /nextWrite .*postgres\/src\/connection\.js/.test(error.stack ?? '');
}
