import { unstable_notFound as notFound } from 'waku/router/server';
import { env } from '#server/platform/env.ts';
import { CopyLink } from '#src/client/copy-link.tsx';
import { findPost, posts } from '#src/content/blog/posts.ts';
import { article } from '#src/content/blog.ts';
import { relatedPosts } from '#src/lib/articles/related-posts.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { AboutBox, ArticleHero, RelatedPosts, ShareBar } from '#src/ui/routes/blog.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { ReadingColumn } from '#src/ui/sections/reading-column.tsx';

export default function BlogPostPage({ slug }: { slug: string }) {
  const post = findPost(slug);
  if (!post) return notFound();
  const address = `${env().PUBLIC_URL}/blog/${slug}`;
  return (
    <>
      <PageHead meta={post.meta} path={`/blog/${slug}`} article={post} />
      <article>
        <ArticleHero post={post} back={article.back} labels={article.labels} />
        <ReadingColumn html={post.content} opening="lede" contentsTitle={article.contents}>
          <ShareBar title={article.share.title} newTab={article.share.newTab} article={{ address, title: post.title }}>
            <CopyLink address={address} texts={article.share.copy} />
          </ShareBar>
          <AboutBox content={article.about} />
        </ReadingColumn>
      </article>
      <RelatedPosts title={article.related.title} posts={relatedPosts(posts, slug)} linkLabel={article.related.link} />
      <ClosingCall content={{ ...post.closing, actions: article.closingActions }} />
    </>
  );
}
