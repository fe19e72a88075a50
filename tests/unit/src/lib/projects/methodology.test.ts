import { expect, test } from 'vitest';
import { citedMethodology } from '#src/lib/projects/methodology.ts';

test.each([
  ['VM0047', '1.0', 'VM0047, version 1.0'],
  ['Biochar Methodology', 'Edition 2022', 'Biochar Methodology, Edition 2022'],
  ['ACM0002', null, 'ACM0002'],
  [null, '1.0', undefined],
])('%s, version %s, is cited as %s', (methodology, version, cited) => {
  expect(citedMethodology(methodology, version)).toBe(cited);
});
