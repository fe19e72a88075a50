import { expect, it } from 'vitest';
import {
  humanised,
  type LabelColumn,
  parseLabels,
  parseRatings,
  placeFrom,
  standardNamed,
  unclearYears,
  unitTypeOf,
  yearsIn,
} from '#server/domain/projects/import/registry-words.ts';
import { statementsCell } from '#shared/lib/projects/facts.ts';
import { has } from '#tests/support/matchers.ts';

const theirs = { isOwnExport: false };

it('values from registries become words, and codes of a standard its name', () => {
  expect(['renewable-energy', "['ams-i-d']"].map((code) => humanised(code, theirs))).toEqual(['Renewable Energy', 'Ams I D']);
  expect(['GOLD', 'Verified Carbon Standard', 'constructor'].map((code) => standardNamed(code, theirs))).toEqual([
    'Gold Standard',
    'VCS',
    'Constructor',
  ]);
});

it.each([
  ['FY2019-20', '2019,2020'],
  ['2019/20', '2019,2020'],
  ['2019, 2020, 2021', '2019,2020,2021'],
  ['1999/00', '1999,2000'],
  ['2019-20 to 2021-22', '2019,2020,2021,2022'],
  ['2019/20–2021/22', '2019,2020,2021,2022'],
  ['2019-06 to 2021-12', '2019,2021'],
  ['1 Jan 2019 - 31 Dec 2020', '2019,2020'],
  ['2150-2200', '2150,2200'],
  ['2019-12', '2019'],
  ['2011-12', 'can be read as 2011-2012, or as a month'],
  ['2019+', 'has one year of two'],
  ['2019-', 'has one year of two'],
  ['up to 2020', 'has one year of two'],
  ['Jan to Dec 2020', '2020'],
  ['2019; 2021', 'do not follow each other'],
])('values from registries have the years of a vintage, or do not say them clearly: %s', (text, expected) => {
  const unclear = unclearYears(text);
  expect(unclear ?? yearsIn(text).join()).toEqual(unclear ? has(expected) : expected);
});

it('values from registries become a place, without words in capitals but for abbreviations', () => {
  expect(placeFrom(['AUSTIN, USA', 'SAN MARTIN', 'NSW', 'PERÚ', 'Perú'])).toBe('Austin, USA, San Martin, NSW, Perú');
});

it.each([
  ['Removal', 'nature', ['AFOLU ARR']],
  ['Removal', 'technical', ['Biochar of forest residues', 'Enhanced Weathering in Agriculture']],
  ['Reduction', 'nature', ['IFM', 'Peat bog', 'Farming']],
  ['Reduction', 'technical', ['Solar farm', 'Onshore windfarm, wind farm', 'Landfill, land-fill gas']],
])('values from registries become a unit type: %s - %s for %j', (kind, way, types) => {
  for (const type of types) expect(unitTypeOf(kind, type), type).toBe(`${kind} - ${way}`);
});

const defaults = { source: 'Register', day: '2026-03-31' };
const nothing = { source: '', day: null };

/** The labels of a cell as a file of ours has them, or the reason why they are refused. */
function read(column: LabelColumn, cell: string): string {
  const parsed = parseLabels(column, cell, defaults);
  return 'reason' in parsed ? parsed.reason : statementsCell(parsed.value);
}

