/** What a search engine asks of a description of one type. A name is a path; `|` separates alternatives. */
type Rules = {
  /** The page of Google Search Central that the lists are taken from. */
  source: string;
  required: readonly string[];
  recommended: readonly string[];
  /** Recommended properties that this site does not state, each with the reason. */
  leftOut: Readonly<Record<string, string>>;
};

const guide = 'https://developers.google.com/search/docs/appearance';

/** The published rules of Google Search for the types of structured data on this site, as of 2026-11. */
export const searchEngineRules: Readonly<Record<string, Rules>> = {
  Product: {
    source: `${guide}/structured-data/merchant-listing`,
    required: [
      ...['name', 'image', 'offers', 'offers.price|offers.priceSpecification.price'],
      'offers.priceCurrency|offers.priceSpecification.priceCurrency',
      // Of a unit price.
      ...['offers.priceSpecification.referenceQuantity.value', 'offers.priceSpecification.referenceQuantity.unitCode'],
    ],
    recommended: ['description', 'sku', 'offers.availability', 'offers.url'],
    leftOut: {
      'offers.priceValidUntil': 'A listed price is not held; a quote is.',
      'offers.shippingDetails': 'Credits are not shipped.',
      'offers.hasMerchantReturnPolicy': 'Credits are not goods that are sent back.',
      'offers.itemCondition': 'A credit has no condition.',
      aggregateRating: 'Buyers do not rate projects here.',
      review: 'Buyers do not review projects here.',
      brand: 'A project has a developer, which is a property of its own.',
      gtin: 'Credits have serial numbers.',
      mpn: 'Credits have serial numbers.',
    },
  },
  BreadcrumbList: {
    source: `${guide}/structured-data/breadcrumb`,
    required: ['itemListElement', 'itemListElement.position', 'itemListElement.name', 'itemListElement.item'],
    recommended: [],
    leftOut: {},
  },
  BlogPosting: {
    source: `${guide}/structured-data/article`,
    required: [],
    recommended: ['author', 'author.name', 'author.url', 'dateModified', 'datePublished', 'headline', 'image'],
    leftOut: {},
  },
  Organization: {
    source: `${guide}/structured-data/organization`,
    required: [],
    recommended: ['name', 'url', 'logo', 'description', 'email', 'vatID'],
    leftOut: {
      address: 'Not among the facts of the company that the site knows.',
      telephone: 'Not among the facts of the company that the site knows.',
      legalName: 'Not among the facts of the company that the site knows.',
      sameAs: 'The site names no other page of the company.',
    },
  },
  FAQPage: {
    source: `${guide}/structured-data/faqpage`,
    required: ['mainEntity', 'mainEntity.name', 'mainEntity.acceptedAnswer', 'mainEntity.acceptedAnswer.text'],
    recommended: [],
    leftOut: {},
  },
  WebSite: {
    source: `${guide}/site-names`,
    required: ['name', 'url'],
    recommended: [],
    leftOut: { alternateName: 'Carma has no other name.' },
  },
};

/** The values of `availability` that Google Search knows. */
export const availabilities = [
  ...['BackOrder', 'Discontinued', 'InStock', 'InStoreOnly', 'LimitedAvailability', 'OnlineOnly', 'OutOfStock', 'PreOrder', 'PreSale'],
  'SoldOut',
].map((name) => `https://schema.org/${name}`);

/** Lists what a description lacks of its type's rules, and what it states although that is left out on purpose. */
export function breachesIn(description: object): string[] {
  const type = String(Object(description)['@type']);
  const rules = searchEngineRules[type];
  if (!rules) return [`${type} has no rules`];
  const isStated = (paths: string) => paths.split('|').some((path) => hasPath(description, path.split('.')));
  return [
    ...[...rules.required, ...rules.recommended].filter((paths) => !isStated(paths)).map((paths) => `${type} lacks ${paths}`),
    ...Object.keys(rules.leftOut)
      .filter(isStated)
      .map((path) => `${type} states ${path}`),
  ];
}

/** Checks whether a value, or each of a list, has something at a path. */
function hasPath(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => hasPath(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return value !== undefined && value !== null && value !== '';
  return typeof value === 'object' && value !== null && hasPath((value as Record<string, unknown>)[name], rest);
}
