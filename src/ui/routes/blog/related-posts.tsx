import { PostCard, type PostSummary } from '#src/ui/posts/post-card.tsx';
import { Section } from '#src/ui/sections/section.tsx';

type RelatedPostsProps = { title: string; posts: PostSummary[]; linkLabel: string };

/** Three articles to read next. */
export function RelatedPosts({ title, posts, linkLabel }: RelatedPostsProps) {
  return (
    <Section ground="deep" labelledBy="related">
      <h2 id="related" className="display-2">
        {title}
      </h2>
      <ul className="mt-10 grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <li key={post.slug} className="sm:max-lg:last:odd:col-span-full">
            <PostCard post={post} linkLabel={linkLabel} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
