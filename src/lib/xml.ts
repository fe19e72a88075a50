/** What XML 1.0 allows in a text (section 2.2); the rest could not even be escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text without characters that no XML document may hold, such as control characters. It is not escaped. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

/** Plain text as HTML that stands in XML, such as a title in a feed. */
export function htmlInXml(text: string): string {
  return xmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A category of the `feed` library (6.0), which escapes `&` and `"` in attributes, but not `<`: a full-width one takes its
 * place.
 */
export function feedCategory(name: string): { name: string; term: string } {
  const safe = xmlText(name).replaceAll('<', '＜');
  return { name: safe, term: safe };
}
