type Ssr = typeof import('#src/waku.ssr.tsx');
export type RouterProps = Parameters<Ssr['renderWhole']>[0]['router'];

let loading: Promise<Ssr> | undefined;
let loaded: Ssr | undefined;

/** Returns the module that renders React elements to HTML, from Waku's `ssr` environment. Cached, because each import is slow. */
export function ssrEnvironment(): Promise<Ssr> {
  loading ??= load();
  return loading;
}

/** The same for code that cannot wait, inside a static part. @throws Error before `ssrEnvironment` has resolved. */
export function loadedSsrEnvironment(): Ssr {
  if (!loaded) throw new Error('The ssr environment is not loaded yet');
  return loaded;
}

async function load(): Promise<Ssr> {
  loaded = await import.meta.viteRsc.import<Ssr>('../../../src/waku.ssr.tsx', { environment: 'ssr' });
  return loaded;
}
