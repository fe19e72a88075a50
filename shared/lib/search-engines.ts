import type { BlogPostingLeaf, BreadcrumbListLeaf, FAQPageLeaf, OrganizationLeaf, ProductLeaf, WebSiteLeaf, WithContext } from 'schema-dts';
import type { Post } from '#shared/content/blog/posts.ts';
import type { SitePage } from '#shared/content/navigation.ts';
import type { Company, Faq } from '#shared/content/types.ts';
import type { Project } from '#shared/schemas/project.ts';

/** A schema.org description of a page's content, for search engines. Every builder here returns one complete object. */
export type JsonLd = WithContext<BlogPostingLeaf | BreadcrumbListLeaf | FAQPageLeaf | OrganizationLeaf | ProductLeaf | WebSiteLeaf>;

/** The facts about an article that `blogPosting` describes. */
export type DescribedPost = Pick<Post, 'slug' | 'title' | 'subtitle' | 'author' | 'date' | 'updated' | 'category' | 'excerpt'>;

type Addressed = { publicUrl: string };
type Pictured = { imageUrl: string };

const context = { '@context': 'https://schema.org' } as const;
const language = 'en-GB';

/** Describes Carma with the details given in the footer. https://schema.org/Organization */
export function organization({
  company,
  description,
  publicUrl,
}: { company: Company; description: string } & Addressed): WithContext<OrganizationLeaf> {
  return {
    ...context,
    ...publisher(publicUrl),
    description,
    email: company.contactEmail,
    vatID: company.vatNumber,
    identifier: { '@type': 'PropertyValue', propertyID: 'Company number', value: company.companyNumber },
  };
}

/** Describes the site as a whole. https://schema.org/WebSite */
export function webSite({ publicUrl }: Addressed): WithContext<WebSiteLeaf> {
  return {
    ...context,
    '@type': 'WebSite',
    '@id': `${publicUrl}/#website`,
    name: 'Carma',
    url: `${publicUrl}/`,
    inLanguage: language,
    publisher: { '@id': `${publicUrl}/#organization` },
  };
}

/** Describes a page's breadcrumbs. https://schema.org/BreadcrumbList */
export function breadcrumbList({ crumbs, publicUrl }: { crumbs: readonly Crumb[] } & Addressed): WithContext<BreadcrumbListLeaf> {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, i) => ({ '@type': 'ListItem', position: i + 1, name, item: `${publicUrl}${path}` })),
  };
}

/** Describes the questions and answers on a page, in its wording and order. https://schema.org/FAQPage */
export function faqPage(faq: Faq): WithContext<FAQPageLeaf> {
  return {
    ...context,
    '@type': 'FAQPage',
    name: faq.title,
    inLanguage: language,
    mainEntity: faq.items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Describes an article. Its author is one of our teams, hence an organisation. https://schema.org/BlogPosting */
export function blogPosting({ post, imageUrl, publicUrl }: { post: DescribedPost } & Pictured & Addressed): WithContext<BlogPostingLeaf> {
  const url = `${publicUrl}/blog/${post.slug}`;
  return {
    ...context,
    '@type': 'BlogPosting',
    '@id': `${url}#article`,
    headline: post.title,
    alternativeHeadline: post.subtitle,
    description: post.excerpt,
    articleSection: post.category,
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    author: { '@type': 'Organization', name: post.author, url: `${publicUrl}/about` },
    publisher: publisher(publicUrl),
    image: imageUrl,
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
export function productOffer({ project, publicUrl }: { project: Project } & Addressed): WithContext<ProductLeaf> | undefined {
  const { pricePerCredit, availableCredits } = project;
  const availability = availabilityOf(project);
  if (pricePerCredit === null || availability === undefined) return undefined;
  const url = `${publicUrl}/projects/${project.slug}`;
  return {
    ...context,
    '@type': 'Product',
    '@id': `${url}#product`,
    name: project.title,
    ...(project.description && { description: project.description }),
    category: project.category,
    image: new URL(project.imageUrl, publicUrl).href,
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
      seller: publisher(publicUrl),
      url,
    },
  };
}

/** Uses the same `@id` wherever Carma appears, so that consumers recognise it as one entity. */
function publisher(publicUrl: string) {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: 'Carma',
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
  } as const;
}

/** Maps a project's sale status to schema.org's ItemAvailability; undefined for what is not offered yet. */
function availabilityOf({ status, unitsStatus }: Project): 'InStock' | 'OutOfStock' | 'PreOrder' | undefined {
  if (status === 'Not yet on sale') return undefined;
  if (status === 'Sold out') return 'OutOfStock';
  // Sold now, delivered once issued.
  return unitsStatus === 'expected' ? 'PreOrder' : 'InStock';
}

/** One breadcrumb: the name and path of a page. */
type Crumb = { name: string; path: string };

/**
 * Returns the breadcrumbs from the home page to `path`: those of its ancestors that are listed in `pages`, then the page itself.
 * `name` is needed for a page that is not listed, such as an article. Empty for the home page and for unknown pages.
 */
export function breadcrumbs(path: string, pages: readonly SitePage[], name?: string): Crumb[] {
  const find = (pagePath: string) => pages.find((page) => page.path === pagePath);
  const last = name ?? find(path)?.name;
  if (path === '/' || last === undefined) return [];
  const steps = path.split('/').slice(1, -1);
  const ancestors = ['/', ...steps.map((_, i) => `/${steps.slice(0, i + 1).join('/')}`)].map(find);
  return [...ancestors.filter((page) => page !== undefined).map((page) => ({ name: page.name, path: page.path })), { name: last, path }];
}
