import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { getAlpha2Codes } from 'i18n-iso-countries';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { disclosure as texts } from '#shared/content/record/disclosure.ts';
import { confirmation } from '#shared/content/record/index.ts';
import {
  beneficiariesOf,
  certificatesOf,
  type DisclosedLine,
  disclosureFiles,
  disclosureRows,
  exactShares,
  missingFacts,
  readPack,
  sayConfirmed,
  sayYears,
  splitsOf,
} from '#shared/lib/record/disclosure.ts';
import { disclosureSchemas } from '#shared/schemas/disclosure.ts';
import { entryOf } from '#tests/support/entries.ts';
import { has } from '#tests/support/matchers.ts';

const line = (change: Partial<DisclosedLine> = {}): DisclosedLine => ({
  ...{ certificate: 'CR-000001', entry: 1, retiredOn: '2026-11-23', registryRetiredOn: null, recordedOn: '2026-11-23' },
  ...{ isConfirmed: true, quantity: 100, beneficiary: 'Example plc', purpose: 'Emissions of 2025', isSample: false },
  ...{ registry: 'Verra', serial: 'S-1 to 100', first: 1, last: change.quantity ?? 100 },
  ...{ vintageStart: '2023-01-01', vintageEnd: '2023-12-31', unitType: 'Removal - nature', project: 'Oak', projectType: 'Afforestation' },
  ...{ registryId: 'VCS1', registryUrl: 'https://registry.example/1', country: 'GB', location: 'Powys', standard: 'VCS' },
  ...{ methodology: 'VM0047, version 1.0', verifier: 'Checks Inc', adjustment: 'Not Required', corrections: [] },
  ...change,
});
/** A correction of entry 2. */
const correction = { time: '2026-11-24T12:00:00.000Z', refersTo: 2, correction: 'This retirement is void' };
const corrections: DisclosedLine['corrections'] = [{ index: 9, entry: entryOf('correct', [], correction) }];
const unnamed = { beneficiary: null, purpose: null, registryId: null, registryUrl: null };
/** Lines with many and with few facts stated. */
const several = [
  line(),
  line({ certificate: 'CR-000002', entry: 2, isConfirmed: false, corrections, quantity: 7, isSample: true, ...unnamed }),
  line({ country: null, location: null, standard: null, methodology: null, verifier: null, adjustment: null, unitType: 'Avoidance' }),
];
/** The row of the total in the figures for ESRS E1-7. */
const totalOf = (lines: DisclosedLine[]) => disclosureRows('esrs-e1-7', lines, pack).find(({ split }) => split === 'total');
const pack = { publicUrl: 'https://carma.example', seller: 'Carma', leftOut: { unknown: ['CR-000099'], ignored: ['x'] } };

it('shares add up to exactly 100 per cent, and are each within a tenth of the exact share', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 }), (quantities) => {
      const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
      const shares = exactShares(quantities);
      expect(Math.round(shares.reduce((sum, share) => sum + share * 10, 0))).toBe(total === 0 ? 0 : 1_000);
      for (const [index, share] of shares.entries())
        if (total > 0) expect(Math.abs(share - ((quantities[index] ?? 0) * 100) / total)).toBeLessThan(0.1 + 1e-9);
    }),
    { examples: [[[0, 0]]] },
  );
});

const half = { certificate: 'CR-000002', quantity: 50 };
const splitLines = [
  line(),
  line({ ...half, unitType: 'Reduction - technical', country: 'IE', standard: 'Gold Standard', adjustment: 'Committed' }),
  line({ ...half, unitType: 'Removal - technical', country: null, verifier: null, beneficiary: null }),
];

