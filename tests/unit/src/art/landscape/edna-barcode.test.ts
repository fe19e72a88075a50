import { expect, test } from 'vitest';
import { barcodeWidth, ednaBarcode } from '#src/art/landscape/edna-barcode.ts';

test('a barcode is determined by its seed', () => {
  expect(ednaBarcode('glen-carron')).toEqual(ednaBarcode('glen-carron'));
  expect(ednaBarcode('glen-carron')).not.toEqual(ednaBarcode('solway'));
});

test.each([1, 7, 40, 64])('a barcode of %i bars has that many, side by side, and a fixed width', (count) => {
  for (const seed of ['a', 'b', 'c']) {
    const bars = ednaBarcode(seed, count);
    expect(bars).toHaveLength(count);
    expect(bars[0]?.x).toBe(0);
    for (const [i, bar] of bars.entries()) {
      const next = bars[i + 1];
      if (next) expect(next.x).toBe(bar.x + bar.width + 1);
      else expect(bar.x + bar.width).toBe(barcodeWidth(count));
    }
  }
});
