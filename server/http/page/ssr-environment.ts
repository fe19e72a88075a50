type Ssr = typeof import('#src/waku.ssr.tsx');
export type RouterProps = Parameters<Ssr['renderWhole']>[0]['router'];

let loading: Promise<void> | undefined;
let loaded: Ssr | undefined;

/** Loads the module that renders React elements to HTML, from Waku's `ssr` environment: once, because each import is slow. */
export function loadSsrEnvironment(): Promise<void> {
  loading ??= load();
  return loading;
}

/** Returns that module, so that static parts need not wait for it. @throws Error before `loadSsrEnvironment` has resolved. */
export function ssrEnvironment(): Ssr {
  if (!loaded) throw new Error('The ssr environment is not loaded yet');
  return loaded;
}

async function load(): Promise<void> {
  loaded = await import.meta.viteRsc.import<Ssr>('../../../src/waku.ssr.tsx', { environment: 'ssr' });
}
