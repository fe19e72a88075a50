import type { Closing, Comparison, Editorial, Figure, Hero, Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'Carma: buy carbon credits you can trust',
  description:
    'Verified, nature-positive carbon credits for UK and international businesses: each tonne with a place, a price and a record that cannot be sold twice.',
} satisfies PageMeta;

export const hero = {
  eyebrow: '',
  title: 'Buy Carbon Credits You Can Trust',
  lede: 'Every tonne has a place and a price, and can be sold only once. Verified, nature-positive credits for organisations that answer to auditors.',
  actions: [
    { label: 'Browse Verified Projects', href: '/credits' },
    { label: 'How It Works', href: '/how-it-works' },
  ],
} satisfies Hero;

/** Under the hero's buttons; forecasts are not on sale in this sense. */
export const onSale = {
  text: 'On sale now: {projects} from',
  unit: 'per tonne, excl. VAT',
  href: '/projects?status=On+sale&sort=price',
};

/** product.md, section 9, "Home stats". */
export const figures = [
  { value: '25+', label: 'Active Projects' },
  { value: '4', label: 'Project Types' },
  { value: 'UK+', label: 'Regions' },
  { value: 'eDNA', label: 'Verified Impact' },
] satisfies Figure[];

export const trust = {
  eyebrow: 'What you can check',
  title: 'Evidence first, then the claim.',
  items: [
    {
      title: '100% Traceable Credits',
      body: 'Each credit is one token with its own metadata, from issuance through every transfer to retirement. Once it is retired it is locked for good, and anyone can look it up.',
    },
    {
      title: 'Science-Backed Nature Projects',
      body: 'Biochar, methane avoidance, UK tree planting and biodiversity net gain, measured on the ground. eDNA sampling shows which species are there, before the work and after it.',
    },
    {
      title: 'Built for CSOs',
      body: 'Records shaped for CSRD, TNFD, SBTi and Scope 3 reporting, so that the credit you buy in March still stands up when the annual report is audited the year after.',
    },
  ],
} satisfies Ledger;

export const registry = {
  eyebrow: 'Blockchain registry',
  title: 'A tonne that is sold once stays sold.',
  paragraphs: [
    'The registry runs on a permissioned, Ethereum-based platform. A verified tonne enters it as a unique token; each transfer is logged; retirement burns or locks the token, and no later entry can undo that.',
    'This rules out selling a tonne twice. It does not prove that a tree grew: that is the work of the standard, the verifier and the survey, and their documents hang on the same record.',
  ],
  notes: [
    'Minted: one token for one verified tonne, its metadata on distributed storage.',
    'Transferred: each change of owner is a dated line.',
    'Retired: permanently locked or burned. No resale.',
  ],
  actions: [
    { label: 'Explore the Registry', href: '/blockchain' },
    { label: 'See the Projects on It', href: '/projects' },
  ],
} satisfies Editorial;

export const comparison = {
  eyebrow: 'Challenge and solution',
  title: 'Why other options fail and how we fix it',
  columns: { question: 'Question', elsewhere: 'Elsewhere', here: 'With Carma' },
  rows: [
    {
      question: 'Who owns this tonne?',
      elsewhere: 'A line in a broker’s spreadsheet, reconciled once a quarter.',
      here: 'One token on one registry. Sold once, or the sale does not happen.',
    },
    {
      question: 'Did nature come back?',
      elsewhere: 'A modelled figure and a photograph of somewhere green.',
      here: 'eDNA surveys of the site, with the species that were found.',
    },
    {
      question: 'What will the auditor ask?',
      elsewhere: 'Documents that arrive by email, weeks after the question.',
      here: 'One export for each purchase, laid out for CSRD, TNFD and Scope 3.',
    },
    {
      question: 'What does it cost?',
      elsewhere: 'Price on request, and a different one for every buyer.',
      here: 'Pounds per tonne on every project, excl. VAT, before you talk to anyone.',
    },
  ],
} satisfies Comparison;

export const featured = {
  eyebrow: 'From the catalogue',
  title: 'Featured Carbon Projects',
  /** Where no project is featured. */
  instead: 'No project is featured at the moment. These have the most credits on sale.',
  viewAll: { label: 'View All Projects', href: '/credits#projects' },
  loading: 'Loading projects...',
  error: 'Error loading projects. Please try again later.',
};

export const closing = {
  title: 'Ask us anything an auditor would.',
  body: 'Tell us the tonnes, the year and the report they are for. A person answers within 24 hours.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Explore Solutions', href: '/enterprise' },
  ],
} satisfies Closing;
