import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';

/**
 * Reads the catalogue from one snapshot. Sequential scans are off: the rows are wide, so an index is nearly always faster
 * (docs/decisions/029).
 * @throws DatabaseTimeoutError, the driver's error, or whatever `read` throws.
 */
export function inSnapshot<Result>(read: (db: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    await db`select set_config('enable_seqscan', 'off', true)`;
    return read(db);
  });
}
