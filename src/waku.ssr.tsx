// The site in Waku's third environment (`ssr`), where React makes HTML of what the server components answered:
// server/http/page/render-html.ts calls it.
import { type Readable, Writable } from 'node:stream';
import clientReferences from 'virtual:vite-rsc/client-references';
import { setRequireModule } from '@vitejs/plugin-rsc/core/ssr';
import { createFromNodeStream } from '@vitejs/plugin-rsc/react/ssr.node';
import type { ReactNode } from 'react';
import { type PipeableStream, renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { INTERNAL_ServerRoot as ServerRoot } from 'waku/minimal/client';

/** What stands in a page beside what its components say. */
export type PageHead = {
  styles: string;
  /** Fonts that wide screens fetch beside the page. */
  fonts: string[];
  /** Addresses that its scripts need, by name: a `<meta>` each. */
  addresses: Record<string, string>;
};

export type RenderParts = {
  /** What the server components answered: all of it, or as it comes. */
  elements: Readable;
  /** Waku's document around it, in the same form. */
  document: Readable;
  head: PageHead;
  /** The inline script of every page. */
  script: string;
  onError: (error: unknown) => string | undefined;
};

// The plugin's own loader asks the browser for the code of every island at once; here it is fetched when it is wanted.
setRequireModule({
  load: (id) => {
    const load = clientReferences[id];
    if (!load) throw new Error(`The build has no client component ${id}`);
    return load();
  },
});

/** Fonts stand in the page's first answer where there is room for them; phones fetch them after it. */
const wide = '(min-width: 48rem)';

/** A page of which everything is known, in one piece: nothing in it needs a script to be put into place. */
export async function renderWhole(parts: RenderParts): Promise<Buffer<ArrayBuffer>> {
  const page = await element(parts);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>();
  const { pipe } = renderToPipeableStream(page, {
    ...options(parts),
    onShellError: reject,
    onAllReady: () => pipe(collect(resolve)),
  });
  return promise;
}

/** A page as it is made: what is not known when its frame is sent follows, with scripts (`nonce`) that put it into place. */
export async function renderStream(parts: RenderParts & { nonce: string }): Promise<PipeableStream> {
  const page = await element(parts);
  const { promise, resolve, reject } = Promise.withResolvers<PipeableStream>();
  const stream = renderToPipeableStream(page, {
    ...options(parts),
    nonce: parts.nonce,
    onShellError: reject,
    onShellReady: () => resolve(stream),
  });
  return promise;
}

/** Markup of elements that React never takes over: src/pages/_components/static.tsx. */
export function renderStatic(node: ReactNode): string {
  return renderToStaticMarkup(node);
}

async function element({ elements, document, head }: RenderParts): Promise<ReactNode> {
  const elementsPromise = createFromNodeStream<Record<string, unknown>>(elements);
  const html = await createFromNodeStream<ReactNode>(document);
  return (
    <ServerRoot elementsPromise={elementsPromise}>
      <style href="page" precedence="page">
        {head.styles}
      </style>
      {head.fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" media={wide} crossOrigin="anonymous" />
      ))}
      {Object.entries(head.addresses).map(([name, content]) => (
        <meta key={name} name={`carma:${name}`} content={content} />
      ))}
      {html}
    </ServerRoot>
  );
}

function options({ script, onError }: RenderParts) {
  // Parts that are ready stay in their place, however large they are.
  return { bootstrapScriptContent: script, progressiveChunkSize: Number.POSITIVE_INFINITY, onError };
}

function collect(done: (body: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}
