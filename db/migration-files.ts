import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { splitStatements } from './sql-statements.ts';

export type MigrationFile = { name: string; number: number; text: string; checksum: string };
/** A row of `schema_migrations`. */
export type AppliedMigration = { name: string; checksum: string };

/** The first of the files that were used during development, before the schema was written anew as one file a noun. */
const formerFirstFile = '0001_carbon_projects.sql';

/**
 * Reads the migration files of a folder, in order. Checksums (SHA-256) do not depend on the line endings of a checkout.
 * @throws Error when a name is not NNNN_name.sql, a number is missing or used twice, or a file controls its own transaction.
 */
export async function readMigrationFiles(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`The migration ${name} must be named like 0001_what_it_does.sql`);
      const number = Number(name.slice(0, 4));
      if (number !== index + 1) {
        throw new Error(
          `The migration ${name} should have the number ${String(index + 1).padStart(4, '0')}: numbers start at 0001, without gaps or repeats`,
        );
      }
      const text = (await readFile(path.join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      assertNoTransactionControl(name, text);
      return { name, number, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Returns the files still to be applied, and the names of migrations that only the database has. Those come from a newer
 * release, beside which this one may run during a rolling deployment.
 * @throws Error when the database is one of the former files, or when files and database have different histories.
 */
export function pendingMigrations(files: MigrationFile[], applied: AppliedMigration[]): { pending: MigrationFile[]; newer: string[] } {
  if (applied.some(({ name }) => name === formerFirstFile)) {
    throw new Error(
      'This database was created by the migrations used during development, and cannot be brought up to date. "npm run db:reset" deletes everything in it and creates it anew.',
    );
  }
  const appliedByName = new Map(applied.map((row) => [row.name, row]));
  const lastApplied = Math.max(0, ...applied.map(({ name }) => Number(name.slice(0, 4))));
  for (const file of files) {
    const row = appliedByName.get(file.name);
    if (!row && file.number <= lastApplied) {
      throw new Error(
        `The migration ${file.name} was never applied, but a later one was. Give it the next free number: the order of applied migrations cannot change.`,
      );
    }
    if (row && row.checksum !== file.checksum) {
      throw new Error(
        `The migration ${file.name} was edited after it was applied to this database. Restore the file, and make the change in a new one. In development, "npm run db:reset" starts over.`,
      );
    }
  }
  const last = files.length;
  const unknown = applied.map(({ name }) => name).filter((name) => !files.some((file) => file.name === name));
  const missing = unknown.find((name) => Number(name.slice(0, 4)) <= last);
  if (missing)
    throw new Error(
      `The migration ${missing} was applied to this database, but its file is missing. Restore the file: applied migrations must not be removed or renamed.`,
    );
  return { pending: files.filter(({ name }) => !appliedByName.has(name)), newer: unknown.sort() };
}

/** Rejects files that control their own transaction: if one failed after its commit, it could not be rolled back. */
function assertNoTransactionControl(name: string, text: string): void {
  const { statements, rest } = splitStatements(text);
  for (const statement of rest ? [...statements, rest] : statements) {
    const [word] = /^(begin|commit|rollback|end|abort|start\s+transaction|prepare\s+transaction)\b/i.exec(statement.text) ?? [];
    if (word)
      throw new Error(
        `The migration ${name}, line ${statement.line}, contains "${word}". Remove it: each file runs in its own transaction.`,
      );
  }
}
