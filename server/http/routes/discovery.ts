import { Hono } from 'hono';
import { routes } from '#server/api/routes.ts';
import type { ProjectAddress } from '#server/domain/projects/list.ts';
import { atomFeed, type FeedPost } from '#server/http/routes/feed.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { SitePage } from '#src/content/navigation.ts';
import { type SitemapEntry, sitemapXml } from '#src/lib/search-engines/sitemap.ts';

/** The site's pages and articles, passed in by the composition root. */
export type Contents = { pages: readonly SitePage[]; posts: readonly FeedPost[] };

type DiscoveryParts = Contents & {
  publicUrl: string;
  /** The contact for reports of vulnerabilities. */
  contactEmail: string;
  /** Lists the projects that have a page, and when each last changed. */
  listProjectPages: () => Promise<ProjectAddress[]>;
};

const hour = { 'cache-control': 'public, max-age=3600' };

/** Serves `/robots.txt`, `/sitemap.xml`, `/feed.xml` and `/.well-known/security.txt`. */
export function discovery({ publicUrl, contactEmail, pages, posts, listProjectPages }: DiscoveryParts) {
  return new Hono<AppEnv>()
    .get('/robots.txt', (c) => c.text(robotsTxt(publicUrl), 200, hour))
    .get('/.well-known/security.txt', (c) => c.text(securityTxt(publicUrl, contactEmail, new Date()), 200, hour))
    .get('/sitemap.xml', async (c) => {
      const entries = sitemapEntries({ publicUrl, pages, posts, projects: await listProjectPages().catch(withoutProjects) });
      return c.body(sitemapXml(entries), 200, { ...hour, 'content-type': 'application/xml; charset=utf-8' });
    })
    .get('/feed.xml', (c) => c.body(atomFeed(posts, publicUrl), 200, { ...hour, 'content-type': 'application/atom+xml; charset=utf-8' }));
}

type SitemapSources = Contents & { publicUrl: string; projects: readonly ProjectAddress[] };

/** Lists every address worth indexing, with the day on which its text last changed or, for a project, the time of its last change. */
export function sitemapEntries({ publicUrl, pages, posts, projects }: SitemapSources): SitemapEntry[] {
  return [
    ...pages.map(({ path, updated }) => ({ url: `${publicUrl}${path}`, lastModified: updated })),
    ...posts.map(({ slug, date, updated = date }) => ({ url: `${publicUrl}/blog/${slug}`, lastModified: updated })),
    ...projects.map(({ slug, updatedAt }) => ({ url: `${publicUrl}/projects/${slug}`, lastModified: updatedAt.toISOString() })),
  ];
}

/** Returns no projects and keeps the response out of the cache. An incomplete sitemap beats none: crawlers would give up for the day. */
function withoutProjects(error: unknown): [] {
  markResponse({ isIncomplete: true });
  log().error({ event: 'sitemap.query-failed', err: error }, 'Could not list the projects for the sitemap');
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

/** Returns security.txt (RFC 9116), which expires half a year after `now`, in whole days. */
export function securityTxt(publicUrl: string, contactEmail: string, now: Date): string {
  const expires = new Date(now.getTime() + 182 * 86_400_000).toISOString().slice(0, 10);
  return `Contact: mailto:${contactEmail}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${publicUrl}/.well-known/security.txt\n`;
}
