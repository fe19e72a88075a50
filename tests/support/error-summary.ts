import { type HTMLElement, parse } from 'node-html-parser';
import type { Page } from 'playwright';

/** Returns the texts in the summary of a form's errors. @throws if one of its links leads to no field with the same text. */
export function wrongFieldsIn(document: HTMLElement): string[] {
  const byId = (id: string | undefined) => document.querySelectorAll('[id]').find((element) => element.id === id);
  return document.querySelectorAll('[role=alert] a[href^="#"]').map((link) => {
    const field = byId(link.getAttribute('href')?.slice(1));
    const descriptions = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const hasText = descriptions.some((id) => byId(id)?.text === link.text);
    if (field?.getAttribute('aria-invalid') !== 'true' || !hasText) throw new Error(`No field has the error “${link.text}”`);
    return link.text;
  });
}

/** Returns the texts in the summary on a page in a browser, once it has the focus. @throws as `wrongFieldsIn`. */
export async function focusedSummary(page: Page): Promise<string[]> {
  await page.locator('[tabindex="-1"]:focus', { hasText: 'There is a problem' }).waitFor();
  return wrongFieldsIn(parse(await page.content()));
}
