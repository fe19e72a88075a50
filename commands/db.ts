// npm run db:migrate | db:seed | db:reset | db:psql: manages the database of DATABASE_URL or the project's own.
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { describeUrl } from '#db/open.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { env } from '#server/platform/env.ts';
import { psql } from './db/psql.ts';
import { assertNearby, assertNoMessagesLost, reset } from './db/reset.ts';
import { openSiteDatabase, runCommand } from './run.ts';

const usage = `Usage: node commands/db.ts <command>

  migrate          apply the pending migrations
  seed             add the sample projects to an empty catalogue
  reset [--yes]    delete everything, migrate and seed; needs --yes if people's messages or subscriptions would be
                   lost, and for a server on another machine
  psql [-c "sql"]  open an SQL prompt, or run one statement`;

/** Logs lines for a person on stderr; stdout is for results. */
const log = {
  info: (_: object, message: string) => console.error(message),
  warn: (_: object, message: string) => console.error(`Warning: ${message}`),
  error: (_: object, message: string) => console.error(`Error: ${message}`),
};
const quiet = { ...log, info: () => {} };

await runCommand(main);

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, command: { type: 'string', short: 'c' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command = ''] = positionals;
  if (values.help || positionals.length !== 1 || !['migrate', 'seed', 'reset', 'psql'].includes(command)) {
    console.error(usage);
    return values.help ? 0 : 2;
  }
  const { DATABASE_URL } = env();
  if (command === 'reset' && DATABASE_URL && !values.yes) assertNearby(DATABASE_URL);
  const database = await openSiteDatabase(command === 'psql' ? quiet : log);
  try {
    if (command === 'psql') return await psql(database.url, values.command);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void database.stop().finally(() => process.exit(1)));
    const sql = postgres(database.url, { max: 1, connect_timeout: 10, onnotice: () => {} });
    try {
      if (command === 'reset' && !values.yes) await assertNoMessagesLost(sql);
      await change(sql, command, describeUrl(database.url));
    } finally {
      await sql.end({ timeout: 5 });
    }
    return 0;
  } finally {
    await database.stop();
  }
}

async function change(sql: postgres.Sql, command: string, server: string): Promise<void> {
  if (command === 'reset') {
    await reset(sql);
    console.log(`Deleted everything in ${server}.`);
  }
  if (command !== 'seed') {
    const applied = await migrate({ sql, log });
    console.log(applied.length > 0 ? `Applied ${applied.length} migrations to ${server}.` : `The schema of ${server} is up to date.`);
  }
  if (command !== 'migrate') {
    const seeded = await seedIfEmpty({ sql, log });
    console.log(seeded > 0 ? `Added ${seeded} sample projects.` : 'The catalogue already has projects: nothing was added.');
  }
}
