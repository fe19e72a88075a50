import { Feed, type FeedOptions, type Item } from 'feed';
import { type Context, Hono } from 'hono';
import { tools } from '#server/api/mcp/tools.ts';
import { openApiDocument, routes } from '#server/api/routes.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { Post } from '#shared/content/blog/posts.ts';
import { llms, toolTable } from '#shared/content/developers/agents.ts';
import { apiChanges, changelog } from '#shared/content/developers/changelog.ts';
import { errors, type Guide, groups, guides, hero, models, reference } from '#shared/content/developers.ts';
import type { SitePage } from '#shared/content/navigation.ts';
import { callsOf, modelsOf, type Reference, readReference, sharedModels } from '#shared/lib/protocol/openapi-reference.ts';
import { feedCategory, htmlInXml, sitemapXml, xmlText } from '#shared/lib/text/xml.ts';
import { problems } from '#shared/schemas/problem.ts';
import { fill } from '#verify/text.ts';

/** A page in the sitemap: its path, and the day or time of the last change of its text. */
type ListedPage = Omit<SitePage, 'name'>;

/** The site's pages and articles, passed in by the composition root. */
export type SiteContents = {
  pages: readonly SitePage[];
  /** Each lists the pages of one file whose address varies. */
  varying: readonly (() => Promise<readonly ListedPage[]>)[];
  posts: readonly FeedPost[];
};

const anHour = { 'cache-control': 'public, max-age=3600' };

/** Scripts of any site may read what says where the API is. */
const openToAll = { ...anHour, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Serves what programs read: robots.txt, the sitemap, feeds of the blog and the API, security.txt, and the documentation of the API. */
export function discovery({ pages, varying, posts }: SiteContents) {
  const { PUBLIC_URL: publicUrl, CONTACT_EMAIL: contactEmail } = env();
  const openText = (c: Context<AppEnv>, body: string, type: string) => c.body(body, 200, { ...openToAll, 'content-type': type });
  return new Hono<AppEnv>()
    .get('/robots.txt', (c) => c.text(robotsTxt(publicUrl), 200, anHour))
    .get('/.well-known/security.txt', (c) => c.text(securityTxt(publicUrl, contactEmail), 200, anHour))
    .get('/sitemap.xml', async (c) => {
      const listed = [...pages, ...(await Promise.all(varying.map((list) => list().catch(withoutPages)))).flat()];
      const entries = listed.map(({ path, updated }) => ({ url: `${publicUrl}${path}`, lastModified: updated }));
      return c.body(sitemapXml(entries), 200, { ...anHour, 'content-type': 'application/xml; charset=utf-8' });
    })
    .get('/feed.xml', (c) => c.body(atomFeed(posts, publicUrl), 200, { ...anHour, 'content-type': 'application/atom+xml; charset=utf-8' }))
    .get('/llms.txt', (c) => openText(c, llmsTxt(publicUrl), 'text/plain; charset=utf-8'))
    .get('/developers.md', (c) => openText(c, developersMarkdown(publicUrl), 'text/markdown; charset=utf-8'))
    .get('/developers/changelog.xml', (c) => openText(c, changelogFeed(), 'application/atom+xml; charset=utf-8'));
}

/** Returns no pages and keeps the response out of the cache. An incomplete sitemap beats none: crawlers would give up for the day. */
function withoutPages(error: unknown): [] {
  markResponse({ isIncomplete: true });
  log().error({ event: 'sitemap.query-failed', err: error }, 'Could not list pages for the sitemap');
  return [];
}

/** Returns robots.txt (RFC 9309): everything may be read, under /api what is published to be read without a key; not what writes. */
function robotsTxt(publicUrl: string): string {
  const readable = routes.filter(({ method, call }) => method === 'GET' && call && !call.scope).map(({ path }) => path.replace(/:.*/, ''));
  // What is allowed is allowed with everything that begins like it.
  const shortest = readable.filter((path) => !readable.some((other) => path !== other && path.startsWith(other)));
  // The longest rule counts, wherever it stands; for readers from before RFC 9309, such as Python's, the first that fits.
  const rules = [...shortest.map((path) => `Allow: ${path}`), 'Disallow: /api/'];
  return `User-agent: *\n${rules.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** Returns security.txt (RFC 9116), which expires in half a year, in whole days. */
function securityTxt(publicUrl: string, contactEmail: string): string {
  const expires = new Date(Date.now() + 182 * 86_400_000).toISOString().slice(0, 10);
  return `Contact: mailto:${contactEmail}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${publicUrl}/.well-known/security.txt\n`;
}

/** Returns the site's llms.txt (llmstxt.org): a title, a summary in a quotation, notes, and lists of links under headings. */
function llmsTxt(publicUrl: string): string {
  const { title, summary, notes, sections } = llms;
  const lists = sections.map(({ title, links }) =>
    [`## ${title}\n`, ...links.map(({ label, href, note }) => `- [${label}](${publicUrl}${href}): ${note}`)].join('\n'),
  );
  return `${[`# ${title}`, `> ${summary}`, notes.map((note) => `- ${note}`).join('\n'), ...lists].join('\n\n')}\n`;
}

