import type { Closing, Hero, PageMeta } from '#src/content/types.ts';

export const meta = {
  title: 'All carbon projects, with prices and volumes | Carma',
  pageTitle: 'All carbon projects, page {page} | Carma',
  description:
    'The whole catalogue of carbon projects: price per tonne excl. VAT, credits available, impact a year, place and verification standard, featured ones first.',
} satisfies PageMeta & { pageTitle: string };

export const hero = {
  eyebrow: 'The catalogue',
  title: 'Every project, every price',
  lede: 'All of it is public: what a tonne costs, how many are left, and who checked them. Open a project for its place, its evidence and its figures.',
  actions: [],
} satisfies Hero;

/** Texts of the catalogue. Words in braces stand for counts, names and amounts. */
export const list = {
  title: 'Carbon projects',
  shown: 'Projects {from} to {to} of {total}. Prices are per credit, excl. VAT.',
  loading: 'Loading carbon projects...',
  error: 'Error loading projects',
  tryAgain: 'Try Again',
  similar: 'No project has the words “{q}” as written. These have similar ones.',
  ignored: { title: 'Left out of account', unknown: '{name} is not a filter here.', wrong: '“{value}” is not a value of {name}.' },
  pages: { label: 'Pages of the catalogue', previous: 'Previous page', next: 'Next page', page: 'Page {page} of {pages}' },
  empty: { title: 'No project matches all of this.', loosen: 'Drop {filter}: {total} projects', clear: 'Show the whole catalogue' },
  pastEnd: {
    text: 'There is no page {page}: this list ends with page {pages}.',
    first: 'Go to the first page',
    last: 'Go to the last page',
  },
  view: { label: 'View', cards: 'Cards', table: 'Table' },
  files: { label: 'Take this list with you', csv: 'CSV', json: 'JSON', feed: 'Feed of changes' },
  form: {
    label: 'Search and filter',
    summary: 'Filters',
    q: 'Search',
    hint: 'A name, a place, a method. The beginning of a word is enough.',
    price: 'Price a credit, in pounds excl. VAT',
    min: 'From',
    max: 'To',
    available: 'Credits you need, at least',
    impact: 'Impact a year',
    anyImpact: 'Any',
    fromImpact: '{count} tCO₂e and more',
    more: '{count} more',
    sort: 'Sort by',
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
    price: 'the price range',
    available: 'Credits available',
    impact: 'Impact a year',
  },
  sorts: {
    '': 'Featured or best match first',
    price: 'Price, lowest first',
    'price-desc': 'Price, highest first',
    'available-desc': 'Available, most first',
    available: 'Available, least first',
    'impact-desc': 'Impact a year, most first',
    impact: 'Impact a year, least first',
    name: 'Name, A to Z',
    'name-desc': 'Name, Z to A',
  },
  table: {
    caption: 'Projects on this page of the list',
    project: 'Project',
    standard: 'Standard',
    place: 'Place',
    price: { name: 'Price a credit', unit: 'excl. VAT' },
    available: { name: 'Available', unit: 'credits' },
    expected: 'expected later',
    impact: { name: 'Impact a year', unit: 'tCO₂e' },
    next: 'Next step',
    notStated: 'Not stated',
  },
};

export const closing = {
  title: 'Found more than one? Ask for them together.',
  body: 'A quote can mix removals and avoidance, years and standards. Name the projects and the tonnes; we answer within 24 hours.',
  actions: [
    { label: 'Request a Quote', href: '/contact' },
    { label: 'Explore Enterprise Portfolios', href: '/enterprise/portfolios' },
  ],
} satisfies Closing;
