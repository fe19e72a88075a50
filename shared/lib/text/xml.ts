/** Characters that XML 1.0 forbids (section 2.2), even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Removes characters that XML forbids, such as control characters. It escapes nothing. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for elements and attributes of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Escapes text as HTML in XML, which titles of a feed's entries are; its own title is plain text. Not for attributes: quotes stay. */
export function htmlInXml(text: string): string {
  return xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Returns a category for the `feed` library (6.0), which escapes `&` and `"` in attributes but not `<`: a full-width `＜` takes the place
 * of `<`.
 */
export function feedCategory(name: string): { name: string; term: string } {
  const safe = xmlText(name).replaceAll('<', '＜');
  return { name: safe, term: safe };
}

/**
 * Writes a sitemap (https://www.sitemaps.org/protocol.html) of addresses, each with the ISO date or instant of its last change. One of more
 * than 50,000 would have to be several files.
 */
export function sitemapXml(entries: readonly { url: string; lastModified: string }[]): string {
  const urls = entries.map(
    ({ url, lastModified }) =>
      `  <url>\n    <loc>${escapeMarkup(xmlText(url))}</loc>\n    <lastmod>${escapeMarkup(xmlText(lastModified))}</lastmod>\n  </url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
