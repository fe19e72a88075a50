// The entry of Waku's third environment (`ssr`), in which React renders the output of the server components to HTML.
// server/http/page/render-html.ts calls it. It is not in that folder, because Waku keeps server/ out of this environment.
import { PassThrough, type Readable } from 'node:stream';
import clientReferences from 'virtual:vite-rsc/client-references';
import { setRequireModule } from '@vitejs/plugin-rsc/core/ssr';
import { createFromNodeStream } from '@vitejs/plugin-rsc/react/ssr.node';
import type { ComponentProps, ReactNode } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { INTERNAL_ServerRoot as ServerRoot } from 'waku/minimal/client';
import { INTERNAL_ServerRouter as ServerRouter } from 'waku/router/client';

/** What a page contains besides the output of its components. */
export type HeadParts = {
  styles: string | undefined;
  stylesheets: string[];
  /** Fonts to preload on wide screens. */
  fonts: string[];
  /** What the page's scripts are told, by name: the addresses of other scripts, and what may be prefetched. Each becomes a `<meta>`. */
  facts: Record<string, string>;
};

export type RenderParts = {
  /** The output of the server components: complete, or as a stream. */
  elements: Readable;
  /** The properties of Waku's router component, which surrounds the page. */
  router: ComponentProps<typeof ServerRouter>;
  head: HeadParts;
  /** The inline script of every page. */
  script: string;
  onError: (error: unknown) => string | undefined;
};

// The plugin's own loader makes the browser preload the code of every island. This one does not, so that it is loaded on demand.
setRequireModule({
  load: (id) => {
    if (import.meta.env.DEV) return import(/* @vite-ignore */ id);
    const load = clientReferences[id];
    if (!load) throw new Error(`The build has no client component ${id}`);
    return load();
  },
});

/** The screens on which fonts are preloaded; phones load them later. */
const wide = '(min-width: 48rem)';

/**
 * Renders a page as text: with a `nonce` as a stream, in which what is not ready when the shell is sent follows, with scripts that move it
 * into place; without one, when its data is complete, so that no script is needed.
 * @throws of a page without a nonce, whatever a part of it throws: half a page is none.
 */
export async function renderPage({ nonce, ...parts }: RenderParts & { nonce?: string }): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  const page = new PassThrough({ encoding: 'utf8' });
  const { pipe } = renderToPipeableStream(element(parts), {
    bootstrapScriptContent: parts.script,
    // Disables the size limit above which React would stream parts that are ready out of order.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    nonce,
    onError: (error) => {
      if (nonce === undefined) reject(error);
      // A visitor who leaves is no error.
      return page.destroyed ? undefined : parts.onError(error);
    },
    onShellError: reject,
    [nonce === undefined ? 'onAllReady' : 'onShellReady']: () => resolve(pipe(page)),
  });
  return promise;
}

/** Renders elements that are never hydrated: server/http/page/page.ts. */
export const renderStatic = renderToStaticMarkup;

/**
 * Four parts stand beside the router, and src/waku.client.tsx has as many places for them: `useId` counts what stands beside a component,
 * and has to count the same in the browser.
 */
function element({ elements, router, head }: RenderParts): ReactNode {
  return (
    <ServerRoot elementsPromise={createFromNodeStream<Record<string, unknown>>(elements)}>
      {head.styles && (
        <style href="page" precedence="page">
          {head.styles}
        </style>
      )}
      {head.stylesheets.map((address) => (
        <link key={address} rel="stylesheet" href={address} precedence="page" />
      ))}
      {head.fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" media={wide} crossOrigin="anonymous" />
      ))}
      {Object.entries(head.facts).map(([name, content]) => (
        <meta key={name} name={`carma:${name}`} content={content} />
      ))}
      <ServerRouter {...router} />
    </ServerRoot>
  );
}
