import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type postgres from 'postgres';
import { type LogLike, withConnection } from './connection.ts';
import { grantToSite } from './grants.ts';
import { seedIfEmpty } from './seed.ts';

export type MigrateOptions = {
  url: string;
  /** The folder of the migrations; by default db/migrations. */
  dir?: string;
  log: LogLike;
  /** The login of the site, if it is not the one that migrates: it then gets its rights (db/grants.ts), unless the database is newer. */
  siteRole?: string | undefined;
  /** How long to wait for another instance that is migrating, in ms. */
  waitLimit?: number;
  /** How long a migration may wait for a lock on a table, in ms. */
  lockLimit?: number;
};

/** A row of `schema_migrations`: its checksum, of SHA-256, does not depend on the line endings of a checkout. */
type Migration = { name: string; checksum: string };
type MigrationFile = Migration & { text: string };

/** How long one statement of a migration may run, in ms. */
const statementLimit = 300_000;

/**
 * Brings the database's schema up to date: applies the pending files in order, each in its own transaction. Instances that
 * start together take turns, so each file runs once.
 * @returns the names of the files that this call applied.
 * @throws Error when a file fails (it is rolled back; the message names the file and, if PostgreSQL says where, the line), when the
 * database was made by other files, or when a time limit passes.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, log, dir = path.resolve('db/migrations'), siteRole } = options;
  const files = await readFiles(dir);
  return withConnection(url, async (sql) => {
    // An advisory lock belongs to a session, so reserve one.
    const session = await sql.reserve();
    try {
      return await withAdvisoryLock(session, options, async () => {
        const { applied, newer } = await applyAll(session, files, log);
        // A newer release has given the rights that it needs, of which this one knows nothing.
        if (siteRole !== undefined && newer.length === 0) await grantToSite(session, siteRole);
        return applied;
      });
    } finally {
      session.release();
    }
  });
}

/** Reads the files in the order of their names. @throws Error when one could not be rolled back, because it ends its transaction. */
async function readFiles(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      // A plain `end;` is let through: the body of a function may end with it.
      const [, word] =
        /^[ \t]*((?:(?:begin|commit|rollback|abort)(?: (?:work|transaction))?|(?:start|end) transaction)[ \t]*;)/im.exec(text) ?? [];
      if (word) throw new Error(`The migration ${name} contains "${word}". Remove it: each file runs in its own transaction.`);
      return { name, text, checksum: hash('sha256', text) };
    }),
  );
}

async function withAdvisoryLock<T>(session: postgres.ReservedSql, limits: MigrateOptions, work: () => Promise<T>): Promise<T> {
  const { waitLimit = 120_000, lockLimit = 10_000 } = limits;
  await setLimits(session, { lock: waitLimit, statement: 0 });
  try {
    await session`select pg_advisory_lock(hashtextextended('schema_migrations', 0))`;
  } catch (cause) {
    // Any other error says itself what happened, such as that the server was shut down.
    if ((cause as Partial<postgres.PostgresError>).code !== '55P03') throw cause;
    throw new Error(
      `Waited ${waitLimit} ms for another instance that is migrating this database: ${(cause as Error).message}. Check that instance, and start again.`,
      { cause },
    );
  }
  try {
    await setLimits(session, { lock: lockLimit, statement: statementLimit });
    return await work();
  } finally {
    // Failures are ignored so as not to hide the real error. A lost session has released its lock anyway.
    await session`select pg_advisory_unlock(hashtextextended('schema_migrations', 0))`.catch(() => {});
  }
}

async function applyAll(session: postgres.ReservedSql, files: MigrationFile[], log: LogLike) {
  const [state] = await session<{ isBegun: boolean; mayMigrate: boolean; login: string }[]>`
    select
      to_regclass('public.schema_migrations') is not null as "isBegun",
      has_schema_privilege('public', 'create') as "mayMigrate",
      current_user as login
  `;
  const applied = state?.isBegun ? await session<Migration[]>`select name, checksum from schema_migrations order by name collate "C"` : [];
  const differing = applied.find(({ name, checksum }, index) => {
    const file = files[index];
    return file && (file.name !== name || file.checksum !== checksum);
  });
  if (differing)
    throw new Error(
      `This database was made by another form of the schema (its ${differing.name} is not that of this release) and cannot be brought up to date: "npm run db:reset" deletes everything in it and creates it anew; docs/operations.md says how the catalogue and messages are carried over.`,
    );
  const pending = files.slice(applied.length);
  if (pending.length > 0 && !state?.mayMigrate)
    throw new Error(
      `The database lacks ${pending.map(({ name }) => name).join(', ')}, and ${state?.login} may not change its schema. Set DATABASE_OWNER_URL, or run npm run db:migrate with it (docs/deploy.md).`,
    );
  if (!state?.isBegun && state?.mayMigrate) {
    await session`
      create table schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )
    `;
  }
  // During a rolling deployment this release may run beside a newer one, whose files the database then has too.
  const newer = applied.slice(files.length).map(({ name }) => name);
  if (newer.length > 0)
    log.warn({ event: 'database.newer', newer }, `The database is newer than this release: it also has ${newer.join(', ')}`);
  for (const file of pending) {
    const started = performance.now();
    await apply(session, file);
    log.info({ event: 'database.migrated', migration: file.name, ms: Math.round(performance.now() - started) }, `Applied ${file.name}`);
  }
  return { applied: pending.map(({ name }) => name), newer };
}

async function apply(session: postgres.ReservedSql, { name, text, checksum }: MigrationFile): Promise<void> {
  try {
    await session.unsafe('begin');
    await session.unsafe(text).simple();
    await session`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
    await session.unsafe('commit');
  } catch (cause) {
    await session.unsafe('rollback').catch(() => {});
    const { message, detail, hint, position } = cause as Partial<postgres.PostgresError>;
    // The position is in code points; JavaScript indices are in UTF-16 code units.
    const line = position && [...text].slice(0, Number(position) - 1).filter((character) => character === '\n').length + 1;
    const details = [detail, hint].filter(Boolean).map((part) => ` (${part})`);
    throw new Error(
      `The migration ${name}${line ? `, line ${line}` : ''}, failed and was rolled back: ${message}${details.join('')}. Fix the file and start again.`,
      { cause },
    );
  }
}

async function setLimits(session: postgres.ReservedSql, { lock, statement }: { lock: number; statement: number }): Promise<void> {
  await session`select set_config('lock_timeout', ${String(lock)}, false), set_config('statement_timeout', ${String(statement)}, false)`;
}

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
 * Brings the schema up to date. With `ownerUrl` its owner does so, and then gives the site's login its rights; without, the login of `url`
 * does, which must own everything if there is anything to do.
 * @returns the names of the files that were applied.
 * @throws as `migrate`.
 */
export async function migrateAsOwner({ url, ownerUrl, log }: Omit<PrepareOptions, 'seedsSamples'>): Promise<string[]> {
  if (ownerUrl === undefined) return migrate({ url, log });
  const [site] = await withConnection(url, (sql) => sql<{ role: string }[]>`select current_user as role`);
  return migrate({ url: ownerUrl, siteRole: site?.role, log });
}
