import { at, type Point } from '#src/art/landscape/geometry.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, smoothRings } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { cloud, moved, polar, segment } from '#src/art/landscape/shapes.ts';
import { isOnSheet, lineHeight, ridge, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { ground, hill, polygons } from '#src/art/landscape/survey.ts';
import { discs, fill, stroke } from '#src/art/landscape/svg.ts';
import { foliage } from '#src/art/landscape/trees.ts';

/** Draws a marsh from above, with creeks that branch inland from the open water on one side. */
export function drawSaltmarsh(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const seaward = pick(random, [0.35, 1.25, 1.9, 2.8, 4.4, 5.0]);
  const [across, down] = [Math.cos(seaward), Math.sin(seaward)];
  // How far towards the sea a point is: 0 in the middle, about 1 at the far edge.
  const towards = (x: number, y: number) =>
    ((x - width / 2) * across + (y - height / 2) * down) / (Math.abs(width * across) / 2 + Math.abs(height * down) / 2);
  const edge = between(random, 0.1, 0.35);
  const land = sheet.field({ scale: 420, octaves: 2, cell: 26, shape: (noise, x, y) => edge - towards(x, y) + 0.24 * noise });
  const creeks: { line: Point[]; width: number }[] = [];
  const grow = (start: Point, heading: number, size: number, length: number) => {
    const line: Point[] = [];
    let [x, y] = start;
    const phase = between(random, 0, 6);
    for (let i = 0; i < length; i++) {
      const turn = heading + 0.85 * Math.sin(phase + i * 0.55);
      [x, y] = polar([x, y], 22, turn);
      if (land.at(x, y) < -0.03 || !isOnSheet(sheet, [x, y], 60)) continue;
      line.push([x, y]);
      if (size > 3 && i > 3 && random() < 0.14)
        grow([x, y], heading + (random() < 0.5 ? 1 : -1) * between(random, 0.6, 1.2), size * 0.55, Math.round(length * 0.45));
    }
    creeks.push({ line, width: size });
  };
  const [side, inland] = [Math.hypot(width * down, height * across), seaward + Math.PI];
  for (const share of steps(-0.4, 0.4, pick(random, [3, 4]))) {
    const middle = polar([width / 2, height / 2], edge * 0.5 * (Math.abs(width * across) + Math.abs(height * down)), seaward);
    const mouth = polar(middle, share * side + between(random, -40, 40), seaward + Math.PI / 2);
    grow(polar(mouth, 90, seaward), inland + between(random, -0.2, 0.2), between(random, 15, 24), 40);
  }
  const tufts = scatter(sheet, 30, 0.48).filter(([x, y]) => land.at(x, y) > 0.05 && random() < 0.6);
  const bands = [-0.16, -0.1, -0.05].map((level) => land.rings(level));
  const sizes = [4.5, 8.5, 14, 30];
  const creekPaths = (extra: number, colour: string) =>
    sizes
      .map((size, i) =>
        stroke(
          smoothLines(creeks.filter((creek) => creek.width <= size && creek.width > (sizes[i - 1] ?? 0)).map(({ line }) => line)),
          colour,
          size * 0.8 + extra,
          { 'stroke-linecap': 'round' },
        ),
      )
      .join('');
  return [
    ground(sheet, '#AFCDD0'),
    stroke(smoothRings(land.rings(-0.3)), palette.tide, 1.6, { 'stroke-opacity': 0.5 }),
    ...bands.map((rings, i) =>
      fill(smoothRings(rings), at(['#BDD5D5', '#CFCFB4', '#D8CCA6'], i), {
        stroke: palette.tide,
        'stroke-width': 1.6,
        'stroke-opacity': 0.6,
      }),
    ),
    fill(smoothRings(land.rings(0)), '#BFCB9A', { stroke: palette.canopy, 'stroke-width': 2.6 }),
    fill(smoothRings(land.rings(0.42)), '#AEBF8A'),
    discs(dots(tufts), palette.canopy, 7, { 'stroke-opacity': 0.65 }),
    creekPaths(7, '#CDBF95'),
    creekPaths(0, '#8FB9BE'),
  ].join('');
}

/** Draws mangroves from the side: arched roots in shallow water, under a band of crowns. */
export function drawMangrove(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const water = height * between(random, 0.56, 0.64);
  const far = ridge(sheet, { y: water - 96, rise: 30, scale: 240, roughness: 0.7 });
  const roots: Point[][] = [];
  const trunks: Point[][] = [];
  const crowns: Point[] = [];
  for (let x = between(random, -40, 80); x < width + 60; x += between(random, 130, 230)) {
    const [fork, top] = [water - between(random, 60, 110), water - between(random, 260, 340)];
    trunks.push([
      [x, fork],
      [x + between(random, -20, 20), (fork + top) / 2],
      [x + between(random, -30, 30), top],
    ]);
    for (const reach of [-120, -82, -46, -16, 18, 50, 86, 124]) {
      const foot = x + reach * between(random, 0.8, 1.15);
      roots.push([
        [x, fork - 20 + Math.abs(reach) * 0.2],
        [x + reach * 0.75, fork + 4],
        [foot, water - 4],
        [foot, water + 44],
      ]);
    }
    crowns.push(...cloud(random, [x, top], [150, 84], 44));
  }
  const ripples = steps(0, 1, 15).map((near) =>
    steps(-30, width + 30, 30).map((x): Point => [x, water + 30 + near ** 1.4 * (height - water) + 7 * Math.sin(x / 60 + near * 40)]),
  );
  const shoots = Array.from({ length: 60 }, (): Point[] => {
    const [x, y] = [random() * width, water + random() ** 1.5 * height * 0.2];
    return segment(x, y, x + between(random, -4, 4), y - between(random, 18, 40));
  });
  return [
    ground(sheet, '#EEE9D6'),
    hill(far, height, '#A9BE9B'),
    hill(segment(-40, water, width + 40, water), height, '#9FC3C6'),
    stroke(smoothLines(ripples), palette.tide, 2, { 'stroke-opacity': 0.55 }),
    stroke(smoothLines(roots), '#5A4632', 9, { 'stroke-linecap': 'round' }),
    stroke(smoothLines(trunks), '#5A4632', 17, { 'stroke-linecap': 'round' }),
    stroke(smoothLines(shoots), '#5A4632', 5, { 'stroke-linecap': 'round' }),
    foliage('m', crowns, 42),
  ].join('');
}

/** Draws a seagrass bed from the side, under clear water: long blades that lean with the current. */
export function drawSeagrass(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const surface = ridge(sheet, { y: height * 0.16, rise: 12, scale: 200, roughness: 0.1 });
  const current = between(random, 0.25, 0.6) * (random() < 0.5 ? 1 : -1);
  const bed = (share: number) => ridge(sheet, { y: height * share, rise: height * 0.035, scale: 500 });
  const beds = [0.62, 0.74, 0.9].map(bed);
  const light = steps(0.1, 0.95, 8).map((share): Point[] => [
    [width * share, height * 0.17],
    [width * share - 60, height * 0.95],
    [width * share + 46, height * 0.95],
  ]);
  const meadow = beds.map((line, i) => {
    const blades: Point[][] = [];
    const bare = between(random, 0.1, 0.8) * width;
    for (let x = -80; x < width + 80; x += between(random, 9, 19) * (1 + 0.35 * i)) {
      if (i < 2 && Math.abs(x - bare) < 90) continue;
      const [y, tall] = [lineHeight(line, x) + 14, height * between(random, 0.14, 0.3) * (0.8 + 0.3 * i)];
      const lean = current * tall * between(random, 0.7, 1.2);
      blades.push([
        [x, y],
        [x + lean * 0.15, y - tall * 0.5],
        [x + lean * 0.6, y - tall * 0.85],
        [x + lean, y - tall],
      ]);
    }
    return (
      hill(line, height, at(['#C9C9A6', '#BDB68C', '#A89C70'], i)) +
      stroke(smoothLines(blades), at(['#6F9A86', '#3F7A5E', palette.canopy], i), 5 + 3 * i, { 'stroke-linecap': 'round' })
    );
  });
  const bubbles = Array.from({ length: 26 }, (): Point => [random() * width, height * between(random, 0.22, 0.6)]);
  return [
    ground(sheet, '#EAE9DC'),
    hill(surface, height, '#A5CBCD'),
    polygons(light, '#C7E0DC', { 'fill-opacity': 0.4 }),
    stroke(smoothLines([surface, moved(surface, 0, 16)]), palette.tide, 2.4),
    ...meadow,
    discs(dots(bubbles), mix(palette.paper, palette.tide, 0.1), 7, { 'stroke-opacity': 0.8 }),
  ].join('');
}
