import { maxBatchSize } from '#src/lib/rpc-limits.ts';

/** Counts the calls that a request to `path` makes. tRPC separates those of a batch by commas; it rejects batches over the maximum. */
export function callsOf(path: string): number {
  if (!path.startsWith('/api/rpc/')) return 1;
  return path.split(/,|%2c/i, maxBatchSize).length;
}
