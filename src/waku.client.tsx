// The entry of React in the browser, and through it of all islands of the page. src/page-scripts/islands.ts loads it, and then calls
// `hydratePage`. It mirrors src/waku.ssr.tsx: the same tree around the same payload, without Waku's router, because links load a page.
import { createFromReadableStream } from '@vitejs/plugin-rsc/browser';
import { hydrateRoot } from 'react-dom/client';
import { INTERNAL_ServerRoot as PageRoot } from 'waku/minimal/client';
import { INTERNAL_ServerRouter as PageRouter } from 'waku/router/client';

/** How the payload names the page's own element, before its path. */
const routePrefix = 'route:';

/** Hydrates the page from its payload, the output of the server components. */
async function hydratePage(payload: string): Promise<void> {
  const elements = await createFromReadableStream<Record<string, unknown>>(new Blob([payload]).stream());
  // Every page has one: a payload without it throws here.
  const name = Object.keys(elements).find((one) => one.startsWith(routePrefix)) as string;
  hydrateRoot(
    document,
    <PageRoot elementsPromise={Promise.resolve(elements)}>
      {/* The server writes styles, fonts and addresses in these places, which `useId` counts. */}
      {null}
      {null}
      {null}
      {null}
      <PageRouter route={{ path: name.slice(routePrefix.length), query: '', hash: '' }} />
    </PageRoot>,
  );
}

globalThis.hydratePage = hydratePage;
