import type { certificate } from '#src/content/record/index.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { fill } from '../text/fill.ts';
import { formatCount } from '../text/numbers.ts';

type ClaimTexts = (typeof certificate)['claims'];

const namedProjects = 4;
const list = new Intl.ListFormat('en-GB');

/** Returns what a holder may and may not say about a retirement, depending on the type of the units and the rules of their registry. */
export function claimsOf(entry: RecordEntry, projectTitles: readonly string[], texts: ClaimTexts): { may: string[]; mayNot: string[] } {
  const removals = entry.lines.filter(({ unitType }) => unitType.startsWith('Removal'));
  const words = removals.length === 0 ? texts.reduction : removals.length === entry.lines.length ? texts.removal : texts.mixed;
  const sentence = fill(words, {
    quantity: formatCount(entry.quantity),
    project:
      projectTitles.length > namedProjects ? fill(texts.several, { count: String(projectTitles.length) }) : list.format(projectTitles),
  });
  const isWoodland = entry.lines.some(({ registry }) => registry === 'uk-land-carbon');
  return { may: [sentence, texts.always], mayNot: [...texts.not, ...(isWoodland ? [texts.wcc] : [])] };
}
