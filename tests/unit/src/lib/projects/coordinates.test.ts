import { describe, expect, it } from 'vitest';
import { formatLatitude, formatLongitude } from '#src/lib/projects/coordinates.ts';

describe('coordinates', () => {
  it('name the hemisphere instead of using a sign', () => {
    expect([57.365, -17.9424, 0].map(formatLatitude)).toEqual(['57.365° N', '17.942° S', '0.000° N']);
    expect([0.304, -119.646].map(formatLongitude)).toEqual(['0.304° E', '119.646° W']);
  });
});
