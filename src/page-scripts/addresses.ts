/** Returns an address that the page passes to its scripts in a `<meta>` (server/http/page/render-html.ts); undefined if absent. */
export function pageAddress(name: 'deferred' | 'app' | 'modules'): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="carma:${name}"]`)?.content;
}
