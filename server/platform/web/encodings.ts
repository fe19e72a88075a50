import { parseAccept } from 'hono/utils/accept';

/** Media types worth compressing. */
export const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:.+\+)?(?:json|xml|javascript)|application\/manifest\+json|image\/svg\+xml)/;

/** Smaller bodies (bytes) are not worth compressing. */
export const minCompressibleBytes = 256;

export type Encoding = 'br' | 'gzip';

/** Returns the best encoding that the client accepts; undefined if it accepts neither. */
export function acceptedEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]));
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}
