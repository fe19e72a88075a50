// Draws public/share/*.png, the preview pictures of shared links: one for each family of pages, 1200 by 630 px. Run by hand
// when texts, colours or drawings change (`npm run share-images`); the results are committed, so no build depends on this.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { drawBlogPlate } from '#src/art/landscape/draw-blog-plate.ts';
import { heroContours } from '#src/art/landscape/draw-hero-contours.ts';
import { drawLandscape } from '#src/art/landscape/draw-landscape.ts';
import { mark } from '#src/art/landscape/mark.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { type ShareFamily, shareImages, shareSize } from '#src/content/share.ts';
import type { LandscapeKind } from '#src/lib/projects/landscape-kinds.ts';
import { range } from './print-fonts.ts';

type Layer = { input: Buffer; left: number; top: number };

const { width, height } = shareSize;
/** The maximum size of a picture in bytes. Chat programs show it about 300 px wide, and fetch it immediately. */
const sizeLimit = 120_000;
const fonts = mkdtempSync(path.join(tmpdir(), 'share-fonts-'));
const serif = await staticFont('fraunces/files/fraunces-latin-opsz-normal.woff2', { wght: 400, opsz: 144 });
const sans = await staticFont('instrument-sans/files/instrument-sans-latin-wght-normal.woff2', { wght: 500 });

/** The drawing on the right of each picture, below the text. */
const scenes: Record<ShareFamily, () => Promise<Layer[]>> = {
  default: async () => [svgLayer(contours('carma', 1))],
  project: async () => [svgLayer(contours('carma', 0.35)), ...(await specimens())],
  blog: async () => [svgLayer(contours('insights', 0.35)), ...(await plate())],
  standards: async () => [svgLayer(contours('standards', 0.3) + seal(965, 300))],
  enterprise: async () => [svgLayer(contours('enterprise', 0.3)), ...(await ledger())],
};

mkdirSync('public/share', { recursive: true });
for (const family of Object.keys(shareImages) as ShareFamily[]) {
  const layers = [...(await scenes[family]()), ...(await textLayers(family))];
  const ground = sharp({ create: { width, height, channels: 3, background: palette.canopyDeep } });
  const drawn = await ground.composite(layers).png().toBuffer();
  const file = await sharp(drawn)
    .png({ palette: true, quality: 92, colours: 200, dither: 0.4, compressionLevel: 9, effort: 10 })
    .toBuffer();
  if (file.length > sizeLimit) throw new Error(`${family}.png has ${file.length} bytes, more than ${sizeLimit}`);
  writeFileSync(`public/share/${family}.png`, file);
  console.log(`${family}.png: ${(file.length / 1000).toFixed(0)} kB`);
}
rmSync(fonts, { recursive: true });

/** Sets Carma's mark and name at the top; the title, a rule and a description at the bottom. */
async function textLayers(family: ShareFamily): Promise<Layer[]> {
  const { title, line } = shareImages[family];
  const left = 72;
  const longest = Math.max(...title.map((part) => part.length));
  const name = await text('Carma', { font: serif, size: 42, colour: palette.paper });
  const heading = await text(title.join('\n'), {
    font: serif,
    size: longest < 9 ? 128 : longest < 12 ? 104 : 82,
    colour: palette.paper,
    tight: true,
  });
  const about = await text(line, { font: sans, size: 27, colour: palette.lichen });
  const aboutTop = height - 64 - about.height;
  const ruleTop = aboutTop - 30;
  return [
    svgLayer(
      `<g transform="translate(${left} 60)scale(1.5)" fill="none" stroke="${palette.lichen}" stroke-width="1.7">${mark.rings
        .map((ring) => `<path d="${ring}"/>`)
        .join('')}<path d="${mark.centre}" fill="${palette.lichen}" stroke="none"/></g>` +
        `<path d="M${left} ${ruleTop}h600" stroke="${palette.paper}" stroke-opacity=".4" stroke-width="1.5"/>`,
    ),
    { input: name.image, left: left + 64, top: 84 - Math.round(name.height / 2) },
    { input: heading.image, left: left - 3, top: ruleTop - 44 - heading.height },
    { input: about.image, left, top: aboutTop },
  ];
}

