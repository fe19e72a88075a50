/** Errors after which a connection is closed: the driver's, the network's, and a server that shuts down. */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || (typeof code === 'string' && /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE)$/.test(code));
}

/**
 * Whether a rejection that nobody can handle is the driver's own (postgres 3.4), after a connection was lost, and harms
 * nobody: whoever waits for the connection is told.
 */
export function isDriverOnLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The question about types with which it begins a connection, and whose promise it drops.
  if ('query' in error && typeof error.query === 'string') return error.query.includes('pg_catalog.pg_type a');
  // It writes to a connection that was closed a moment before.
  return error instanceof TypeError && /nextWrite .*postgres\/src\/connection\.js/.test(error.stack ?? '');
}
