import type { Post } from '#src/content/blog/posts.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';
import { PostCategory, postBorder } from './post-category.tsx';

export type PostSummary = Omit<Post, 'content' | 'meta' | 'closing'>;

type PostCardProps = { post: PostSummary; linkLabel: string };

/** An article as a card: its category above the picture, its excerpt and date below. */
export function PostCard({ post, linkLabel }: PostCardProps) {
  const headingId = `post-${post.slug}`;
  return (
    <article aria-labelledby={headingId} className={`flex h-full flex-col border-t-3 ${postBorder(post.color)}`}>
      <p className="py-2.5">
        <PostCategory post={post} />
      </p>
      <PostPicture post={post} />
      <h3 id={headingId} className="display-3 mt-4">
        {post.title}
      </h3>
      <p className="mt-2 mb-3 text-pretty text-[0.9375rem] leading-[1.55] text-ink-soft">{post.excerpt}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-rule">
        {/* As tall as the link, also where a long date is on a line of its own. */}
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
  const headingId = `post-${post.slug}`;
  return (
    <article aria-labelledby={headingId} className={`border-t-3 ${postBorder(post.color)}`}>
      <p className="flex flex-wrap items-center justify-between gap-x-4 py-3">
        <PostCategory post={post} />
        <PostDate post={post} />
      </p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <PostPicture post={post} eager />
        <div className="flex flex-col items-start">
          <h3 id={headingId} className="display-2 md:text-[2.625rem]">
            {post.title}
          </h3>
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
  const headingId = `post-${post.slug}`;
  return (
    <article
      aria-labelledby={headingId}
      className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 py-7 sm:(grid-cols-[10rem_minmax(0,1fr)] grid-rows-[auto_auto_auto_1fr] gap-x-7) lg:(grid-cols-[2rem_15rem_minmax(0,1fr)_9.5rem] grid-rows-[auto_auto_1fr] py-8)"
    >
      <Ordinal number={number} className="hidden pt-0.5 text-clay lg:(block row-span-3)" />
      <div className={`h-fit border-t-3 sm:row-span-4 lg:row-span-3 ${postBorder(post.color)}`}>
        <PostPicture post={post} />
      </div>
      <p className="flex flex-col flex-wrap content-start gap-x-4 gap-y-1.5 sm:(flex-row justify-between) lg:col-span-2">
        <PostCategory post={post} />
        <PostDate post={post} />
      </p>
      <h3 id={headingId} className="display-3 col-span-2 mt-4 sm:(col-span-1 col-start-2 mt-2) lg:col-start-3">
        {post.title}
      </h3>
      <p className="col-span-2 mt-2 text-pretty text-[0.9375rem] leading-[1.55] text-ink-soft sm:(col-span-1 col-start-2) lg:col-start-3">
        {post.excerpt}
      </p>
      <div className="col-span-2 mt-1 sm:(col-span-1 col-start-2) lg:(col-start-4 row-span-2 row-start-2 mt-auto text-right)">
        <PostLink post={post} label={linkLabel} />
      </div>
    </article>
  );
}

function PostPicture({ post, eager = false }: { post: PostSummary; eager?: boolean }) {
  return (
    <img
      src={post.image}
      alt={post.imageAlt}
      width="800"
      height="500"
      loading={eager ? 'eager' : 'lazy'}
      className="aspect-[8/5] w-full bg-paper-deep object-cover"
    />
  );
}

function PostDate({ post }: { post: PostSummary }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3 font-mono text-[0.75rem] leading-relaxed text-ink-faint">
      <time dateTime={post.date}>{formatDate(new Date(post.date))}</time> <span>{post.readTime}</span>
    </span>
  );
}

function PostLink({ post, label }: { post: PostSummary; label: string }) {
  return (
    <TextLink href={`/blog/${post.slug}`} aria-describedby={`post-${post.slug}`}>
      {label}
    </TextLink>
  );
}
