/** What the MCP server calls itself, in its answers and on its card. */
export const mcpIdentity = {
  title: 'Carma',
  version: '1.0.0',
  description: 'Carbon projects with prices and evidence, and the public record of credits. Read-only.',
} as const;

/** The revisions of the Model Context Protocol that /mcp serves, the newest first. */
export const mcpVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Returns the server's name in reverse DNS, as its card has to have it: `example.carma/carma`. */
export function mcpName(publicUrl: string): string {
  return `${new URL(publicUrl).hostname.split('.').toReversed().join('.')}/carma`;
}
