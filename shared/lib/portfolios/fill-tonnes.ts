import { mostTonnes } from '#shared/lib/money/quote.ts';
import type { Project } from '#shared/schemas/project.ts';

/** What filling needs to know of a project: its price in pence, and how much of it can be bought. */
type Fillable = Pick<Project, 'pricePerCredit' | 'availableCredits'>;

/** Tonnes of one project in a mix. */
export type Part<Offered extends Fillable = Fillable> = { offer: Offered; tonnes: number };

/**
 * What every mix keeps to: how many projects it has at least, none with more than an equal share of the tonnes (rounded up), and the
 * smallest part of a project, in per cent and in tonnes. Fewer tonnes than two smallest parts are of one project, unless more than two
 * projects are asked for.
 */
export type MixRules = { fewestProjects: number; smallestShare: number; smallestTonnes: number };

type Asked<Offered> = {
  tonnes: number;
  /** What they may cost together, in pence. */
  ceiling: number;
  /** How many of the tonnes at least are of projects that count, such as removals. */
  counted: { least: number; counts: (offer: Offered) => boolean };
  rules: MixRules;
  /** How much a tonne of a project is preferred: the mix has the highest sum of it. */
  value: (offer: Offered) => number;
};

/** How many mixes are tried with parts that may be too small. Few are needed, unless prices and sizes are against it. */
const searchLimit = 20;
/** How many projects are looked at, the cheapest of those that a mix may need, so that no catalogue makes other visitors wait. */
const offersLimit = 200;
/** Tonnes below which a difference is an error of rounding, in sums of fractions. */
const tiny = 1e-6;

/**
 * Returns the mix of so many tonnes that has the highest value within the ceiling, of equal ones the cheapest; null if there is none. No
 * project has less than the smallest part, or more than the largest.
 *
 * Without the smallest part, the best is found by filling in one order: by value less λ times the price, with the λ at which the ceiling is
 * met (0 if the highest value costs no more); between the two mixes on both sides of that λ lies the best. Of a mix in which a part is too
 * small, that project is once given the smallest part and once left out, the nearer first, and both are filled again (branch and bound).
 * @param offers the cheapest first.
 */
export function fillTonnes<Offered extends Fillable>(
  offers: readonly Offered[],
  { tonnes, ceiling, rules, counted, value }: Asked<Offered>,
): Part<Offered>[] | null {
  const sizes = { ...partsOf(tonnes, rules), tonnes, others: tonnes - counted.least };
  const lines = usable(offers, sizes, { value, counts: counted.counts });
  let best: Filled | undefined;
  let triesLeft = searchLimit;
  const search = (kept: Choices) => {
    const filled = triesLeft > 0 ? relaxed(lines, sizes, { ceiling, kept }) : null;
    triesLeft -= 1;
    if (!filled || (best && !isBetter(filled, best))) return;
    const short = filled.taken.findIndex((taken) => taken > tiny && taken < sizes.least - tiny);
    if (short === -1) best = filled;
    else {
      const keptFirst = (filled.taken[short] ?? 0) * 2 >= sizes.least;
      for (const isKept of [keptFirst, !keptFirst]) search({ ...kept, [short]: isKept });
    }
  };
  search({});
  return best ? wholeParts(lines, best.taken, sizes) : null;
}

/**
 * Returns the mix of the most tonnes, up to a limit, for which there is one. Two projects may fill together what none has alone, so mixes
 * of several are tried first. Among these, and among those of one, more tonnes are no easier to fill and no cheaper, unless all projects
 * have little more than the smallest part: then there may be a mix of more tonnes.
 */
export async function fillMost<Offered extends Fillable>(
  limit: number,
  { fewestProjects, smallestTonnes }: MixRules,
  fill: (tonnes: number) => Promise<Part<Offered>[] | null>,
): Promise<Part<Offered>[] | null> {
  const fewestOfSeveral = Math.max(2, fewestProjects) * smallestTonnes;
  const ofSeveral = await findFirst(limit - fewestOfSeveral + 1, (index) => fill(limit - index));
  const mostOfOne = Math.min(2 * smallestTonnes - 1, limit);
  return ofSeveral ?? findFirst(mostOfOne, (index) => fill(mostOfOne - index));
}

/** Returns what `find` has for the first of `count` indexes with a result, found by bisection: all later ones must have one, too. */
export async function findFirst<Found>(count: number, find: (index: number) => Promise<Found | null>): Promise<Found | null> {
  let first: Found | null = null;
  let [low, high] = [-1, count];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const found = await find(middle);
    if (found === null) low = middle;
    else [high, first] = [middle, found];
  }
  return first;
}

/** The sizes of a part. The largest is rounded up: two halves of an odd number make it whole. */
function partsOf(tonnes: number, { fewestProjects, smallestShare, smallestTonnes }: MixRules): { least: number; most: number } {
  if (tonnes < 2 * smallestTonnes && fewestProjects <= 2) return { least: tonnes, most: tonnes };
  return { least: Math.max(smallestTonnes, Math.ceil((tonnes * smallestShare) / 100)), most: Math.ceil(tonnes / fewestProjects) };
}

/** Tonnes of a mix, of its smallest (`least`) and largest part (`most`), and how many of the mix need not count (`others`). */
type Sizes = Record<'tonnes' | 'least' | 'most' | 'others', number>;

