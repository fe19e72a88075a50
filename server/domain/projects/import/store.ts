import { query } from '#server/platform/database/query.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { RowError } from '#server/platform/tables/row-error.ts';
import type { ParsedCatalogue } from './parse-catalogue.ts';
import type { Note } from './parse-row.ts';
import { completeRows, keepBookFigures, listImplausible, removeConflicts, removeUnsellable, stageRows } from './stage-rows.ts';
import {
  type CreatedProject,
  countRows,
  createProjects,
  type FieldChange,
  listChanges,
  listCreated,
  updateProjects,
} from './write-rows.ts';

export type StoreOptions = {
  skipBad?: boolean;
  dryRun?: boolean;
  /** Called repeatedly with the number of rows done and their total. */
  progress?: (done: number, total: number) => void;
};
export type StoreResult = {
  created: number;
  updated: number;
  unchanged: number;
  /** All errors: in the file, and conflicts with stored projects. */
  errors: RowError[];
  /** What was interpreted, left out or looks wrong, in rows that are imported all the same. */
  notes: Note[];
  /** In a dry run: every field that would change, of the first projects concerned. */
  changes: FieldChange[];
  /** In a dry run: the first projects that would be created. */
  firstCreated: CreatedProject[];
  /** How many projects of the file have no price, and how many with one do not state what is available. */
  withoutPrice: number;
  withoutAvailability: number;
  /** How many projects keep the available credits from the book, although the file has another figure. */
  keptFromBook: number;
  /** Whether nothing was stored because of errors. */
  rejected: boolean;
};

/**
 * Stores a catalogue in one transaction. A project with the same external id, otherwise the same slug, is updated with the file's
 * values; unchanged rows are not written; others are created. With errors nothing is stored, unless `skipBad`; a dry run only
 * counts.
 * @throws the driver's error; then nothing is stored.
 */
export async function storeCatalogue(catalogue: ParsedCatalogue, options: StoreOptions = {}): Promise<StoreResult> {
  const { skipBad = false, dryRun = false, progress = () => {} } = options;
  const { projects } = catalogue;
  const result = await inTransaction('read write', async (db) => {
    await db`set local statement_timeout = '5min'`;
    await db`set local lock_timeout = '30s'`;
    await db`set local client_min_messages = 'warning'`;
    if (!dryRun) await db`lock table carbon_projects in share row exclusive mode`;
    await stageRows(db, projects, (done) => progress(done, projects.length * 2));
    const conflicts = await removeConflicts(db);
    await completeRows(db, catalogue);
    const keptFromBook = await keepBookFigures(db);
    const errors = [...catalogue.errors, ...conflicts, ...(await removeUnsellable(db, catalogue))].sort((a, b) => a.line - b.line);
    const rejected = errors.length > 0 && !skipBad;
    const notes = [...catalogue.notes, ...(await listImplausible(db))];
    const { all, created, updated, ...lacking } = await countRows(db);
    const changes = dryRun && updated > 0 ? await listChanges(db) : [];
    const firstCreated = dryRun ? await listCreated(db, 3) : [];
    if (!dryRun && !rejected) {
      if (updated > 0) await updateProjects(db);
      if (created > 0) await createProjects(db, (done) => progress(projects.length + done, projects.length * 2));
    }
    await db`drop table catalogue_import`;
    return {
      created,
      updated,
      unchanged: all - created - updated,
      ...lacking,
      errors,
      notes,
      changes,
      firstCreated,
      keptFromBook,
      rejected,
    };
  });
  progress(projects.length * 2, projects.length * 2);
  // Outside the transaction, as required. Updates the visibility map, which index-only scans need, and the planner's statistics.
  if (!dryRun && result.created + result.updated > 0) await query`vacuum analyze carbon_projects`;
  return result;
}
