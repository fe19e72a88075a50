import { Fragment } from 'react';
import { company } from '#server/company.ts';
import { pageContext } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { formErrors } from '#shared/content/form-errors.ts';
import { meta as homeMeta } from '#shared/content/home.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { shareImages, shareSize } from '#shared/content/share.ts';
import type { Faq, PageMeta } from '#shared/content/types.ts';
import { colours } from '#shared/lib/drawing.ts';
import {
  blogPosting,
  breadcrumbList,
  breadcrumbs,
  type DescribedPost,
  faqPage,
  type JsonLd,
  organization,
  webSite,
} from '#shared/lib/search-engines.ts';

type PageHeadProps = {
  meta: PageMeta;
  /** The canonical path, such as `/how-it-works`. `/404` stands for any page that was not found, which has no canonical address. */
  path: string;
  /** The query of the canonical address, such as `?page=2`. */
  search?: string;
  /** Whether search engines may list the page. By default, unless server/http/addresses.ts says no, or the page was not found. */
  indexed?: boolean;
  /** The name in breadcrumbs of a page that is not in `sitePages`. That of an article is by default its title. */
  name?: string;
  article?: DescribedPost;
  faq?: Faq;
  /** Whether the page refuses what its address asks for. Whether a posted form was refused, the page's context says. */
  isError?: boolean;
  /** A further description for search engines, such as the `productOffer` of a project. */
  jsonLd?: JsonLd | undefined;
};

/** The title, and metadata for search engines and link previews. React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const { meta, path, search = '', article, indexed = path !== '/404' && !pageContext()?.address?.isUnlisted, isError = false } = props;
  const { PUBLIC_URL } = env();
  const address = `${PUBLIC_URL}${path}${search}`;
  const family = pageContext()?.address?.preview ?? 'default';
  const image = `${PUBLIC_URL}/share/${family}.png`;
  const hasFeed = path === '/' || /^\/blog(?:\/|$)/.test(path);
  const result = pageContext()?.formResult;
  const wrong = isError || result?.failed || Object.keys(result?.errors ?? {}).length > 0;
  return (
    <>
      <title>{wrong ? formErrors.title + meta.title : meta.title}</title>
      <meta name="description" content={meta.description} />
      <meta name="robots" content={indexed ? 'index, follow, max-image-preview:large' : 'noindex'} />
      <meta name="theme-color" content={path === '/' ? colours.canopy.deep : colours.paper.DEFAULT} />
      {path !== '/404' && <link rel="canonical" href={address} />}
      {hasFeed && <link rel="alternate" type="application/atom+xml" title="Carma Insights" href={`${PUBLIC_URL}/feed.xml`} />}

      {Object.entries({ title: meta.title, description: meta.description, image, 'image:alt': shareImages[family] }).map(
        ([name, content]) => (
          <Fragment key={name}>
            <meta property={`og:${name}`} content={content} />
            <meta name={`twitter:${name}`} content={content} />
          </Fragment>
        ),
      )}
      {path !== '/404' && <meta property="og:url" content={address} />}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:site_name" content="Carma" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(shareSize.width)} />
      <meta property="og:image:height" content={String(shareSize.height)} />
      {article && (
        <>
          <meta property="article:published_time" content={article.date} />
          <meta property="article:modified_time" content={article.updated ?? article.date} />
          <meta property="article:section" content={article.category} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />

      {descriptions(props, { publicUrl: PUBLIC_URL, imageUrl: image }).map((data) => (
        <JsonLdBlock key={data['@type']} data={data} />
      ))}
    </>
  );
}

function descriptions({ path, name, article, faq, jsonLd }: PageHeadProps, here: { publicUrl: string; imageUrl: string }): JsonLd[] {
  const { publicUrl } = here;
  const crumbs = breadcrumbs(path, sitePages, name ?? article?.title);
  return [
    ...(path === '/' ? [organization({ company: company(), description: homeMeta.description, publicUrl }), webSite({ publicUrl })] : []),
    ...(crumbs.length > 0 ? [breadcrumbList({ crumbs, publicUrl })] : []),
    ...(article ? [blogPosting({ post: article, ...here })] : []),
    ...(faq ? [faqPage(faq)] : []),
    ...(jsonLd ? [jsonLd] : []),
  ];
}

/**
 * A description for search engines. React does not escape the text of a script element, except `<script` and `</script`;
 * escaping every `<` for JSON makes sure that nothing can end the element. It is data and not executed, so the
 * Content-Security-Policy does not apply.
 */
export function JsonLdBlock({ data }: { data: JsonLd }) {
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>;
}
