/// <reference types="@vitejs/plugin-rsc/types" />

/** Loads client components on the server, by id. Provided by the plugin that Waku is built on (docs/couplings.md). */
declare module 'virtual:vite-rsc/client-references' {
  const load: Record<string, () => Promise<object>>;
  export default load;
}