/** An offer in the calculation. `size`: the most tonnes of it that the mix may have. */
type Line<Offered extends Fillable = Fillable> = { offer: Offered; price: number; size: number; value: number; isCounted: boolean };

/**
 * Of the offers that are large enough, those that a mix may need: one is left out if cheaper ones of at least its value have twice the
 * tonnes of the mix. Of thousands of offers some hundred are left. What does not count takes no more than the `others`.
 */
function usable<Offered extends Fillable>(
  offers: readonly Offered[],
  { tonnes, least, most, others }: Sizes,
  { value, counts }: { value: (offer: Offered) => number; counts: (offer: Offered) => boolean },
): Line<Offered>[] {
  const lines: Line<Offered>[] = [];
  for (const offer of offers) {
    if (lines.length === offersLimit) break;
    // Where nothing has to count, everything does.
    const isCounted = others === tonnes || counts(offer);
    const size = Math.min(mostTonnes(offer), most, isCounted ? tonnes : others);
    const line = { offer, price: offer.pricePerCredit ?? 0, size, value: value(offer), isCounted };
    if (line.size < least) continue;
    let better = 0;
    for (let index = 0; index < lines.length && better < 2 * tonnes; index += 1) {
      const other = lines[index];
      if (other && other.value >= line.value && (other.isCounted || !isCounted)) better += other.size;
    }
    if (better < 2 * tonnes) lines.push(line);
  }
  return lines;
}

/** By the position of a line: true if it must have the smallest part, false if none. */
type Choices = Record<number, boolean>;

/** Tonnes of each line, with fractions. */
type Filled = { taken: number[]; value: number; cost: number };

const isBetter = (one: Filled, other: Filled) =>
  one.value > other.value + tiny || (one.value > other.value - tiny && one.cost < other.cost - tiny);

/** Fills as well as can be, though a part may be too small. Null: not within the ceiling. */
function relaxed(lines: readonly Line[], sizes: Sizes, { ceiling, kept }: { ceiling: number; kept: Choices }): Filled | null {
  const open = lines.flatMap((_, index) => (kept[index] === false ? [] : [index]));
  const fillBy = (lambda: number): Filled | null => {
    const taken = lines.map((_, index) => (kept[index] ? sizes.least : 0));
    let { missing, room } = leftOf(lines, taken, sizes);
    if (missing < 0 || room < 0) return null;
    const keys = lines.map((line) => line.value - lambda * line.price);
    // Sorting is stable: of lines with one key the cheaper stay first.
    for (const index of open.toSorted((one, other) => (keys[other] ?? 0) - (keys[one] ?? 0))) {
      if (missing === 0) break;
      const isCounted = lines[index]?.isCounted;
      const more = Math.min((lines[index]?.size ?? 0) - (taken[index] ?? 0), missing, isCounted ? missing : room);
      taken[index] = (taken[index] ?? 0) + more;
      missing -= more;
      if (!isCounted) room -= more;
    }
    return missing === 0 ? measured(lines, taken) : null;
  };
  let beyond = fillBy(0);
  if (!beyond || beyond.cost <= ceiling) return beyond;
  // With the highest λ a penny, the least difference in price, outweighs any in value.
  const values = lines.map(({ value }) => value);
  let [low, high] = [0, Math.max(...values) - Math.min(...values) + 1];
  let within = fillBy(high);
  if (!within || within.cost > ceiling) return null;
  // Thirty halvings bring λ to within a billionth of that.
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    const filled = fillBy(middle);
    if (filled && filled.cost <= ceiling) [high, within] = [middle, filled];
    else if (filled) [low, beyond] = [middle, filled];
  }
  const [less, more] = [within, beyond];
  const share = (ceiling - less.cost) / (more.cost - less.cost);
  return measured(
    lines,
    less.taken.map((taken, index) => taken + share * ((more.taken[index] ?? 0) - taken)),
  );
}

function measured(lines: readonly Line[], taken: number[]): Filled {
  const sumOf = (figure: 'value' | 'price') => lines.reduce((sum, line, index) => sum + line[figure] * (taken[index] ?? 0), 0);
  return { taken, value: sumOf('value'), cost: sumOf('price') };
}

/** Rounds to whole tonnes: the cheapest of the parts with a fraction get what is missing, so that the cost does not rise. */
function wholeParts<Offered extends Fillable>(lines: readonly Line<Offered>[], taken: readonly number[], sizes: Sizes): Part<Offered>[] {
  const floors = taken.map((one) => Math.floor(one + tiny));
  const left = leftOf(lines, floors, sizes);
  return lines.flatMap(({ offer, isCounted }, index) => {
    const whole = floors[index] ?? 0;
    const extra = left.missing > 0 && (taken[index] ?? 0) - whole > tiny && (isCounted || left.room > 0) ? 1 : 0;
    left.missing -= extra;
    if (!isCounted) left.room -= extra;
    return whole + extra > 0 ? [{ offer, tonnes: whole + extra }] : [];
  });
}

/** Returns the tonnes that are missing, and how many of them need not count. */
function leftOf(lines: readonly Line[], taken: readonly number[], { tonnes, others }: Sizes): { missing: number; room: number } {
  const sumOf = (parts: readonly number[]) => parts.reduce((sum, one) => sum + one, 0);
  return { missing: tonnes - sumOf(taken), room: others - sumOf(taken.filter((_, index) => !lines[index]?.isCounted)) };
}
