import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { tabIcon } from '#src/art/landscape/icon.ts';
import { mark } from '#src/art/landscape/mark.ts';
import { shareImages, shareSize } from '#src/content/share.ts';

const manifest = JSON.parse(readFileSync('public/site.webmanifest', 'utf8')) as {
  icons: { src: string; sizes: string; purpose?: string }[];
};

describe('the icons', () => {
  it('show the current mark', () => {
    const icon = readFileSync('public/favicon.svg', 'utf8');
    expect([...mark.rings, mark.centre].filter((path) => !icon.includes(path))).toEqual([]);
    // Run `npm run icons` to regenerate it.
    expect(icon.trim()).toBe(tabIcon);
  });

  it.each(manifest.icons.filter(({ sizes }) => sizes !== 'any'))('at $src has the size stated in the manifest', async ({ src, sizes }) => {
    const { width, height } = await sharp(`public${src}`).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  });

  it('include one that a launcher may crop to any shape', () => {
    expect(manifest.icons.filter(({ purpose, src }) => purpose === 'maskable' && existsSync(`public${src}`))).toHaveLength(1);
  });

  it('include a favicon.ico of three PNG images', () => {
    const file = readFileSync('public/favicon.ico');
    expect(file.readUInt16LE(2)).toBe(1);
    const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, i) => {
      const data = file.subarray(file.readUInt32LE(6 + 16 * i + 12));
      expect(data.subarray(1, 4).toString()).toBe('PNG');
      return data.readUInt32BE(16);
    });
    expect(sizes).toEqual([16, 32, 48]);
  });
});

describe('share images', () => {
  it.each(Object.keys(shareImages))('for %s is a PNG of the stated size, under 120 kB', async (family) => {
    const file = readFileSync(`public/share/${family}.png`);
    const { format, width, height } = await sharp(file).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...shareSize });
    expect(file.length).toBeLessThan(120_000);
  });
});
