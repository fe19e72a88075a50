import type { Closing, Comparison, Editorial, Figure, Hero, Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'Carma: buy carbon credits you can trust',
  description:
    'Verified, nature-positive carbon credits for UK and international businesses: each tonne with a place, a price and a public record, and sold only once.',
} satisfies PageMeta;

export const hero = {
  eyebrow: '',
  title: 'Buy Carbon Credits You Can Trust',
  lede: 'Verified, nature-positive credits for organisations that have to satisfy an auditor. Every tonne has a place and a price, and can be sold only once.',
  actions: [
    { label: 'Browse Verified Projects', href: '/credits' },
    { label: 'How It Works', href: '/how-it-works' },
  ],
} satisfies Hero;

/**
 * Shown below the hero's buttons. Projects that are not yet on sale are not counted, nor are pending credits: the link filters
 * by the same, so that it leads to as many projects as it says.
 */
export const onSale = {
  text: 'On sale now: {projects} from',
  unit: 'per tonne, excl. VAT',
  href: '/projects?status=On+sale&units=issued&units=not+stated&sort=price',
} as const;

/** product.md, section 9, "Home stats". */
export const figures = [
  { value: '25+', label: 'Active Projects' },
  { value: '4', label: 'Project Types' },
  { value: 'UK+', label: 'Regions' },
  { value: 'eDNA', label: 'Verified Impact' },
] satisfies Figure[];

export const trust = {
  eyebrow: 'What you can check',
  title: 'What stands behind every credit',
  items: [
    {
      title: '100% Traceable Credits',
      body: 'Each credit is one token with its own metadata, traced from issuance through every transfer to retirement. Once retired it is locked for good, and anyone can look it up.',
    },
    {
      title: 'Science-Backed Nature Projects',
      body: 'Biochar, methane avoidance, UK tree planting and biodiversity net gain, measured on the ground. eDNA sampling shows which species are present before the work and after it.',
    },
    {
      title: 'Built for CSOs',
      body: 'Audit-ready records for CSRD, TNFD, SBTi and Scope 3 reporting, so that the credit you buy in March still stands up when the annual report is audited a year later.',
    },
  ],
} satisfies Ledger;

export const registry = {
  eyebrow: 'Blockchain registry',
  title: 'How the registry prevents double selling',
  paragraphs: [
    'The registry runs on a permissioned, Ethereum-based platform. A verified tonne enters it as a unique token; each transfer is logged; retirement burns or locks the token, and no later entry can undo that.',
    'This rules out selling a tonne twice. It does not prove that a tree grew: that is for the standard, the verifier and the survey, and their documents are linked from the same record.',
  ],
  notes: [
    'Minted: one token for one verified tonne, its metadata on distributed storage.',
    'Transferred: each change of owner is a dated entry.',
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
      elsewhere: 'Whoever is named in a broker’s spreadsheet, which is reconciled once a quarter.',
      here: 'The holder of one token on one registry. It can be sold only once.',
    },
    {
      question: 'Did nature come back?',
      elsewhere: 'A modelled figure and a photograph of somewhere green.',
      here: 'eDNA surveys of the site, listing the species found.',
    },
    {
      question: 'What will the auditor ask?',
      elsewhere: 'Documents that arrive by email, weeks after the question.',
      here: 'One export per purchase, laid out for CSRD, TNFD and Scope 3.',
    },
    {
      question: 'What does it cost?',
      elsewhere: 'Price on request, and a different one for every buyer.',
      here: 'Pounds per tonne, excl. VAT, on every project on sale, before you talk to anyone.',
    },
  ],
} satisfies Comparison;

export const featured = {
  eyebrow: 'From the catalogue',
  title: 'Featured Carbon Projects',
  /** Shown if no project is featured. */
  instead: 'No project is featured at the moment. These have the most credits on sale.',
  viewAll: { label: 'View All Projects', href: '/credits#projects' },
  loading: 'Loading projects...',
  error: 'Error loading projects. Please try again later.',
};

export const closing = {
  title: 'Ask us for a quote or for the evidence',
  body: 'Tell us how many tonnes you need, for which year and for which report. We answer within 24 hours.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Explore Solutions', href: '/enterprise' },
  ],
} satisfies Closing;
