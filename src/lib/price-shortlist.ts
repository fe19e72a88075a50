import type { Project } from '#src/schemas/project.ts';
import { type BasketCost, costOf, tonnesLimit } from './basket.ts';
import { isOnSale } from './on-sale.ts';
import type { ShortlistLine } from './shortlist-address.ts';

/** A project on a shortlist, as it is reckoned. */
export type PricedLine = {
  project: Project;
  /** At most what is available. As asked where the project is not on sale. */
  tonnes: number;
  /** More was asked for than is available. */
  reduced: boolean;
  /** Pence, excl. VAT; null where the project is not on sale: it is no part of the sums. */
  cost: number | null;
};
/** Tonnes of the lines that count, by whether the credits are issued. */
export type TonnesByUnits = { total: number; issued: number; expected: number; 'not stated': number };
export type PricedShortlist = Omit<BasketCost, 'lines'> & { lines: PricedLine[]; tonnes: TonnesByUnits };

/** A shortlist at the catalogue's prices, in pence. `projects` in any order; a line without its project is left out. */
export function priceShortlist(lines: readonly ShortlistLine[], projects: readonly Project[]): PricedShortlist {
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  const found = lines.flatMap(({ slug, tonnes }) => {
    const project = bySlug.get(slug);
    if (!project) return [];
    if (!isOnSale(project)) return [{ project, tonnes, reduced: false, onSale: false }];
    const most = Math.min(project.availableCredits, tonnesLimit.max);
    return [{ project, tonnes: Math.min(tonnes, most), reduced: tonnes > most, onSale: true }];
  });
  const basket = found.filter(({ onSale }) => onSale);
  const { lines: costs, ...sums } = costOf(basket.map(({ project, tonnes }) => ({ pricePerCredit: project.pricePerCredit, tonnes })));
  const tonnes: TonnesByUnits = { total: 0, issued: 0, expected: 0, 'not stated': 0 };
  for (const line of basket) {
    tonnes.total += line.tonnes;
    tonnes[line.project.unitsStatus ?? 'not stated'] += line.tonnes;
  }
  return { ...sums, tonnes, lines: found.map(({ onSale, ...line }, index) => ({ ...line, cost: onSale ? costAt(index) : null })) };

  function costAt(index: number): number {
    const line = found[index];
    return (line && costs[basket.indexOf(line)]) ?? 0;
  }
}
