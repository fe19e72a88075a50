import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '#server/projects/import/import-catalogue.ts';
import { readRows } from '#server/projects/import/read-rows.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const map = {
  id: 'externalId',
  applicant: 'title',
  tags: 'category',
  volume: 'availableCredits',
  source: 'verificationStandard',
  permanence: 'permanenceYears',
};

describe('an import', () => {
  test('of a real file with a mapping names every bad value, stores nothing, then skips it on request and repeats itself', async () => {
    const rows = readRows(await readFile('tests/fixtures/cdr/cdr-excerpt.csv', 'utf8'), 'csv');
    Object.assign(rows[3]?.values ?? {}, { price: 'on request' });
    const refused = await importCatalogue(database.sql, rows, { map });
    expect(refused.faults).toEqual([{ line: expect.any(Number), column: 'price', value: 'on request', reason: expect.any(String) }]);
    expect(await count()).toBe(0);
    const first = await importCatalogue(database.sql, rows, { map, skipBad: true });
    expect(first).toMatchObject({ added: rows.length - 1, changed: 0 });
    expect(await importCatalogue(database.sql, rows, { map, skipBad: true })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: rows.length - 1,
    });
  });

  test('takes byte order marks, CRLF, quoted line breaks, pounds and other scripts, and a dry run stores nothing', async () => {
    const text = `\uFEFFtitle,description,category,verificationStandard,location,price,availableCredits\r\n"شجر","Two\r\nlines",Other,VCS,Here,£12.50,"1,234"  \r\n${'é'.repeat(225)},D,Other,VCS,Here,"1,234",5\r\n`;
    const rows = readRows(text, 'csv');
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(await importCatalogue(database.sql, rows, { dryRun: true })).toMatchObject({ added: 2, faults: [] });
    expect(await count()).toBe(0);
    await importCatalogue(database.sql, rows);
    expect(await database.sql`select price_per_credit, available_credits from carbon_projects order by price_per_credit`).toMatchObject([
      { price_per_credit: 1250, available_credits: 1234 },
      { price_per_credit: 123_400, available_credits: 5 },
    ]);
  });

  test('of 11,000 projects takes seconds', async () => {
    const rows = Array.from({ length: 11_000 }, (_, n) => ({
      line: n + 2,
      values: {
        externalId: `X${n}`,
        title: `Wood ${n % 900}`,
        description: 'Oak on wet ground. '.repeat(20),
        category: 'Reforestation',
        verificationStandard: 'VCS',
        location: 'Here',
        price: '£12.50',
      },
    }));
    const began = performance.now();
    expect(await importCatalogue(database.sql, rows)).toMatchObject({ added: 11_000, faults: [] });
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

async function count(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int from carbon_projects`;
  return row?.count ?? 0;
}
