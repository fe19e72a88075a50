/// <reference types="@vitejs/plugin-rsc/types" />

/** What loads each client component on the server, by its id: of the plugin that Waku is built on (docs/couplings.md). */
declare module 'virtual:vite-rsc/client-references' {
  const load: Record<string, () => Promise<object>>;
  export default load;
}
