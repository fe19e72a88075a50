// Makes the icons in public/ from the mark (src/lib/landscape/mark.ts). Run by hand when the mark changes
// (`npm run icons`); the results are committed, so no build depends on it.
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { mark } from '#src/lib/landscape/mark.ts';
import { palette } from '#src/lib/landscape/palette.ts';

const out = (name: string) => `public/${name}`;

/**
 * The mark in lichen on canopy, in a square of 32 units. `share` is how much of the side the mark takes; `corner` rounds
 * the square, in units; `stroke` is as wide as the size it is shown at asks for.
 */
function icon({ share, corner, stroke, rings = mark.rings }: { share: number; corner: number; stroke: number; rings?: readonly string[] }) {
  const inset = round(16 * (1 - share));
  const lines = rings.map((ring) => `<path d="${ring}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${mark.viewBox}"><path fill="${palette.canopyDeep}" d="${square(corner)}"/><g transform="translate(${inset} ${inset})scale(${share})"><g fill="none" stroke="${palette.lichen}" stroke-width="${stroke}">${lines}</g><path fill="${palette.lichen}" d="${mark.centre}"/></g></svg>\n`;
}

function square(corner: number): string {
  const side = 32 - 2 * corner;
  const turn = (x: number, y: number) => (corner === 0 ? '' : `a${corner} ${corner} 0 0 1 ${x} ${y}`);
  return `M${corner} 0h${side}${turn(corner, corner)}v${side}${turn(-corner, corner)}h-${side}${turn(-corner, -corner)}v-${side}${turn(corner, -corner)}z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

async function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/** An .ico file of PNG images: a header of 6 bytes, an entry of 16 for each image, then the images. */
function ico(images: { size: number; data: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, data }, i) => {
    const entry = 6 + 16 * i;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(data.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  });
  return Buffer.concat([header, ...images.map(({ data }) => data)]);
}

// In a browser's tab the mark has 16 pixels: one ring less, and heavier lines.
const tab = icon({ share: 0.94, corner: 6, stroke: 2.6 });
const tiny = icon({ share: 0.9, corner: 6, stroke: 4, rings: mark.rings.slice(0, 1) });
const large = icon({ share: 0.72, corner: 0, stroke: 1.8 });
const rounded = icon({ share: 0.8, corner: 7, stroke: 1.8 });
// A launcher may cut a maskable icon down to a circle of 80% of its side.
const maskable = icon({ share: 0.72, corner: 0, stroke: 1.8 });

writeFileSync(out('favicon.svg'), tab);
writeFileSync(
  out('favicon.ico'),
  ico([
    { size: 16, data: await png(tiny, 16) },
    { size: 32, data: await png(tab, 32) },
    { size: 48, data: await png(tab, 48) },
  ]),
);
writeFileSync(out('apple-touch-icon.png'), await png(large, 180));
writeFileSync(out('icon-192.png'), await png(rounded, 192));
writeFileSync(out('icon-512.png'), await png(rounded, 512));
writeFileSync(out('icon-maskable-512.png'), await png(maskable, 512));
