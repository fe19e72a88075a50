import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns what axe objects to in part of a page: the rule, the element and how to fix it. */
export async function accessibilityViolations(page: Page, part = 'html'): Promise<string[]> {
  // Violations only: locating every passed check takes longer than running it. In legacy mode axe runs in the page itself; otherwise each
  // run opens another page, for cross-origin frames, which this site does not have.
  const axe = new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .include(part)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
