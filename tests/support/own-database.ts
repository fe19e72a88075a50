import { vi } from 'vitest';
import { createTestDatabase } from './database.ts';

/**
 * Creates a database for one test file and connects the site's modules in this process to it. Call it before importing any of
 * them; `release` closes the pool and drops the database.
 */
export async function useOwnDatabase(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  for (const [name, value] of Object.entries({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...settings })) vi.stubEnv(name, value);
  const pool = await import('#server/platform/database/pool.ts');
  return {
    database,
    release: async () => {
      await pool.closePool(1);
      await database.drop();
    },
  };
}

export type OwnDatabase = Awaited<ReturnType<typeof useOwnDatabase>>;
