import type { Post, PostColor, PostIconName } from '#shared/content/blog/posts.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { TextLink } from '#src/ui/controls/links.tsx';
import { Heading, Ordinal } from '#src/ui/controls/texts.tsx';
import { Picture } from '#src/ui/sections/frames.tsx';

export type PostSummary = Omit<Post, 'content' | 'meta' | 'closing'>;

type PostCardProps = { post: PostSummary; linkLabel: string };

/** An article as a card: its category above the picture, its excerpt and date below. */
export function PostCard({ post, linkLabel }: PostCardProps) {
  return (
    <article aria-labelledby={headingIdOf(post)} className={`flex h-full flex-col border-t-3 ${postColours[post.color].border}`}>
      <p className="py-2.5">
        <PostCategory post={post} />
      </p>
      <Picture src={post.image} alt={post.imageAlt} loading="lazy" className="aspect-[8/5]" />
      <Heading id={headingIdOf(post)} className="display-3 mt-4" level="h3" text={post.title} />
      <p className="mt-2 mb-3 text-pretty text-[0.9375rem] leading-[1.55] text-ink-soft">{post.excerpt}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-rule">
        {/* The date is as tall as the link, also where it has a line of its own. */}
        <span className="inline-flex min-h-11 items-center">
          <PostDate post={post} />
        </span>
        <PostLink post={post} label={linkLabel} />
      </div>
    </article>
  );
}

/** The first article of the index, with a large picture. */
export function LeadPost({ post, linkLabel }: PostCardProps) {
  return (
    <article aria-labelledby={headingIdOf(post)} className={`border-t-3 ${postColours[post.color].border}`}>
      <p className="flex flex-wrap items-center justify-between gap-x-4 py-3">
        <PostCategory post={post} />
        <PostDate post={post} />
      </p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Picture src={post.image} alt={post.imageAlt} loading="eager" className="aspect-[8/5]" />
        <div className="flex flex-col items-start">
          <Heading id={headingIdOf(post)} className="display-2 md:text-[2.625rem]" level="h3" text={post.title} />
          <p className="lede mt-4 mb-6 text-ink-soft">{post.excerpt}</p>
          <div className="mt-auto w-full border-t border-rule">
            <PostLink post={post} label={linkLabel} />
          </div>
        </div>
      </div>
    </article>
  );
}

/** An article as a row of the ruled index. */
export function PostRow({ post, linkLabel, number }: PostCardProps & { number: number }) {
  return (
    <article
      aria-labelledby={headingIdOf(post)}
      className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 py-7 sm:(grid-cols-[10rem_minmax(0,1fr)] grid-rows-[auto_auto_auto_1fr] gap-x-7) lg:(grid-cols-[2rem_15rem_minmax(0,1fr)_9.5rem] grid-rows-[auto_auto_1fr] py-8)"
    >
      <Ordinal number={number} className="hidden pt-0.5 text-clay lg:(block row-span-3)" />
      <div className={`h-fit border-t-3 sm:row-span-4 lg:row-span-3 ${postColours[post.color].border}`}>
        <Picture src={post.image} alt={post.imageAlt} loading="lazy" className="aspect-[8/5]" />
      </div>
      <p className="flex flex-col flex-wrap content-start gap-x-4 gap-y-1.5 sm:(flex-row justify-between) lg:col-span-2">
        <PostCategory post={post} />
        <PostDate post={post} />
      </p>
      <Heading
        id={headingIdOf(post)}
        className="display-3 col-span-2 mt-4 sm:(col-span-1 col-start-2 mt-2) lg:col-start-3"
        level="h3"
        text={post.title}
      />
      <p className="col-span-2 mt-2 text-pretty text-[0.9375rem] leading-[1.55] text-ink-soft sm:(col-span-1 col-start-2) lg:col-start-3">
        {post.excerpt}
      </p>
      <div className="col-span-2 mt-1 sm:(col-span-1 col-start-2) lg:(col-start-4 row-span-2 row-start-2 mt-auto text-right)">
        <PostLink post={post} label={linkLabel} />
      </div>
    </article>
  );
}

/** Returns the id of an article's heading on a page of several. */
export const headingIdOf = ({ slug }: PostSummary) => `post-${slug}`;

function PostDate({ post }: { post: PostSummary }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3 font-mono text-[0.75rem] leading-relaxed text-ink-faint">
      <time dateTime={post.date}>{formatDate(new Date(post.date))}</time> <span>{post.readTime}</span>
    </span>
  );
}

function PostLink({ post, label }: { post: PostSummary; label: string }) {
  return <TextLink link={{ label, href: `/blog/${post.slug}` }} aria-describedby={headingIdOf(post)} />;
}

/** Each colour's classes, of text and of a border. */
export const postColours: Record<PostColor, { text: string; border: string }> = {
  emerald: { text: 'text-[#0B6A4C]', border: 'border-[#0B6A4C]' },
  blue: { text: 'text-[#24548F]', border: 'border-[#24548F]' },
  green: { text: 'text-[#3A6A1C]', border: 'border-[#3A6A1C]' },
  teal: { text: 'text-[#17646B]', border: 'border-[#17646B]' },
  purple: { text: 'text-[#6A3F88]', border: 'border-[#6A3F88]' },
  orange: { text: 'text-[#9A4710]', border: 'border-[#9A4710]' },
  slate: { text: 'text-[#46545F]', border: 'border-[#46545F]' },
};

/** An article's category in its own colour, with its icon. */
export function PostCategory({ post: { category, color, icon } }: { post: Pick<Post, 'category' | 'color' | 'icon'> }) {
  return (
    <span className={`inline-flex items-center gap-2 font-mono text-[0.8125rem] ${postColours[color].text}`}>
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5 shrink-0"
      >
        {strokes[icon].map((stroke) => (
          <path key={stroke} d={stroke} />
        ))}
      </svg>
      {category}
    </span>
  );
}

/** The icons' path data, in a 24 by 24 viewBox. */
const strokes: Record<PostIconName, string[]> = {
  Leaf: ['M5.5 18.5C3.5 10 8 4.5 20 4c.5 11-5 16.5-14.5 14.5Z', 'M3.5 20.5 14 10', 'M9 15.2V10.6', 'M9.2 15h5'],
  Shield: ['M12 3.2 19.5 6v5.2c0 4.4-2.9 7.6-7.5 9.6-4.6-2-7.5-5.2-7.5-9.6V6Z', 'M8.5 12h7', 'M12 8.2v7.6'],
  TrendingUp: ['M3.5 20.5h17', 'M4 16.5 9.2 11l3.6 3L19.5 6', 'M14.8 5.8h4.9v4.9'],
  Globe: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z', 'M12 3.5c-5 5.2-5 11.8 0 17 5-5.2 5-11.8 0-17Z', 'M4.3 9h15.4', 'M4.3 15h15.4'],
  FileText: ['M6 3.5h8.2L18.5 8v12.5H6Z', 'M14 3.7V8.2h4.3', 'M9 12h6.5', 'M9 15h6.5', 'M9 18h3.5'],
  Users: [
    'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5Z',
    'M3 19.5c.2-3.6 2.4-5.4 6-5.4s5.8 1.8 6 5.4Z',
    'M15.6 5.6a2.8 2.8 0 0 1 .4 5.4',
    'M17 14.4c2.6.4 3.9 2.1 4 5.1h-2.6',
  ],
  Target: [
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
    'M12 7.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4Z',
    'M12 1.8v5',
    'M12 17.2v5',
    'M1.8 12h5',
    'M17.2 12h5',
  ],
};
