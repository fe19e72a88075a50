import { type KeyedOperation, type ListOptions, operateTogether, ProblemInList } from '#server/domain/record/book/operate.ts';
import type { OperationReceipt } from '#src/schemas/record-api.ts';

/** How many operations are one transaction: far less than the two seconds' work for which others wait. */
const pieceSize = 200;

/** An operation in a list was rejected, and those in `stored` before it were carried out. */
export class ProblemInPieces extends ProblemInList {
  readonly stored: OperationReceipt[];
  constructor({ at, problem }: ProblemInList, stored: OperationReceipt[]) {
    super(stored.length + at, problem);
    this.stored = stored;
  }
}

/**
 * Carries out operations that do not depend on each other, as `operateTogether` does, but some hundred at a time: between them the log is
 * free for others, who wait in line. Whoever repeats the list with the same keys goes on where it ended.
 * @throws ProblemInPieces for the first that is rejected.
 */
export async function operateInPieces(list: readonly KeyedOperation[], options: ListOptions): Promise<OperationReceipt[]> {
  const done: OperationReceipt[] = [];
  while (done.length < list.length) {
    const piece = list.slice(done.length, done.length + pieceSize);
    try {
      const receipts = await operateTogether(piece, { ...options, within: { before: done.length, total: list.length } });
      done.push(...receipts);
    } catch (error) {
      throw error instanceof ProblemInList ? new ProblemInPieces(error, done) : error;
    }
  }
  return done;
}
