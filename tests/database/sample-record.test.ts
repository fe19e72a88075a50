import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seedIfEmpty } from '#db/seed.ts';
import { seedSampleRecord } from '#server/domain/record/book/sample-record.ts';
import { listBatches } from '#server/domain/record/read/book.ts';
import { closePool } from '#server/platform/database/pool.ts';
import type { Batch } from '#src/schemas/record-api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

type StoredProject = { slug: string; vintageStart: number; vintageEnd: number; unitType: string; standard: string; available: number };

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let sampled: { batch: Batch; project: StoredProject }[];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTemporaryFolder();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('DATA_DIR', folder.path);
  await seedIfEmpty({ sql: database.sql, log });
  await seedSampleRecord();
  const projects = await database.sql<StoredProject[]>`
    select
      slug,
      vintage_start as "vintageStart",
      vintage_end as "vintageEnd",
      unit_type as "unitType",
      verification_standard as standard,
      available_credits as available
    from carbon_projects
  `;
  sampled = (await listBatches({ limit: 100 })).flatMap((batch) => {
    const project = projects.find(({ slug }) => slug === batch.project);
    return project ? [{ batch, project }] : [];
  });
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await folder.remove();
  await database.drop();
});

describe('a sample batch agrees with its project in the catalogue', () => {
  test('on the vintage, also where the serial numbers contain it', () => {
    expect(sampled.length).toBeGreaterThanOrEqual(4);
    for (const { batch, project } of sampled) {
      const years = [batch.vintageStart, batch.vintageEnd].map((day) => Number(day.slice(0, 4)));
      const inSerials = [...batch.series.matchAll(/(?<!\d)20[2-9]\d(?!\d)/g)].map(([year]) => Number(year));
      for (const year of [...years, ...inSerials]) {
        expect(year, batch.series).toBeGreaterThanOrEqual(project.vintageStart);
        expect(year, batch.series).toBeLessThanOrEqual(project.vintageEnd);
      }
    }
  });

  test('on the unit type, and on the name of a standard that is also a registry', () => {
    for (const { batch, project } of sampled) {
      expect(batch.unitType, project.slug).toBe(project.unitType);
      if (batch.registry.toLowerCase() === project.standard.toLowerCase()) expect(batch.registry).toBe(project.standard);
    }
  });

  test('on whether it is sold out: then its units are sold, not reserved', () => {
    const soldOut = sampled.filter(({ project }) => project.available === 0);
    expect(soldOut.map(({ project }) => project.slug)).toEqual(['galloway-march-dyke-planting']);
    for (const { batch } of soldOut) {
      expect([batch.units.Held, batch.units.Reserved], batch.series).toEqual([0, 0]);
      expect(batch.units.Transferred, batch.series).toBeGreaterThan(0);
    }
  });
});
