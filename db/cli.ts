// The database by hand: npm run db:migrate | db:seed | db:reset | db:psql. On the server of DATABASE_URL, else the project's own.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { env } from '#server/env.ts';
import { psql } from './cli/psql.ts';
import { reset } from './cli/reset.ts';
import { migrate } from './migrate.ts';
import { describeUrl, openDatabase } from './open.ts';
import { seedIfEmpty } from './seed.ts';

const usage = `Usage: node db/cli.ts <command>

  migrate          apply the migrations that the database has not had
  seed             put the sample projects into an empty catalogue
  reset [--yes]    delete everything, migrate and seed; a server elsewhere needs --yes
  psql [-c "sql"]  an SQL prompt, or the answer to one statement`;

/** The log of the commands: plain lines for a person, warnings on stderr. */
const log = {
  info: (_: object, message: string) => console.error(message),
  warn: (_: object, message: string) => console.error(`Warning: ${message}`),
  error: (_: object, message: string) => console.error(`Error: ${message}`),
};
const quiet = { ...log, info: () => {} };

try {
  process.exitCode = await main();
} catch (error) {
  log.error({}, (error as Error).message);
  process.exitCode = 1;
}

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
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { DATABASE_URL, DATA_DIR } = env();
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, log: command === 'psql' ? quiet : log });
  try {
    if (command === 'psql') return await psql(database.url, values.command);
    const sql = postgres(database.url, { max: 1, connect_timeout: 10, onnotice: () => {} });
    try {
      await change(sql, command, { url: database.url, yes: values.yes });
    } finally {
      await sql.end({ timeout: 5 });
    }
    return 0;
  } finally {
    await database.stop();
  }
}

async function change(sql: postgres.Sql, command: string, { url, yes }: { url: string; yes: boolean }): Promise<void> {
  if (command === 'reset') await reset({ sql, url, yes, log });
  if (command !== 'seed') {
    const applied = await migrate({ sql, log });
    console.log(
      applied.length > 0
        ? `Applied ${applied.length} migrations to ${describeUrl(url)}.`
        : `The schema of ${describeUrl(url)} is up to date.`,
    );
  }
  if (command !== 'migrate') {
    const seeded = await seedIfEmpty({ sql, log });
    console.log(seeded > 0 ? `Put in ${seeded} sample projects.` : 'The catalogue has projects already: nothing was put in.');
  }
}
