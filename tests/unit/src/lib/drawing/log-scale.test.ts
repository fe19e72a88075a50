import { describe, expect, it } from 'vitest';
import { logShare } from '#src/lib/drawing/log-scale.ts';

describe('a logarithmic scale', () => {
  const range = { least: 1, most: 10_000 };

  it('gives every factor of ten the same width', () => {
    expect([1, 10, 100, 1_000, 10_000].map((value) => logShare(value, range))).toEqual(
      [0, 0.25, 0.5, 0.75, 1].map((share) => expect.closeTo(share)),
    );
  });

  it('clamps to its ends', () => {
    expect([0.1, 1e9].map((value) => logShare(value, range))).toEqual([0, 1]);
  });
});
