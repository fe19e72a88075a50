import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { connectTo, quiet } from '#db/connection.ts';
import { migrateAsOwner } from '#db/migrate.ts';

export type TestDatabase = {
  /** Its address with the site's login, which has the rights that it has in production. */
  url: string;
  /** Its address with the login that owns it. */
  ownerUrl: string;
  /** Connections to it as its owner. Columns keep their names. */
  sql: postgres.Sql;
  /** Closes `sql` and drops the database, disconnecting everyone else. */
  drop: () => Promise<void>;
};

/** Variables with the names of the two templates: migrated and empty, or with the sample catalogue and its record. */
const templateVariables = { empty: 'CARMA_TEST_TEMPLATE', samples: 'CARMA_TEST_SAMPLES' };

/**
 * Creates a database on the test run's server: migrated and empty, with the sample catalogue and its record (in the HTTP and browser
 * tests), not migrated, or a copy of another in its current state, whose connections are closed to allow that. Drop it in `afterAll`.
 */
export async function createTestDatabase(
  begins: keyof typeof templateVariables | 'not migrated' | { asCopyOf: Pick<TestDatabase, 'url'> } = 'empty',
): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_SITE_URL: siteServer } = process.env;
  if (!server || !siteServer)
    throw new Error("TEST_DATABASE_URL is not set: name tests/support/global-database.ts in the project's globalSetup");
  const name = `carma_test_${randomBytes(6).toString('hex')}`;
  const copied = typeof begins === 'object' ? nameOf(begins.asCopyOf) : undefined;
  const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${copied}' and pid <> pg_backend_pid()`;
  if (copied) await onServer(server, endOthers);
  const template = begins === 'empty' || begins === 'samples' ? process.env[templateVariables[begins]] : copied;
  if (begins === 'samples' && !template)
    throw new Error('This test project has no template with samples: tests/support/global-site.ts makes it');
  // Copied as files rather than through the log, which would take twice the processor time.
  await onServer(server, `create database ${name} template ${template ?? 'template1'} strategy file_copy`);
  const addressOn = (one: string) => Object.assign(new URL(one), { pathname: `/${name}` }).href;
  const [url, ownerUrl] = [addressOn(siteServer), addressOn(server)];
  const sql = connectTo(ownerUrl, { max: 12, connect_timeout: 10 });
  if (begins === 'empty' && !template) await migrateAsOwner({ url, ownerUrl, log: quiet });
  return {
    url,
    ownerUrl,
    sql,
    drop: async () => {
      await sql.end({ timeout: 1 });
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Makes a database for this test run, which `createTestDatabase` then copies, because that takes a fraction of the time: migrated, and
 * filled by `fill`. Does nothing if there is one. Returns a function that drops what it has made.
 */
export async function createTemplate(
  kind: keyof typeof templateVariables,
  fill?: (template: TestDatabase) => Promise<void>,
): Promise<() => Promise<void>> {
  const variable = templateVariables[kind];
  if (process.env[variable]) return async () => {};
  const template = await createTestDatabase();
  await fill?.(template);
  // Only a database without connections can be copied.
  await template.sql.end();
  process.env[variable] = nameOf(template);
  return async () => {
    delete process.env[variable];
    await template.drop();
  };
}

const nameOf = ({ url }: Pick<TestDatabase, 'url'>) => new URL(url).pathname.slice(1);

/** Runs statements on a connection of their own, and returns their rows: of several statements, a list for each. */
export async function onServer(url: string, statements: string): Promise<postgres.Row[]> {
  const sql = connectTo(url, { max: 1, connect_timeout: 10 });
  try {
    return await sql.unsafe(statements);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
