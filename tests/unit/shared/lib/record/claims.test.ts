import { expect, it } from 'vitest';
import { certificate } from '#shared/content/record/index.ts';
import { claimsOf } from '#shared/lib/record/claims.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { describeUnits } from '#verify/certificate.ts';
import type { RecordLine } from '#verify/entry.ts';

const named = (slug: string) => ({ id: slug.charCodeAt(0), slug, title: `The ${slug}`, registryId: null });
const of = (slug: string, quantity: number, unitType: RecordLine['unitType'], year = 2024) =>
  unitsIn(1, 1, quantity, { unitType, vintageStart: `${year}-01-01`, vintageEnd: `${year}-12-31`, project: named(slug) });
const projects = ['kilns', 'wells', 'peat', 'forest', 'dairy'].map(named);
const sentenceFor = (...lines: RecordLine[]) =>
  claimsOf(entryOf('retire', lines, { certificate: 'CR-000001' }), projects, certificate.claims).may[0];

it('the suggested claim keeps tonnes apart by what became of them, each with its projects', () => {
  expect(sentenceFor(of('kilns', 15, 'Removal - technical'), of('wells', 45, 'Reduction - technical'))).toBe(
    '“15 tCO₂e removed from the air by The kilns and 45 tCO₂e reduced by The wells were retired on our behalf.”',
  );
});

it('units by vintage and type are a line for each group, the oldest vintage first', () => {
  const lines = [
    of('peat', 3, 'Removal - nature', 2025),
    of('peat', 4, 'Removal - nature', 2023),
    of('peat', 5, 'Reduction - nature', 2023),
  ];
  expect(describeUnits(lines, certificate.units)).toEqual([
    '5 tCO₂e: vintage 2023, Reduction – nature',
    '4 tCO₂e: vintage 2023, Removal – nature',
    '3 tCO₂e: vintage 2025, Removal – nature',
  ]);
});
