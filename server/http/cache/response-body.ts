import type { Bytes } from './compressed-bodies.ts';

/** The bodies of responses that were rendered in one piece. */
const wholeBodies = new WeakMap<Response, Bytes>();

/** Returns a response whose body `bodyOf` knows. */
export function wholeResponse(body: Bytes, init: ResponseInit): Response {
  const response = new Response(body, init);
  wholeBodies.set(response, body);
  return response;
}

/** Reads the body of a response, unless it is known: a response only offers its body as a stream of a copy. */
export async function bodyOf(response: Response): Promise<Bytes> {
  return wholeBodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}
