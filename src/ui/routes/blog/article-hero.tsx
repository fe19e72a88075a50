import type { Link } from '#src/content/types.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import type { PostSummary } from '#src/ui/posts/post-card.tsx';
import { PostCategory, postBorder } from '#src/ui/posts/post-category.tsx';

type ArticleHeroProps = { post: PostSummary; back: Link; labels: { author: string; date: string; updated: string; readTime: string } };

/** The hero of an article: its title on the left, its picture and details on the right. */
export function ArticleHero({ post, back, labels }: ArticleHeroProps) {
  return (
    <header className="border-b border-rule pt-8 pb-12 md:(pt-14 pb-16)">
      <div className="page">
        <p>
          <TextLink href={back.href} className="print:hidden">
            {back.label}
          </TextLink>
        </p>
        <div className="mt-4 grid items-end gap-x-14 gap-y-9 md:mt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div>
            <h1 className="text-balance font-display text-[2.25rem] leading-[1.06] tracking-[-0.016em] md:text-[3.25rem] lg:text-[3.75rem] print:text-[24pt]">
              {post.title}
            </h1>
            <p className="lede mt-6 text-ink-soft">{post.subtitle}</p>
          </div>
          <div className={`border-t-3 ${postBorder(post.color)}`}>
            <p className="py-2.5">
              <PostCategory post={post} />
            </p>
            <img
              src={post.image}
              alt={post.imageAlt}
              width="800"
              height="500"
              fetchPriority="high"
              className="aspect-[8/5] w-full bg-paper-deep object-cover print:hidden"
            />
            <dl className="grid grid-cols-[1fr_auto] gap-x-6">
              <Fact label={labels.author}>{post.author}</Fact>
              <Fact label={labels.date}>
                <time dateTime={post.date}>{formatDate(new Date(post.date))}</time>
              </Fact>
              {post.updated && (
                <Fact label={labels.updated}>
                  <time dateTime={post.updated}>{formatDate(new Date(post.updated))}</time>
                </Fact>
              )}
              <Fact label={labels.readTime}>{post.readTime}</Fact>
            </dl>
          </div>
        </div>
      </div>
    </header>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="border-b border-rule py-2.5 ">
      <dt className="label">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem]">{children}</dd>
    </div>
  );
}
