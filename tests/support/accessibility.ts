import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export type Where = {
  /** Selectors of what is checked; by default the whole page. */
  parts?: string[];
  /** Selectors of what is left out. */
  except?: string[];
};

/** Returns what axe objects to: the rule, the element and how to fix it. */
export async function accessibilityViolations(page: Page, { parts = ['html'], except = [] }: Where = {}): Promise<string[]> {
  // Violations only: locating every passed check takes longer than running it. In legacy mode axe runs in the page itself; otherwise each
  // run opens another page, for cross-origin frames, which this site does not have.
  // The builder would insert axe, half a megabyte, for every run; once a page is enough.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: 'void axe' } : { page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    .setLegacyMode();
  for (const part of parts) axe.include(part);
  for (const part of except) axe.exclude(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
