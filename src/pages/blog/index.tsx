import { company } from '#server/company.ts';
import { requestContext } from '#server/http/request-context.ts';
import { NewsletterForm } from '#src/client/newsletter-form.tsx';
import { posts } from '#src/content/blog/posts.ts';
import { hero, index, meta, newsletter } from '#src/content/blog.ts';
import { PostLegend } from '#src/ui/post-legend.tsx';
import { NewsletterBand } from '#src/ui/sections/newsletter-band.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PostIndex } from '#src/ui/sections/post-index.tsx';
import { PageHead } from '../_components/page-head.tsx';

export default function BlogPage({ query }: { query: string }) {
  const texts = { ...newsletter.form, failed: newsletter.form.failed.replace('{email}', company().contactEmail) };
  const subscribed = new URLSearchParams(query).get('subscribed') === '1';
  return (
    <>
      <PageHead meta={meta} path="/blog" />
      <PageHero content={hero} aside={<PostLegend title={index.legend} posts={posts} />} />
      <PostIndex posts={posts} labels={index} />
      <NewsletterBand content={newsletter}>
        <NewsletterForm texts={texts} subscribed={subscribed} formResult={requestContext()?.formResult} />
      </NewsletterBand>
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
