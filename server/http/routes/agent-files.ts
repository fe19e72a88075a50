import type { Context } from 'hono';
import { Hono } from 'hono';
import { developersMarkdown } from '#server/http/routes/developers-markdown.ts';
import { openFeed } from '#server/http/routes/feed.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { llms } from '#src/content/developers/agents.ts';
import { apiChanges, changelog } from '#src/content/developers/changelog.ts';
import { htmlInXml } from '#src/lib/text/xml.ts';

const hour = { 'cache-control': 'public, max-age=3600' };
/** Scripts of any site may read what says where the API is. */
const open = { ...hour, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Serves what programs read first: `/llms.txt`, `/developers.md` and the feed of the changelog. */
export function agentFiles(publicUrl: string) {
  const text = (c: Context<AppEnv>, body: string, type: string) => c.body(body, 200, { ...open, 'content-type': type });
  return new Hono<AppEnv>()
    .get('/llms.txt', (c) => text(c, llmsTxt(publicUrl), 'text/plain; charset=utf-8'))
    .get('/developers.md', (c) => text(c, developersMarkdown(publicUrl), 'text/markdown; charset=utf-8'))
    .get('/developers/changelog.xml', (c) => text(c, changelogFeed(publicUrl), 'application/atom+xml; charset=utf-8'));
}

/** Returns the site's llms.txt (llmstxt.org): a title, a summary in a quotation, notes, and lists of links under headings. */
export function llmsTxt(publicUrl: string): string {
  const { title, summary, notes, sections } = llms;
  const lists = sections.map(({ title, links }) =>
    [`## ${title}\n`, ...links.map(({ label, href, note }) => `- [${label}](${publicUrl}${href}): ${note}`)].join('\n'),
  );
  return `${[`# ${title}`, `> ${summary}`, notes.map((note) => `- ${note}`).join('\n'), ...lists].join('\n\n')}\n`;
}

/** Returns the changes of the API as an Atom feed, the newest first. */
function changelogFeed(publicUrl: string): string {
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
  return feed.atom1();
}
