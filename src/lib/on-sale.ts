import type { Project } from '#src/schemas/project.ts';
import { priceLimit } from './basket.ts';

/** Whether tonnes of a project can be reckoned with and asked for. The one place that a sale status would join. */
export function isOnSale({ availableCredits, pricePerCredit }: Pick<Project, 'availableCredits' | 'pricePerCredit'>): boolean {
  return availableCredits > 0 && pricePerCredit <= priceLimit;
}
