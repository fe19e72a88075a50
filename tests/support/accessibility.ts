import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions & { checks: Record<string, object> } = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Locating every passed check takes longer than running it.
  resultTypes: ['violations', 'incomplete'],
  // The style sheets, which axe would fetch and read again, are only for a rule that `runOnly` leaves out.
  preload: { assets: ['media'] },
  // By default it looks for pseudo-elements behind each text, which takes most of its time, and does not judge what has one. Merged with
  // the options of the check, which `axe.configure` would replace: without its ratios it judges nothing.
  checks: { 'color-contrast': { options: { ignorePseudo: true } } },
};

type AxeScope = {
  /** Selectors of what is checked; by default the whole page. */
  parts?: string[];
  /** Selectors of what is left out. */
  except?: string[];
};

/** Returns what axe objects to: the rule, the element and how to fix it. */
export async function accessibilityViolations(page: Page, { parts = ['html'], except = [] }: AxeScope = {}): Promise<string[]> {
  // Half a megabyte: once a page is enough. No result quotes the HTML of its element, so that axe need not write it down for each check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe}; axe.configure({ noHtml: true })`);
  return page.evaluate(violationsIn, [{ include: parts, exclude: except }, options] as const);
}

/** Runs in the page. */
async function violationsIn([scope, how]: readonly [ElementContext, RunOptions]): Promise<string[]> {
  const { run } = (window as unknown as { axe: { run: (scope: ElementContext, how: RunOptions) => Promise<AxeResults> } }).axe;
  const { violations, incomplete } = await run(scope, how);
  // Of what axe leaves open only text in the colour of its ground, and a check that failed, are sure to be faults.
  const isFault = ({ error, any }: { error?: unknown; any: { data?: { messageKey?: string } }[] }) =>
    error !== undefined || any.some(({ data }) => data?.messageKey === 'equalRatio');
  const open = incomplete.map((rule) => ({
    ...rule,
    nodes: (rule.nodes as ((typeof rule.nodes)[number] & { error?: unknown })[]).filter(isFault),
  }));
  return [...violations, ...open].flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
