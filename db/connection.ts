import postgres from 'postgres';
import { readDatabaseAddress } from '#src/lib/input/database-address.ts';

/** Runs `work` with one connection of its own. @throws the driver's error, or whatever `work` throws. */
export async function withConnection<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres({ ...readDatabaseAddress(url), max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
