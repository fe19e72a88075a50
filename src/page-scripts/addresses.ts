/** An address that the page gives its scripts, in a `<meta>` (server/http/page/render-html.ts); undefined where it has none. */
export function pageAddress(name: 'deferred' | 'app' | 'modules' | 'payload'): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="carma:${name}"]`)?.content;
}
