import type { certificate } from '#shared/content/record/index.ts';
import { linesOfProject, type NamedProject, type RecordEntry } from '#verify/entry.ts';
import { fill, formatCount, joinWords } from '#verify/text.ts';

type ClaimTexts = (typeof certificate)['claims'];

const namedProjects = 4;
/** What became of tonnes, and how the types of such units begin. */
const effects = { removed: 'Removal', reduced: 'Reduction', avoided: 'Avoidance' } as const;

/**
 * Returns what a holder may and may not say about a retirement, depending on the type of the units and the rules of their registry.
 * The sentence keeps tonnes that were removed, reduced and avoided apart, each with its projects.
 */
export function claimsOf(
  entry: RecordEntry,
  projects: readonly (Pick<NamedProject, 'id' | 'slug'> & { title: string })[],
  texts: ClaimTexts,
): { may: string[]; mayNot: string[] } {
  const parts = (Object.keys(effects) as (keyof typeof effects)[]).flatMap((effect) => {
    const hasEffect = ({ unitType }: { unitType: string }) => unitType.startsWith(effects[effect]);
    const quantity = entry.lines.filter(hasEffect).reduce((sum, line) => sum + line.quantity, 0);
    if (quantity === 0) return [];
    const titles = projects.filter((project) => linesOfProject(entry, project).some(hasEffect)).map(({ title }) => title);
    const project = titles.length > namedProjects ? fill(texts.several, { count: String(titles.length) }) : joinWords(titles);
    return [fill(texts[effect], { quantity: formatCount(quantity), project })];
  });
  const sentence = fill(texts.sentence, { parts: joinWords(parts) });
  const isWoodland = entry.lines.some(({ registry }) => registry === 'uk-land-carbon');
  return { may: [sentence, texts.always], mayNot: [...texts.not, ...(isWoodland ? [texts.wcc] : [])] };
}
