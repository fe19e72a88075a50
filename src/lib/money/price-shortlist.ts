import type { Project } from '#src/schemas/project.ts';
import type { ShortlistLine } from '../shortlist/shortlist-address.ts';
import { type BasketCost, costOf, tonnesLimit } from './basket.ts';
import { isOnSale } from './on-sale.ts';

/** A priced line of a shortlist. */
export type PricedLine = {
  project: Project;
  /** Capped at what is available. Unchanged if the project is not on sale. */
  tonnes: number;
  /** More was requested than is available. */
  reduced: boolean;
  /** Pence, excl. VAT. Null if the project is not on sale; the line is then excluded from the totals. */
  cost: number | null;
};
/** Tonnes of the lines included in the totals, by whether the credits are issued. */
export type TonnesByUnits = { total: number; issued: number; expected: number; 'not stated': number };
export type PricedShortlist = Omit<BasketCost, 'lines'> & { lines: PricedLine[]; tonnes: TonnesByUnits };

/** Prices a shortlist from the catalogue, in pence. `projects` may be in any order; a line whose project is missing is dropped. */
export function priceShortlist(lines: readonly ShortlistLine[], projects: readonly Project[]): PricedShortlist {
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  const matched = lines.flatMap(({ slug, tonnes }) => {
    const project = bySlug.get(slug);
    if (!project) return [];
    if (!isOnSale(project)) return [{ project, tonnes, reduced: false, onSale: false }];
    const max = Math.min(project.availableCredits, tonnesLimit.max);
    return [{ project, tonnes: Math.min(tonnes, max), reduced: tonnes > max, onSale: true }];
  });
  const basket = matched.filter(({ onSale }) => onSale);
  const { lines: costs, ...sums } = costOf(basket.map(({ project, tonnes }) => ({ pricePerCredit: project.pricePerCredit, tonnes })));
  const tonnes: TonnesByUnits = { total: 0, issued: 0, expected: 0, 'not stated': 0 };
  for (const line of basket) {
    tonnes.total += line.tonnes;
    tonnes[line.project.unitsStatus ?? 'not stated'] += line.tonnes;
  }
  return { ...sums, tonnes, lines: matched.map(({ onSale, ...line }, index) => ({ ...line, cost: onSale ? costAt(index) : null })) };

  function costAt(index: number): number {
    const line = matched[index];
    return (line && costs[basket.indexOf(line)]) ?? 0;
  }
}
