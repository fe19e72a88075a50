import { expect, it } from 'vitest';
import { has, like } from '#tests/support/matchers.ts';
import { quantityOf } from '#verify/entry.ts';
import { findRegistries, findRegistry, type RegistryKey, registryName } from '#verify/registries.ts';
import {
  contradictionOf,
  differingFact,
  kindOfEntered,
  printSerial,
  readRegistry,
  readSerial,
  type Serials,
  serialsOf,
} from '#verify/serials.ts';

const read = (text: string) => {
  const found = readSerial(text);
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
};
const refusal = (text: string, registry?: RegistryKey) => {
  const found = readSerial(text, { registry });
  return 'refusal' in found ? found.refusal : undefined;
};
const unit = ({ registry, numbering, first, last }: Serials) => ({ registry, numbering, first, last });

const uuid = '055a3fbe-eabc-4535-b9cf-1028e7d18f89';
const ofVerra = '19385-7-941-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1';
/** A serial of each kind as its registry writes it, its registry, and its units and what it says of them. */
const kinds: [text: string, registry: RegistryKey, says: string][] = [
  [ofVerra, 'verra', 'units=7-941 project=1340 batch=19385 from=2020-01-01'],
  ['7144-37-311-VCU-007-MER-UY-14-959-01012012-31122012-0', 'verra', 'units=37-311 project=959 batch=7144 until=2012-12-31'],
  ['GS1-1-UG-GS11236-16-2024-30307-1-19149', 'gold-standard', 'units=1-19149 project=11236 year=2024 batch=30307'],
  ['CN-5-21-2-2-0-4126 to CN-5-36-2-2-0-4126', 'cdm', 'units=21-36 project=4126'],
  ['ACR-FR-1129-2025-2917-30932 to 35143', 'acr', 'units=30932-35143 project=1129 year=2025 batch=2917'],
  ['CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000', 'car', 'units=1-5000 project=1335 year=2025'],
  ['ART-GY-102-2023-21-300 to 300', 'art', 'units=300-300 project=102 year=2023'],
  ['CDC_1_1_1_321_14_1_2009 from 4426 to 4971', 'cercarbono', 'units=4426-4971 year=2009'],
  ['CDC_7_1_1_321_14_CO_1_1 from 0 to 999', 'cercarbono', 'units=0-999'],
  ['CDC_10_1_1_321_14_CO_1_3_2018_BF from 1 to 5', 'cercarbono', 'units=1-5 year=2018'],
  [`PURO_PR_CORC100+_FI_577166_2020_${uuid}_1-100`, 'puro', 'units=1-100 project=577166 year=2020'],
  ['643002406555908611000000000001-643002406555908611000000000100', 'puro', 'units=1-100'],
  ['SAMPLE-0010-2024-1 to 1133', 'sample', 'units=1-1133 project=10 year=2024'],
];

it.each(kinds)(
  'the serial %s of the registry %s is read, in other letters, dashes and blanks, too, and printed as the registry writes it',
  (text, registry, says) => {
    const serials = read(text);
    const said = Object.entries({ ...serials.facts, units: `${serials.first}-${serials.last}` }).map(([name, value]) => `${name}=${value}`);
    expect(said).toEqual(expect.arrayContaining(says.split(' ')));
    expect(printSerial(serials)).toBe(text);
    expect(serialsOf(serials)).toEqual(serials);
    expect(readSerial(text, { registry })).toEqual(serials);
    const variants = [
      text.toLowerCase(),
      text.toUpperCase(),
      text.replaceAll('-', '–'),
      text.replaceAll('-', ' \u2011 '),
      text.replaceAll('-', '\u2212'),
      text.replaceAll(' ', '\u00a0'),
      ` \t${text.replaceAll(' ', '  ')}\n`,
      text.replaceAll(/[-_]/g, '\u00ad$&\u200b'),
      text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      `${text} (${quantityOf(serials).toLocaleString('en-GB')})`,
    ];
    for (const variant of variants) expect(unit(read(variant)), JSON.stringify(variant)).toEqual(unit(serials));
  },
);

