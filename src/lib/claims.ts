import type { certificate } from '#src/content/record/index.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { formatCount } from './numbers.ts';

type ClaimTexts = (typeof certificate)['claims'];

/** What a holder may say about a retirement, and what not: by what the units are and whose rules they follow. */
export function claimsOf(entry: RecordEntry, projectTitle: string, texts: ClaimTexts): { may: string[]; mayNot: string[] } {
  const isRemoval = entry.lines.every(({ unitType }) => unitType.startsWith('Removal'));
  const sentence = (isRemoval ? texts.removal : texts.reduction)
    .replace('{quantity}', formatCount(entry.quantity))
    .replace('{project}', () => projectTitle);
  const isWoodland = entry.lines.some(({ registry }) => /woodland|land carbon/i.test(registry));
  return { may: [sentence, texts.always], mayNot: [...texts.not, ...(isWoodland ? [texts.wcc] : [])] };
}
