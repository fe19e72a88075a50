import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { splitStatements } from './sql-statements.ts';

export type MigrationFile = { name: string; number: number; text: string; checksum: string };
/** A row of `schema_migrations`. */
export type AppliedMigration = { name: string; checksum: string };

/**
 * The migration files of a folder, in order. The checksum (SHA-256) does not depend on the line ends of a checkout.
 * @throws Error when a name is not NNNN_name.sql, a number is missing or taken twice, or a file ends its own transaction.
 */
export async function readMigrationFiles(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`The migration ${name} must be named like 0001_what_it_does.sql`);
      const number = Number(name.slice(0, 4));
      if (number !== index + 1) {
        throw new Error(
          `The migration ${name} should have the number ${String(index + 1).padStart(4, '0')}: numbers begin at 0001, without a gap or a repeat`,
        );
      }
      const text = (await readFile(path.join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      refuseTransactions(name, text);
      return { name, number, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * The files that are still to be applied, and the names of migrations that only the database knows: those of a newer
 * release, beside which this one may run while a deployment rolls.
 * @throws Error when the files and the database tell different histories.
 */
export function pendingMigrations(files: MigrationFile[], applied: AppliedMigration[]): { pending: MigrationFile[]; newer: string[] } {
  const known = new Map(applied.map((row) => [row.name, row]));
  const lastApplied = Math.max(0, ...applied.map(({ name }) => Number(name.slice(0, 4))));
  for (const file of files) {
    const row = known.get(file.name);
    if (!row && file.number <= lastApplied) {
      throw new Error(
        `The migration ${file.name} was never applied, but a later one was. Give it the next free number; the order of what has run cannot change.`,
      );
    }
    if (row && row.checksum !== file.checksum) {
      throw new Error(
        `The migration ${file.name} was edited after it was applied to this database. Put it back as it was and write the change as a new file. In development, "npm run db:reset" begins again.`,
      );
    }
  }
  const last = files.length;
  const unknown = applied.map(({ name }) => name).filter((name) => !files.some((file) => file.name === name));
  const lost = unknown.find((name) => Number(name.slice(0, 4)) <= last);
  if (lost)
    throw new Error(
      `The migration ${lost} was applied to this database, but its file is missing. Bring the file back; applied files are not removed or renamed.`,
    );
  return { pending: files.filter(({ name }) => !known.has(name)), newer: unknown.sort() };
}

/** A file that commits half-way would leave something behind when its second half fails. */
function refuseTransactions(name: string, text: string): void {
  const { statements, rest } = splitStatements(text);
  for (const statement of rest ? [...statements, rest] : statements) {
    const [word] = /^(begin|commit|rollback|end|abort|start\s+transaction|prepare\s+transaction)\b/i.exec(statement.text) ?? [];
    if (word)
      throw new Error(
        `The migration ${name}, line ${statement.line}, says "${word}". Leave it out: each file runs in a transaction of its own.`,
      );
  }
}
