import type { Project } from '#src/schemas/project.ts';
import { priceLimit } from './basket.ts';

/** Whether tonnes of a project can be reckoned with and asked for: it is on sale, with credits left, at a price in reach. */
export function isOnSale({
  status,
  availableCredits,
  pricePerCredit,
}: Pick<Project, 'status' | 'availableCredits' | 'pricePerCredit'>): boolean {
  return status === 'on sale' && availableCredits > 0 && pricePerCredit <= priceLimit;
}
