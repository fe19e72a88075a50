import { Feed, type FeedOptions } from 'feed';
import { feedCategory, htmlInXml, xmlText } from '#src/lib/text/xml.ts';

/** An article, as the feed needs it. `date` and `updated` are ISO days; `content` is first-party HTML. */
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

/** Returns the blog as an Atom feed (RFC 4287): newest article first, each with its full text. */
export function atomFeed(posts: readonly FeedPost[], publicUrl: string): string {
  const newestFirst = posts.toSorted((a, b) => b.date.localeCompare(a.date));
  const feed = openFeed(publicUrl, {
    page: '/blog',
    file: '/feed.xml',
    title: 'Carma Insights',
    description: 'Carbon credits, evidence and reporting, for people who have to justify a purchase.',
    favicon: `${publicUrl}/favicon.ico`,
    image: `${publicUrl}/share/blog.png`,
    // RFC 4287 requires a date even for an empty feed. The time of the request would change the ETag each time.
    updated: new Date(Math.max(0, ...posts.map(changedAt))),
  });
  for (const post of newestFirst) {
    const url = `${publicUrl}/blog/${post.slug}`;
    feed.addItem({
      id: url,
      link: url,
      title: htmlInXml(post.title),
      description: htmlInXml(post.excerpt),
      content: xmlText(withAbsoluteUrls(post.content, url)),
      author: [{ name: xmlText(post.author) }],
      category: [feedCategory(post.category)],
      published: day(post.date),
      date: new Date(changedAt(post)),
    });
  }
  return feed.atom1();
}

type FeedParts = Pick<FeedOptions, 'title' | 'description' | 'updated' | 'favicon' | 'image'> & { page: string; file: string };

/** Returns an Atom feed without entries. `page` is the path of the page that it follows, and `file` its own. */
export function openFeed(publicUrl: string, { page, file, ...parts }: FeedParts): Feed {
  const [id, feed, author] = [`${publicUrl}${page}`, `${publicUrl}${file}`, { name: 'Carma', link: `${publicUrl}/` }];
  return new Feed({ ...parts, id, link: id, feed, author, copyright: 'Carma', generator: false });
}

/** Makes the links and images of an article's HTML absolute, because feed readers show it outside the site. */
function withAbsoluteUrls(html: string, url: string): string {
  return html.replace(/\b(href|src)="([^"]*)"/g, (_, name: string, to: string) => `${name}="${new URL(to, url).href}"`);
}

function changedAt({ date, updated = date }: FeedPost): number {
  return day(updated).getTime();
}

function day(isoDay: string): Date {
  return new Date(`${isoDay}T00:00:00Z`);
}