it.each([
  ['of ACR with a hyphen before the last number', 'ACR-US-9003-2025-3078-501-600', 'ACR-US-9003-2025-3078-501 to 600'],
  ['of Verra with another label', '7-1-9-VCU-007-MER-UY-14-959-01012012-31122012-1', '7-1-9-VCU-007-MER-UY-14-959-01012012-31122012-0'],
  // A number is given once in the whole registry, and in the CDM once for each Party and period.
  ['of Verra with another batch', '9-1-9-VCS-VCU-262-VER-BR-14-1-01012017-31122017-1', '8-1-9-VCS-VCU-1-VER-ET-14-2-01012020-31122020-0'],
  ['of the CDM under another project', 'CN-5-1-1-1-0-99 to CN-5-9-1-1-0-99', 'CN-5-1-1-1-2-98 to CN-5-9-1-1-2-98'],
  ['of ACR with zeros before the number of the project', 'ACR-US-0934-2025-2917-1 to 9', 'ACR-US-934-2025-2917-1 to 9'],
  ['of Puro with an older name', `PURO_PR_CORC_100_FI_577166_2020_${uuid}_1-9`, `PURO_PR_CORC100+_FI_577166_2020_${uuid}_1-9`],
])('a serial %s names the same units', (_, one, other) => {
  expect(unit(read(one))).toEqual(unit(read(other)));
});

it('serials of the CDM name other units in another period, and of an older Verra in another batch', () => {
  const other = (one: string, from: string, to: string) => expect(unit(read(one.replaceAll(from, to)))).not.toEqual(unit(read(one)));
  other('CN-5-1-1-1-0-99 to CN-5-9-1-1-0-99', '-1-1-0-', '-2-2-0-');
  other('7144-1-9-VCU-007-MER-UY-14-959-01012012-31122012-1', '7144-', '7145-');
});

it.each<[string, string, RegistryKey | undefined, string]>([
  ['too many characters', 'A'.repeat(1_001), undefined, 'at most 1000 characters'],
  ['a vintage that ends before it begins', '1-1-9-VCS-VCU-1-VER-BR-14-1-02012020-01012020-1', undefined, 'is no period'],
  ['nonsense', 'nonsense that nobody can read', undefined, 'No registry that we know writes serials like this. They write 19385-'],
  ['another registry’s', 'ART-GY-102-2023-21-1 to 300', 'acr', 'This is a serial of ART Registry, not of American Carbon Registry'],
  ['numbers in reverse', 'ACR-US-9003-2025-3078-200 to 101', undefined, 'The last number, 101, is before the first, 200'],
  ['a count that is not the units', 'ACR-US-9003-2025-3078-1 to 100 (250)', undefined, 'says 250 units, but 1 to 100 are 100'],
  ['no last number', 'ACR-US-9003-2025-3078-1', undefined, 'no last number: for one unit, write ACR-US-9003-2025-3078-1 to 1'],
  ['two blocks', 'GS1-1-UG-GS9002-16-2024-70003-1-100,GS1-1-UG-GS9002-16-2024-70003-201-300', 'gold-standard', 'names 2 blocks of units'],
  ['numbers of two projects', 'CN-5-1-2-2-0-99 to CN-5-9-2-2-0-98', 'cdm', 'names 2 blocks of units'],
  ['two blocks with blanks', 'CDC_1_1_1_3_1_1_2009 from 1 to 5; CDC_1_1_1_3_1_1_2009 from 7 to 9', undefined, 'names 2 blocks of units'],
  ['two blocks with their counts', 'ACR-US-9003-2025-3078-1 to 5 (5); ACR-US-9003-2025-3078-7 to 9 (3)', 'acr', 'names 2 blocks of units'],
  ['a vintage that is no date', '1-1-9-VCS-VCU-1-VER-BR-14-1-31022020-31122020-1', undefined, 'is no period'],
  ['an old form of Verra with a new vintage', '1-1-9-VCU-1-VER-BR-14-1-01012021-31122021-1', 'verra', 'This is no serial of Verra'],
  ['a Cyrillic letter', '\u0410CR-US-9003-2025-3078-1 to 100', 'acr', 'This is no serial of American Carbon Registry'],
  ['any text of a registry that publishes none', 'PIU-104', 'uk-land-carbon', 'has published no serials from which a form could be known'],
  ['anything of Isometric', 'ISO-1', 'isometric', 'gives its credits no serials and counts parts of tonnes'],
])('a serial is refused with a sentence: %s', (_, text, registry, sentence) => {
  expect(refusal(text, registry)).toContain(sentence);
});

const series = serialsOf({ registry: 'uk-land-carbon', series: 'piu 104\u00ad-x', first: 1, last: 50 });
it('a series of the UK Land Carbon Registry is a numbering of its own, in one spelling, and is read as this site prints it', () => {
  for (const [series, reason] of [
    ['ÖAK', 'letters A to Z'],
    ['-OAK', 'begins with a letter or a digit'],
  ] as const)
    expect(serialsOf({ registry: 'uk-land-carbon', series, first: 1, last: 50 })).toEqual({ refusal: has(reason) });
  expect(series).toMatchObject({ series: 'PIU104-X', numbering: 'PIU104-X', first: 1, last: 50 });
  const printed = printSerial(series as Serials);
  expect(printed).toBe('PIU104-X, 1 to 50');
  expect(readSerial(printed, { registry: 'uk-land-carbon' })).toEqual(series);
});

