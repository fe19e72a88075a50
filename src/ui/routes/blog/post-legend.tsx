import type { PostSummary } from '#src/ui/posts/post-card.tsx';
import { PostCategory } from '#src/ui/posts/post-category.tsx';

type PostLegendProps = { title: string; posts: readonly PostSummary[] };

/** A legend of the categories with their icons, linking to their articles in the list. */
export function PostLegend({ title, posts }: PostLegendProps) {
  return (
    <nav aria-labelledby="legend" className="hidden w-72 border border-rule bg-paper-bright px-5 pt-4 pb-2 lg:block">
      <p id="legend" className="label border-b border-ink pb-3">
        {title}
      </p>
      <ul>
        {posts.map((post) => (
          <li key={post.slug} className="border-b border-rule last:border-b-0">
            <a href={`#post-${post.slug}`} className="flex min-h-10 items-center justify-between gap-4 hover:bg-paper">
              <PostCategory post={post} />
              <span className="figure text-[0.75rem] text-ink-faint">{post.readTime}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
