import type { Cuts } from '#server/domain/record/book/move-units.ts';
import type { Actor } from '#server/domain/record/book/pick-units.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { RecordEntry, RecordLine, ServedOwner } from '#src/schemas/record.ts';

/** What an operation works on, and what it changes beside the units. */
export type Effects = {
  transaction: Transaction;
  /** The index of the next entry. The log is locked, so that no other operation gets it. */
  nextEntry: number;
  /** How many entries logs before this one had that it has not. */
  lostEntries: number;
  /** Where holdings are cut for the other operations of the list. */
  cuts: Cuts;
  /** On whose behalf the operation is carried out. */
  actor: Actor;
  /** Ids of the projects whose units have moved. */
  changedProjects: Set<number>;
};
/** What an operation did: its entry, the number of units, which they are, and the certificate or batch that it created. */
export type Applied = {
  entry: number;
  quantity: number;
  lines: RecordLine[];
  owners?: ServedOwner[] | undefined;
  confirmed?: RecordLine[] | undefined;
  certificate?: string;
  batch?: number;
};
/** Makes the entry of the operation from what is particular to it. */
export type MakeEntry = (facts: Partial<RecordEntry>) => RecordEntry;
