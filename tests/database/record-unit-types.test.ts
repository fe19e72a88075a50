import { expect, it } from 'vitest';
import type { ImportOptions } from '#server/domain/record/import/import-file.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { importUnits } from '#tests/support/unit-files.ts';
import { printSerial } from '#verify/serials.ts';

const projects = [
  ['dam', 'GS9401', 'Energy industries (renewable/non-renewable sources)', null],
  ['stoves', 'GS9402', 'Energy Efficiency - Domestic', null],
  ['grove', 'GS9403', 'Agriculture Forestry and Other Land Use', null],
  ['other', 'GS9404', 'Other', null],
  ['biochar', 'GS9405', 'Biochar on farm land', 'Removal - technical'],
  ['gold', 'GS9002', 'Reforestation', 'Removal - nature'],
] as const;
const rows = projects.map(([slug, external_id, category, unit_type]) => ({
  ...projectRow(slug),
  ...{ external_id, category, unit_type, verification_standard: 'Gold Standard' },
}));
const database = ownDatabase({}, rows);

/** The number in the last serial that was made, so that no two are the same. */
let lastBlock = 50_000;
/** A file of batches of ten units each, with what their row says: a project's id, a unit type, and what the registry calls the units. */
function fileOf(...batches: [id: string, unitType?: string, label?: string][]): string {
  const lines = batches.map(([id, type = '', label = '']) => `${id},GS,GS1-1-UG-${id}-16-2024-${++lastBlock}-1-10,2024,${type},"${label}"`);
  return ['projectId,registry,serial,vintage,unitType,Label', ...lines].join('\n');
}
const tryOut = (file: string, options: ImportOptions = {}) => importUnits('batches', file, { dryRun: true, ...options });
const reasonsIn = async (file: string, options?: ImportOptions) =>
  (await tryOut(file, options)).errors.map(({ line, reason }) => `${line} ${reason}`);

it('batches have the type that their row states, else that of the catalogue, else that of --set', async () => {
  const file = fileOf(['GS9402'], ['GS9002'], ['GS9405'], ['GS9403', 'Removal - nature']);
  const { imported } = await tryOut(file, { set: { unitType: 'Reduction - technical' } });
  const types = imported.map(({ receipt }) => receipt.lines[0]?.unitType);
  expect(types).toEqual(['Reduction - technical', 'Removal - nature', 'Removal - technical', 'Removal - nature']);
  const [missing] = (await tryOut(fileOf(['GS9401', '', 'ICVCM CCP, Emission Reduction']))).errors;
  expect(missing?.reason).toBe('is missing, and the catalogue has none for dam; the row says "ICVCM CCP, Emission Reduction"');
  const all = 'Avoidance, Reduction - nature, Reduction - technical, Removal - nature, Removal - technical';
  expect(missing?.remedy).toMatch(new RegExp(`^It is one of: ${all}\\.[^"]*$`));
});

it('batches whose type contradicts their row or the catalogue are refused with both', async () => {
  const unstated = fileOf(['GS9401'], ['GS9403'], ['GS9404'], ['GS9404', '', 'Emission Reduction']);
  expect(await reasonsIn(unstated, { set: { unitType: 'Removal - nature' } })).toEqual([
    '2 is Removal - nature, and dam is Energy industries (renewable/non-renewable sources)',
    '5 is Removal - nature, and the row says "Emission Reduction"',
  ]);
  const stated = fileOf(['GS9403', 'Reduction - technical'], ['GS9002', 'Reduction - nature'], ['GS9404', 'Avoidance', 'Removal']);
  expect(await reasonsIn(stated)).toEqual([
    '2 is Reduction - technical, and grove is Agriculture Forestry and Other Land Use',
    '3 is Reduction - nature, and the catalogue says Removal - nature of gold',
    '4 is Avoidance, and the row says "Removal"',
  ]);
  const misspelt = fileOf(['GS9404', 'Removal – nature', 'Removal'], ['GS9404', 'Removal - nature']);
  expect(await reasonsIn(misspelt)).toEqual([like(/^2 is not one of: Avoidance, /)]);
});

it('batches of a vintage that the catalogue does not have of their project are noted', async () => {
  const notedFor = async (years: object) => {
    await database.sql`update carbon_projects set ${database.sql({ vintage_end: null, ...years })} where slug = 'grove'`;
    return (await tryOut(fileOf(['GS9403', 'Removal - nature']))).notes.map(({ reason }) => reason);
  };
  expect(await notedFor({ vintage_start: 2020, vintage_end: 2024 })).toEqual([]);
  const note = 'is not within that of grove in the catalogue';
  expect(await notedFor({ vintage_start: 2023 })).toEqual([`${note}: 2023`]);
  expect(await notedFor({ vintage_start: null, vintage_end: 2023 })).toEqual([`${note}: 2023`]);
  expect(await notedFor({ vintage_start: 2025, vintage_end: 2026 })).toEqual([`${note}: 2025 to 2026`]);
  expect(await notedFor({ vintage_start: null })).toEqual([]);
});

it('batches of two types of one project are refused until somebody says why, which their entries have', async () => {
  const both = fileOf(['GS9404', 'Removal - nature'], ['GS9404', 'Reduction - technical']);
  expect(await reasonsIn(both)).toEqual(['3 is Reduction - technical, and other batches of other are Removal - nature']);
  const mixed = 'The registry issues removals and reductions of it';
  expect(await importUnits('batches', both, { mixed })).toMatchObject({ errors: [], imported: [{ line: 2 }, { line: 3 }] });
  expect((await findEntry((await database.count('record_entries')) - 1))?.entry).toMatchObject({ kind: 'receive', reason: mixed });
  // The same file again is recognised: its own batches, which the book has by now, do not speak against it.
  expect((await importUnits('batches', both, { mixed })).imported.map(({ receipt }) => receipt.replayed)).toEqual([true, true]);
  expect(await reasonsIn(fileOf(['GS9404', 'Removal - nature']))).toEqual([
    '2 is Removal - nature, and other batches of other are Reduction - technical',
  ]);
});

it('retirements are refused where the registry calls the units something other than the book does', async () => {
  const { imported } = await importUnits('batches', fileOf(['GS9402', 'Reduction - technical']));
  const [serial = ''] = imported.flatMap(({ receipt: { lines } }) => lines.map(printSerial));
  const retired = `projectId,serial,beneficiary,Label\nGS9402,${serial},Example plc,Emission Removal`;
  const [differs] = (await importUnits('retirements', retired, { dryRun: true })).errors;
  expect(differs).toMatchObject({ column: 'Label', reason: like(/^is not what the book says .*: Reduction - technical$/) });
});
