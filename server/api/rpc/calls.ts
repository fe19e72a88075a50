/** How many calls one request may batch. */
export const maxBatchSize = 10;

/** How many calls a request to `path` makes: tRPC names those of a batch with commas between them. Larger batches are refused. */
export function callsOf(path: string): number {
  if (!path.startsWith('/api/rpc/')) return 1;
  return path.split(/,|%2c/i, maxBatchSize).length;
}