it.each<[LabelColumn, string, string]>([
  ['labels', 'ccp labelled™', 'CCP-labelled (Register, 2026-03-31)'],
  ['labels', 'SDG 13 (2025-12-31)', 'SDG 13 (Register, 2025-12-31)'],
  ['sdgs', 'No', ''],
  ['ccp', 'no', ''],
  ['ccp', 'eligible', 'CCP-eligible programme (Register, 2026-03-31)'],
  ['corsia', '2024–2026, vintage 2022', 'CORSIA 2024-2026, vintage 2022 (Register, 2026-03-31)'],
  ['corsia', 'first phase', 'CORSIA 2024-2026 (Register, 2026-03-31)'],
  ['correspondingAdjustment', 'Not Required', 'Corresponding adjustment not required (Register, 2026-03-31)'],
  ['labels', 'SDG 1, 3 and SDG 07', 'SDG 1 (Register, 2026-03-31); SDG 3 (Register, 2026-03-31); SDG 7 (Register, 2026-03-31)'],
  ['sdgs', '13 (Climate Action); 15 (Life on Land)', 'SDG 13 (Register, 2026-03-31); SDG 15 (Register, 2026-03-31)'],
  ['sdgs', '9 (Industry, Innovation & Infrastructure, 2025-12-31)', 'SDG 9 (Register, 2025-12-31)'],
  ['sdgs', '13 (Climate Action Reserve)', 'SDG 13 (Climate Action Reserve, 2026-03-31)'],
  ['corsia', '2024 – 2026', 'CORSIA 2024-2026 (Register, 2026-03-31)'],
  ['labels', 'SDG 13 (Decision of 6 June 2024, 2025-12-31)', 'SDG 13 (Decision of 6 June 2024, 2025-12-31)'],
])('labels in the column %s: %j', (column, cell, expected) => {
  expect(read(column, cell)).toBe(expected);
});

it.each<[LabelColumn, string, string]>([
  ['ccp', 'yes', '"CCP-labelled" if the credits carry the label, "CCP-eligible programme" if only'],
  ['labels', 'CCP-labelled, CORSIA 2024-2026', 'has commas between labels'],
  ['labels', 'CCP-labelled 2023-2021', 'no range of years'],
  ['labels', 'SDG 13 (Register', 'is not a list'],
  ['labels', 'CCP-labelled 1989-2021', 'no range of years'],
  ['sdgs', '13; Gold', 'goals from 1 to 17'],
  ['sdgs', '13.2', 'goals from 1 to 17: 13.2'],
  ['sdgs', '17, 18', 'goals from 1 to 17: 18'],
  ['sdgs', 'SDG 1 to SDG 7 (Register, 2026-03-31)', 'has a range of goals'],
  ['labels', 'SDG 1–7 (Register, 2026-03-31)', 'has a range of goals'],
  ['labels', 'SDG 13, CCP-labelled', 'has commas between labels'],
  ['labels', 'SDG 12021', 'goals from 1 to 17: 12021'],
  ['labels', 'CORSIA 2021, 2023', 'for which compliance period'],
  ['corsia', 'yes', 'for which compliance period'],
  ['labels', 'CCP-labelled 2021, 2023', 'is not a known label'],
  ['labels', 'SDG 13 (Verra Registry 31st March 2026)', 'has "Verra Registry 31st March 2026"'],
  ['labels', 'SDG 13 (Verra Registry 2026-03-31)', 'has "Verra Registry 2026-03-31"'],
  ['labels', 'SDG 13 (Verra Registry, 2026)', 'has "2026" in brackets'],
  ['labels', 'SDG 13 (Register, 01/02/2026)', 'with a date that can be read in one way'],
  ['labels', 'SDG 13 (2026-03-31, Register)', 'write "(source, 2026-03-31)"'],
])('labels that can be read in two ways or none are refused: %s %j', (column, cell, reason) => {
  expect(read(column, cell)).toContain(reason);
});

it('labels without a source or a date are refused', () => {
  expect(parseLabels('sdgs', '13', nothing)).toEqual({ reason: has('has no source') });
  expect(parseLabels('sdgs', '13', { ...nothing, source: 'Register' })).toEqual({ reason: has('has no date') });
});

it('ratings are read several at a time; without an agency or a date they are refused', () => {
  expect(parseRatings('AA (BeZero Carbon, 2026-03-31); 4 (Sylvera, 2026-01-15)', nothing)).toMatchObject({
    value: [{ rating: 'AA', agency: 'BeZero Carbon', date: '2026-03-31' }, { rating: '4' }],
  });
  expect(parseRatings('AA (BeZero Carbon, March 2026)', defaults)).toMatchObject({ reason: has('has "March 2026" in brackets') });
  expect(parseRatings('AA', nothing)).toMatchObject({ reason: has('has no agency') });
  expect(parseRatings('AA (BeZero Carbon)', nothing)).toMatchObject({ reason: has('has no date') });
});
