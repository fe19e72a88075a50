import { escapeMarkup, xmlText } from '../text/xml.ts';

/** An address on the site and the ISO date or instant of its last change. */
export type SitemapEntry = { url: string; lastModified: string };

/** Writes a sitemap; https://www.sitemaps.org/protocol.html. The protocol allows 50,000 addresses. */
export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, lastModified }) =>
      `  <url>\n    <loc>${escapeMarkup(xmlText(url))}</loc>\n    <lastmod>${escapeMarkup(xmlText(lastModified))}</lastmod>\n  </url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