it('a disclosure breaks the total down as ESRS E1-7 requires, and lists missing facts', () => {
  const said = (rows: ReturnType<typeof splitsOf>[number]['rows']) =>
    rows.map(({ name, quantity, share }) => `${name}: ${quantity}, ${share}%`);
  expect(Object.fromEntries(splitsOf(splitLines).map(({ split, rows }) => [split, said(rows)]))).toEqual({
    confirmation: ['Confirmed at the registry: 200, 100%'],
    year: ['2026: 200, 100%'],
    type: ['Removal: 150, 75%', 'Reduction or avoidance: 50, 25%'],
    sink: ['Removal, biogenic sink: 100, 50%', 'No removal: 50, 25%', 'Removal, technological sink: 50, 25%'],
    standard: ['VCS: 150, 75%', 'Gold Standard: 50, 25%'],
    union: ['Outside the European Union: 100, 50%', 'In the European Union: 50, 25%', 'Not stated: 50, 25%'],
    adjustment: [
      ...['Not required: 150, 75%', 'Committed, which does not qualify: the host country has yet to apply it: 50, 25%'],
      'Qualifies as a corresponding adjustment: the host country has applied it: 0, 0%',
    ],
  });
  const missing = ['beneficiary', 'country', 'verifier'].map((fact) => ({ fact, certificates: ['CR-000002'] }));
  expect(missingFacts(splitLines)).toEqual(missing);
});

it('each file of a disclosure says what of the tonnes is confirmed at the registry, dates nothing else, and says that data is sample', () => {
  const before = { retiredOn: '2025-06-14', recordedOn: '2025-06-14' };
  const open = line({ ...before, certificate: 'CR-000005', isConfirmed: false, quantity: 400, isSample: true });
  const lines = [line({ quantity: 120, isSample: true, recordedOn: '2026-11-25' }), open];
  const esrs = disclosureRows('esrs-e1-7', lines, pack);
  expect(totalOf(lines)).toMatchObject({ name: has('not yet confirmed'), tCO2e: 520, confirmedAtRegistry: 120 });
  expect(esrs.slice(1, 5).map((row) => [row.split, row.name, row.tCO2e, row.confirmedAtRegistry, row.notYetConfirmed].join('; '))).toEqual([
    'confirmation at the registry; Recorded by the seller, not yet confirmed at the registry; 400; 0; 400',
    'confirmation at the registry; Confirmed at the registry; 120; 120; 0',
    ...['year of retirement; 2026; 120; 120; 0', 'year of retirement; Not stated; 400; 0; 400'],
  ]);
  expect(totalOf([line()])).toMatchObject({ name: 'Carbon credits cancelled', notYetConfirmed: 0 });
  const california = disclosureRows('ab-1305', lines, pack);
  expect(california.map((row) => `${row.confirmedAtRegistry} of ${row.quantity}, ${row.notYetConfirmed} not, ${row.retiredOn}`)).toEqual([
    ...['120 of 120, 0 not, 2026-11-23', '0 of 400, 400 not, Not stated'],
  ]);
  expect([totalOf(lines)?.firstRetirement, totalOf([open])?.lastRetirement]).toEqual(['2026-11-23', 'Not stated']);
  for (const row of [...esrs, ...california]) expect(row).toHaveProperty('sample');
  const units = disclosureRows('cad-trust', lines, pack);
  expect(units.map((row) => `${row.unitStatus} ${row.unitStatusDate}: ${row.unitStatusReason}, ${row.unitRetirementBeneficiary}`)).toEqual([
    'Retired 2026-11-23: Emissions of 2025, Example plc',
    'Held 2025-06-14: Retirement not yet confirmed at the registry, undefined',
  ]);
  for (const { unitRetirementDetail } of units) expect(unitRetirementDetail).toMatch(/^Sample data(?!.*The vintage is)/);
  const [ofTwoYears] = disclosureRows('cad-trust', [line({ vintageEnd: '2024-12-31' })], pack);
  expect(ofTwoYears).toMatchObject({ unitVintageYear: 2024, unitRetirementDetail: has('The vintage is 2023 to 2024;') });
});

