import type { PortfolioTexts } from '#src/content/portfolio.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { AskedFor } from '#src/schemas/portfolio.ts';

/** Returns a need in words: its parts, joined. */
export function needInWords(
  { need, budget, highestPrice }: AskedFor,
  texts: PortfolioTexts['need'],
  labelNames: Record<string, string>,
): string {
  const bothWays = ({ exclVat, inclVat }: { exclVat: number; inclVat: number }) => ({
    excl: formatPounds(exclVat),
    incl: formatPounds(inclVat),
  });
  const parts = [
    need.tonnes !== undefined && fill(texts.tonnes, { tonnes: formatCount(need.tonnes) }),
    budget && fill(texts.budget, bothWays(budget)),
    highestPrice && fill(texts.max, bothWays(highestPrice)),
    need.type,
    need.country && countryName(need.country),
    need.removal && texts.removal,
    need.nature && texts.nature,
    ...need.label.map((label) => labelNames[label]),
    texts.units[need.units ?? ''],
    need.year !== undefined && fill(texts.year, { year: String(need.year) }),
    need.deliverBy && fill(texts.deliverBy, { day: formatDay(need.deliverBy) }),
  ];
  return parts.filter((part) => typeof part === 'string').join('; ');
}
