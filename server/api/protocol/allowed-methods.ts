import { operationKinds } from '#src/schemas/record.ts';

const postOnly = new Set([
  ...['contact', 'enterprise-contact', 'newsletter', 'quote-request', 'verify'].map((name) => `/api/${name}`),
  ...['contact', 'newsletter', 'baskets', 'quotes'].map((name) => `/api/v1/${name}`),
  ...operationKinds.map((kind) => `/api/v1/record/${kind}`),
]);
/** People open this address (GET); mail programs post to it (RFC 8058). */
const unsubscribe = '/api/newsletter/unsubscribe';

/** Returns the methods that an address under /api allows, as a value for the `Allow` header. */
export function allowedMethods(path: string): string {
  if (path.startsWith('/api/rpc/')) return 'GET, POST, OPTIONS';
  if (path === unsubscribe) return 'GET, HEAD, POST, OPTIONS';
  return postOnly.has(path) ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS';
}
