import { xmlText } from './xml.ts';

/** An address of the site and the day (ISO) or moment at which it last changed. */
export type SitemapEntry = { url: string; lastModified: string };

/** A sitemap of these addresses; https://www.sitemaps.org/protocol.html. It may hold 50,000 of them. */
export function sitemapXml(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, lastModified }) => `  <url>\n    <loc>${escapeXml(url)}</loc>\n    <lastmod>${escapeXml(lastModified)}</lastmod>\n  </url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
