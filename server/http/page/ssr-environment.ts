type Ssr = typeof import('#src/waku.ssr.tsx');
export type RouterProps = Parameters<Ssr['renderWhole']>[0]['router'];

let loaded: Ssr | undefined;

/** Loads the module that renders React elements to HTML, from Waku's `ssr` environment. In a build once, because each import is slow. */
export async function loadSsrEnvironment(): Promise<Ssr> {
  if (!loaded || import.meta.env.DEV) {
    loaded = await import.meta.viteRsc.import<Ssr>('../../../src/waku.ssr.tsx', { environment: 'ssr' });
  }
  return loaded;
}

/** Returns that module, so that static parts need not wait for it. @throws Error before `loadSsrEnvironment` has resolved. */
export function ssrEnvironment(): Ssr {
  if (!loaded) throw new Error('The ssr environment is not loaded yet');
  return loaded;
}
