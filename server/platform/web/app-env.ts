import type { HttpBindings } from '@hono/node-server';
import type { RequestContext } from '#server/platform/request-context.ts';

/** Types of the Hono app: Node's own request and response, and the request's id and nonce as variables. */
export type AppEnv = {
  /** `background`: nobody waits for this answer; it is made to be kept. */
  Bindings: Partial<HttpBindings> & { background?: boolean };
  Variables: Pick<RequestContext, 'requestId' | 'nonce'> & {
    /** What was typed into a form whose body is read already and was not kept. */
    typed?: [name: string, value: string][];
  };
};
