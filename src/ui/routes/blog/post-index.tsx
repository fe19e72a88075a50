import { LeadPost, PostRow, type PostSummary } from '#src/ui/posts/post-card.tsx';

type PostIndexProps = { posts: readonly PostSummary[]; labels: { lead: string; rest: string; link: string } };

/** All articles: the first large, the others as rows. */
export function PostIndex({ posts: [first, ...rest], labels }: PostIndexProps) {
  if (!first) return null;
  return (
    <div className="page py-12 md:py-20">
      <section aria-labelledby="lead-article">
        <h2 id="lead-article" className="eyebrow mb-4 text-canopy">
          {labels.lead}
        </h2>
        <LeadPost post={first} linkLabel={labels.link} />
      </section>
      <section aria-labelledby="more-articles" className="mt-20 md:mt-28">
        <h2 id="more-articles" className="display-2">
          {labels.rest}
        </h2>
        <ol className="mt-8 border-y border-ink">
          {rest.map((post, index) => (
            <li key={post.slug} className="border-t border-rule first:border-t-0">
              <PostRow post={post} linkLabel={labels.link} number={index + 2} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
