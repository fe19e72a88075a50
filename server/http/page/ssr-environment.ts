type Ssr = typeof import('#src/waku.ssr.tsx');

let loaded: Promise<Ssr> | undefined;

/** Loads, once, the module that turns React elements into HTML, from Waku's `ssr` environment: an import for each part of a page is slow. */
export function ssrEnvironment(): Promise<Ssr> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Ssr> {
  return await import.meta.viteRsc.import<Ssr>('../../../src/waku.ssr.tsx', { environment: 'ssr' });
}
