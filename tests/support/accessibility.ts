import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Locating every passed check takes longer than running it.
  resultTypes: ['violations'],
  // The style sheets, which axe would fetch and read again, are only for a rule that `runOnly` leaves out.
  preload: { assets: ['media'] },
};
/**
 * No result quotes the HTML of its element, and axe need not write it down for each check. By default it looks for pseudo-elements
 * behind each text, which takes most of its time, and does not judge what has one.
 */
const settings = { noHtml: true, checks: [{ id: 'color-contrast', options: { ignorePseudo: true } }] };

type AxeScope = {
  /** Selectors of what is checked; by default the whole page. */
  parts?: string[];
  /** Selectors of what is left out. */
  except?: string[];
  /** The only rules to check. */
  rules?: string[];
};

/** Returns what axe objects to: the rule, the element and how to fix it. */
export async function accessibilityViolations(page: Page, { parts = ['html'], except = [], rules }: AxeScope = {}): Promise<string[]> {
  // Half a megabyte: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe}; axe.configure(${JSON.stringify(settings)})`);
  return page.evaluate(violationsIn, [{ include: parts, exclude: except }, rules ? { ...options, runOnly: rules } : options] as const);
}

/** Runs in the page. */
async function violationsIn([scope, how]: readonly [ElementContext, RunOptions]): Promise<string[]> {
  const { run } = (window as unknown as { axe: { run: (scope: ElementContext, how: RunOptions) => Promise<AxeResults> } }).axe;
  const { violations } = await run(scope, how);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
