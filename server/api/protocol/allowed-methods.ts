import { operationKinds } from '#src/schemas/record.ts';

const posted = new Set([
  ...['contact', 'enterprise-contact', 'newsletter', 'quote-request', 'verify'].map((name) => `/api/${name}`),
  ...['contact', 'newsletter', 'baskets', 'quotes'].map((name) => `/api/v1/${name}`),
  ...operationKinds.map((kind) => `/api/v1/record/${kind}`),
]);
/** Is read by a person, and posted to by mail programs. */
const unsubscribe = '/api/newsletter/unsubscribe';

/** The methods that an address under /api answers, as `Allow` lists them. */
export function allowedMethods(path: string): string {
  if (path.startsWith('/api/rpc/')) return 'GET, POST, OPTIONS';
  if (path === unsubscribe) return 'GET, HEAD, POST, OPTIONS';
  return posted.has(path) ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS';
}
