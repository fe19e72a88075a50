import { migrateAsOwner } from '#db/prepare.ts';
import { env } from '#server/platform/env.ts';
import { withSiteDatabase } from '../run.ts';

/**
 * Runs `work` on the site's database with its schema up to date. Adds no sample projects: the next step is usually an import.
 * No time limit of the site's queries applies, because a large import or a slow reader of an export may take minutes. Call it
 * once in a process.
 */
export function withCatalogue<Result>(work: () => Promise<Result>): Promise<Result> {
  process.env.LOG_LEVEL = 'silent';
  env().DATABASE_STATEMENT_TIMEOUT_MS = 0;
  return withSiteDatabase(work, { prepare: migrateAsOwner });
}
