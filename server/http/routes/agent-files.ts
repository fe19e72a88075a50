import type { Context } from 'hono';
import { Hono } from 'hono';
import { mcpIdentity, mcpName, mcpVersions } from '#server/api/mcp/identity.ts';
import { developersMarkdown } from '#server/http/routes/developers-markdown.ts';
import { openFeed } from '#server/http/routes/feed.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { llms } from '#src/content/developers/agents.ts';
import { apiChanges, changelog } from '#src/content/developers/changelog.ts';
import { htmlInXml } from '#src/lib/text/xml.ts';

const hour = { 'cache-control': 'public, max-age=3600' };
/** Scripts of any site may read what says where the API is. */
const open = { ...hour, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Serves what programs read first: `/llms.txt`, `/developers.md`, the feeds of the changelog, and the two drafts of discovery. */
export function agentFiles(publicUrl: string) {
  const text = (c: Context<AppEnv>, body: string, type: string) => c.body(body, 200, { ...open, 'content-type': type });
  return new Hono<AppEnv>()
    .get('/llms.txt', (c) => text(c, llmsTxt(publicUrl), 'text/plain; charset=utf-8'))
    .get('/developers.md', (c) => text(c, developersMarkdown(publicUrl), 'text/markdown; charset=utf-8'))
    .get('/developers/changelog.xml', (c) => text(c, changelogFeed(publicUrl).atom1(), 'application/atom+xml; charset=utf-8'))
    .get('/developers/changelog.json', (c) => text(c, changelogFeed(publicUrl).json1(), 'application/feed+json; charset=utf-8'))
    .get('/.well-known/ai-catalog.json', (c) => text(c, JSON.stringify(aiCatalog(publicUrl)), 'application/ai-catalog+json'))
    .get('/mcp/server-card', (c) => text(c, JSON.stringify(serverCard(publicUrl)), 'application/mcp-server-card+json'));
}

/** Returns the site's llms.txt (llmstxt.org): a title, a summary in a quotation, notes, and lists of links under headings. */
export function llmsTxt(publicUrl: string): string {
  const { title, summary, notes, sections } = llms;
  const lists = sections.map(({ title, links }) =>
    [`## ${title}\n`, ...links.map(({ label, href, note }) => `- [${label}](${publicUrl}${href}): ${note}`)].join('\n'),
  );
  return `${[`# ${title}`, `> ${summary}`, notes.map((note) => `- ${note}`).join('\n'), ...lists].join('\n\n')}\n`;
}

/** Returns the changes of the API as a feed, the newest first. */
function changelogFeed(publicUrl: string) {
  const [newest] = apiChanges;
  const feed = openFeed(publicUrl, {
    page: '/developers/changelog',
    file: '/developers/changelog.xml',
    title: changelog.title,
    description: changelog.lede,
    updated: new Date(newest?.date ?? 0),
  });
  for (const { id, date, title, body } of apiChanges) {
    const link = `${publicUrl}/developers/changelog#${id}`;
    const content = body.map((paragraph) => `<p>${htmlInXml(paragraph)}</p>`).join('');
    feed.addItem({ id: link, link, title, content, date: new Date(date), published: new Date(date) });
  }
  return feed;
}

/** Returns the catalogue of what agents can use here: AI Catalog 0.9 (release candidate of 22 November 2026). */
export function aiCatalog(publicUrl: string) {
  const card = { type: 'application/mcp-server-card+json', url: `${publicUrl}/mcp/server-card` };
  return {
    specVersion: '0.9',
    host: { displayName: mcpIdentity.title, documentationUrl: `${publicUrl}/developers/agents` },
    entries: [{ identifier: `urn:air:${new URL(publicUrl).hostname}:carma`, ...card }],
  };
}

/** Returns the card of the MCP server: SEP-2127, as of 26 November 2026. It says where to connect, and lists no tools. */
export function serverCard(publicUrl: string) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: mcpName(publicUrl),
    ...mcpIdentity,
    websiteUrl: `${publicUrl}/developers/agents`,
    remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, supportedProtocolVersions: mcpVersions }],
  };
}
