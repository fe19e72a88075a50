import type { Page } from 'playwright';

/** Presses Tab until the focus is past the end of the page. Returns the elements that had it while covered entirely. */
export async function coveredFocus(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let pressed = 0; pressed < 200; pressed += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(nameIfCovered);
    if (name === undefined && pressed < 20) throw new Error(`The focus left the page after ${pressed} tabs`);
    if (name === undefined) return covered;
    if (name) covered.push(name);
  }
  throw new Error('The focus is still on the page after 200 tabs');
}

/** Returns the focused element's name if none of nine points on it is visible, '' if one is, undefined if nothing has the focus. */
export function nameIfCovered(): string | undefined {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return undefined;
  const { left, top, width, height } = activeElement.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const isVisible = parts.some((x) =>
    parts.some((y) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return hit !== null && (activeElement.contains(hit) || hit.contains(activeElement));
    }),
  );
  return isVisible ? '' : (activeElement.getAttribute('aria-label') ?? (activeElement.textContent || activeElement.outerHTML));
}
