// npm run db:migrate | db:seed | db:reset | db:psql: manages the database of DATABASE_URL or the project's own.
import { spawnSync } from 'node:child_process';
import type postgres from 'postgres';
import { describeUrl } from '#db/check-server.ts';
import { withConnection } from '#db/connection.ts';
import { migrateAsOwner } from '#db/migrate.ts';
import type { OpenDatabase } from '#db/open.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { env, isLoopback } from '#server/platform/env.ts';
import { readDatabaseAddress } from '#shared/lib/input/database-address.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { commandNamed, openSiteDatabase, runCommand } from './run.ts';

const usage = `Usage: node commands/db.ts <command>

  migrate          apply the pending migrations
  seed             migrate, and add the sample projects to an empty catalogue
  reset            delete everything, migrate and seed
    --yes            also on a server that is on another machine
    --delete NAMES   what of yours is lost by that, such as entries=10,projects=120: reset says it
  psql [-c "sql"]  open an SQL prompt, or run one statement: as the owner of the tables, if that login is known, else as the site`;

/** Logs lines for a person on stderr; stdout is for results. */
const log = {
  info: (_: object, message: string) => console.error(message),
  warn: (_: object, message: string) => console.error(`Warning: ${message}`),
  error: (_: object, message: string) => console.error(`Error: ${message}`),
};

const options = {
  yes: { type: 'boolean', default: false, of: 'reset' },
  delete: { type: 'string', default: '', of: 'reset' },
  command: { type: 'string', short: 'c', of: 'psql' },
} as const;

/** What is lost by a reset because no seed brings it back: its name in `--delete`, what it is, and its table. */
const lasting: Readonly<Record<string, { what: string; table: string }>> = {
  entries: { what: 'entries of the signed log', table: 'record_entries' },
  projects: { what: 'projects of your own', table: 'carbon_projects' },
  messages: { what: 'messages', table: 'messages' },
  subscribers: { what: 'newsletter subscriptions', table: 'newsletter_subscribers' },
  keys: { what: 'API keys', table: 'record_keys' },
  webhooks: { what: 'webhook subscriptions', table: 'webhook_subscriptions' },
};

await runCommand({ name: 'node commands/db.ts', usage, options }, async (words, values) => {
  const [command = ''] = words;
  const work = async () => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = env();
    if (command === 'reset' && !values.yes) for (const url of [DATABASE_URL, DATABASE_OWNER_URL]) if (url) assertNearby(url);
    const database = await openSiteDatabase(command === 'psql' ? { ...log, info: () => {} } : log);
    try {
      if (command === 'psql') {
        process.exitCode = psql(database.ownerUrl ?? database.url, values.command);
        return;
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void database.stop().finally(() => process.exit(1)));
      await migrate(database, command, values.delete);
    } finally {
      await database.stop();
    }
  };
  await commandNamed({ migrate: ['', work], seed: ['', work], reset: ['', work], psql: ['', work] }, words)();
});

/** Migrates: after `reset` has deleted everything, and before `reset` and `seed` add the sample projects. */
async function migrate({ url, ownerUrl }: OpenDatabase, command: string, givenUp: string): Promise<void> {
  const server = describeUrl(url);
  if (command === 'reset') {
    await withConnection(ownerUrl ?? url, async (sql) => {
      await assertGivenUp(sql, givenUp);
      await reset(sql);
    });
    console.log(`Deleted everything in ${server}.`);
  }
  const applied = await migrateAsOwner({ url, ownerUrl, log });
  console.log(
    applied.length > 0 ? `Applied ${countOf(applied.length, 'migration')} to ${server}.` : `The schema of ${server} is up to date.`,
  );
  if (command === 'migrate') return;
  const seeded = await withConnection(url, (sql) => seedIfEmpty({ sql, log }));
  console.log(seeded > 0 ? `Added ${countOf(seeded, 'sample project')}.` : 'The catalogue already has projects: nothing was added.');
}

/**
 * Opens an SQL prompt, or runs one command, with the system's psql.
 * @returns its exit code; 127 if psql is not installed (the embedded PostgreSQL does not include it).
 */
function psql(url: string, command?: string): number {
  const address = new URL(url);
  // Every user of the machine can see a command's arguments.
  const password = decodeURIComponent(address.password);
  address.password = '';
  // Ctrl-C is for psql, to cancel a statement. This process has to stay, to release the database afterwards.
  process.on('SIGINT', () => {});
  const { status, error } = spawnSync('psql', [address.href, ...(command === undefined ? [] : ['-c', command])], {
    stdio: 'inherit',
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  if (!error) return status ?? 1;
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  console.error('psql is not installed. Install it (Debian: apt-get install postgresql-client), and run this again.');
  return 127;
}

/**
 * Guards against resetting a shared server by mistake. Call it before connecting.
 * @throws Error for a server on another machine.
 */
function assertNearby(url: string): void {
  const { hostname } = new URL(url);
  if (readDatabaseAddress(url).path !== undefined || isLoopback(hostname)) return;
  throw new Error(`This would delete everything in ${describeUrl(url)}, which is not on this machine. If you mean it, add --yes.`);
}

/**
 * Guards against deleting by mistake what is not sample data. Call it before `reset`. Where the database has no schema, or an older
 * form of it, tables that it lacks count as empty.
 * @param givenUp as `entries=10,projects=120`.
 * @throws Error with what would be lost, unless `givenUp` names exactly that.
 */
async function assertGivenUp(sql: postgres.Sql, givenUp: string): Promise<void> {
  const own: { name: string; count: number }[] = [];
  for (const [name, { table }] of Object.entries(lasting)) {
    const count = await countOwn(sql, table);
    if (count > 0) own.push({ name, count });
  }
  const asked = own.map(({ name, count }) => `${name}=${count}`);
  if (asked.toSorted().join() === givenUp.split(',').filter(Boolean).toSorted().join()) return;
  const lost = own.map(({ name, count }) => `${lasting[name]?.what} (${count})`).join(', ');
  throw new Error(
    own.length === 0
      ? `There is nothing of this to give up: ${givenUp}. Leave --delete out.`
      : `This would permanently delete ${lost}. If you mean that, name it: --delete ${asked.join(',')}`,
  );
}

/** Counts the rows of a table that are not of samples. An older form of the table may lack `is_sample`: then all its rows count. */
async function countOwn(sql: postgres.Sql, table: string): Promise<number> {
  const [has] = await sql<{ table: boolean; log: boolean }[]>`
    select to_regclass(${`public.${table}`}) is not null as table, to_regclass('public.record_log') is not null as log
  `;
  if (!has?.table) return 0;
  const isSample = (row: string) => sql`coalesce(to_jsonb(${sql(row)}) ->> 'is_sample' = 'true', false)`;
  const ofSamples =
    table === 'record_entries' && has.log ? sql`exists (select from public.record_log as log where ${isSample('log')})` : isSample('own');
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from public.${sql(table)} as own where not ${ofSamples}`;
  return row?.count ?? 0;
}

/**
 * Deletes everything in the schema `public`, in one transaction.
 * @throws the driver's error, for instance when a table stays locked for 10 s.
 */
async function reset(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '10s'`;
    await transaction`drop schema public cascade`;
    await transaction`create schema public`;
    await transaction`grant usage on schema public to public`;
  });
}
