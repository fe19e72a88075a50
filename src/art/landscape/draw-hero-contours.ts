import { ringArea } from './geometry.ts';
import { palette } from './palette.ts';
import { smoothRings } from './paths.ts';
import { createSheet, steps } from './sheet.ts';
import { element, fill, stroke, svgDocument, unitsPerPixel } from './svg.ts';

/** Path data of the hero's contour lines, in units of `viewBox`. Only `accentFill` is to be filled. */
export interface HeroContours {
  viewBox: string;
  minor: string;
  major: string;
  /** The single contour in lichen. */
  accent: string;
  /** The area inside that contour, for a faint tint. */
  accentFill: string;
}

/**
 * Draws contour lines of a noise field with a summit on the side away from the text: on a phone beside the title. The size is in CSS
 * pixels.
 */
export function heroContours({ seed, width, height }: { seed: string; width: number; height: number }): HeroContours {
  const sheet = createSheet(`hero/${seed}`, width, height);
  const [peakX, peakY, reach] = width > height ? [0.87, 0.43, 0.27] : [0.76, 0.13, 0.15];
  const spread = Math.min(sheet.width, sheet.height) * reach;
  const land = sheet.field({
    scale: 1180,
    octaves: 2,
    cell: 32,
    step: 50,
    shape: (noise, x, y) => {
      const away = Math.hypot((x - peakX * sheet.width) * 0.85, y - peakY * sheet.height) / spread;
      return noise + 1.15 * Math.exp(-away * away);
    },
  });
  const levels = steps(land.level(0.02), land.level(0.992), 18);
  const rings = (keep: (index: number) => boolean) => levels.flatMap((level, i) => (keep(i) && i !== accentLevel ? land.rings(level) : []));
  const [accented = [], ...others] = land.rings(levels[accentLevel] ?? 0).sort((a, b) => ringArea(b) - ringArea(a));
  const accent = smoothRings([accented]);
  return {
    viewBox: `0 0 ${sheet.width} ${sheet.height}`,
    minor: smoothRings([...rings((i) => i % 4 !== 2), ...others]),
    major: smoothRings(rings((i) => i % 4 === 2)),
    accent,
    accentFill: accent,
  };
}

const accentLevel = 12;

/** The two crops of the hero, in CSS pixels: `tall` is for phones, where text covers the whole picture. */
export const heroSizes = { wide: { width: 1600, height: 1000 }, tall: { width: 750, height: 1100 } } as const;

/** Draws the hero's lines as a transparent SVG document, to be placed on canopy. They fade towards the text. */
export function drawHeroSvg({ seed, variant }: { seed: string; variant: keyof typeof heroSizes }): string {
  const size = heroSizes[variant];
  const lines = heroContours({ seed, ...size });
  const stops = (variant: keyof typeof fades) =>
    fades[variant].map(([offset, opacity]) => element('stop', { offset, 'stop-color': '#fff', 'stop-opacity': opacity }));
  const gradient =
    variant === 'wide'
      ? element('linearGradient', { id: 'g', x1: 0, y1: 0.25, x2: 1, y2: 0 }, ...stops('wide'))
      : element('radialGradient', { id: 'g', cx: 0.76, cy: 0.13, r: 0.6 }, ...stops('tall'));
  const whole = `M0 0h${size.width * unitsPerPixel}v${size.height * unitsPerPixel}H0z`;
  return svgDocument(
    size,
    element(
      'defs',
      {},
      gradient,
      element('linearGradient', { id: 'h', x2: 0, y2: 1 }, ...stops('down')),
      element('mask', { id: 'm' }, fill(whole, 'url(#g)')),
      element('mask', { id: 'n' }, fill(whole, 'url(#h)')),
    ),
    element(
      'g',
      { mask: 'url(#n)' },
      element(
        'g',
        { mask: 'url(#m)', 'stroke-linejoin': 'round' },
        stroke(lines.minor, palette.paper, 2, { 'stroke-opacity': 0.25 }),
        stroke(lines.major, palette.paper, 2.8, { 'stroke-opacity': 0.58 }),
        fill(lines.accent, palette.lichen, { 'fill-opacity': 0.07, stroke: palette.lichen, 'stroke-width': 4.2 }),
      ),
    ),
  );
}

/**
 * Offsets and opacities of the lines' fades: from the text's side to the other (on a phone from the summit), and, for both pictures,
 * from under the header to under the figures. Nothing stronger than a hint stands behind text.
 */
const fades = {
  wide: [
    [0, 0.16],
    [0.34, 0.3],
    [0.58, 0.9],
    [1, 1],
  ],
  tall: [
    [0, 1],
    [0.22, 0.8],
    [0.5, 0.22],
    [1, 0.12],
  ],
  down: [
    [0, 0.25],
    [0.1, 0.3],
    [0.18, 1],
    [0.66, 1],
    [0.82, 0.22],
    [1, 0.16],
  ],
} as const;
