import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { ProjectPage } from '#server/domain/projects/list-pages.ts';
import { atomFeed, type FeedPost } from '#server/http/routes/feed.ts';
import { log } from '#server/platform/log.ts';
import { noteAnswer } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { SitePage } from '#src/content/types.ts';
import { formatDate } from '#src/lib/dates.ts';
import { type SitemapEntry, sitemapXml } from '#src/lib/sitemap.ts';

/** What the site holds: content for its readers, handed in by the entry. */
export type Contents = { pages: readonly SitePage[]; posts: readonly FeedPost[] };

type DiscoveryParts = Contents & {
  publicUrl: string;
  /** Where a finder of a hole writes to. */
  contactEmail: string;
  /** The projects that have a page, and when each last changed. */
  listProjectPages: () => Promise<ProjectPage[]>;
};

const hour = { 'cache-control': 'public, max-age=3600' };

/** What crawlers and feed readers ask for: `/robots.txt`, `/sitemap.xml` and `/feed.xml`. */
export function discovery({ publicUrl, contactEmail, pages, posts, listProjectPages }: DiscoveryParts) {
  return new Hono<AppEnv>()
    .use('/robots.txt', etag())
    .use('/sitemap.xml', etag())
    .use('/feed.xml', etag())
    .get('/robots.txt', (c) => c.text(robotsTxt(publicUrl), 200, hour))
    .get('/.well-known/security.txt', (c) => {
      const now = new Date();
      noteAnswer({ day: formatDate(now) });
      return c.text(securityTxt(publicUrl, contactEmail, now), 200, hour);
    })
    .get('/sitemap.xml', async (c) => {
      const entries = sitemapEntries({ publicUrl, pages, posts, projects: await listProjectPages().catch(withoutProjects) });
      return c.body(sitemapXml(entries), 200, { ...hour, 'content-type': 'application/xml; charset=utf-8' });
    })
    .get('/feed.xml', (c) => c.body(atomFeed(posts, publicUrl), 200, { ...hour, 'content-type': 'application/atom+xml; charset=utf-8' }));
}

type Listed = Contents & { publicUrl: string; projects: readonly ProjectPage[] };

/** Every address worth finding, with the day its words last changed or the moment its figures did. */
export function sitemapEntries({ publicUrl, pages, posts, projects }: Listed): SitemapEntry[] {
  return [
    ...pages.map(({ path, updated }) => ({ url: `${publicUrl}${path}`, lastModified: updated })),
    ...posts.map(({ slug, date, updated = date }) => ({ url: `${publicUrl}/blog/${slug}`, lastModified: updated })),
    ...projects.map(({ slug, updatedAt }) => ({ url: `${publicUrl}/projects/${slug}`, lastModified: updatedAt.toISOString() })),
  ];
}

/** A sitemap may be incomplete; one that is missing makes crawlers give up for the day. It is not kept for the next. */
function withoutProjects(error: unknown): [] {
  noteAnswer({ isIncomplete: true });
  log().error({ event: 'sitemap.query-failed', err: error }, 'Could not list the projects for the sitemap');
  return [];
}

function robotsTxt(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** RFC 9116. It expires half a year from `now`, to the day, as long as the site runs always anew. */
export function securityTxt(publicUrl: string, contactEmail: string, now: Date): string {
  const expires = new Date(now.getTime() + 182 * 86_400_000).toISOString().slice(0, 10);
  return `Contact: mailto:${contactEmail}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${publicUrl}/.well-known/security.txt\n`;
}
