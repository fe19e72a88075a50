import type { HttpBindings } from '@hono/node-server';

/** Types of the Hono app: Node's request and response as bindings, the request's id and nonce as variables. */
export type AppEnv = {
  /** `background`: no client waits for this response; it is rendered for the cache. */
  Bindings: Partial<HttpBindings> & { background?: boolean };
  Variables: {
    requestId: string;
    /** Allows this response's own inline scripts in its Content-Security-Policy. */
    nonce: string;
    /** The text fields of a form whose body has already been consumed. */
    typed?: [name: string, value: string][];
  };
};
