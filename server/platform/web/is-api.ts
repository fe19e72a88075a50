/** Whether a path is the API's. */
export const isApi = (path: string) => path.startsWith('/api/');
