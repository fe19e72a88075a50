import { unstable_notFound as notFound } from 'waku/router/server';
import { env } from '#server/platform/env.ts';
import { posts } from '#shared/content/blog/posts.ts';
import { article } from '#shared/content/blog.ts';
import { shareLinks } from '#shared/lib/articles.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { CopyLink } from '#src/client/copy-link.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ActionButton, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Heading } from '#src/ui/controls/texts.tsx';
import { PostCard, PostCategory, type PostSummary, postColours } from '#src/ui/posts.tsx';
import { ClosingCall, NamedSection, Picture, Section } from '#src/ui/sections/frames.tsx';
import { ReadingColumn } from '#src/ui/sections/reading.tsx';

export const listPages = async () => posts.map(({ slug, date, updated = date }) => ({ path: `/blog/${slug}`, updated }));

export default function BlogPostPage({ slug }: { slug: string }) {
  const post = posts.find((one) => one.slug === slug);
  if (!post) return notFound();
  return (
    <>
      <PageHead meta={post.meta} path={`/blog/${slug}`} article={post} />
      <article>
        <ArticleHero post={post} />
        <ReadingColumn html={post.content} opening="prose-lede" contentsTitle={article.contents}>
          <ShareLinks shared={{ address: `${env().PUBLIC_URL}/blog/${slug}`, title: post.title }} />
          <NamedSection
            titleId="about-carma"
            title={article.about.title}
            titleClass="display-3"
            className="border-t border-ink bg-paper-bright p-6 md:p-8 print:hidden"
          >
            <p className="copy mt-3 mb-5 text-ink-soft">{article.about.body}</p>
            <ActionButton action={article.about.link} />
          </NamedSection>
        </ReadingColumn>
      </article>
      <RelatedPosts slug={slug} />
      <ClosingCall content={{ ...post.closing, actions: article.closingActions }} />
    </>
  );
}

/** The hero of an article: its title on the left, its picture and details on the right. */
function ArticleHero({ post }: { post: PostSummary }) {
  const { labels } = article;
  return (
    <header className="border-b border-rule pt-8 pb-12 md:(pt-14 pb-16)">
      <div className="page">
        <p>
          <TextLink link={article.back} className="print:hidden" />
        </p>
        <div className="mt-4 grid items-end gap-x-14 gap-y-9 md:mt-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div>
            <h1 className="text-balance font-display text-[2.25rem] leading-[1.06] tracking-[-0.016em] md:text-[3.25rem] lg:text-[3.75rem] print:text-[24pt]">
              {post.title}
            </h1>
            <p className="lede mt-6 text-ink-soft">{post.subtitle}</p>
          </div>
          <div className={`border-t-3 ${postColours[post.color].border}`}>
            <p className="py-2.5">
              <PostCategory post={post} />
            </p>
            <Picture src={post.image} alt={post.imageAlt} fetchPriority="high" className="aspect-[8/5] print:hidden" />
            <FactList
              look={{ row: 'border-b border-rule py-2.5', name: 'label', value: 'mt-0.5 text-[0.9375rem]' }}
              className="grid grid-cols-[1fr_auto] gap-x-6"
              facts={[
                [labels.author, post.author],
                [labels.date, timeOf(post.date)],
                [labels.updated, post.updated && timeOf(post.updated)],
                [labels.readTime, post.readTime],
              ]}
            />
          </div>
        </div>
      </div>
    </header>
  );
}

const timeOf = (day: string) => <time dateTime={day}>{formatDate(new Date(day))}</time>;

/** Ways to share an article: three networks, and its address to copy. */
function ShareLinks({ shared }: { shared: { address: string; title: string } }) {
  const { title, newTab, copy } = article.share;
  return (
    <NamedSection titleId="share" title={title} titleClass="label mb-4" className="border-t border-ink pt-5 print:hidden">
      <div className="grid gap-3">
        <ul className="grid grid-cols-3 gap-3">
          {shareLinks(shared).map((link) => (
            <li key={link.label}>
              <a href={link.href} target="_blank" rel="noopener" className="btn-outline w-full px-3" aria-description={newTab}>
                {link.label}
              </a>
            </li>
          ))}
        </ul>
        <CopyLink address={shared.address} texts={copy} />
      </div>
    </NamedSection>
  );
}

/** The first three other articles: product.md, section 9. */
function RelatedPosts({ slug }: { slug: string }) {
  const others = posts.filter((post) => post.slug !== slug).slice(0, 3);
  return (
    <Section ground="deep" isScreenOnly labelledBy="related">
      <Heading id="related" className="display-2" text={article.related.title} />
      <ul className="mt-10 grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {others.map((post) => (
          <li key={post.slug} className="sm:max-lg:last:odd:col-span-full">
            <PostCard post={post} linkLabel={article.related.link} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
