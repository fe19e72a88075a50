import { Fragment } from 'react';
import type { BlogPostingLeaf, BreadcrumbListLeaf, FAQPageLeaf, OrganizationLeaf, ProductLeaf, WebSiteLeaf } from 'schema-dts';
import { company } from '#server/company.ts';
import { pageContext } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import type { Post } from '#shared/content/blog/posts.ts';
import { formErrors } from '#shared/content/form-errors.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { shareImages, shareSize } from '#shared/content/share.ts';
import type { Faq, PageMeta } from '#shared/content/types.ts';
import { colours } from '#shared/lib/drawing.ts';
import type { Project } from '#shared/schemas/project.ts';

type PageHeadProps = {
  meta: PageMeta;
  /** The canonical path, such as `/how-it-works`. `/404` stands for any page that was not found, which has no canonical address. */
  path: string;
  /** The query of the canonical address, such as `?page=2`. */
  search?: string;
  /** Whether search engines may list the page. By default they may, unless server/http/addresses.ts says no or the page was not found. */
  isIndexed?: boolean;
  /** The name in breadcrumbs of a page that is not in `sitePages`. That of an article is by default its title. */
  name?: string;
  /** What the page shows, which search engines get a description of. */
  article?: Post;
  faq?: Faq;
  project?: Project;
  /** Whether the page refuses what its address asks for. Whether a posted form was refused, the page's context says. */
  isError?: boolean;
};

/** The title, and metadata for search engines and link previews. React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const { meta, path, search = '', article, isIndexed = path !== '/404' && !pageContext()?.address?.isUnlisted, isError = false } = props;
  const address = addressOf(path + search);
  const preview = pageContext()?.address?.preview ?? 'default';
  const image = addressOf(`/share/${preview}.png`);
  const hasFeed = path === '/' || /^\/blog(?:\/|$)/.test(path);
  const result = pageContext()?.formResult;
  const wrong = isError || result?.failed || Object.keys(result?.errors ?? {}).length > 0;
  return (
    <>
      <title>{wrong ? formErrors.title + meta.title : meta.title}</title>
      <meta name="description" content={meta.description} />
      <meta name="robots" content={isIndexed ? 'index, follow, max-image-preview:large' : 'noindex'} />
      <meta name="theme-color" content={path === '/' ? colours.canopy.deep : colours.paper.DEFAULT} />
      {path !== '/404' && <link rel="canonical" href={address} />}
      {hasFeed && <link rel="alternate" type="application/atom+xml" title="Carma Insights" href={addressOf('/feed.xml')} />}

      {Object.entries({ title: meta.title, description: meta.description, image, 'image:alt': shareImages[preview] }).map(
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

      {/* React escapes only `<script` and `</script` in a script element. Without any `<`, which JSON can write otherwise, nothing can end
          the element. It is data and not executed, so the Content-Security-Policy does not apply. */}
      {descriptionsOf(props, image).map((data) => (
        <script key={data['@type']} type="application/ld+json">
          {JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}
        </script>
      ))}
    </>
  );
}

/** A schema.org description of what a page shows, for search engines. */
type Description = BlogPostingLeaf | BreadcrumbListLeaf | FAQPageLeaf | OrganizationLeaf | ProductLeaf | WebSiteLeaf;

/** `image`: the address of the page's picture. */
function descriptionsOf({ meta, path, name, article, faq, project }: PageHeadProps, image: string): Description[] {
  return [
    ...(path === '/' ? [organization(meta.description), webSite()] : []),
    breadcrumbs(path, name ?? article?.title),
    article && blogPosting(article, image),
    faq && faqPage(faq),
    project && productOffer(project),
  ].filter((one) => one !== undefined);
}

const language = 'en-GB';
const addressOf = (path: string) => env().PUBLIC_URL + path;

/** Carma, with the same `@id` wherever it appears, so that consumers recognise it as one entity. */
const publisher = () =>
  ({
    '@type': 'Organization',
    '@id': addressOf('/#organization'),
    name: 'Carma',
    url: addressOf('/'),
    logo: addressOf('/icon-512.png'),
  }) as const;

