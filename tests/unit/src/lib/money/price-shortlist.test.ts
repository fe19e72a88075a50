import { describe, expect, it } from 'vitest';
import { priceLimit } from '#src/lib/money/basket.ts';
import { priceShortlist } from '#src/lib/money/price-shortlist.ts';
import type { Project } from '#src/schemas/project.ts';

const project = (slug: string, more: Partial<Project> = {}) =>
  ({ slug, pricePerCredit: 1_450, availableCredits: 500, status: 'on sale', ...more }) as Project;

describe('a shortlist', () => {
  it('is priced for what is available; lines that cannot be bought stay in the list but not in the sums', () => {
    const priced = priceShortlist(
      [
        { slug: 'few', tonnes: 900 },
        { slug: 'gone', tonnes: 1 },
        { slug: 'sold-out', tonnes: 40 },
        { slug: 'later', tonnes: 7 },
        { slug: 'precious', tonnes: 1 },
        { slug: 'plenty', tonnes: 3 },
      ],
      [
        project('plenty', { pricePerCredit: 1 }),
        project('few'),
        project('sold-out', { availableCredits: 0 }),
        project('later', { status: 'not yet on sale' }),
        project('precious', { pricePerCredit: priceLimit + 1 }),
      ],
    );
    expect(priced.lines.map(({ project: { slug }, tonnes, reduced, cost }) => ({ slug, tonnes, reduced, cost }))).toEqual([
      { slug: 'few', tonnes: 500, reduced: true, cost: 725_000 },
      { slug: 'sold-out', tonnes: 40, reduced: false, cost: null },
      { slug: 'later', tonnes: 7, reduced: false, cost: null },
      { slug: 'precious', tonnes: 1, reduced: false, cost: null },
      { slug: 'plenty', tonnes: 3, reduced: false, cost: 3 },
    ]);
    expect(priced).toMatchObject({ subtotal: 725_003, vat: 145_001, total: 870_004 });
  });
});
