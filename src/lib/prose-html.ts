export type ContentsEntry = { id: string; text: string };

/** The second-level headings of a piece of HTML, for its list of contents: every one has an id. */
export function contentsOf(html: string): ContentsEntry[] {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = '', heading = '']) => ({ id, text: plainText(heading) }));
}

/**
 * Names each cell of a table after its column, as `data-label`, for a narrow screen, where each row stands alone
 * (src/styles/prose.ts).
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

/**
 * Fills the placeholders of a piece of HTML, such as `{{contactEmail}}`, with escaped values.
 * @throws Error that names the placeholder for which there is no value.
 */
export function fillIn(html: string, values: Record<string, string>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the placeholder {{${name}}}`);
    return escapeHtml(value);
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, '').trim();
}
