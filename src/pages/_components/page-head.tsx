import { company } from '#server/company.ts';
import { env } from '#server/platform/env.ts';
import { meta as homeMeta } from '#src/content/home.ts';
import { sitePages } from '#src/content/navigation.ts';
import { type ShareFamily, shareFamilyOf, shareImages, shareSize } from '#src/content/share.ts';
import type { Faq, PageMeta } from '#src/content/types.ts';
import { breadcrumbs } from '#src/lib/breadcrumbs.ts';
import { blogPosting, breadcrumbList, type DescribedPost, faqPage, type JsonLd, organization, webSite } from '#src/lib/json-ld.ts';
import { JsonLdBlock } from '#src/ui/site/json-ld.tsx';

type PageHeadProps = {
  meta: PageMeta;
  /** The page's one address, such as `/how-it-works`; `/404` for what was not found, which has none. */
  path: string;
  /** The part of its one address after the path, such as `?page=2`. */
  search?: string;
  /** Which picture shared links show; by its path unless given. */
  family?: ShareFamily;
  /** False keeps a page that is only of use to one visitor, such as a shortlist, out of search engines. */
  indexed?: boolean;
  /** Name in breadcrumbs of a page that navigation does not list. An article's is its title. */
  name?: string;
  article?: DescribedPost;
  faq?: Faq;
  /** Further descriptions, such as `productOffer` of a project. */
  jsonLd?: JsonLd[];
};

/** What search engines and shared links read of the page. React moves the tags to the head; descriptions stay in place. */
export function PageHead(props: PageHeadProps) {
  const { meta, path, search = '', article, family = shareFamilyOf(path), indexed = path !== '/404' } = props;
  const { PUBLIC_URL } = env();
  const address = `${PUBLIC_URL}${path}${search}`;
  const image = `${PUBLIC_URL}/share/${family}.png`;
  const { alt } = shareImages[family];
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      <meta name="robots" content={indexed ? 'index, follow, max-image-preview:large' : 'noindex'} />
      <meta name="theme-color" content={path === '/' ? '#12332A' : '#F5F1E6'} />
      {path !== '/404' && <link rel="canonical" href={address} />}
      {hasFeed(path) && <link rel="alternate" type="application/atom+xml" title="Carma Insights" href={`${PUBLIC_URL}/feed.xml`} />}

      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      {path !== '/404' && <meta property="og:url" content={address} />}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content="Carma" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(shareSize.width)} />
      <meta property="og:image:height" content={String(shareSize.height)} />
      <meta property="og:image:alt" content={alt} />
      {article && (
        <>
          <meta property="article:published_time" content={article.date} />
          <meta property="article:modified_time" content={article.updated ?? article.date} />
          <meta property="article:section" content={article.category} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={meta.title} />
      <meta name="twitter:description" content={meta.description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={alt} />

      {descriptions(props, { publicUrl: PUBLIC_URL, imageUrl: image }).map((data) => (
        <JsonLdBlock key={String(data['@id'] ?? data['@type'])} data={data} />
      ))}
    </>
  );
}

function descriptions({ path, name, article, faq, jsonLd = [] }: PageHeadProps, here: { publicUrl: string; imageUrl: string }): JsonLd[] {
  const { publicUrl } = here;
  const crumbs = breadcrumbs(path, sitePages, name ?? article?.title);
  return [
    ...(path === '/' ? [organization({ company: company(), description: homeMeta.description, publicUrl }), webSite({ publicUrl })] : []),
    ...(crumbs.length > 0 ? [breadcrumbList({ crumbs, publicUrl })] : []),
    ...(article ? [blogPosting({ post: article, ...here })] : []),
    ...(faq ? [faqPage(faq)] : []),
    ...jsonLd,
  ];
}

function hasFeed(path: string): boolean {
  return path === '/' || path === '/blog' || path.startsWith('/blog/');
}
