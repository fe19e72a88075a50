import { at, distanceToLine, type Point, walk } from '#src/art/landscape/geometry.ts';
import { drawHills } from '#src/art/landscape/hills.ts';
import { mix, palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between, pick } from '#src/art/landscape/random.ts';
import { cloud, segment } from '#src/art/landscape/shapes.ts';
import { isOnSheet, lineHeight, type Sheet, scatter, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground, hill, tones } from '#src/art/landscape/survey.ts';
import { coatedDiscs, discs, stroke } from '#src/art/landscape/svg.ts';
import { drawTrees, foliage, type Tree } from '#src/art/landscape/trees.ts';
import { waterLine } from './forest.ts';
import { grassLines } from './grass.ts';

/** Draws broad oaks of several ages on a hill, with saplings in the bracken below them. */
export function drawOakwood(sheet: Sheet): string {
  const { random, width, height } = sheet;
  // A few old trees, or a closed wood.
  const isOpen = random() < 0.5;
  const { drawing, lines } = drawHills(sheet, {
    crests: [between(random, 0.24, 0.36), between(random, 0.42, 0.5), between(random, 0.62, 0.72)],
    rise: between(random, 0.05, 0.11),
    far: '#DCE0CC',
    near: pick(random, ['#A9B583', '#B9B07A', '#93AB8C']),
  });
  const oaks = (line: readonly Point[], tallest: number, gap: number) => {
    const trees: Tree[] = [];
    for (let x = between(random, -30, gap); x < width + 40; x += gap * between(random, 0.6, 1.6)) {
      trees.push({ foot: [x, lineHeight(line, x)], tall: tallest * between(random, 0.6, 1) });
    }
    return trees;
  };
  const far = oaks(at(lines, 0), 70, 74);
  const near = isOpen ? oaks(at(lines, 1), 330, 760) : oaks(at(lines, 1), 190, 170);
  const front = at(lines, 2);
  const saplings = oaks(front, 44, 60).map(({ foot: [x, y], tall }): Tree => ({ foot: [x, y + between(random, 10, 190)], tall }));
  const limbs = near.flatMap(({ foot: [x, y], tall }) =>
    [-0.55, -0.25, 0.3, 0.6].map((side): Point[] => [
      [x, y - tall * 0.24],
      [x + side * tall * 0.4, y - tall * 0.5],
      [x + side * tall * 0.7, y - tall * 0.72],
    ]),
  );
  const crowns = near.flatMap(({ foot: [x, y], tall }) =>
    cloud(random, [x, y - tall * 0.82], [tall * 0.66, tall * 0.46], isOpen ? 96 : 46),
  );
  return [
    drawing,
    drawTrees('f', far, random),
    stroke(straightLines(near.map(({ foot: [x, y], tall }) => segment(x, y + 6, x, y - tall * 0.5))), '#4A3B2A', isOpen ? 30 : 17),
    stroke(smoothLines(limbs), '#4A3B2A', 8, { 'stroke-linecap': 'round' }),
    foliage('o', crowns, isOpen ? 62 : 40),
    hill(front, height, '#8FA27A'),
    grassLines(sheet, front, { count: 420, tallest: 46, depth: 330, colours: [palette.canopy, palette.clay] }),
    drawTrees('s', saplings, random),
  ].join('');
}