/** Returns the changes of the API as an Atom feed, the newest first. */
function changelogFeed(): string {
  const { title, lede: description } = changelog;
  const parts = { page: '/developers/changelog', file: '/developers/changelog.xml', title, description };
  const items = apiChanges.map(({ id, date, title, body }) => ({
    path: `/developers/changelog#${id}`,
    title: htmlInXml(title),
    content: body.map((paragraph) => `<p>${htmlInXml(paragraph)}</p>`).join(''),
    date: new Date(date),
    published: new Date(date),
  }));
  return feedOf({ ...parts, updated: new Date(apiChanges[0]?.date ?? 0) }, items);
}

/** Returns the whole documentation of the API in Markdown, made from what the pages under /developers are made from. */
export function developersMarkdown(publicUrl: string): string {
  const api = readReference(openApiDocument(publicUrl), publicUrl);
  const guideText = (guide: Guide) => textOf(guide, publicUrl);
  const problemRows = Object.entries(problems).map(([code, { status, meaning, retryable }]) => {
    return [`\`${code}\``, `${status}`, meaning, retryable ? errors.retryable : errors.final];
  });
  const toolRows = tools.map(({ name, title, description }) => [`\`${name}\``, title, description]);
  const blocks = [
    `# ${hero.title}`,
    `> ${hero.lede}`,
    ...guides.filter(({ page }) => page === undefined).map(guideText),
    ...groups.flatMap(({ slug, title, lede, tags }) => [
      `## ${title}`,
      lede,
      ...guides.filter(({ page }) => page === slug).map(guideText),
      ...(slug === 'agents' ? [`### ${toolTable.title}`, table(Object.values(toolTable.columns), toolRows)] : []),
      ...callsOf(api.calls, tags).map(callText),
      ...modelsOf(api, tags).map(modelText),
    ]),
    `## ${errors.title}`,
    errors.intro,
    table(Object.values(errors.columns), problemRows),
    ...sharedModels(api).map(modelText),
    `## ${changelog.title}`,
    ...apiChanges.map(({ date, title, body }) => [`### ${date}: ${title}`, ...body].join('\n\n')),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function textOf({ title, page, body, points = [], samples = [] }: Guide, origin: string): string {
  return [
    `${page === undefined ? '##' : '###'} ${title}`,
    ...body.map((paragraph) => fill(paragraph, { origin })),
    ...(points.length > 0 ? [points.map((point) => `- ${point}`).join('\n')] : []),
    ...samples.map(({ label, code }) => `${label}:\n\n${fence(fill(code, { origin }))}`),
  ].join('\n\n');
}

function callText({ method, path, summary, meaning, parameters, body, answers, samples }: Reference['calls'][number]): string {
  const rows = parameters.map((parameter) => [`\`${parameter.name}\``, parameter.type, parameter.meaning]);
  return [
    `### ${method} ${path}`,
    `${summary}.${meaning ? ` ${meaning}` : ''}`,
    ...(rows.length > 0 ? [table([reference.parameters, models.columns.type, models.columns.meaning], rows)] : []),
    ...(body ? [`${reference.body}: \`${body}\``] : []),
    ...samples.slice(0, 1).map(({ code }) => fence(code)),
    `${reference.answers}:`,
    answers.map(({ status, meaning: about }) => `- ${status}: ${codesIn(about) || about}`).join('\n'),
  ].join('\n\n');
}

/** The codes in the text of a failure. What they mean is in the table of problems. */
const codesIn = (text: string) => [...text.matchAll(/`\w+`(?=: )/g)].join(', ');

function modelText({ name, fields }: Reference['models'][number]): string {
  const rows = fields.map((field) => [`\`${field.name}\``, field.type, field.meaning]);
  return `#### ${name}\n\n${table(Object.values(models.columns), rows)}`;
}

function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const fence = (code: string) => `\`\`\`\n${code}\n\`\`\``;

type FeedPost = Pick<Post, 'slug' | 'title' | 'author' | 'date' | 'updated' | 'category' | 'excerpt' | 'content'>;

/** Returns the blog as an Atom feed (RFC 4287): newest article first, each with its full text. */
function atomFeed(posts: readonly FeedPost[], publicUrl: string): string {
  const newestFirst = posts.toSorted((a, b) => b.date.localeCompare(a.date));
  const items = newestFirst.map((post) => ({
    path: `/blog/${post.slug}`,
    title: htmlInXml(post.title),
    description: htmlInXml(post.excerpt),
    content: xmlText(withAbsoluteUrls(post.content, `${publicUrl}/blog/${post.slug}`)),
    author: [{ name: xmlText(post.author) }],
    category: [feedCategory(post.category)],
    published: new Date(post.date),
    date: new Date(changedAt(post)),
  }));
  const parts = {
    page: '/blog',
    file: '/feed.xml',
    title: 'Carma Insights',
    description: 'Carbon credits, evidence and reporting, for people who have to justify a purchase.',
    favicon: `${publicUrl}/favicon.ico`,
    image: `${publicUrl}/share/blog.png`,
    // RFC 4287 requires a date even for an empty feed. The time of the request would change the ETag each time.
    updated: new Date(Math.max(0, ...posts.map(changedAt))),
  };
  return feedOf(parts, items);
}

type FeedParts = Pick<FeedOptions, 'title' | 'description' | 'updated' | 'favicon' | 'image'> & { page: string; file: string };

type FeedItem = Omit<Item, 'id' | 'link'> & { path: string };

/** Returns an Atom feed (RFC 4287). `page`: the path of the page that it follows; `file`: its own. The address of an item is its id. */
export function feedOf({ page, file, ...parts }: FeedParts, items: readonly FeedItem[]): string {
  const { PUBLIC_URL: publicUrl } = env();
  const [id, self, author] = [`${publicUrl}${page}`, `${publicUrl}${file}`, { name: 'Carma', link: `${publicUrl}/` }];
  const feed = new Feed({ ...parts, id, link: id, feed: self, author, copyright: 'Carma', generator: false });
  for (const { path, ...item } of items) feed.addItem({ ...item, id: publicUrl + path, link: publicUrl + path });
  return feed.atom1();
}

/** Makes the links and images of an article's HTML absolute, because feed readers show it outside the site. */
function withAbsoluteUrls(html: string, url: string): string {
  return html.replace(/\b(href|src)="([^"]*)"/g, (_, name: string, to: string) => `${name}="${new URL(to, url).href}"`);
}

const changedAt = ({ date, updated = date }: FeedPost) => Date.parse(updated);
