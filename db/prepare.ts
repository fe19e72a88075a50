import postgres from 'postgres';
import type { LogLike } from './log-like.ts';
import { migrate } from './migrate.ts';
import { seedIfEmpty } from './seed.ts';

/**
 * Prepares a database for the site: brings its schema up to date, and adds the sample projects to an empty catalogue.
 * @throws as `migrate` and `seedIfEmpty`.
 */
export async function prepareDatabase({ url, log }: { url: string; log: LogLike }): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await migrate({ sql, log });
    await seedIfEmpty({ sql, log });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
