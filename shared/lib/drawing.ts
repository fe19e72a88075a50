/**
 * The site's colours, named by role rather than hue. They are used by the utility classes (uno.config.ts) and by standalone
 * image files, which class names cannot style. Every text and background pair in use has a contrast of at least 4.5:1; docs/decisions/003.
 */
export const colours = {
  paper: { DEFAULT: '#F5F1E6', deep: '#ECE6D6', bright: '#FBF9F2' },
  rule: { DEFAULT: '#D6CDB8', strong: '#8C8672' },
  ink: { DEFAULT: '#15211B', soft: '#3B4740', faint: '#565F57' },
  canopy: { DEFAULT: '#1E4B39', deep: '#12332A', mist: '#C9D8CC' },
  lichen: { DEFAULT: '#CFE35A', soft: '#E4EFA3' },
  clay: { DEFAULT: '#A84A25', soft: '#F3DDD0' },
  tide: { DEFAULT: '#2F6F7E', soft: '#D3E6E9' },
  wrong: { DEFAULT: '#9B1C15' },
} as const;

/** Rounds to one decimal, which is precise enough for coordinates of drawings. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

type Spot = { x: number; y: number };
type Spots = readonly [Spot, ...Spot[]];
type PlacedMark<Item> = Spot & { items: Item[] };

/**
 * Places items as marks that are at least `gap` apart. An item becomes a mark at the first of its spots that is free. If none is, it joins
 * the mark nearest to its first spot. So only so many marks can be in an area, however many items there are.
 */
export function gather<Item>(items: readonly Item[], spotsOf: (item: Item) => Spots, gap: number): PlacedMark<Item>[] {
  const marks: PlacedMark<Item>[] = [];
  const squaredDistance = (one: Spot, other: Spot) => (one.x - other.x) ** 2 + (one.y - other.y) ** 2;
  for (const item of items) {
    const spots = spotsOf(item);
    const [first] = spots;
    const free = spots.find((spot) => marks.every((mark) => squaredDistance(mark, spot) >= gap ** 2));
    if (free) marks.push({ ...free, items: [item] });
    else marks.reduce((one, other) => (squaredDistance(other, first) < squaredDistance(one, first) ? other : one)).items.push(item);
  }
  return marks;
}

/** Returns a spot and six around it, so far apart that `gather` gives each a mark. */
export function spotsAround({ x, y }: Spot, gap: number): Spots {
  // A little more than the gap, as sums are rounded.
  const at = (sixth: number) => ({
    x: x + 1.001 * gap * Math.cos((sixth * Math.PI) / 3),
    y: y + 1.001 * gap * Math.sin((sixth * Math.PI) / 3),
  });
  return [{ x, y }, ...[0, 1, 2, 3, 4, 5].map(at)];
}
