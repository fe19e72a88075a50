import { finder } from '#shared/content/portfolio.ts';
import { labelNameTexts } from '#shared/content/projects/labels.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { AskedFor, PortfolioNeed } from '#shared/schemas/portfolio.ts';
import { fill, formatCount, formatDay } from '#verify/text.ts';

/** Returns a need in words, joined by semicolons: its conditions that are set, and whether pending credits are left out. */
export function needInWords({ need, budget, highestPrice }: AskedFor): string {
  const words = finder.need;
  const withAndWithoutVat = ({ exclVat, inclVat }: NonNullable<AskedFor['budget']>) => ({
    excl: formatPounds(exclVat),
    incl: formatPounds(inclVat),
  });
  // Every field of a need, but for the two that say what its amounts mean.
  const parts: Record<keyof Omit<PortfolioNeed, 'each' | 'vat'>, string | number | boolean | null | undefined> = {
    tonnes: need.tonnes !== undefined && fill(words.tonnes, { tonnes: formatCount(need.tonnes) }),
    budgetPence: budget && fill(words.budget, withAndWithoutVat(budget)),
    maxPence: highestPrice && fill(need.each ? words.each : words.max, withAndWithoutVat(highestPrice)),
    type: need.type,
    country: need.country && countryName(need.country),
    removal: need.removal && words.removal,
    // A share of removals at least, unless there is to be nothing else.
    removals: !need.removal && need.removals && fill(words.removals, { share: String(need.removals) }),
    nature: need.nature && words.nature,
    label: need.label.map((label) => labelNameTexts[label]).join('; '),
    units: words.units[need.units ?? ''],
    vintageFrom: need.vintageFrom !== undefined && fill(words.vintageFrom, { year: String(need.vintageFrom) }),
    year: need.year !== undefined && fill(words.year, { year: String(need.year) }),
    storage: need.storage !== undefined && fill(words.storage, { years: countOf(need.storage, 'year') }),
    deliverBy: need.deliverBy && fill(words.deliverBy, { day: formatDay(need.deliverBy) }),
    contested: need.contested && words.contested,
    projects: need.projects !== undefined && fill(words.projects, { projects: countOf(need.projects, 'project') }),
  };
  return Object.values(parts).filter(Boolean).join('; ');
}
