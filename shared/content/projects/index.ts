import { proofLinks } from '#shared/content/ledger.ts';
import { reply } from '#shared/content/reply.ts';
import type { Closing, Note, PageMeta } from '#shared/content/types.ts';
import { compareLimit } from '#shared/lib/shortlist.ts';
import type { FacetName } from '#shared/schemas/catalogue-query.ts';
import { labelNameTexts } from './labels.ts';

/** Words of some filters. */
type OfFilters<Words = string> = Partial<Record<FacetName, Words>>;

export const meta = {
  title: 'All carbon projects, with prices and volumes | Carma',
  pageTitle: 'All carbon projects, page {page} | Carma',
  description:
    'The whole catalogue of carbon projects: price per tonne excl. VAT, credits available, annual impact, place and verification standard, featured ones first.',
} satisfies PageMeta & { pageTitle: string };

export const head = {
  title: 'Carbon projects',
  lede: 'Every project, with its standard, price and remaining credits.',
  link: { label: 'Find a Portfolio', href: '/portfolio' },
};

/** Texts of the catalogue. Placeholders in braces are replaced with counts, names and amounts. */
export const list = {
  label: 'List of projects',
  shown: 'Projects {from} to {to} of {total}. Prices are per credit, excl. VAT.',
  loading: 'Loading carbon projects...',
  error: 'Error loading projects',
  tryAgain: 'Try Again',
  /** The total of credits on sale in the list: {total} is `1 credit`. */
  credits: {
    /** {parts}: the next three, joined. */
    text: '{total} on sale: {parts}.',
    issued: '{count} issued',
    expected: '{count} pending',
    'not stated': '{count} with issuance not stated',
    /** If all of them are alike. */
    only: {
      issued: '{total} on sale, all issued.',
      expected: '{total} on sale, all pending.',
      'not stated': '{total} on sale, issuance not stated.',
    },
  },
  noMatch: 'No project matches “{q}”.',
  meant: { before: 'Did you mean', after: ' ({total})?' },
  closest: 'These projects are the closest matches.',
  chips: { label: 'Filters applied', remove: 'Remove', clear: 'Clear all' },
  ignored: {
    title: 'Ignored',
    wrong: '{name} has no value “{value}”.',
    later: '“{value}”: only the first “{name}” in the address counts.',
    search: 'What you searched for has more than {max} characters, or some that can’t be read: “{value}”.',
    /** Of what is typed. */
    unreadable: '{name}: “{value}” can’t be read. Write numbers like 3,500.',
    page: 'The list of pages',
  },
  pages: { label: 'Catalogue pages', previous: 'Previous', next: 'Next', page: 'Page {page}' },
  empty: {
    none: 'The catalogue has no projects yet.',
    title: 'No project matches all of this.',
    without: 'Without {filter}: {projects}',
    /** Of a lowest price above the highest. */
    crossed: 'No price is from {min} up to {max}.',
    exchanged: 'From {min} up to {max}',
    noneWithout: 'Without {filter}: none either',
    clear: 'Show the whole catalogue',
  },
  pastEnd: {
    text: 'There is no page {page}: the last page of this list is {pages}.',
    first: 'Go to the first page',
    last: 'Go to the last page',
  },
  view: { label: 'View', table: 'Table', cards: 'Cards', map: 'Map', prices: 'Price and storage' },
  compare: {
    submit: 'Compare the ticked projects',
    hint: 'Tick up to four.',
    /** For screen readers and, while a tick box has the focus, for others with a keyboard. */
    key: 'Press Enter on a tick box to compare.',
    /** The limit stands here and in ./compare.ts in words, too. Whoever changes it changes those. */
    ticked: `{count} of ${compareLimit satisfies 4} ticked`,
    full: 'Four are ticked already. Untick one first.',
    untick: 'Untick all',
  },
  files: { label: 'This list as a file', csv: 'CSV', xlsx: 'Excel', json: 'JSON', xml: 'Feed of changes' },
  form: {
    label: 'Search and filter',
    /** Opens the filters beyond the first four. */
    summary: 'More filters',
    /** {count}: how many of these are set. */
    summarySet: 'More filters ({count})',
    placeholder: 'Name, place or ID',
    q: 'Search',
    priceShort: 'Price',
    price: 'Per credit, in pounds excl. VAT',
    min: 'From',
    max: 'To',
    /** At each, if the first is above the second. */
    aboveMax: 'Above “To”, which is {max}',
    belowMin: 'Below “From”, which is {min}',
    available: 'Credits you need, at least',
    impact: 'Annual impact',
    anyImpact: 'Any',
    fromImpact: '{count} tCO₂e or more',
    more: '{count} more',
    /** Labels of the fields that take the name of a value. */
    find: {
      country: 'Another country',
      type: 'Another project type',
      standard: 'Another standard',
      category: 'Another category',
      vintage: 'Another year',
      label: 'Another label',
    } satisfies OfFilters as OfFilters,
    /** Of a filter that finds the projects with all of the chosen values; others find those with any of them. */
    hints: {
      label: 'Finds projects selling credits with every label you tick. CCP: Core Carbon Principles. CORSIA: airlines’ offsetting scheme.',
    } satisfies OfFilters as OfFilters,
    priceHint: 'With a limit, projects without a price are left out.',
    sort: 'Sort by',
    /** Without scripts. */
    sortGo: 'Sort',
    go: 'Search',
    submit: 'Show projects',
    clear: 'Clear all',
  },
  filters: {
    q: 'the search words',
    category: 'Category',
    type: 'Project type',
    standard: 'Standard',
    country: 'Country',
    status: 'Availability',
    units: 'Issued or pending',
    label: 'Labels',
    mechanism: 'Removal or reduction',
    vintage: 'Vintage',
    record: 'On the record',
    rating: 'Rating',
    price: 'the price range',
    available: 'Credits available',
    unanswered: 'the open question',
    impact: 'Annual impact',
  },
  /** Display names of values that are not displayed as they are. */
  values: {
    units: { issued: 'Issued', expected: 'Pending', 'not stated': 'Not stated' },
    label: labelNameTexts,
    record: { 'on the record': 'With serial numbers on the record', 'stated by us': 'Not yet on the record' },
    rating: { rated: 'Rated', 'not rated': 'Not rated' },
    mechanism: { 'not stated': 'Not stated' },
  } satisfies OfFilters<Record<string, string>> as OfFilters<Record<string, string>>,
  /** The chips of filters that take one value. */
  single: {
    q: '“{value}”',
    min: 'From {value}',
    max: 'Up to {value}',
    available: 'At least {value}',
    unanswered: 'Not fully answered: {value}',
    impact: 'From {value} tCO₂e per year',
  },
  sorts: {
    '': 'Featured or best match first',
    price: 'Price, lowest first',
    'price-desc': 'Price, highest first',
    'available-desc': 'Credits available, most first',
    available: 'Credits available, fewest first',
    'impact-desc': 'Annual impact, largest first',
    impact: 'Annual impact, smallest first',
    name: 'Name, A to Z',
    'name-desc': 'Name, Z to A',
  },
  table: {
    caption: 'Projects on this page of the list',
    project: 'Project',
    standard: 'Standard and vintage',
    price: { name: 'Price per credit', short: 'Price', unit: 'excl. VAT' },
    available: { name: 'Available', short: 'Available', unit: 'credits' },
    units: { issued: 'issued', expected: 'pending', 'not stated': 'issuance not stated' },
    notOnRecord: 'not yet on the record',
    vintage: 'vintage {years}',
    impact: { name: 'Annual impact', short: 'tCO₂e per year', unit: 'tCO₂e' },
    notStated: 'Not stated',
  },
} as const;

export const proof = { text: 'What has been sold and retired so far:', links: proofLinks } satisfies Note;

export const closing = {
  title: 'Ask for one quote for several projects',
  body: `A quote can combine removals and avoidance, vintages and standards. Put the projects on your shortlist, with the tonnes of each. ${reply}`,
  actions: [
    { label: 'Open Your Shortlist', href: '/shortlist' },
    { label: 'Explore Enterprise Portfolios', href: '/enterprise/portfolios' },
  ],
} satisfies Closing;