/** Draws a stand of slender birches with pale trunks, the far ones faint. */
export function drawBirchwood(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const { drawing, crest } = drawHills(sheet, { crests: [0.3, 0.52], rise: 0.06, far: '#DDE2D2', near: '#B8C29A' });
  const stand = (count: number, size: number, down: number) => {
    const trunks: Point[][] = [];
    const bands: Point[][] = [];
    const leaves: Point[] = [];
    for (let i = 0; i < count; i++) {
      const x = (width * (i + between(random, 0.1, 0.9))) / count;
      const foot = crest(x) + down * between(random, 0.6, 1.2);
      const tall = size * between(random, 0.75, 1.1);
      const lean = between(random, -0.09, 0.09) * tall;
      trunks.push([
        [x, foot],
        [x + lean * 0.4, foot - tall * 0.5],
        [x + lean, foot - tall],
      ]);
      for (const share of steps(0.05, 0.6, 7)) {
        const y = foot - tall * (share + between(random, -0.03, 0.03));
        const middle = x + lean * share * 0.8;
        bands.push(segment(middle - size * 0.014, y, middle + size * between(random, 0, 0.012), y + 2));
      }
      for (let leaf = 0; leaf < 48; leaf++) {
        const share = between(random, 0.34, 1.06);
        leaves.push([
          x + lean * share + between(random, -1, 1) * tall * 0.27 * (1.16 - share),
          foot - tall * share + between(random, 0, 12),
        ]);
      }
    }
    return { trunks, bands, leaves };
  };
  const far = stand(26, 250, 20);
  const near = stand(12, 480, 210);
  return [
    drawing,
    stroke(smoothLines(far.trunks), mix(palette.paper, palette.moss, 0.3), 6),
    discs(dots(far.leaves), mix(palette.moss, palette.paper, 0.25), 10),
    grassLines(
      sheet,
      steps(0, 1, 9).map((share): Point => [share * width, crest(share * width) + 40]),
      {
        count: 330,
        tallest: 34,
        depth: height * 0.45,
        colours: [palette.canopy, palette.moss],
      },
    ),
    stroke(smoothLines(near.trunks), mix(palette.canopyDeep, palette.moss, 0.3), 17),
    stroke(smoothLines(near.trunks), palette.paper, 13),
    stroke(straightLines(near.bands), palette.ink, 4),
    discs(dots(near.leaves.filter((_, i) => i % 2 === 0)), palette.canopy, 15),
    discs(dots(near.leaves.filter((_, i) => i % 2 === 1)), palette.moss, 13),
  ].join('');
}

/** Draws steep streams from above, with planting along their banks only. */
export function drawValleyWood(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const count = pick(random, [2, 3, 4]);
  const heading = between(random, 0.9, 2.2);
  const streams = steps(0.5, count - 0.5, count).map((i) =>
    waterLine(sheet, heading + between(random, -0.25, 0.25), [(width * (i + between(random, -0.15, 0.15))) / count, height * 0.5]),
  );
  const away = (point: Point) => Math.min(...streams.map((line) => distanceToLine(point, line)));
  const land = sheet.field({
    scale: 700,
    cell: 32,
    octaves: 1,
    shape: (noise, x, y) => 0.35 * noise + 1.3 * Math.min(1, away([x, y]) / 260),
  });
  const [low, high] = pick(random, [
    ['#9DB08B', '#E9E4CC'],
    ['#8FAE97', '#E2E5D2'],
    ['#A9AE7C', '#EEE6CC'],
  ] as const);
  const shares = steps(0.08, 0.95, 11);
  const crowns: Point[][] = [[], []];
  const saplings: Point[] = [];
  const reach = between(random, 95, 150);
  for (const point of scatter(sheet, 25, 0.45)) {
    const far = away(point);
    if (far < 13 || far > reach || random() < far / reach - 0.35) continue;
    if (random() < 0.45) saplings.push(point);
    else at(crowns, random() < 0.4 ? 1 : 0).push(point);
  }
  return [
    ground(sheet, mix(low, palette.paper, 0.3)),
    tones(
      land,
      shares.map(land.level),
      shares.map((_, i) => mix(low, high, i / 10)),
      { colour: palette.canopy, width: 1.5, opacity: 0.45 },
    ),
    gridCrosses(sheet, palette.canopyDeep),
    stroke(smoothLines(streams), palette.paper, 13),
    stroke(smoothLines(streams), palette.tide, 6),
    discs(dots(saplings), palette.moss, 9),
    ...crowns.map((points, i) =>
      coatedDiscs(`c${i}`, dots(points), [
        { colour: palette.ink, diameter: 18 + 6 * i, dx: 3, dy: 4, opacity: 0.26 },
        { colour: i ? palette.canopyDeep : palette.canopy, diameter: 17 + 6 * i },
      ]),
    ),
  ].join('');
}

