import type postgres from 'postgres';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { operate, operateTogether } from '#server/domain/record/book/operate.ts';
import { type Actor, RecordProblem } from '#server/domain/record/book/operation.ts';
import { findOwnKeysText } from '#server/domain/record/read/own-log.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { type Operation, operations } from '#shared/schemas/record.ts';
import { type LogKey, readKeys } from '#verify/signed-tree.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { passLimits, type SettingsAndLimits, splitLimits } from './limits.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

/** On a busy machine no operation may give up waiting for another one, no read may be late, and no query may be logged as slow. */
export const longLimits = {
  ...{ databaseConnectTimeoutMs: 60_000, databaseStatementTimeoutMs: 60_000, databaseSlowQueryMs: 60_000 },
  ...{ databaseReadLimitMs: 60_000, databaseWriteLimitMs: 60_000 },
};

export type OwnDatabase = TestDatabase & { folder: string; count: (table: string) => Promise<number> };

/**
 * Gives a test file a database with these rows of `carbon_projects`, and a folder for files, and connects the site's modules in this
 * process to them, with these settings and limits. Call it at the top of the file: they are there from its first `beforeAll` on.
 */
export function ownDatabase(settingsAndLimits: SettingsAndLimits = {}, rows: object[] = []): OwnDatabase {
  let folder: TemporaryFolder;
  const database = {} as OwnDatabase;
  const count = async (table: string) => (await database.sql`select from ${database.sql(table)}`).length;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    Object.assign(database, await createTestDatabase(), { folder: folder.path, count });
    const { limits, settings } = splitLimits(settingsAndLimits);
    passLimits({ ...longLimits, ...limits });
    const usual = { DATABASE_URL: database.url, DATA_DIR: folder.path, PUBLIC_URL: 'https://carma.example' };
    for (const [name, value] of Object.entries({ ...usual, ...settings })) vi.stubEnv(name, value);
    if (rows.length > 0) await database.sql`insert into carbon_projects ${database.sql(rows)}`;
  });
  afterAll(async () => {
    await closePool(1);
    vi.unstubAllEnvs();
    await Promise.all([database.drop(), folder.remove()]);
  });
  return database;
}

/** Does work on a database with all triggers switched off, as its owner may, even those of foreign keys. */
export const withoutTriggers = (database: Pick<TestDatabase, 'sql'>, work: (sql: postgres.TransactionSql) => Promise<unknown>) =>
  database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await work(sql);
  });

/** Makes statements of a kind (`insert on messages`) begin 0.1 s late until the test has finished: what starts together overlaps. */
export async function slowDown({ sql }: Pick<TestDatabase, 'sql'>, statements: string): Promise<void> {
  onTestFinished(async () => void (await sql`drop function slow_down cascade`));
  await sql.unsafe(`
    create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(0.1); return null; end $$;
    create trigger slow_down before ${statements} execute function slow_down()
  `);
}

/** Returns how many connections to a database wait for a lock. */
export async function countWaiting({ sql }: Pick<TestDatabase, 'sql'>): Promise<number> {
  const ours = sql`select pid from pg_stat_activity where datname = current_database()`;
  return (await sql`select distinct pid from pg_locks where not granted and pid in (${ours})`).length;
}

let usedKeys = 0;
/** Carries out an operation of the record, by default as the operator and under an idempotency key that no other has. */
export function run(kind: Operation['kind'], request: object, options: { key?: string; actor?: Actor } = {}) {
  const usual = { key: `test-${++usedKeys}`, actor: 'operator' } as const;
  return operate({ kind, request: operations[kind].parse(request) } as Operation, { ...usual, ...options });
}

/** Carries out operations of one kind together, as the operator. */
export const runTogether = (kind: Operation['kind'], requests: object[]) =>
  operateTogether(
    requests.map((request) => ({ operation: { kind, request: operations[kind].parse(request) } as Operation, key: `test-${++usedKeys}` })),
    { logsEach: false },
  );

/** Issued units of a registry whose serials are any series and numbers, as `receive` is given them. */
export const units = (project: string, series: string, first: number, last: number, change: object = {}) => ({
  ...{ project, registry: 'UK Land Carbon Registry', series, first, last, unitType: 'Removal - nature', issuance: 'issued' },
  ...{ vintageStart: '2024-01-01', vintageEnd: '2024-12-31', ...change },
});

/** So many units of each of several projects, as operations are given them. */
export const shares = (of: Record<string, number>) => Object.entries(of).map(([project, quantity]) => ({ project, quantity }));

/** Returns the problem with which an operation is refused, as `code field: message`, or what else it ends with. */
export async function problemOf(work: Promise<unknown>): Promise<unknown> {
  const ended = await work.catch((thrown: unknown) => thrown);
  return ended instanceof RecordProblem ? `${ended.code} ${ended.field}: ${ended.message}` : ended;
}

/** Returns the keys of this process's log. */
export async function ownKeys(): Promise<LogKey[]> {
  return (await readKeys((await findOwnKeysText()) ?? '')) ?? [];
}