it('a sum of retired tonnes is followed by what of it is confirmed, and a pack of several years by the sum of each', () => {
  const said = [0, 30, 100].map((open) => sayConfirmed({ quantity: 100, open }, confirmation));
  const some = '70 confirmed at the registry; 30 recorded by Carma, not yet confirmed there.';
  expect(said).toEqual([confirmation.all, some, confirmation.none]);
  const ofTwoYears = [line(), line({ retiredOn: '2025-06-14', quantity: 30 })];
  expect(sayYears(ofTwoYears, texts.years)).toEqual([has('30 tCO₂e in 2025 and 100 tCO₂e in 2026')]);
  // A row for each day, and the first and the last of them, whatever the order of the lines.
  const days = disclosureRows('ab-1305', ofTwoYears, pack).map(({ retiredOn, quantity }) => `${retiredOn} ${quantity}`);
  expect(days).toEqual(['2026-11-23 100', '2025-06-14 30']);
  expect(totalOf(ofTwoYears)).toMatchObject({ firstRetirement: '2025-06-14', lastRetirement: '2026-11-23' });
  expect(sayYears([line(), line()], texts.years)).toEqual([]);
});

it('a disclosure knows the 27 member states, and one beneficiary however its name is written', () => {
  const everywhere = Object.keys(getAlpha2Codes()).map((country) => line({ country, quantity: 1 }));
  const rows = splitsOf(everywhere).find(({ split }) => split === 'union')?.rows;
  expect(rows).toContainEqual(expect.objectContaining({ name: 'In the European Union', quantity: 27 }));
  const other = line({ certificate: 'CR-000002', beneficiary: ' ＥＸＡＭＰＬＥ  Plc' });
  expect(beneficiariesOf([line(), other])).toEqual(['Example plc']);
});

it('the figures of a disclosure name what is not in them, and what is without its name', () => {
  const rows = disclosureRows('esrs-e1-7', [line(), line({ certificate: 'CR-000003', beneficiary: null, quantity: 25 })], pack);
  expect(rows.slice(-3).map(({ split, name, tCO2e, percent }) => `${split}: ${name}, ${tCO2e}, ${percent}`)).toEqual([
    'in the total, but without a name: CR-000003, 25, 20',
    ...['not in the total: CR-000099, which is not on the record, 0, 0', 'not in the total: x, which is no number of a certificate, 0, 0'],
  ]);
});

it('a disclosure tells in the words of California what the credits of a project came from, and leaves it to the company whether its data are verified', () => {
  const told = (...types: string[]) => {
    const lines = types.map((unitType) => line({ unitType }));
    return disclosureRows('ab-1305', lines, pack).map((row) => `${row.removalOrAvoidedEmission} ${row.quantity}`);
  };
  expect(told('Removal - nature', 'Removal - technical')).toEqual(['removal 200']);
  expect(told('Avoidance', 'Reduction - nature')).toEqual(['avoided emission 200']);
  expect(told('Avoidance', 'Removal - nature')).toEqual(['a combination of both 200']);
  const ofOneTitle = ['VCS1', 'VCS2'].map((registryId) => line({ registryId, quantity: 5 }));
  const perId = disclosureRows('ab-1305', ofOneTitle, pack).map((row) => `${row.projectIdentificationNumber} ${row.quantity}`);
  expect(perId).toEqual(['VCS1 5', 'VCS2 5']);
  const [row] = disclosureRows('ab-1305', [line()], pack);
  expect(row).toMatchObject({ projectType: 'Afforestation', projectVerifiedBy: 'Checks Inc' });
  expect(row?.companyVerification).toMatch(/^For the company to state/);
});

