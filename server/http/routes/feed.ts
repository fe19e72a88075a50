import { Feed } from 'feed';
import { feedCategory, htmlInXml, xmlText } from '#src/lib/xml.ts';

/** What the feed tells of an article. `date` and `updated` are ISO days; `content` is first-party HTML. */
export type FeedPost = {
  slug: string;
  title: string;
  author: string;
  date: string;
  updated?: string;
  category: string;
  excerpt: string;
  content: string;
};

/** The blog as an Atom feed (RFC 4287), the newest article first, each with its whole text. */
export function atomFeed(posts: readonly FeedPost[], publicUrl: string): string {
  const newestFirst = posts.toSorted((a, b) => b.date.localeCompare(a.date));
  const feed = new Feed({
    id: `${publicUrl}/blog`,
    title: 'Carma Insights',
    description: 'Carbon credits, evidence and reporting, for people who have to justify a purchase.',
    link: `${publicUrl}/blog`,
    feed: `${publicUrl}/feed.xml`,
    favicon: `${publicUrl}/favicon.ico`,
    image: `${publicUrl}/share/blog.png`,
    author: { name: 'Carma', link: `${publicUrl}/` },
    copyright: 'Carma',
    generator: false,
    // RFC 4287 asks for a date even of an empty feed; it must not be the time of the request.
    updated: new Date(Math.max(0, ...posts.map(changed))),
  });
  for (const post of newestFirst) {
    const url = `${publicUrl}/blog/${post.slug}`;
    feed.addItem({
      id: url,
      link: url,
      title: htmlInXml(post.title),
      description: htmlInXml(post.excerpt),
      content: xmlText(withWholeAddresses(post.content, url)),
      author: [{ name: xmlText(post.author) }],
      category: [feedCategory(post.category)],
      published: day(post.date),
      date: new Date(changed(post)),
    });
  }
  return feed.atom1();
}

/** Links and pictures of an article's HTML with whole addresses, as a reader sees it away from the site. */
function withWholeAddresses(html: string, url: string): string {
  return html.replace(/\b(href|src)="([^"]*)"/g, (_, name: string, to: string) => `${name}="${new URL(to, url).href}"`);
}

function changed({ date, updated = date }: FeedPost): number {
  return day(updated).getTime();
}

function day(isoDay: string): Date {
  return new Date(`${isoDay}T00:00:00Z`);
}
