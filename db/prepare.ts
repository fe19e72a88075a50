import postgres from 'postgres';
import type { LogLike } from './log-like.ts';
import { migrate } from './migrate.ts';
import { isCatalogueEmpty, seedIfEmpty } from './seed.ts';

type PrepareOptions = {
  url: string;
  log: LogLike;
  /** Whether an empty catalogue gets the sample projects. */
  seedsSamples: boolean;
};

/**
 * Prepares a database for the site: brings its schema up to date, and adds the sample projects to an empty catalogue or logs how to
 * fill it.
 * @throws as `migrate` and `seedIfEmpty`.
 */
export async function prepareDatabase({ url, log, seedsSamples }: PrepareOptions): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    await migrate({ sql, log });
    if (seedsSamples) await seedIfEmpty({ sql, log });
    else if (await isCatalogueEmpty(sql))
      log.warn(
        { event: 'catalogue.empty' },
        'The catalogue is empty. Import yours: npm run catalogue -- import FILE. For the invented sample projects: npm run db:seed, or SEED_SAMPLES=true',
      );
  } finally {
    await sql.end({ timeout: 5 });
  }
}
