import { at, type Point } from '#src/art/landscape/geometry.ts';
import { drawHills } from '#src/art/landscape/hills.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, smoothRings, straightLines } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { moved, polar, segment } from '#src/art/landscape/shapes.ts';
import { lineHeight, ridge, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { ground, hill, polygons } from '#src/art/landscape/survey.ts';
import { discs, fill, stroke } from '#src/art/landscape/svg.ts';
import { grassLines } from './grass.ts';

/** Draws pasture behind a post-and-wire fence, with clover and knapweed close to the viewer. */
export function drawPasture(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { drawing, lines } = drawHills(sheet, {
    crests: [between(random, 0.2, 0.28), between(random, 0.34, 0.42)],
    rise: 0.06,
    far: '#D5DFC0',
    near: pick(random, ['#B3C88C', '#BFCB86']),
  });
  const field = at(lines, 1);
  const fence = (down: number) => moved(field, 0, 96 + down);
  const posts = steps(-20, width + 20, 13).map((x) => segment(x, lineHeight(field, x) + 78, x + 4, lineHeight(field, x) + 186));
  return [
    drawing,
    grassLines(sheet, field, { count: 500, tallest: 40, depth: height * 0.62, colours: [palette.canopy, palette.moss] }),
    stroke(straightLines(posts), '#6B5A42', 10),
    stroke(smoothLines([fence(0), fence(28), fence(58)]), '#6B5A42', 2),
    ...steps(0, 1, 5).map((near) => flowerBand(sheet, near)),
  ].join('');
}

/** Clover, knapweed and yellow rattle at one distance, from 0, at the fence, to 1, at the viewer's feet. */
function flowerBand({ random, width, height }: Sheet, near: number): string {
  const size = 0.34 + 0.66 * near;
  const florets: Point[] = [];
  const tufts: Point[][] = [];
  const buds: Point[] = [];
  const rattles: Point[] = [];
  const stems: Point[][] = [];
  const leaves: Point[] = [];
  for (let i = 0; i < 64 - 34 * near; i++) {
    const foot: Point = [between(random, -20, width + 20), height * (0.64 + 0.38 * near + between(random, -0.05, 0.05))];
    const kind = random();
    const [lean, tall] = [between(random, -14, 14) * size, between(random, 40, 96) * size];
    const head: Point = [foot[0] + lean, foot[1] - tall];
    stems.push([foot, [foot[0] + lean * 0.3, foot[1] - tall * 0.5], head]);
    leaves.push(...[0.8, 2.2, 3.9].map((turn) => polar([foot[0], foot[1] - 12 * size], 9 * size, turn)));
    if (kind < 0.5) florets.push(...steps(Math.PI, 2 * Math.PI, 5).map((turn) => polar(head, 6.5 * size, turn)), head);
    else if (kind < 0.75) {
      buds.push(head);
      tufts.push(...steps(3.6, 5.8, 6).map((turn): Point[] => [head, polar(head, 17 * size, turn)]));
    } else rattles.push(...[0, 0.16, 0.32].map((down): Point => [head[0] - lean * down + (down ? 4 : -3) * size, head[1] + tall * down]));
  }
  return [
    discs(dots(leaves), palette.canopy, 11 * size),
    stroke(smoothLines(stems), palette.canopy, 1 + 2 * size),
    discs(dots(florets), '#B4586A', 9 * size),
    discs(dots(florets.filter((_, i) => i % 2 === 0)), '#E3B5B8', 5 * size),
    stroke(straightLines(tufts), '#7C5C96', 4 * size, { 'stroke-linecap': 'round' }),
    discs(dots(buds), palette.canopyDeep, 11 * size),
    discs(dots(rattles), palette.sun, 11 * size),
  ].join('');
}

/** Draws flat wet ground under a wide sky: ditches that run to the horizon, shallow pools, rushes. */
export function drawWetland(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const horizon = height * between(random, 0.24, 0.32);
  const eye = width * between(random, 0.3, 0.7);
  const ditches = steps(between(random, -1.5, -1.1), 2.1, 6).map((share): Point[] => {
    const half = 0.034 * width;
    const foot = eye + (share - 0.3) * width * 1.15;
    return [
      [eye + (foot - eye) * 0.02, horizon],
      [foot - half, height + 60],
      [foot + half, height + 60],
      [eye + (foot - eye) * 0.02 + 3, horizon],
    ];
  });
  const pools = Array.from({ length: 9 }, () => {
    const near = random() ** 0.7;
    const [x, y] = [random() * width, horizon + 30 + near * (height - horizon) * 0.95];
    return steps(0, 11, 12).map((i) => {
      const [dx, dy] = polar([0, 0], between(random, 0.75, 1.1), (i / 12) * 2 * Math.PI);
      return [x + dx * (40 + 190 * near), y + dy * (5 + 26 * near)] as const;
    });
  });
  const clouds = steps(0.14, 0.8, 5).map((share) => ridge(sheet, { y: horizon * share, rise: 9, scale: 500 }));
  const skyline = ridge(sheet, { y: horizon - 10, rise: 12, scale: 160, roughness: 0.8 });
  const flat = segment(-40, horizon, width + 40, horizon);
  const gleams = [...pools.map((pool) => [at(pool, 5), at(pool, 1)] as Point[])];
  return [
    ground(sheet, '#E6E7DC'),
    stroke(smoothLines(clouds), palette.tide, 2, { 'stroke-opacity': 0.35 }),
    hill(skyline, height, '#8FA398'),
    hill(flat, height, pick(random, ['#A9B27E', '#9FAE86', '#B5AF7C'])),
    grassLines(sheet, flat, { count: 620, tallest: 56, depth: height * 0.75, colours: ['#6F7F4C', palette.canopy, '#8C7A48'] }),
    fill(smoothRings(pools), '#B9D3D3', { stroke: '#5F6E4A', 'stroke-width': 5 }),
    stroke(smoothLines(gleams), palette.paper, 3, { 'stroke-opacity': 0.9 }),
    polygons(ditches, '#6D9BA1', { stroke: '#4F4732', 'stroke-width': 7 }),
    stroke(straightLines(ditches.map(([a, b, c]) => [a, [((b?.[0] ?? 0) * 2 + (c?.[0] ?? 0)) / 3, height + 60]] as Point[])), '#CFE0DE', 3),
    rushes(sheet, horizon),
  ].join('');
}

/** Rushes with brown heads, in clumps near the viewer. */
function rushes({ random, width, height }: Sheet, horizon: number): string {
  const stems: Point[][] = [];
  const heads: Point[][] = [];
  for (let clump = 0; clump < 17; clump++) {
    const [x, near] = [random() * width, between(random, 0.35, 1.15)];
    const foot = horizon + near * (height - horizon);
    for (let i = 0; i < 9; i++) {
      const tip: Point = [x + between(random, -60, 60) * near, foot - between(random, 90, 190) * near];
      stems.push([[x + between(random, -14, 14), foot], [(x + tip[0]) / 2, (foot + tip[1]) / 2 - 12], tip]);
      if (i % 3 === 0) heads.push([tip, [tip[0], tip[1] - 24 * near]]);
    }
  }
  return stroke(smoothLines(stems), '#35563C', 3.4) + stroke(straightLines(heads), '#6B4A2C', 9, { 'stroke-linecap': 'round' });
}

/** Draws mounds of heather with strips of bare sand between them. */
export function drawHeath(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { drawing, lines } = drawHills(sheet, { crests: [0.22, 0.31], rise: 0.03, far: '#D9D3C6', near: '#D9C9A3' });
  const heath = at(lines, 1);
  const slant = between(random, -0.35, 0.35);
  const clumps: { at: Point; size: number }[] = [];
  for (let row = 0; row < 18; row++) {
    const near = (row / 17) ** 1.25;
    const size = 26 + 96 * near;
    for (let x = -60; x < width + 60; x += size * between(random, 0.7, 1)) {
      const y = lineHeight(heath, x) + 20 + near * (height * 0.8) + between(random, -0.4, 0.4) * size;
      // The strips converge on the horizon.
      const strip = ((x - width / 2) / (0.3 + near) + slant * width) / (width * 0.42);
      if (strip - Math.floor(strip) < 0.3) continue;
      clumps.push({ at: [x, y], size });
    }
  }
  const mound = ({ at: [x, y], size }: { at: Point; size: number }) =>
    [Math.PI, 3.7, 4.3, 4.8, 5.4, 2 * Math.PI].map((angle) => polar([x, y], size * 0.62 * between(random, 0.85, 1.1), angle));
  const bells = clumps.flatMap(({ at: [x, y], size }) =>
    Array.from(
      { length: 2 + Math.round(size / 24) },
      (): Point => [x + between(random, -0.5, 0.5) * size, y - between(random, 0.06, 0.55) * size],
    ),
  );
  const stones = Array.from({ length: 150 }, (): Point => {
    const x = random() * width;
    return [x, lineHeight(heath, x) + 20 + random() ** 0.7 * height * 0.7];
  });
  const bands = [0, 1, 2].map((band) => clumps.filter((_, i) => Math.floor((i / clumps.length) * 3) === band));
  return [
    drawing,
    hill(heath, height, '#E7D5A8'),
    discs(dots(stones), '#A98F5A', 4),
    ...bands.map((band, i) =>
      fill(smoothRings(band.map(mound)), mix('#A98791', '#83596F', i / 2), { stroke: '#5F5A50', 'stroke-width': 3 }),
    ),
    discs(dots(bells.filter((_, i) => i % 3 > 0)), '#D7A5B1', 8),
    discs(dots(bells.filter((_, i) => i % 3 === 0)), palette.moss, 7),
  ].join('');
}

/** Draws smooth chalk downs, terraced by grazing, with white chalk bared at a bank and small flowers in short turf. */
export function drawChalkDown(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const isMirrored = random() < 0.5;
  const down = (top: number, rise: number, phase: number): Point[] =>
    steps(-0.05, 1.05, 12).map(
      (share): Point => [share * width, height * (top - rise * Math.sin((isMirrored ? 1 - share : share) * 3 + phase))],
    );
  const downs = [down(0.38, 0.17, 0.2), down(0.46, 0.18, 1.7), down(0.56, 0.12, 3.4)];
  const tints = ['#DDE4C6', '#C7D5A4', '#B2C588'];
  const terraces = downs.map((line, i) => {
    const next = downs[i + 1] ?? line.map(([x]): Point => [x, height]);
    return steps(0.08, 0.8, 9).map((share) => line.map(([x, y]): Point => [x, y + share * Math.max(30, lineHeight(next, x) - y)]));
  });
  const near = at(downs, 2);
  const bank = near.filter((_, i) => i > 3 && i < 9);
  const scar = [...moved(bank, 0, 34), ...bank.map(([x, y], i): Point => [x, y + 90 + (i % 2 ? 80 : 40)]).reverse()];
  const flints = bank.flatMap(([x, y]) => [0, 1].map((): Point => [x + between(random, -60, 60), y + between(random, 66, 98)]));
  const flowers = Array.from({ length: 260 }, (): Point => {
    const x = random() * width;
    return [x, lineHeight(near, x) + 170 + random() * height * 0.4];
  });
  return [
    ground(sheet, '#EDF0E6'),
    ...downs.map(
      (line, i) => hill(line, height, at(tints, i)) + stroke(smoothLines(at(terraces, i)), '#6E8A4A', 2, { 'stroke-opacity': 0.6 }),
    ),
    fill(smoothRings([scar]), '#FBFAF3', { stroke: '#A6AF8C', 'stroke-width': 3 }),
    discs(dots(flints), palette.ink, 7),
    grassLines(sheet, near, { count: 380, tallest: 22, depth: height * 0.5, colours: ['#6E8A4A', palette.canopy] }),
    discs(dots(flowers.filter((_, i) => i % 2 === 0)), palette.sun, 9),
    discs(dots(flowers.filter((_, i) => i % 2 === 1)), mix(palette.tide, '#8A6FA8', 0.6), 10),
  ].join('');
}
