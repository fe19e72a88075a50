import type { certificate } from '#shared/content/record/index.ts';
import type { Retirement } from '#verify/certificate.ts';
import { linesOfProject, type NamedProject, quantityIn, type RecordLine, retiredParts } from '#verify/entry.ts';
import { fill, formatCount, joinWords } from '#verify/text.ts';

/** The most projects that a sentence names. */
const mostNamed = 4;
/** The effect of tonnes by the first word of their unit type: each word has one. */
const effects = { Removal: 'removed', Reduction: 'reduced', Avoidance: 'avoided' } as const;
type FirstWord<Text extends string> = Text extends `${infer First} ${string}` ? First : Text;

/**
 * Returns what a holder may and may not say about a retirement, each list with its title, depending on the type of the units, the rules
 * of their registry, and whether the registry was seen to have retired them. The sentence keeps tonnes that were removed, reduced and
 * avoided apart, each with its projects.
 */
export function claimsOf(
  { index, entry, related }: Pick<Retirement, 'index' | 'entry' | 'related'>,
  projects: readonly Pick<NamedProject, 'id' | 'title'>[],
  texts: (typeof certificate)['claims'],
): { title: string; rules: string[] }[] {
  const say = (text: typeof texts.sentence | typeof texts.recorded, lines: RecordLine[]) => {
    const clauses = (Object.keys(effects) as FirstWord<RecordLine['unitType']>[]).flatMap((word) => {
      const hasEffect = ({ unitType }: RecordLine) => unitType.startsWith(word);
      const quantity = quantityIn(lines.filter(hasEffect));
      if (quantity === 0) return [];
      const titles = projects.filter((one) => linesOfProject({ ...entry, lines }, one).some(hasEffect)).map(({ title }) => title);
      const project = titles.length > mostNamed ? fill(texts.several, { count: String(titles.length) }) : joinWords(titles);
      return [fill(texts[effects[word]], { quantity: formatCount(quantity), project })];
    });
    return clauses.length > 0 ? [fill(text, { parts: joinWords(clauses) })] : [];
  };
  const parts = retiredParts({ index, entry, related });
  const confirmed = parts.filter(({ isConfirmed }) => isConfirmed);
  const open = parts.filter(({ isConfirmed }) => !isConfirmed);
  const recorded = say(texts.recorded, open);
  const isOfUk = entry.lines.some(({ registry }) => registry === 'uk-land-carbon');
  const notYet = recorded.length > 0 ? [fill(texts.notYet, { quantity: formatCount(quantityIn(open)) })] : [];
  return [
    { title: texts.may, rules: [...say(texts.sentence, confirmed), ...recorded, texts.always] },
    { title: texts.later, rules: recorded.length > 0 ? say(texts.sentence, entry.lines) : [] },
    { title: texts.mayNot, rules: [...notYet, ...texts.not, ...(isOfUk ? [texts.ukOnly] : [])] },
  ].filter(({ rules }) => rules.length > 0);
}
