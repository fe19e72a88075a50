import type { ReactNode } from 'react';
import type { Link } from '#src/content/types.ts';
import { shareLinks } from '#src/lib/articles/share-links.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { Described } from '#src/ui/controls/described.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { LeadPost, PostCard, PostRow, type PostSummary } from '#src/ui/posts/post-card.tsx';
import { PostCategory, postBorder } from '#src/ui/posts/post-category.tsx';
import { Section } from '#src/ui/sections/section.tsx';

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

type AboutBoxProps = { content: { title: string; body: string; link: Link } };

/** About the author, at the end of an article. */
export function AboutBox({ content }: AboutBoxProps) {
  return (
    <section aria-labelledby="about-carma" className="border-t border-ink bg-paper-bright p-6 md:p-8 print:hidden">
      <h2 id="about-carma" className="display-3">
        {content.title}
      </h2>
      <p className="copy mt-3 mb-5 text-ink-soft">{content.body}</p>
      <a href={content.link.href} className="btn-outline">
        {content.link.label}
      </a>
    </section>
  );
}

type NewsletterBandProps = {
  content: { eyebrow: string; title: string; intro: string; notes: readonly string[]; privacy: Link };
  /** The form island. */
  children: ReactNode;
};

/** The invitation to the newsletter, with its form. */
export function NewsletterBand({ content, children }: NewsletterBandProps) {
  return (
    <section id="newsletter" aria-labelledby="newsletter-title" className="band bg-ink text-paper">
      <div className="page grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div>
          <p className="eyebrow mb-4 text-lichen">{content.eyebrow}</p>
          <h2 id="newsletter-title" className="display-2">
            {content.title}
          </h2>
          <p className="lede mt-5 text-paper/85">{content.intro}</p>
        </div>
        <div className="bg-paper p-6 text-ink md:p-9">
          {children}
          <ul className="mt-7 border-b border-rule text-[0.9375rem] text-ink-soft">
            {content.notes.map((note) => (
              <li key={note} className="border-t border-rule py-2.5">
                {note}
              </li>
            ))}
            <li className="border-t border-rule">
              <TextLink href={content.privacy.href}>{content.privacy.label}</TextLink>
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}

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

type ShareBarProps = {
  title: string;
  /** The description of each network's link. */
  newTab: string;
  article: { address: string; title: string };
  /** The copy-link island. */
  children: ReactNode;
};

/** Ways to share an article: three networks, and its address to copy. */
export function ShareBar({ title, newTab, article, children }: ShareBarProps) {
  return (
    <section aria-labelledby="share" className="border-t border-ink pt-5 print:hidden">
      <h2 id="share" className="label mb-4">
        {title}
      </h2>
      <div className="grid gap-3">
        <ul className="grid grid-cols-3 gap-3">
          {shareLinks(article).map((link) => (
            <li key={link.label}>
              <Described by={newTab} name={link.label}>
                {(described) => (
                  <a href={link.href} target="_blank" rel="noopener" className="btn-outline w-full px-3" {...described}>
                    {link.label}
                  </a>
                )}
              </Described>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </section>
  );
}
