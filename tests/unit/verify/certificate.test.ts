import { expect, it } from 'vitest';
import { certificate } from '#shared/content/record/index.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { has, like } from '#tests/support/matchers.ts';
import { describeRetired, describeUnits, describeYears, factsOf } from '#verify/certificate.ts';
import { periodOf, type RecordEntry, type RecordLine, type RelatedEntry, retiredParts } from '#verify/entry.ts';

it('the day of a retirement is said with the year that counts, which is the registry’s, where the record’s is another', () => {
  const said = (facts: Partial<RecordEntry>) => {
    const period = periodOf(
      retiredParts({ index: 1, entry: entryOf('retire', [unitsIn(1, 1, 1)], { time: '2026-11-27T09:00:00.000Z', ...facts }), related: [] }),
    );
    return [describeRetired(period), describeYears(period)];
  };
  expect(said({})).toEqual(['27 November 2026 UTC', undefined]);
  const recorded = { recordedOn: '2026-01-05', isConfirmed: false };
  const day = (retiredOn: string, registryRetiredOn: string | null = retiredOn) => ({ ...recorded, retiredOn, registryRetiredOn });
  const years = periodOf([day('2026-01-02'), day('2025-12-31')]);
  expect(years).toEqual({ first: '2025-12-31', last: '2026-01-02', recordedOn: '2026-01-05', isOurs: false, isRegistrys: true });
  for (const recordedOn of ['2025-12-31', '2026-01-05'])
    expect(describeYears({ ...years, recordedOn })).toContain(
      `in 2025 to 2026, which decides the period. Carma recorded it in ${recordedOn.slice(0, 4)}.`,
    );
  const partly = periodOf([day('2025-12-31'), day('2026-01-05', null)]);
  expect([partly, describeYears(partly)]).toMatchObject([{ isOurs: false, isRegistrys: false }, undefined]);
  expect(said({ registryRetiredOn: '2013-05-01' })).toEqual(['1 May 2013', has('retired in 2013, which decides')]);
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

it('a certificate shows a day once its registry is known to have retired the units, who looked there, and twenty ranges of serials', () => {
  const lines = Array.from({ length: 21 }, (_, batch) => unitsIn(batch, 1, 1));
  const entry = entryOf('retire', lines);
  const factsWith = (...related: RelatedEntry[]) => {
    const facts = factsOf({ index: 1, entry, related, texts: {}, projects: [] }, {});
    return Object.fromEntries(facts.map(({ name, values }) => [name, values]));
  };
  expect(factsWith().retired).toBeUndefined();
  expect(factsWith().serials?.slice(19)).toEqual([has('WCU-19'), '1 more, in the JSON of the certificate']);
  const looked = { registryRetiredOn: '2026-03-04', source: 'מרשם', checkedByRole: 'Desk', checkedBy: 'a hash' };
  const confirmation = entryOf('confirm', [], { refersTo: 1, confirmed: lines, ...looked });
  const confirmed = factsWith({ index: 2, entry: confirmation, checkerName: 'Ada' });
  expect([confirmed.retired, confirmed.atRegistry]).toEqual([['4 March 2026'], [like(/, in \u2068מרשם\u2069\. .* by Desk \(Ada\)\./)]]);
});
