import { withConnection } from './connection.ts';
import type { LogLike } from './log-like.ts';
import { migrate } from './migrate.ts';
import { seedIfEmpty } from './seed.ts';

type PrepareOptions = {
  url: string;
  /** The address with the login that owns the tables, if it is another. */
  ownerUrl?: string | undefined;
  log: LogLike;
  /** Whether an empty catalogue gets the sample projects. */
  seedsSamples: boolean;
};

/**
 * Prepares a database for the site: brings its schema up to date, and adds the sample projects to an empty catalogue or logs how to
 * fill it.
 * @throws as `migrate` and `seedIfEmpty`.
 */
export async function prepareDatabase({ url, ownerUrl, log, seedsSamples }: PrepareOptions): Promise<void> {
  await migrateAsOwner({ url, ownerUrl, log });
  await withConnection(url, async (sql) => {
    if (seedsSamples) await seedIfEmpty({ sql, log });
    else if ((await sql`select from carbon_projects limit 1`).length === 0)
      log.warn(
        { event: 'catalogue.empty' },
        'The catalogue is empty. Import yours: npm run catalogue -- import FILE. For the invented sample projects: npm run db:seed, or SEED_SAMPLES=true',
      );
  });
}

/**
 * Brings the schema up to date: with `ownerUrl` as its owner, who then gives the site's login its rights; else with `url`, whose login
 * owns everything, or finds nothing to do.
 * @returns the names of the files that were applied.
 * @throws as `migrate`.
 */
export async function migrateAsOwner({ url, ownerUrl, log }: Omit<PrepareOptions, 'seedsSamples'>): Promise<string[]> {
  if (ownerUrl === undefined) return migrate({ url, log });
  const [site] = await withConnection(url, (sql) => sql<{ role: string }[]>`select current_user as role`);
  return migrate({ url: ownerUrl, siteRole: site?.role, log });
}
