import type { JsonLd } from '#src/lib/json-ld.ts';

/**
 * A description for search engines. React writes the text of a script element as it stands, except `<script` and
 * `</script`; with every `<` escaped for JSON there is nothing that could end the element. Being data, it is not run, so
 * the Content-Security-Policy has no say in it.
 */
export function JsonLdBlock({ data }: { data: JsonLd }) {
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>;
}
