import type { Project } from '#src/schemas/project.ts';
import { priceLimit } from './basket.ts';

/** Checks whether a project's credits can be priced and quoted: it is on sale, has credits left, and its price is within the limit. */
export function isOnSale({
  status,
  availableCredits,
  pricePerCredit,
}: Pick<Project, 'status' | 'availableCredits' | 'pricePerCredit'>): boolean {
  return status === 'on sale' && availableCredits > 0 && pricePerCredit <= priceLimit;
}