/** Draws one long slope from the side: pasture at its foot, rows of saplings, a band of wood, and the open hill above. */
export function drawHillsideWood(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const isMirrored = random() < 0.5;
  const { drawing } = drawHills(sheet, { crests: [0.24, 0.36], rise: 0.07, far: '#DDE3D6', near: '#C3CFB9' });
  const slope = (top: number, foot: number): Point[] =>
    steps(-0.05, 1.05, 15).map((share): Point => {
      const x = isMirrored ? 1 - share : share;
      return [x * width, height * (top + (foot - top) * Math.max(0, share) ** 1.35) + 14 * Math.sin(share * 9 + top * 20)];
    });
  const across = (line: Point[]) => (isMirrored ? line.reverse() : line);
  const edges = [
    [0.1, 0.86],
    [0.3, 0.9],
    [0.56, 0.95],
    [0.78, 1.02],
  ].map(([top = 0, foot = 0]) => across(slope(top, foot)));
  const fills = ['#C9B98C', '#A9B583', '#C2CB9D', '#D8DBB4'].map((colour, i) => hill(at(edges, i), height, colour));
  const crowns: Point[][] = [[], []];
  for (const [x, y] of scatter(sheet, 27, 0.46)) {
    if (y > lineHeight(at(edges, 1), x) - 26 && y < lineHeight(at(edges, 2), x) - 12) at(crowns, random() < 0.35 ? 1 : 0).push([x, y]);
  }
  const rows = steps(0.16, 0.88, 7).flatMap((share) =>
    walk(
      at(edges, 2).map(([x, y], i): Point => [x, y + share * (at(edges, 3)[i]?.[1] ?? y) - share * y]),
      34,
    ).map(({ point }) => point),
  );
  return [
    drawing,
    ...fills,
    grassLines(sheet, at(edges, 0), { count: 300, tallest: 26, depth: 150, colours: [palette.clay, palette.moss] }),
    stroke(smoothLines([at(edges, 2), at(edges, 3)]), '#8B8672', 6, { 'stroke-dasharray': '9 4' }),
    discs(dots(rows.filter((point) => isOnSheet(sheet, point))), palette.canopy, 9),
    foliage('a', at(crowns, 0), 27),
    foliage('b', at(crowns, 1), 34),
  ].join('');
}

/** Draws fields from above, divided by stone walls with a belt of trees along each. */
export function drawShelterbelt(sheet: Sheet): string {
  const { random, width, height } = sheet;
  const land = sheet.field({ scale: 760 });
  const tilt = between(random, -0.16, 0.16);
  const wave = (share: number, along: number) => 34 * Math.sin(along / 260 + share * 7);
  const wallAcross = (share: number): Point[] =>
    steps(-60, width + 60, 16).map((x): Point => [x, height * share + tilt * (x - width / 2) + wave(share, x)]);
  const wallDown = (share: number): Point[] =>
    steps(-60, height + 60, 12).map((y): Point => [width * share - tilt * (y - height / 2) + wave(share, y), y]);
  const walls = [
    wallAcross(between(random, 0.26, 0.36)),
    wallAcross(between(random, 0.68, 0.78)),
    wallDown(between(random, 0.2, 0.42)),
    wallDown(between(random, 0.62, 0.84)),
  ];
  const trees = walls.flatMap((wall, i) =>
    [24, 50, 77].flatMap((away, row) =>
      walk(wall, 30, 10 + 13 * row).flatMap(({ point: [x, y], angle }): Point[] => {
        const side = i % 2 ? 1 : -1;
        return random() < 0.84
          ? [[x - side * away * Math.sin(angle) + between(random, -6, 6), y + side * away * Math.cos(angle) + between(random, -6, 6)]]
          : [];
      }),
    ),
  );
  const grazed = scatter(sheet, 40, 0.48).filter((point) => walls.every((wall) => distanceToLine(point, wall) > 100));
  return [
    ground(sheet, '#D9DDB8'),
    tones(
      land,
      steps(0.2, 0.9, 5).map(land.level),
      steps(0, 1, 5).map((share) => mix('#D3D9B2', '#BFCB9C', share)),
    ),
    contourLines(land, steps(0.05, 0.97, 13).map(land.level), { colour: palette.canopy, opacity: 0.3 }),
    stroke(straightLines(grazed.map(([x, y]) => segment(x, y, x + 3, y - 9))), palette.moss, 2.4),
    stroke(smoothLines(walls), '#6F6B5C', 15, { 'stroke-dasharray': '16 3 10 3' }),
    stroke(smoothLines(walls), '#D6CFBC', 8, { 'stroke-dasharray': '12 4 7 5' }),
    coatedDiscs('t', dots(trees.filter((point) => isOnSheet(sheet, point, 20))), [
      { colour: palette.ink, diameter: 25, dx: 4, dy: 5, opacity: 0.26 },
      { colour: palette.canopy, diameter: 24 },
      { colour: palette.moss, diameter: 12, dx: -3, dy: -3, opacity: 0.5 },
    ]),
  ].join('');
}
