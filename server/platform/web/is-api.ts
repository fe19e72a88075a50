/** Checks whether a path belongs to the API. */
export const isApi = (path: string) => path === '/api' || path.startsWith('/api/');
