// npm run db:migrate | db:seed | db:reset | db:psql: manages the database of DATABASE_URL or the project's own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { assertNamed, assertNearby, reset } from '#commands/db/reset.ts';
import { openSiteDatabase, runCommand, UsageError } from '#commands/run.ts';
import { describeUrl } from '#db/check-server.ts';
import { withConnection } from '#db/connection.ts';
import type { OpenDatabase } from '#db/open.ts';
import { migrateAsOwner } from '#db/prepare.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { env } from '#server/platform/env.ts';

const usage = `Usage: node commands/db.ts <command>

  migrate          apply the pending migrations
  seed             add the sample projects to an empty catalogue
  reset            delete everything, migrate and seed
    --yes            also on a server that is on another machine
    --delete NAMES   what of yours is lost by that, such as entries=10,projects=120: reset says it
  psql [-c "sql"]  open an SQL prompt as the owner of the tables, or run one statement`;

/** Logs lines for a person on stderr; stdout is for results. */
const log = {
  info: (_: object, message: string) => console.error(message),
  warn: (_: object, message: string) => console.error(`Warning: ${message}`),
  error: (_: object, message: string) => console.error(`Error: ${message}`),
};
const quiet = { ...log, info: () => {} };

const options = {
  yes: { type: 'boolean', default: false },
  delete: { type: 'string', default: '' },
  command: { type: 'string', short: 'c' },
} as const;

await runCommand({ name: 'node commands/db.ts', usage, options }, async ([command = '', ...others], values) => {
  if (others.length > 0 || !['migrate', 'seed', 'reset', 'psql'].includes(command))
    throw new UsageError(`There is no command "${[command, ...others].join(' ')}"`);
  const { DATABASE_URL, DATABASE_OWNER_URL } = env();
  if (command === 'reset' && !values.yes) for (const url of [DATABASE_URL, DATABASE_OWNER_URL]) if (url) assertNearby(url);
  const database = await openSiteDatabase(command === 'psql' ? quiet : log);
  try {
    if (command === 'psql') return await psql(database.ownerUrl ?? database.url, values.command);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void database.stop().finally(() => process.exit(1)));
    await change(database, command, values.delete);
    return 0;
  } finally {
    await database.stop();
  }
});

async function change({ url, ownerUrl }: OpenDatabase, command: string, named: string): Promise<void> {
  const server = describeUrl(url);
  if (command === 'reset') {
    await withConnection(ownerUrl ?? url, async (sql) => {
      await assertNamed(sql, named);
      await reset(sql);
    });
    console.log(`Deleted everything in ${server}.`);
  }
  if (command !== 'seed') {
    const applied = await migrateAsOwner({ url, ownerUrl, log });
    console.log(applied.length > 0 ? `Applied ${applied.length} migrations to ${server}.` : `The schema of ${server} is up to date.`);
  }
  if (command !== 'migrate') {
    const seeded = await withConnection(url, (sql) => seedIfEmpty({ sql, log }));
    console.log(seeded > 0 ? `Added ${seeded} sample projects.` : 'The catalogue already has projects: nothing was added.');
  }
}

/**
 * Opens an SQL prompt, or runs one command, with the system's psql.
 * @returns its exit code; 127 if psql is not installed (the embedded PostgreSQL does not include it).
 */
async function psql(url: string, command?: string): Promise<number> {
  const address = new URL(url);
  // Every user of the machine can see a command's arguments.
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn('psql', [address.href, ...(command === undefined ? [] : ['-c', command])], {
    stdio: 'inherit',
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  // Ctrl-C is for psql, to cancel a statement. This process has to stay, to release the database afterwards.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.error('psql is not installed. Install it (Debian: apt-get install postgresql-client), and run this again.');
    return 127;
  } finally {
    process.off('SIGINT', ignore);
  }
}
