import type { Page } from 'playwright';
import type { Sql } from 'postgres';

/** Presses Tab until the element is focused, as a keyboard user has to. @throws Error when 150 presses do not reach it. */
export async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  for (let pressed = 0, presses = 0; pressed < 150; pressed += presses) {
    presses = await target.evaluate(pressesTo);
    if (presses === 0) return;
    // All at once: looking for the focus after each press takes longer than the press.
    await Promise.all(Array.from({ length: presses }, () => page.keyboard.press('Tab')));
  }
  throw new Error(`150 presses of Tab did not reach ${role} ${name}`);
}

/** Returns after how many presses of Tab the element has the focus or, if it stands before the focus, how many lead out of the page. */
function pressesTo(target: Element): number {
  const { activeElement, body } = document;
  if (activeElement === target) return 0;
  if (!activeElement || activeElement === body) return 1;
  const follows = (one: Element, other: Element) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      !stop.matches(':disabled') &&
      stop.checkVisibility({ visibilityProperty: true }) &&
      follows(activeElement, stop),
  );
  const isAhead = follows(activeElement, target);
  // One at least: an element that cannot have the focus is no stop.
  return Math.max(1, isAhead ? stops.filter((stop) => !follows(target, stop)).length : stops.length + 1);
}

export type ProjectOnSale = { slug: string; title: string; pence: number; available: number };

/** Returns two biochar projects on sale, by title; no test changes them. */
export async function projectsOnSale(sql: Sql): Promise<[ProjectOnSale, ProjectOnSale]> {
  const [first, second] = await sql<ProjectOnSale[]>`
    select slug, title, price_per_credit as pence, available_credits as available
    from carbon_projects
    where category = 'Biochar' and available_credits > 1000 and sale_status = 'On sale'
    order by title
    limit 2
  `;
  if (!first || !second) throw new Error('The sample catalogue has no two biochar projects with over 1,000 credits on sale');
  return [first, second];
}

/** Returns an amount as the site writes it. */
export const pounds = (pence: number) => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100);

/** Adds VAT of 20% to so many pence, rounded half up to the penny. */
export const withVat = (pence: number) => pence + Math.floor((pence * 20 + 50) / 100);

/** Returns the lines of the quote request sent with an email address, in order. */
export function quotedLines(sql: Sql, email: string) {
  return sql`
    select message_lines.project_slug, message_lines.tonnes, price_per_credit, name, message
    from messages
    join message_lines on message_id = messages.id
    where email = ${email}
    order by line_number
  `;
}