it.each<[RegistryKey, string[]]>([
  ['verra', ['Verra', 'VERRA', 'vcs', 'Ve\u00adrra', ' Verra\u00a0Registry ', 'Ｖｅｒｒａ', 'Verified Carbon Standard (VCS)']],
  ['gold-standard', ['Gold Standard (GS)', 'gs']],
  ['acr', ['ACR', 'American Carbon Registry', 'american-carbon-registry', 'ACR (American Carbon Registry)']],
  ['uk-land-carbon', ['UK Land Carbon Registry', 'Woodland Carbon Code (WCC)', 'Peatland Code (PC)']],
  ['puro', ['Puro.earth', 'Puro.Earth', 'puro']],
])('a registry is known by key, name and other names: %s', (key, names) => {
  for (const name of [key, registryName(key), ...names]) expect(findRegistry(name), name).toBe(key);
  expect(findRegistry('Verra (Gold Standard)')).toBeUndefined();
});

it('a registry that is unknown or cannot be on the record is refused with the reason', () => {
  expect(readRegistry('V\u0435rra')).toEqual({ refusal: like(/unknown\. Known: Verra, Gold Standard, .*UK Land Carbon Registry$/) });
  expect(readRegistry('Isometric')).toEqual({ refusal: has('no serials') });
  // Of a part of a name two letters are too few.
  expect([findRegistries('gold'), findRegistries('go'), findRegistries('PC')]).toEqual([['gold-standard'], [], ['uk-land-carbon']]);
  expect(refusal('nonsense')).not.toContain('SAMPLE');
});

const verra = read(ofVerra);
const acr = read('ACR-US-934-2025-2917-1 to 9');
const of2020 = { vintageStart: '2020-01-01', vintageEnd: '2020-12-31' };
const of2025 = { vintageStart: '2025-01-01', vintageEnd: '2025-12-31' };

const ofCdm = read('CN-5-1-2-2-0-99 to CN-5-9-2-2-0-99');
it.each([
  ['agrees with the same project in another spelling', acr, { projectId: 'acr 0934', ...of2025 }],
  ['agrees with a period that ends in the year of the vintage', acr, { vintageStart: '2024-07-01', vintageEnd: '2025-06-30' }],
  ['agrees with a project of another registry, for units of the CDM', ofCdm, { projectId: 'GS447', ...of2020 }],
  ['agrees with the year in which its days lie', read(ofVerra.replace('31122020', '30122020')), of2020],
  ['contradicts another project', verra, { projectId: 'VCS1341', ...of2020 }, 'project'],
  ['contradicts the project of another registry with its number', verra, { projectId: 'GS1340', ...of2020 }, 'project'],
  ['contradicts a monitoring period of years', acr, { vintageStart: '2022-07-01', vintageEnd: '2025-12-31' }, 'vintageStart'],
  ['contradicts a vintage before its year', acr, { vintageStart: '2023-01-01', vintageEnd: '2024-12-31' }, 'vintageStart'],
  ['contradicts another day of the same year', verra, { ...of2020, vintageStart: '2020-01-02' }, 'vintageStart'],
  ['contradicts another last day', verra, { ...of2020, vintageEnd: '2021-12-31' }, 'vintageEnd'],
  ['contradicts another project of the CDM', ofCdm, { projectId: 'CDM4127', ...of2020 }, 'project'],
])('what a serial says %s', (_, serials, row, field?) => {
  expect(contradictionOf(serials, { projectId: null, ...row })?.field).toBe(field);
});

it('what a serial says differs from another serial of the same units in batch, project or vintage, not in the label', () => {
  const compare = (from: string, to: string) => differingFact(verra.facts, read(ofVerra.replace(from, to)).facts);
  expect(compare('19385-', '19386-')).toBe('batch');
  expect(compare('-1340-', '-1341-')).toBe('project');
  expect(compare('-01012020-', '-02012020-')).toBe('vintage');
  expect(compare('-31122020-', '-30122020-')).toBe('vintage');
  expect(differingFact(acr.facts, { ...acr.facts, year: 2024 })).toBe('vintage');
  expect(compare('31122020-1', '31122020-0')).toBeUndefined();
});

it('what is entered is a serial; words, a line of at most 300 characters that is no number and no file; or something to check', () => {
  for (const [serial] of kinds) expect(kindOfEntered(serial)).toBe('serial');
  for (const words of ['Harbour & Sons', 'x'.repeat(300)]) expect(kindOfEntered(words)).toBe('words');
  for (const other of ['x'.repeat(301), 'two\nlines', '{"a":1}', 'CR-5', 'entry 5', ' '])
    expect(kindOfEntered(other), other).toBe('checked');
});
