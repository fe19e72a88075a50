import { createTestDatabase } from './database.ts';

/**
 * A database of the test file's own, to which the site's modules are connected in this process, and the queue in it. To be called before
 * any of them is imported; `release` lets go of all.
 */
export async function startOwnQueue(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...settings });
  const boss = await import('#server/platform/queue.ts');
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
