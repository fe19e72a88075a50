import { createTestDatabase } from './database.ts';

/**
 * Creates a database for one test file, connects the site's modules in this process to it, and loads the queue. Call it before importing
 * any of them; `release` stops the queue, closes the pool and drops the database.
 */
export async function startOwnQueue(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...settings });
  const boss = await import('#server/mail/queue.ts');
  const pool = await import('#server/platform/database/pool.ts');
  return {
    database,
    boss,
    release: async () => {
      await boss.stopQueue(1_000);
      await pool.closePool(1);
      await database.drop();
    },
  };
}

export type OwnQueue = Awaited<ReturnType<typeof startOwnQueue>>;
