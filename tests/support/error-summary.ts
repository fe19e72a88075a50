import { type HTMLElement, parse } from 'node-html-parser';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Returns the names in the summary of a form's errors. @throws if one of its links leads to no field of that name with its own error. */
export function wrongFieldsIn(document: HTMLElement): string[] {
  const byId = (id: string | undefined) => document.querySelectorAll('[id]').find((element) => element.id === id);
  return document.querySelectorAll('[role=alert] a[href^="#"]').map((link) => {
    const field = byId(link.getAttribute('href')?.slice(1));
    const descriptions = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    // The id of an error: wrong-NAME in a plain form, FIELD-error on the form's own page.
    const hasError = descriptions.some((id) => /^wrong-|-error$/.test(id) && byId(id)?.text);
    const label = document
      .querySelectorAll('label')
      .find((one) => one.getAttribute('for') === field?.id || (field && one.querySelectorAll('input, textarea, select').includes(field)));
    // A line of a list is known by its project, and what is wrong with it.
    const [, title] = /^Tonnes of (.+)/.exec(field?.getAttribute('aria-label') ?? '') ?? [];
    const isNamed = label?.text.startsWith(link.text) || (title !== undefined && link.text.startsWith(`${title}: `));
    if (field?.getAttribute('aria-invalid') !== 'true' || !hasError || !isNamed)
      throw new Error(`No field called “${link.text}” has an error`);
    return link.text;
  });
}

/** Waits until the summary of errors in a browser has the focus, and returns the names in it. @throws as `wrongFieldsIn`. */
export async function focusedSummary(page: Page): Promise<string[]> {
  const focused = async () => ({
    focused: await page.locator(':focus').allInnerTexts(),
    announced: await page.locator('[role=alert], [role=status]').allInnerTexts(),
  });
  await expect.poll(focused).toMatchObject({ focused: [expect.stringContaining('There is a problem')] });
  return wrongFieldsIn(parse(await page.content()));
}
