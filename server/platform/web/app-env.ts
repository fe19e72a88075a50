import type { HttpBindings } from '@hono/node-server';

/** Types of the Hono app: Node's request and response as bindings, the request's id and nonce as variables. */
export type AppEnv = {
  /**
   * `isForCache`: no client waits for this response; it is made, whole, for the cache. `overLimitSeconds`: the client has made too
   * many requests to the API, and may make more after that time. `isInside`: it is part of another response, which has a place already.
   * `askedAt`: when the request arrived (performance.now()).
   */
  Bindings: Partial<HttpBindings> & { isForCache?: boolean; isInside?: boolean; overLimitSeconds?: number; askedAt?: number };
  Variables: {
    requestId: string;
    /** The query as it was asked for; a redirect keeps all of it. */
    askedSearch: string;
    /** Allows this response's own inline scripts in its Content-Security-Policy. */
    nonce: string;
    /** The text fields of a form whose body has already been consumed. */
    typed?: [name: string, value: string][];
  };
};

/** The endpoint of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** Checks whether a path belongs to the API. */
export const isApi = (path: string) => path === '/api' || path.startsWith('/api/') || path === mcpPath;
