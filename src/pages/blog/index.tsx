import { company } from '#server/company.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { NewsletterForm } from '#src/client/forms/newsletter-form.tsx';
import { posts } from '#src/content/blog/posts.ts';
import { hero, index, meta, newsletter } from '#src/content/blog.ts';
import { fill } from '#src/lib/text/fill.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { NewsletterBand, PostIndex, PostLegend } from '#src/ui/routes/blog.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';

export default function BlogPage({ query }: { query: string }) {
  const texts = { ...newsletter.form, failed: fill(newsletter.form.failed, { email: company().contactEmail }) };
  const subscribed = new URLSearchParams(query).get('subscribed') === '1';
  return (
    <>
      <PageHead meta={meta} path="/blog" />
      <PageHero content={hero} aside={<PostLegend title={index.legend} posts={posts} />} />
      <PostIndex posts={posts} labels={index} />
      <NewsletterBand content={newsletter}>
        <NewsletterForm texts={texts} subscribed={subscribed} formResult={pageContext()?.formResult} />
      </NewsletterBand>
    </>
  );
}
