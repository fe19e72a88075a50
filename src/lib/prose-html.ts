export type ContentsEntry = { id: string; text: string };

/** The second-level headings of a piece of HTML, for its list of contents: every one has an id. */
export function contentsOf(html: string): ContentsEntry[] {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = '', heading = '']) => ({ id, text: plainText(heading) }));
}

/**
 * Puts each table into a box that scrolls sideways on a narrow screen: it can be reached by keyboard and is named by
 * the table's caption.
 */
export function withScrollingTables(html: string): string {
  return html.replace(/<table>\s*<caption>(.*?)<\/caption>.*?<\/table>/gs, (table, caption: string) => {
    const name = plainText(caption).replaceAll('"', '&quot;');
    return `<div role="group" tabindex="0" aria-label="${name}">${table}</div>`;
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
