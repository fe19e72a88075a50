/** Addresses that take a body, by what they answer; every other one is only read. */
const writes: Record<string, string> = {
  '/api/contact': 'POST, OPTIONS',
  '/api/enterprise-contact': 'POST, OPTIONS',
  '/api/newsletter': 'POST, OPTIONS',
  '/api/quote-request': 'POST, OPTIONS',
  '/api/newsletter/unsubscribe': 'GET, HEAD, POST, OPTIONS',
  '/api/v1/contact': 'POST, OPTIONS',
  '/api/v1/newsletter': 'POST, OPTIONS',
};

/** The methods that an address under /api answers, as `Allow` lists them. */
export function allowedMethods(path: string): string {
  if (path.startsWith('/api/rpc/')) return 'GET, POST, OPTIONS';
  return writes[path] ?? 'GET, HEAD, OPTIONS';
}

/** Whether a path is the API's. */
export const isApi = (path: string) => path.startsWith('/api/');
