import { at, type Point, walk } from '#src/art/landscape/geometry.ts';
import { palette } from '#src/art/landscape/palette.ts';
import { dots, smoothLines, straightLines } from '#src/art/landscape/paths.ts';
import { between } from '#src/art/landscape/random.ts';
import { segment } from '#src/art/landscape/shapes.ts';
import { lineHeight, type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { polygons } from '#src/art/landscape/survey.ts';
import { discs, stroke } from '#src/art/landscape/svg.ts';
import { drawTrees, foliage, type Tree } from '#src/art/landscape/trees.ts';

/** What stands on the ground above a section of soil: what the char was made from. */
export type Cover = 'grass' | 'orchard' | 'straw' | 'willow' | 'coppice' | 'conifer' | 'coffee';

/** Draws a row of what a char is made from, along the surface of the soil. */
export function drawCover(sheet: Sheet, surface: readonly Point[], cover: Cover): string {
  const { random, width } = sheet;
  const foot = (x: number): Point => [x, lineHeight(surface, x)];
  const along = (low: number, high: number) => {
    const places: Point[] = [];
    for (let x = -low / 3; x < width + low; x += between(random, low, high)) places.push(foot(x));
    return places;
  };
  const rods = (places: readonly Point[], count: number, spread: number, tall: number) =>
    places.flatMap(([x, y]) =>
      steps(-1, 1, count).map((side): Point[] => [
        [x + side * 7, y + 2],
        [x + side * spread * 0.6, y - tall * 0.5],
        [x + side * spread + between(random, -6, 6), y - tall * between(random, 0.8, 1.1)],
      ]),
    );
  switch (cover) {
    case 'orchard':
      return drawTrees(
        'o',
        along(110, 150).map((place): Tree => ({ foot: place, tall: between(random, 74, 92) })),
        random,
      );
    case 'straw': {
      const stalks = rods(along(13, 20), 2, 6, 66);
      const ears = stalks.map((stalk): Point[] => [at(stalk, 2), [at(stalk, 2)[0] + 4, at(stalk, 2)[1] - 20]]);
      return stroke(smoothLines(stalks), '#B98F35', 3) + stroke(straightLines(ears), palette.sun, 8, { 'stroke-linecap': 'round' });
    }
    case 'willow': {
      const stems = rods(along(46, 58), 6, 20, 190);
      const leaves = stems.flatMap((stem) =>
        walk(stem, 22, 60).map(({ point: [x, y] }) => segment(x, y, x + between(random, -13, 13), y - 13)),
      );
      return stroke(smoothLines(stems), '#8A7A34', 4) + stroke(straightLines(leaves), palette.moss, 6, { 'stroke-linecap': 'round' });
    }
    case 'coppice': {
      const stools = along(170, 240);
      const poles = rods(stools, 7, 62, 170);
      const leaves = poles.flatMap((pole) =>
        walk(pole, 26, 90).map(({ point: [x, y] }): Point => [x + between(random, -12, 12), y + between(random, -8, 8)]),
      );
      return discs(dots(stools), '#5A4632', 44) + stroke(smoothLines(poles), '#5A4632', 7) + foliage('c', leaves, 24);
    }
    case 'conifer': {
      const boughs = along(70, 110).flatMap(([x, y]) => {
        const tall = between(random, 120, 190);
        return steps(0.16, 0.8, 4).map((share): Point[] => [
          [x - tall * 0.24 * (1.15 - share), y - tall * share],
          [x, y - tall * (share + 0.32)],
          [x + tall * 0.24 * (1.15 - share), y - tall * share],
        ]);
      });
      const trunks = boughs.filter((_, i) => i % 4 === 0).map(([, [x, y] = [0, 0]]): Point[] => [[x, y], foot(x)]);
      return (
        stroke(straightLines(trunks), '#4A3B2A', 9) + polygons(boughs, palette.canopy, { stroke: palette.canopyDeep, 'stroke-width': 3 })
      );
    }
    case 'coffee': {
      const bushes = along(84, 112);
      const leaves = bushes.flatMap(([x, y]) =>
        Array.from({ length: 16 }, (): Point => [x + between(random, -30, 30), y - between(random, 4, 76)]),
      );
      const cherries = bushes.flatMap(([x, y]) =>
        Array.from({ length: 8 }, (): Point => [x + between(random, -32, 32), y - between(random, 8, 70)]),
      );
      return foliage('k', leaves, 27) + discs(dots(cherries), palette.clay, 10);
    }
    default:
      return '';
  }
}