type TextStyle = { font: { file: string; name: string }; size: number; colour: string; tight?: boolean };

/** Renders text from the site's own font file, so that the picture does not depend on the machine's fonts. */
async function text(words: string, { font, size, colour, tight = false }: TextStyle) {
  const spacing = tight ? ` letter_spacing="${Math.round(-0.018 * size * 1024)}" line_height="0.86"` : '';
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const image = sharp({
    text: {
      text: `<span foreground="${colour}"${spacing}>${escaped}</span>`,
      font: `${font.name} ${size}`,
      fontfile: font.file,
      dpi: 72,
      rgba: true,
    },
  }).png();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { image: data, width: info.width, height: info.height };
}

/** Writes one instance of a variable font as a TrueType file. */
async function staticFont(from: string, axes: Record<string, number>) {
  const published = readFileSync(path.join('node_modules/@fontsource-variable', from));
  const file = path.join(fonts, `${path.basename(from, '.woff2')}.ttf`);
  writeFileSync(file, await subsetFont(published, `${range(0x20, 0x17e)}–—‘’“”…₂`, { targetFormat: 'truetype', variationAxes: axes }));
  return { file, name: from.startsWith('fraunces') ? 'Fraunces' : 'Instrument Sans' };
}

function svgLayer(content: string): Layer {
  return {
    input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`),
    left: 0,
    top: 0,
  };
}

/** Draws the hero's hill, fading towards the text; `strength` (0 to 1) is its opacity. */
function contours(seed: string, strength: number): string {
  const lines = heroContours({ seed, width, height });
  const bright = strength === 1;
  return `<defs><linearGradient id="fade" x1="0" y1=".2" x2="1" y2="0"><stop offset=".1" stop-color="#fff" stop-opacity=".1"/><stop offset=".45" stop-color="#fff" stop-opacity=".3"/><stop offset=".68" stop-color="#fff"/></linearGradient><mask id="m"><path fill="url(#fade)" d="M0 0h${width}v${height}H0z"/></mask></defs>
    <g mask="url(#m)" opacity="${strength}"><svg width="${width}" height="${height}" viewBox="${lines.viewBox}" fill="none" stroke-linejoin="round">
    <path d="${lines.minor}" stroke="${palette.paper}" stroke-opacity=".3" stroke-width="2.4"/>
    <path d="${lines.major}" stroke="${palette.paper}" stroke-opacity=".6" stroke-width="3.2"/>
    <path d="${lines.accent}" ${bright ? `fill="${palette.lichen}" fill-opacity=".08" stroke="${palette.lichen}" stroke-width="6"` : `stroke="${palette.paper}" stroke-opacity=".6" stroke-width="3.2"`}/></svg></g>`;
}

/** Draws the four project types of the catalogue as specimen cards, two by two. */
async function specimens(): Promise<Layer[]> {
  const types: [LandscapeKind, string][] = [
    ['biochar', 'Biochar'],
    ['methane', 'Methane avoidance'],
    ['woodland', 'UK tree planting'],
    ['meadow', 'Biodiversity net gain'],
  ];
  const cards = types.map(async ([kind, name], i): Promise<Layer[]> => {
    const [left, top] = [706 + (i % 2) * 226, 66 + Math.floor(i / 2) * 256];
    const drawing = drawLandscape({ kind, seed: `share-${kind}`, width: 420, height: 360 });
    const picture = await sharp(Buffer.from(drawing)).resize(210, 180).png().toBuffer();
    const label = await text(name, { font: sans, size: 18, colour: palette.ink });
    const card = `<path fill="${palette.paper}" d="M${left} ${top}h210v242h-210z"/><path d="M${left + 12} ${top + 228}h186" stroke="${palette.rule}" stroke-width="1.5"/>`;
    return [
      svgLayer(card),
      { input: picture, left, top },
      { input: label.image, left: left + 13, top: top + 207 - Math.round(label.height / 2) },
    ];
  });
  return (await Promise.all(cards)).flat();
}

/** Draws one of the blog's plates. */
async function plate(): Promise<Layer[]> {
  const drawing = drawBlogPlate({ category: 'Strategy', seed: 'insights', accent: palette.canopy, width: 424, height: 498 });
  return [{ input: await sharp(Buffer.from(drawing)).png().toBuffer(), left: 712, top: 66 }];
}

/** Draws a seal that belongs to no standard: growth rings inside rays, and a lichen core. */
function seal(x: number, y: number): string {
  const rays = Array.from({ length: 96 }, (_, i) => {
    const turn = (i * Math.PI) / 48;
    const reach = i % 8 === 0 ? 236 : i % 2 === 0 ? 224 : 216;
    return `M${(x + 204 * Math.cos(turn)).toFixed(1)} ${(y + 204 * Math.sin(turn)).toFixed(1)}L${(x + reach * Math.cos(turn)).toFixed(1)} ${(y + reach * Math.sin(turn)).toFixed(1)}`;
  }).join('');
  const ring = (radius: number) => {
    const points = Array.from({ length: 72 }, (_, i) => {
      const turn = (i * Math.PI) / 36;
      const bumps =
        1 + 0.03 * Math.sin(2 * turn + 0.6) + 0.018 * Math.sin(3 * turn + radius / 60) + 0.006 * Math.sin(7 * turn + radius / 13);
      return `${(x + radius * bumps * Math.cos(turn)).toFixed(1)} ${(y + radius * bumps * Math.sin(turn)).toFixed(1)}`;
    });
    return `M${points.join('L')}z`;
  };
  const rings = [58, 70, 86, 94, 106, 124, 136, 150, 162, 178].map(
    (radius, i) => `<path d="${ring(radius)}" stroke-width="${i % 3 === 0 ? 3 : 1.4}"/>`,
  );
  return `<circle cx="${x}" cy="${y}" r="250" fill="${palette.canopyDeep}" fill-opacity=".8"/><g fill="none" stroke="${palette.paper}" stroke-opacity=".85" stroke-linejoin="round"><circle cx="${x}" cy="${y}" r="246" stroke-width="1.4"/><circle cx="${x}" cy="${y}" r="198" stroke-width="2.4"/><path d="${rays}" stroke-width="2"/>${rings.join('')}<path d="${ring(42)}" fill="${palette.lichen}" stroke="none"/></g>`;
}

/** Draws the documents that a buyer keeps as a ruled ledger, which ends with the retirement. */
async function ledger(): Promise<Layer[]> {
  const rows = [
    ['Token', 'Unique ID, metadata'],
    ['Standard', 'Registry entry, report'],
    ['Site', 'Map, imagery, eDNA survey'],
    ['Price', 'Pounds per tonne, excl. VAT'],
    ['Transfers', 'Every owner, dated'],
    ['Exports', 'SBTi, CSRD, ESG reports'],
    ['Retirement', 'Locked, with certificate'],
  ] as const;
  const [left, right, top, step] = [700, 1136, 70, 70];
  const lines = rows.map(async ([label, value], i): Promise<Layer[]> => {
    const last = i === rows.length - 1;
    const middle = top + step * i + step / 2;
    const term = await text(label, { font: sans, size: 21, colour: last ? palette.canopyDeep : palette.lichen });
    const detail = await text(value, { font: sans, size: 21, colour: last ? palette.canopyDeep : palette.paper });
    const row = last
      ? `<path fill="${palette.lichen}" d="M${left} ${middle - step / 2}h${right - left}v${step}h-${right - left}z"/>`
      : `<path d="M${left} ${middle + step / 2}h${right - left}" stroke="${palette.paper}" stroke-opacity=".35" stroke-width="1.5"/>`;
    // Pictures of text are trimmed to their ink, so lines are aligned by their tops. That works because all start with a capital.
    return [
      svgLayer(row),
      { input: term.image, left: left + 18, top: middle - 8 },
      { input: detail.image, left: right - 18 - detail.width, top: middle - 8 },
    ];
  });
  const ground = `<path fill="${palette.canopyDeep}" fill-opacity=".8" d="M${left} ${top}h${right - left}v${step * rows.length}h-${right - left}z"/><path d="M${left} ${top}h${right - left}" stroke="${palette.paper}" stroke-width="3"/>`;
  return [svgLayer(ground), ...(await Promise.all(lines)).flat()];
}
