import { vi } from 'vitest';
import { findOwnKeys } from '#server/domain/record/read/own-log.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { type LogKey, readKeys } from '#verify/note.ts';
import { createTestDatabase } from './database.ts';
import { passLimits } from './limits.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A busy machine must not make an operation give up waiting for another one, or a read late. */
export const patience = { DATABASE_STATEMENT_TIMEOUT_MS: 60_000, DATABASE_READ_LIMIT_MS: 60_000, DATABASE_SLOW_QUERY_MS: 60_000 };

/**
 * Creates a database with these rows of `carbon_projects` and a folder for the key of the log, and connects the site's modules in
 * this process to them. `release` undoes that.
 */
export async function createRecordDatabase(projects: object[]) {
  const database = await createTestDatabase();
  const folder = await makeTemporaryFolder();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('PUBLIC_URL', 'https://carma.example');
  passLimits(patience);
  await database.sql`insert into carbon_projects ${database.sql(projects)}`;
  return {
    database,
    folder,
    release: async () => {
      await closePool(1);
      vi.unstubAllEnvs();
      await folder.remove();
      await database.drop();
    },
  };
}

export type RecordDatabase = Awaited<ReturnType<typeof createRecordDatabase>>;

/** Returns the keys of this process's log. */
export async function ownKeys(): Promise<LogKey[]> {
  return (await readKeys((await findOwnKeys()) ?? '')) ?? [];
}
