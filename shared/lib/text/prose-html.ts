import { fill } from '#verify/text.ts';
import { escapeMarkup } from './xml.ts';

export type ContentsEntry = { id: string; text: string };

/** Lists the second-level headings of an HTML fragment, for its table of contents. Each must have an id, no other attribute, and no `&`. */
export function contentsOf(html: string): ContentsEntry[] {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = '', heading = '']) => ({ id, text: plainText(heading) }));
}

/**
 * Adds each table cell's column heading as `data-label`. On narrow screens each row becomes a block of its own, and the cells
 * show these labels (src/styles/prose.ts).
 */
export function withNamedCells(html: string): string {
  return html.replace(/<table>.*?<\/table>/gs, (table) => {
    const columns = [...table.matchAll(/<th scope="col">(.*?)<\/th>/gs)].map(([, name = '']) => plainText(name).replaceAll('"', '&quot;'));
    let column = 0;
    return table.replace(/<(tr|td|th scope="(?:col|row)")(?: colspan="(\d+)")?>/g, (tag, start: string, width = '1') => {
      const label = start === 'td' ? ` data-label="${columns[column]}"` : '';
      column = start === 'tr' ? 0 : column + Number(width);
      return `${tag.slice(0, -1)}${label}>`;
    });
  });
}

/** Fills the placeholders of an HTML fragment with escaped values. @throws Error as `fill`, if one has no value or an undefined one. */
export function fillHtml(html: string, values: Readonly<Record<string, string | undefined>>): string {
  const escaped = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, escapeMarkup(value)]]));
  return fill(html, Object.fromEntries(escaped));
}

function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim();
}
