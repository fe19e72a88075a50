import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { audit } from '#server/domain/record/book/audit.ts';
import { importFile } from '#server/domain/record/book/import-file.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { findRegistry } from '#src/lib/registries/registries.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;

const projects = [
  ['stoves', 'GS11236', 'Reduction - technical'],
  ['forest', 'VCS1340', 'Removal - nature'],
  ['grassland', 'ACR1129', 'Reduction - nature'],
  ['wetland', 'CAR1335', 'Avoidance'],
  ['plantation', 'CDC321', 'Removal - nature'],
];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTemporaryFolder();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('PUBLIC_URL', 'https://carma.example');
  const rows = projects.map(([slug = '', external_id, unit_type]) => ({ ...projectRow(slug), external_id, unit_type }));
  await database.sql`insert into carbon_projects ${database.sql(rows)}`;
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await folder.remove();
  await database.drop();
});

const importRows = (what: 'batches' | 'retirements', text: string, dryRun = false) => importFile(what, text, { key: undefined, dryRun });
const stored = () => database.sql`
  select project.slug, batch.registry, batch.series, upper(batch.serials) - lower(batch.serials) as quantity, to_char(batch.vintage_start, 'YYYY-MM-DD') as "from", to_char(batch.vintage_end, 'YYYY-MM-DD') as "to", batch.unit_type
  from credit_batches as batch join carbon_projects as project on project.id = batch.project_id order by batch.id
`;
const countEntries = async () => (await database.sql`select count(*)::int as count from record_entries`)[0]?.count;

/** Rows in the format of each registry's public export. */
const exports = {
  Verra: `Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Methodology,Total Vintage Quantity,Quantity Issued,Serial Number
12/05/2021,01/01/2020,31/12/2020,1340,A forest,Ethiopia,Agriculture Forestry and Other Land Use,VM0015,"1,000",425,19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`,
  'Gold Standard': `"GSID","Project Name","Project Type","Country","Vintage","Quantity","Serial Number"
"GS11236","Stoves","Energy Efficiency - Domestic","Uganda","2024","19,149","GS1-1-UG-GS11236-16-2024-30307-1-19149"`,
  ACR: `Date Issued,Vintage,Project ID,Project Name,Total Credits,Credit Serial Numbers
02/03/2026,2025,ACR1129,Grassland,4212,ACR-FR-1129-2025-2917-30932 to 35143`,
  CAR: `Vintage,Project ID,Project Name,Quantity of Credits,Serial Number
2025,CAR1335,Wetland,5000,CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000`,
  Cercarbono: `Project ID,Project,Vintage,Serial,From,To,Amount
321,,2009,CDC_1_1_1_321_14_1_2009,4426,4971,546`,
};

const units: Record<string, number> = { Verra: 425, 'Gold Standard': 19_149, ACR: 4_212, CAR: 5_000, Cercarbono: 546 };

describe("batches in a registry's export format", () => {
  it.each(Object.entries(exports))('of %s are received, each with as many units as its serials', async (registry, text) => {
    const { receipts, errors } = await importRows('batches', text);
    expect(errors).toEqual([]);
    expect(receipts).toMatchObject([{ kind: 'receive', quantity: units[registry] }]);
    expect((await stored()).at(-1)).toMatchObject({ registry: findRegistry(registry), quantity: String(units[registry]) });
  });

  it('are matched to projects by registry id, with the vintage, and the unit type from the catalogue', async () => {
    expect(await stored()).toMatchObject([
      { slug: 'forest', from: '2020-01-01', to: '2020-12-31', unit_type: 'Removal - nature' },
      { slug: 'stoves', from: '2024-01-01', to: '2024-12-31', unit_type: 'Reduction - technical' },
      { slug: 'grassland', series: 'ACR-FR-1129-2025-2917' },
      { slug: 'wetland', series: 'CAR-1-US-1335-31-983-KS-2025-9205' },
      { slug: 'plantation', series: 'CDC_1_1_1_321_14_1_2009', quantity: '546' },
    ]);
  });

  it('are retired by their serials, and the book matches its entries', async () => {
    const rows = `Serial Number,From,To,Retirement Beneficiary,Retirement Reason
19385-941467007-941467106-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1,,,Example plc,Emissions of 2025
GS1-1-UG-GS11236-16-2024-30307-1-100,,,Example plc,
CDC_1_1_1_321_14_1_2009,4426,4525,Ejemplo S.A.,`;
    const { receipts, errors } = await importRows('retirements', rows);
    expect(errors).toEqual([]);
    expect(receipts.map(({ quantity, certificate }) => [quantity, certificate !== null])).toEqual([
      [100, true],
      [100, true],
      [100, true],
    ]);
    expect((await audit()).difference).toBeNull();
  });
});

describe('a file of batches', () => {
  const header = 'Project ID,Vintage,Quantity,Serial Number';
  it.each([
    ['a quantity that does not match the serials', 'GS11236,2024,9,GS1-1-UG-GS11236-16-2024-99-1-10', 'quantity'],
    ['serials that are already in the book', 'GS11236,2024,10,GS1-1-UG-GS11236-16-2024-30307-5-14', 'serial'],
    ['a project that is not in the catalogue', 'GS99999,2024,10,GS1-1-UG-GS99999-16-2024-1-1-10', 'project'],
    ['a serial in an unknown format', 'GS11236,2024,10,ABC', 'serial'],
  ])('with one error is rejected entirely, with its line and column: %s', async (_, row, column) => {
    const before = await countEntries();
    const good = 'GS11236,2024,10,GS1-1-UG-GS11236-16-2024-77-1-10';
    const { receipts, errors } = await importRows('batches', [header, good, row].join('\n'));
    expect(receipts).toEqual([]);
    expect(errors).toMatchObject([{ line: 3, column }]);
    expect(await countEntries()).toBe(before);
  });

  it('is only checked in a dry run, and imported once', async () => {
    const before = await countEntries();
    const text = `${header}\nGS11236,2024,10,GS1-1-UG-GS11236-16-2024-77-1-10`;
    expect((await importRows('batches', text, true)).receipts).toHaveLength(1);
    expect(await countEntries()).toBe(before);
    await importRows('batches', text);
    expect((await importRows('batches', text)).receipts).toMatchObject([{ replayed: true }]);
    expect(await countEntries()).toBe((before ?? 0) + 1);
  });
});

it('a file with a zero byte is rejected before the database sees it', async () => {
  const text = 'Vintage,Quantity,Series,First,Last\n2024,1,A\0B,1,1';
  await expect(importRows('batches', text)).rejects.toThrow('without zero bytes');
  await expect(importRows('retirements', text)).rejects.toThrow('without zero bytes');
});
