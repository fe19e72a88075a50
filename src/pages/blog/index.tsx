import { company } from '#server/company.ts';
import { pageContext } from '#server/http/page/page.ts';
import { posts } from '#shared/content/blog/posts.ts';
import { hero, index, meta, newsletter } from '#shared/content/blog.ts';
import { NewsletterForm } from '#src/client/forms/newsletter-form.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { Heading } from '#src/ui/controls/texts.tsx';
import { headingIdOf, LeadPost, PostCategory, PostRow } from '#src/ui/posts.tsx';
import { NamedSection, PageHero } from '#src/ui/sections/frames.tsx';
import { fill } from '#verify/text.ts';

export default function BlogPage({ query }: { query: string }) {
  return (
    <>
      <PageHead meta={meta} path="/blog" />
      <PageHero content={hero} aside={<PostLegend />} />
      <PostIndex />
      <NewsletterBand subscribed={new URLSearchParams(query).get('subscribed') === '1'} />
    </>
  );
}

/** A legend of the categories' icons: each article by its category and title, linking to it in the list. */
function PostLegend() {
  return (
    <nav aria-labelledby="legend" className="hidden w-[33rem] border border-rule bg-paper-bright px-5 pt-4 pb-2 lg:block">
      <p id="legend" className="label border-b border-ink pb-3">
        {index.legend}
      </p>
      <ul>
        {posts.map((post) => (
          <li key={post.slug} className="border-b border-rule last:border-b-0">
            <a href={`#${headingIdOf(post)}`} className="block py-2 hover:bg-paper">
              <PostCategory post={post} />
              <span className="block text-[0.9375rem] leading-snug">{post.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PostIndex() {
  const [first, ...rest] = posts;
  if (!first) return null;
  return (
    <div className="page py-12 md:py-20">
      <NamedSection titleId="lead-article" title={index.lead} titleClass="eyebrow mb-4 text-canopy">
        <LeadPost post={first} linkLabel={index.link} />
      </NamedSection>
      <NamedSection titleId="more-articles" title={index.rest} className="mt-20 md:mt-28">
        <ol className="mt-8 border-y border-ink">
          {rest.map((post, position) => (
            <li key={post.slug} className="border-t border-rule first:border-t-0">
              <PostRow post={post} linkLabel={index.link} number={position + 2} />
            </li>
          ))}
        </ol>
      </NamedSection>
    </div>
  );
}

function NewsletterBand({ subscribed }: { subscribed: boolean }) {
  const { eyebrow, title, intro, notes, privacy, form } = newsletter;
  const texts = { ...form, failed: fill(form.failed, { email: company().contactEmail }) };
  return (
    <section id="newsletter" aria-labelledby="newsletter-title" className="band bg-ink text-paper">
      <div className="page grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
        <div>
          <p className="eyebrow mb-4 text-lichen">{eyebrow}</p>
          <Heading id="newsletter-title" className="display-2" text={title} />
          <p className="lede mt-5 text-paper/85">{intro}</p>
        </div>
        <div className="bg-paper p-6 text-ink md:p-9">
          <NewsletterForm texts={texts} subscribed={subscribed} formResult={pageContext()?.formResult} />
          <ul className="mt-7 border-b border-rule text-[0.9375rem] text-ink-soft">
            {notes.map((note) => (
              <li key={note} className="border-t border-rule py-2.5">
                {note}
              </li>
            ))}
            <li className="border-t border-rule">
              <TextLink link={privacy} />
            </li>
          </ul>
        </div>
      </div>
    </section>
  );
}
