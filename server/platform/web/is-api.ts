/** The endpoint of the Model Context Protocol. */
export const mcpPath = '/mcp';

/** Checks whether a path belongs to the API. */
export const isApi = (path: string) => path === '/api' || path.startsWith('/api/') || path === mcpPath;