it('a certificate that was corrected is named wherever its tonnes are summed, with the entry that corrects it', () => {
  const lines = [line({ quantity: 300 }), line({ certificate: 'CR-000002', entry: 2, quantity: 100, corrections })];
  expect(certificatesOf(lines)).toMatchObject([{ corrections: [] }, { number: 'CR-000002', entry: 2, quantity: 100, corrections }]);
  const said = 'entry 10: This retirement is void';
  const named = { split: 'in the total, but corrected', name: `CR-000002, ${said}`, tCO2e: 100, percent: 25 };
  expect(disclosureRows('esrs-e1-7', lines, pack).filter(({ split }) => split === named.split)).toMatchObject([named]);
  expect(disclosureRows('ab-1305', lines, pack).map((row) => row.corrections)).toEqual(['', said]);
  expect(disclosureRows('ab-1305', [line()], pack)[0]).not.toHaveProperty('corrections');
  const details = disclosureRows('cad-trust', lines, pack).map((row) => String(row.unitRetirementDetail));
  expect(details.map((detail) => detail.includes(`Corrected by ${said}.`))).toEqual([false, true]);
});

it.each(disclosureFiles)('the export %s matches its JSON Schema, with many and with few facts stated', (file) => {
  const schema = z.toJSONSchema(disclosureSchemas[file], { target: 'draft-7' });
  const accepts = formats.default(new Ajv({ strict: false })).compile(schema);
  expect(accepts(disclosureRows(file, several, pack)), JSON.stringify(accepts.errors)).toBe(true);
});

it('a unit for the Climate Action Data Trust has no empty text but its link, which is an address or nothing, as a node asks', () => {
  const odd = [
    line({ registryUrl: 'https://registry.example/é?q=[1|2]' }),
    line({ registryUrl: 'registry page' }),
    line({ registryUrl: `https://registry.example/${'a'.repeat(480)}` }),
  ];
  const rows = disclosureRows('cad-trust', [...several, ...odd], pack);
  const links = [
    ...['https://registry.example/1', undefined, 'https://registry.example/1'],
    ...['https://registry.example/%C3%A9?q=%5B1%7C2%5D', '', ''],
  ];
  expect(rows.map(({ unitLink }) => unitLink)).toEqual(links);
  for (const { unitLink: _, ...row } of rows) expect(Object.values(row)).not.toContain('');
});

it('the number of a certificate is found in pasted text, once, and what else is there is listed; a query may name several, in one parameter or more', () => {
  const read = readPack(new URLSearchParams('c=CR-1,x&c=CR-2&c=CR-1&together=1'));
  expect(read).toEqual({ numbers: ['CR-000001', 'CR-000002'], ignored: ['x'], beyondLimit: [], isTogether: true });
  const pasted = 'cr-1, CR 2\nCR-000001; x CR-12a https://c.uk/certificates/CR-000007.json 000008 CR3;CR–4 c.uk/verify?certificate=CR-1';
  const numbers = ['CR-000001', 'CR-000002', 'CR-000007', 'CR-000003', 'CR-000004'];
  expect(readPack(new URLSearchParams({ c: pasted }))).toMatchObject({ numbers, beyondLimit: [], ignored: ['x', 'CR-12a', '000008'] });
  // Of a range, what lies between its ends is left out; a dash may also begin a line of a list.
  const ranges = 'CR-1–CR-4, cr 6 - CR-9\n- CR-11\n– CR-12';
  expect(readPack(new URLSearchParams({ c: ranges })).ignored).toEqual(['CR-000001–…', 'CR-000006–…']);
  // The address of a pack, as a browser writes what was typed into its form.
  const address = 'https://c.uk/record/disclosure?c=CR-000001%2C+CR-000002%0D%0ACR-000003&together=1';
  expect(readPack(new URLSearchParams({ c: address }))).toMatchObject({ numbers: ['CR-000001', 'CR-000002', 'CR-000003'], ignored: [] });
  const many = readPack(new URLSearchParams(Array.from({ length: 52 }, (_, index) => ['c', `CR-${index}`])));
  expect([many.numbers.length, many.beyondLimit]).toEqual([50, ['CR-000050', 'CR-000051']]);
});
