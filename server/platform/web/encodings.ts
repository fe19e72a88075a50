import { parseAccept } from 'hono/utils/accept';

/** Media types that get smaller. */
export const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:.+\+)?(?:json|xml|javascript)|application\/manifest\+json|image\/svg\+xml)/;

export type Encoding = 'br' | 'gzip';

/** Browsers send some 30 characters; a longer header is nobody's who wants to be served well, and is not read. */
const longestHeader = 1_000;

/** The better encoding of those that the client takes; undefined where it takes neither, or says so at absurd length. */
export function acceptedEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined || acceptEncoding.length > longestHeader) return undefined;
  const accepted = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]));
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}
