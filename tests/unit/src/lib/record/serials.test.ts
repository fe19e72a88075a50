import { describe, expect, it } from 'vitest';
import { quantityOf, readSerial } from '#src/lib/record/serials.ts';

describe('a serial number', () => {
  it.each([
    [
      'Verra',
      '19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1',
      { series: '19385-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1', first: 941467007, last: 941467431 },
      425,
    ],
    ['Gold Standard', 'GS1-1-UG-GS11236-16-2024-30307-1-19149', { series: 'GS1-1-UG-GS11236-16-2024-30307', first: 1, last: 19149 }, 19149],
    ['ACR', 'ACR-FR-1129-2025-2917-30932 to 35143', { series: 'ACR-FR-1129-2025-2917', first: 30932, last: 35143 }, 4212],
    ['CAR', 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000', { series: 'CAR-1-US-1335-31-983-KS-2025-9205', first: 1, last: 5000 }, 5000],
    ['ART', 'FCPF-CI-130-2023-20-1 to 46404', { series: 'FCPF-CI-130-2023-20', first: 1, last: 46404 }, 46404],
  ])('of %s is parsed into series, first and last', (_, text, serials, quantity) => {
    expect(readSerial(text)).toEqual(serials);
    expect(quantityOf(serials)).toBe(quantity);
  });

  it.each([
    '',
    'ABC',
    '1-2',
    'ACR-1 to',
    'ACR-5 to 4',
    'GS1-1-UG-GS11236-16-2024-30307-5-4',
    `ACR-1 to ${'9'.repeat(16)}`,
    'x'.repeat(10_000),
  ])('in an unknown format is rejected: %j', (text) => {
    expect(readSerial(text)).toBeUndefined();
  });
});
