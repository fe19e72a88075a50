import type { Project } from '#src/schemas/project.ts';
import { type BasketCost, costOf, tonnesLimit } from './basket.ts';
import { isOnSale } from './on-sale.ts';
import type { ShortlistLine } from './shortlist-address.ts';

/** A project on a shortlist, as it is reckoned. */
export type PricedLine = {
  project: Project;
  /** At most what is available. 0 where it is not on sale. */
  tonnes: number;
  /** More was asked for than is available. */
  reduced: boolean;
  /** Pence, excl. VAT; null where it is not on sale. */
  cost: number | null;
};
export type PricedShortlist = Omit<BasketCost, 'lines'> & { lines: PricedLine[] };

/** A shortlist at the catalogue's prices, in pence. `projects` in any order; a line without its project is left out. */
export function priceShortlist(lines: readonly ShortlistLine[], projects: readonly Project[]): PricedShortlist {
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  const found = lines.flatMap(({ slug, tonnes }) => {
    const project = bySlug.get(slug);
    if (!project) return [];
    const most = isOnSale(project) ? Math.min(project.availableCredits, tonnesLimit.max) : 0;
    return [{ project, tonnes: Math.min(tonnes, most), reduced: most > 0 && tonnes > most }];
  });
  const basket = found.filter(({ tonnes }) => tonnes > 0);
  const { lines: costs, ...sums } = costOf(basket.map(({ project, tonnes }) => ({ pricePerCredit: project.pricePerCredit, tonnes })));
  return { ...sums, lines: found.map((line) => ({ ...line, cost: line.tonnes > 0 ? (costs[basket.indexOf(line)] ?? null) : null })) };
}
