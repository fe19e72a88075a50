// Draws the icons in public/ from the mark (src/art/landscape/mark.ts). Run by hand when the mark changes (`npm run icons`);
// the results are committed, so no build depends on this.
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { icon, tabIcon } from '#src/art/landscape/icon.ts';
import { mark } from '#src/art/landscape/mark.ts';

const out = (name: string) => `public/${name}`;

async function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/** Returns an .ico file of PNG images: a 6-byte header, a 16-byte entry for each image, then the images. */
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

// At 16 pixels the mark has fewer rings and heavier lines.
const tiny = icon({ share: 0.9, corner: 6.7, stroke: 4, rings: mark.rings.slice(0, 1) });
const large = icon({ share: 0.72, corner: 0, stroke: 1.8 });
const rounded = icon({ share: 0.8, corner: 8.8, stroke: 1.8 });
// A launcher may crop a maskable icon to a circle 80% as wide as the icon.
const maskable = icon({ share: 0.72, corner: 0, stroke: 1.8 });

writeFileSync(out('favicon.svg'), `${tabIcon}\n`);
writeFileSync(
  out('favicon.ico'),
  ico([
    { size: 16, data: await png(tiny, 16) },
    { size: 32, data: await png(tabIcon, 32) },
    { size: 48, data: await png(tabIcon, 48) },
  ]),
);
writeFileSync(out('apple-touch-icon.png'), await png(large, 180));
writeFileSync(out('icon-192.png'), await png(rounded, 192));
writeFileSync(out('icon-512.png'), await png(rounded, 512));
writeFileSync(out('icon-maskable-512.png'), await png(maskable, 512));
