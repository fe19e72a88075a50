import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '#db/prepare.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const lines: string[] = [];
const log = { info: (_: object, message: string) => void lines.push(message), warn: () => {}, error: () => {} };

let database: TestDatabase;
beforeEach(async () => {
  lines.length = 0;
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test('seeding fills an empty catalogue once, and logs that it is sample data', async () => {
  const { projects } = JSON.parse(await readFile('db/sample-catalogue.json', 'utf8'));
  expect(await seedIfEmpty({ sql: database.sql, log })).toBe(projects.length);
  expect(lines).toEqual([expect.stringContaining('sample data')]);
  expect(await seedIfEmpty({ sql: database.sql, log })).toBe(0);
});

test('seeding happens once when several instances prepare the database concurrently', async () => {
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  await Promise.all(
    Array.from({ length: 4 }, () => prepareDatabase({ url: database.url, ownerUrl: database.ownerUrl, log, seedsSamples: true })),
  );
  expect(lines.filter((line) => line.includes('sample data'))).toHaveLength(1);
  expect(await count()).toBe(JSON.parse(await readFile('db/sample-catalogue.json', 'utf8')).projects.length);
});

async function count(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int from carbon_projects`;
  return row?.count ?? 0;
}
