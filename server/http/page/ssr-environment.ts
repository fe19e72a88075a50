type Ssr = typeof import('#src/waku.ssr.tsx');

let loaded: Promise<Ssr> | undefined;

/** Returns the module that renders React elements to HTML, from Waku's `ssr` environment. Cached, because each import is slow. */
export function ssrEnvironment(): Promise<Ssr> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Ssr> {
  return await import.meta.viteRsc.import<Ssr>('../../../src/waku.ssr.tsx', { environment: 'ssr' });
}
