import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in a part of a page, in short: rule, and where. */
export async function findings(page: Page, part = 'html'): Promise<string[]> {
  // Violations alone: to say where everything else is takes longer than to look. And in the page itself: not in the legacy
  // way, each look opens a page more, for frames of other sites that ours do not have.
  const axe = new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .include(part)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
