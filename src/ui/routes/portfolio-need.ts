import { finder } from '#shared/content/portfolio.ts';
import { labelNameTexts } from '#shared/content/projects/labels.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { AskedFor } from '#shared/schemas/portfolio.ts';
import { fill, formatCount, formatDay } from '#verify/text.ts';

/** Returns a need in words: each of its conditions that is set, joined by semicolons. */
export function needInWords({ need, budget, highestPrice }: AskedFor): string {
  const words = finder.need;
  const withAndWithoutVat = ({ exclVat, inclVat }: NonNullable<AskedFor['budget']>) => ({
    excl: formatPounds(exclVat),
    incl: formatPounds(inclVat),
  });
  const parts = [
    need.tonnes !== undefined && fill(words.tonnes, { tonnes: formatCount(need.tonnes) }),
    budget && fill(words.budget, withAndWithoutVat(budget)),
    highestPrice && fill(need.each ? words.each : words.max, withAndWithoutVat(highestPrice)),
    need.type,
    need.country && countryName(need.country),
    // Nothing but removals, or a share of them at least.
    need.removal ? words.removal : need.removals && fill(words.removals, { share: String(need.removals) }),
    need.nature && words.nature,
    ...need.label.map((label) => labelNameTexts[label]),
    words.units[need.units ?? ''],
    need.vintageFrom !== undefined && fill(words.vintageFrom, { year: String(need.vintageFrom) }),
    need.year !== undefined && fill(words.year, { year: String(need.year) }),
    need.storage !== undefined && fill(words.storage, { years: countOf(need.storage, 'year') }),
    need.deliverBy && fill(words.deliverBy, { day: formatDay(need.deliverBy) }),
    need.contested && words.contested,
    need.projects !== undefined && fill(words.projects, { projects: countOf(need.projects, 'project') }),
  ];
  return parts.filter((part) => typeof part === 'string').join('; ');
}
