import { expect, it } from 'vitest';
import { certificate } from '#shared/content/record/index.ts';
import { claimsOf } from '#shared/lib/record/claims.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';

it('the suggested claim keeps tonnes apart by what became of them, each with its projects', () => {
  const projects = ['kilns', 'wells'].map((slug, id) => ({ id, slug, title: `The ${slug}`, registryId: null }));
  const lines = [
    unitsIn(1, 1, 15, { unitType: 'Removal - technical', project: projects[0] }),
    unitsIn(1, 1, 45, { unitType: 'Reduction - technical', project: projects[1] }),
  ];
  expect(claimsOf(entryOf('retire', lines, { certificate: 'CR-000001' }), projects, certificate.claims).may[0]).toBe(
    '“15 tCO₂e removed from the air by The kilns and 45 tCO₂e reduced by The wells were retired on our behalf.”',
  );
});
