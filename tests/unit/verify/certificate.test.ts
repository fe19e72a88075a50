import { expect, it } from 'vitest';
import { certificate } from '#shared/content/record/index.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { like } from '#tests/support/matchers.ts';
import { describeRetired, describeUnits, describeYears, factsOf } from '#verify/certificate.ts';
import { periodOf, type RecordEntry, type RecordLine, retiredParts } from '#verify/entry.ts';

it('the day of a retirement is said with the year that counts, where ours is another', () => {
  const said = (facts: Partial<RecordEntry>) => {
    const period = periodOf(
      retiredParts({ index: 1, entry: entryOf('retire', [unitsIn(1, 1, 1)], { time: '2026-11-27T09:00:00.000Z', ...facts }), related: [] }),
    );
    return [describeRetired(period), describeYears(period)];
  };
  expect(said({})).toEqual(['27 November 2026 UTC', undefined]);
  const years = { first: '2025-12-31', last: '2026-01-02', recordedOn: '2026-01-05', isOurs: false, isRegistrys: true };
  expect(describeYears(years)).toMatch(/in 2025 to 2026.*in 2026/);
  expect(said({ registryRetiredOn: '2013-05-01' })).toEqual(['1 May 2013', like(/2013.* decides the period.* 2026/)]);
});

it('units by vintage and type are a line for each group, the oldest vintage first', () => {
  const of = (quantity: number, unitType: RecordLine['unitType'], year: number) =>
    unitsIn(1, 1, quantity, { unitType, vintageStart: `${year}-01-01`, vintageEnd: `${year}-12-31` });
  const ranges = [of(3, 'Reduction - nature', 2025), of(4, 'Removal - nature', 2023)];
  const ofOneGroup = [of(2, 'Reduction - nature', 2023), of(3, 'Reduction - nature', 2023)];
  expect(describeUnits([...ranges, ...ofOneGroup], certificate.units)).toEqual([
    ...['5 tCO₂e of vintage 2023, Reduction – nature', '4 tCO₂e of vintage 2023, Removal – nature'],
    '3 tCO₂e of vintage 2025, Reduction – nature',
  ]);
});

it.each([1, 2])('a certificate of %s projects states what the catalogue says of them only where that was looked up', (count) => {
  const entry = entryOf('retire', [unitsIn(1, 1, 1)]);
  const textOf = (catalogue: object) => {
    const projects = Array.from({ length: count }, (_, id) => ({ id, slug: '', title: '', registryId: null, quantity: 1, ...catalogue }));
    return JSON.stringify(factsOf({ index: 1, entry, related: [], texts: {}, projects }, {}));
  };
  expect(textOf({ location: 'Kent', adjustment: null })).toMatch(/Kent.*Corresponding adjustment/);
  expect(textOf({})).not.toContain('Corresponding adjustment');
});
