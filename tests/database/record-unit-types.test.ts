import { expect, it } from 'vitest';
import type { ImportOptions } from '#server/domain/record/import/import-file.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { importUnits } from '#tests/support/unit-files.ts';
import { printSerial } from '#verify/serials.ts';

const database = ownDatabase();

it('batches have the type that their row states, else the catalogue, else --set; what contradicts it is refused with both, until somebody says why', async () => {
  const typed = [
    ['dam', 'GS9401', 'Energy industries (renewable/non-renewable sources)', null],
    ['stoves', 'GS9402', 'Energy Efficiency - Domestic', null],
    ['grove', 'GS9403', 'Agriculture Forestry and Other Land Use', null],
    ['other', 'GS9404', 'Other', null],
    ['biochar', 'GS9405', 'Biochar on farm land', 'Removal - technical'],
    ['gold', 'GS9002', 'Reforestation', 'Removal - nature'],
  ] as const;
  const rows = typed.map(([slug, external_id, category, unit_type]) => ({ ...projectRow(slug), external_id, category, unit_type }));
  await database.sql`insert into carbon_projects ${database.sql(rows.map((row) => ({ ...row, verification_standard: 'Gold Standard' })))}`;
  let number = 50_000;
  const text = (...lines: [id: string, unitType?: string, label?: string][]) => {
    const written = lines.map(([id, type = '', label]) => `${id},GS,GS1-1-UG-${id}-16-2024-${++number}-1-10,2024,${type},"${label ?? ''}"`);
    return ['projectId,registry,serial,vintage,unitType,Label', ...written].join('\n');
  };
  const reasons = async (file: string, options: ImportOptions = {}) =>
    (await importUnits('batches', file, { dryRun: true, ...options })).errors.map(({ line, reason }) => `${line} ${reason}`);
  const removals = { set: { unitType: 'Removal - nature' } };

  const [missing] = (await importUnits('batches', text(['GS9401', '', 'ICVCM CCP, Emission Reduction']), { dryRun: true })).errors;
  expect(missing?.reason).toBe('is missing, and the catalogue has none for dam; the row says "ICVCM CCP, Emission Reduction"');
  const types = 'Avoidance, Reduction - nature, Reduction - technical, Removal - nature, Removal - technical';
  expect(missing?.remedy).toMatch(new RegExp(`^It is one of: ${types}\\.[^"]*$`));
  expect(await reasons(text(['GS9401'], ['GS9402'], ['GS9403'], ['GS9404'], ['GS9404', '', 'Emission Reduction']), removals)).toEqual([
    '2 is Removal - nature, and dam is Energy industries (renewable/non-renewable sources)',
    '3 is Removal - nature, and stoves is Energy Efficiency - Domestic',
    '6 is Removal - nature, and the row says "Emission Reduction"',
  ]);
  const wrong = text(['GS9403', 'Reduction - technical'], ['GS9002', 'Reduction - nature'], ['GS9404', 'Avoidance', 'Removal']);
  expect(await reasons(wrong)).toEqual([
    '2 is Reduction - technical, and grove is Agriculture Forestry and Other Land Use',
    '3 is Reduction - nature, and the catalogue says Removal - nature of gold',
    '4 is Avoidance, and the row says "Removal"',
  ]);
  const good = text(['GS9402'], ['GS9002'], ['GS9405']);
  const { imported } = await importUnits('batches', good, { set: { unitType: 'Reduction - technical' } });
  const received = imported.map(({ receipt }) => receipt.lines[0]?.unitType);
  expect(received).toEqual(['Reduction - technical', 'Removal - nature', 'Removal - technical']);

  const noted = async (years: object) => {
    await database.sql`update carbon_projects set ${database.sql({ vintage_end: null, ...years })} where slug = 'grove'`;
    return (await importUnits('batches', text(['GS9403', 'Removal - nature']), { dryRun: true })).notes.map(({ reason }) => reason);
  };
  expect(await noted({ vintage_start: 2020, vintage_end: 2024 })).toEqual([]);
  expect(await noted({ vintage_start: 2023 })).toEqual(['is not within that of grove in the catalogue: 2023']);
  expect(await noted({ vintage_start: 2025, vintage_end: 2026 })).toEqual(['is not within that of grove in the catalogue: 2025 to 2026']);
  expect(await noted({ vintage_start: null })).toEqual([]);

  const both = text(['GS9404', 'Removal - nature'], ['GS9404', 'Reduction - technical']);
  expect(await reasons(both)).toEqual(['3 is Reduction - technical, and other batches of other are Removal - nature']);
  const mixed = 'The registry issues removals and reductions of it';
  expect(await importUnits('batches', both, { mixed })).toMatchObject({ errors: [], imported: [{ line: 2 }, { line: 3 }] });
  expect((await findEntry((await database.count('record_entries')) - 1))?.entry).toMatchObject({ kind: 'receive', reason: mixed });
  // The file is recognised, and what the book has speaks against nothing that it had when it came.
  expect((await importUnits('batches', both, { mixed })).imported.map(({ receipt }) => receipt.replayed)).toEqual([true, true]);
  expect(await reasons(text(['GS9404', 'Removal - nature']))).toEqual([
    '2 is Removal - nature, and other batches of other are Reduction - technical',
  ]);

  // What the registry calls them is compared with the book, too.
  const [serial = ''] = imported.flatMap(({ receipt: { lines } }) => lines.map(printSerial));
  const retired = `projectId,serial,beneficiary,Label\nGS9402,${serial},Example plc,Emission Removal`;
  const [differs] = (await importUnits('retirements', retired, { dryRun: true })).errors;
  expect(differs).toMatchObject({ column: 'Label', reason: like(/^is not what the book says .*: Reduction - technical$/) });
});
