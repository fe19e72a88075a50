import type { JsonLd } from '#src/lib/search-engines/json-ld.ts';

/**
 * A description for search engines. React does not escape the text of a script element, except `<script` and `</script`;
 * escaping every `<` for JSON makes sure that nothing can end the element. It is data and not executed, so the
 * Content-Security-Policy does not apply.
 */
export function JsonLdBlock({ data }: { data: JsonLd }) {
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>;
}