/** Describes Carma with the details given in the footer. https://schema.org/Organization */
function organization(description: string): OrganizationLeaf {
  const { contactEmail, vatNumber, companyNumber } = company();
  return {
    ...publisher(),
    description,
    email: contactEmail,
    vatID: vatNumber,
    identifier: { '@type': 'PropertyValue', propertyID: 'Company number', value: companyNumber },
  };
}

/** Describes the site as a whole. https://schema.org/WebSite */
const webSite = (): WebSiteLeaf => ({
  '@type': 'WebSite',
  '@id': addressOf('/#website'),
  name: 'Carma',
  url: addressOf('/'),
  inLanguage: language,
  publisher: { '@id': addressOf('/#organization') },
});

/**
 * Describes the way from the home page to `path`: its ancestors among `sitePages`, then the page itself. `name`: of a page that is not
 * among these, such as an article. Undefined for the home page and for unknown pages. https://schema.org/BreadcrumbList
 */
function breadcrumbs(path: string, name?: string): BreadcrumbListLeaf | undefined {
  const find = (pagePath: string) => sitePages.find((page) => page.path === pagePath);
  const last = name ?? find(path)?.name;
  if (path === '/' || last === undefined) return undefined;
  const steps = path.split('/').slice(1, -1);
  const ancestors = ['/', ...steps.map((_, i) => `/${steps.slice(0, i + 1).join('/')}`)].flatMap((ancestor) => find(ancestor) ?? []);
  const crumbs = [...ancestors, { name: last, path }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((page, i) => ({ '@type': 'ListItem', position: i + 1, name: page.name, item: addressOf(page.path) })),
  };
}

/** Describes the questions and answers on a page, in its wording and order. https://schema.org/FAQPage */
const faqPage = (faq: Faq): FAQPageLeaf => ({
  '@type': 'FAQPage',
  name: faq.title,
  inLanguage: language,
  mainEntity: faq.items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

/** Describes an article. Its author is one of our teams, hence an organisation. https://schema.org/BlogPosting */
function blogPosting(post: Post, image: string): BlogPostingLeaf {
  const url = addressOf(`/blog/${post.slug}`);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#article`,
    headline: post.title,
    alternativeHeadline: post.subtitle,
    description: post.excerpt,
    articleSection: post.category,
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    author: { '@type': 'Organization', name: post.author, url: addressOf('/about') },
    publisher: publisher(),
    image,
    inLanguage: language,
    url,
    mainEntityOfPage: url,
  };
}

/**
 * Describes a project and its offer: the price of one credit (one tCO2e) in pounds, before VAT, stated once. It has no end, because a
 * listed price is not held: a quote is. https://schema.org/Product, https://schema.org/UnitPriceSpecification
 * @returns undefined for what is not offered: without a price, or not yet on sale.
 */
function productOffer({ pricePerCredit, availableCredits, status, unitsStatus, ...project }: Project): ProductLeaf | undefined {
  if (pricePerCredit === null || status === 'Not yet on sale') return undefined;
  // Pending credits are sold now, and delivered once issued.
  const availability = status === 'Sold out' ? 'OutOfStock' : unitsStatus === 'expected' ? 'PreOrder' : 'InStock';
  const url = addressOf(`/projects/${project.slug}`);
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: project.title,
    ...(project.description && { description: project.description }),
    category: project.category,
    image: URL.parse(project.imageUrl, addressOf('/'))?.href,
    sku: project.slug,
    url,
    offers: {
      '@type': 'Offer',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        // In pounds with two decimals and no thousands separator.
        price: (pricePerCredit / 100).toFixed(2),
        priceCurrency: 'GBP',
        valueAddedTaxIncluded: false,
        // TNE is the tonne of UN/CEFACT's Recommendation 20.
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'TNE', unitText: 'tCO2e' },
      },
      availability: `https://schema.org/${availability}`,
      ...(availableCredits !== null && {
        inventoryLevel: { '@type': 'QuantitativeValue', value: availableCredits, unitText: 'credits' } as const,
      }),
      seller: publisher(),
      url,
    },
  };
}
