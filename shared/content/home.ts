import { products } from './credits.ts';
import { ledger } from './ledger.ts';
import { reply } from './reply.ts';
import type { Closing, Comparison, Editorial, Figure, Hero, Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'Carma: buy carbon credits you can trust',
  description:
    'Verified carbon credits for UK and international businesses: projects with their place, price and evidence, and a public record anyone can check.',
} satisfies PageMeta;

export const hero = {
  title: 'Buy Carbon Credits You Can Trust',
  lede: 'Verified credits for organisations that answer to an auditor: each project shows its place, its price and which of an auditor’s questions are still open.',
  actions: [
    { label: 'Browse Verified Projects', href: '/credits' },
    { label: 'How It Works', href: '/how-it-works' },
    { label: 'Find a Portfolio', href: '/portfolio' },
  ],
} satisfies Omit<Hero, 'eyebrow'>;

/** Below the hero's buttons: the lowest price of each of the four project types of product.md, and the list that it leads to. */
export const prices = {
  types: products.kinds.map(({ type }) => type),
  from: '{type} from',
  pending: 'pending',
  unit: 'per tonne, excl. VAT',
  proof: { label: 'Proof: the public record', href: '/record' },
} as const;

/** product.md, section 9, "Home stats": stated by the company, so nothing counted stands beside them. */
export const figures = [
  { value: '25+', label: 'Active Projects' },
  { value: '4', label: 'Project Types' },
  { value: 'UK+', label: 'Regions' },
  { value: 'eDNA', label: 'Verified Impact' },
] satisfies Figure[];

export const trust = {
  title: 'What stands behind the credits',
  items: [
    {
      title: '100% Traceable Credits',
      body: 'Every unit on the record can be traced by its serial number, from receipt to retirement. Projects whose units aren’t on it yet say so.',
      link: { label: 'Open the record', href: '/record' },
    },
    {
      title: 'Science-Backed Nature Projects',
      body: 'Biochar, methane avoidance, UK tree planting and biodiversity net gain. A project that claims a gain for nature shows its survey of species; the others say “no survey”.',
    },
    {
      title: 'Built for CSOs',
      body: 'For chief sustainability officers: audit-ready facts for CSRD, TNFD, SBTi and Scope 3 reports, so the credit you buy in March still stands up at the audit a year later.',
      link: { label: 'See a certificate', href: '/impact-hub#demo-certificate' },
    },
  ],
} satisfies Ledger;

export const registry = {
  eyebrow: 'Blockchain registry',
  title: 'How the registry prevents double selling',
  paragraphs: [
    ledger.paragraph,
    'A unit on the record can’t be sold twice. Whether the tree grew is for the standard and its verifier to say.',
  ],
  actions: [
    { label: 'How the Registry Works', href: '/blockchain' },
    { label: 'See the Projects', href: '/projects' },
  ],
} satisfies Editorial;

/** The latest entry on the record, beside the section on the registry. */
export const latestEntry = {
  title: 'Latest entry on the record',
  units: '{kind}: {units}',
  sample: 'Sample data',
  none: 'The record has no entries yet.',
  open: 'Open it',
  check: { label: 'Check it yourself', href: '/verify' },
} as const;

export const comparison = {
  title: 'Why other options fail and how we fix it',
  columns: { question: 'Question', elsewhere: 'Challenge', here: 'Solution' },
  rows: [
    {
      question: 'Who owns this tonne?',
      elsewhere: 'Without a public record, you have only the seller’s word for it.',
      here: 'One holder at a time. For units on the record, anyone can look up whether they’re held, sold or retired, and since when.',
    },
    {
      question: 'What will the auditor ask?',
      elsewhere: 'Without a file for each retirement, nobody collects the documents until the auditor asks.',
      here: 'One download from your certificate numbers: the CSRD figures, with the proof of each retirement.',
    },
    {
      question: 'What does it cost?',
      elsewhere: 'Without a public price, you can’t tell whether another buyer pays less.',
      here: 'Pounds per tonne, excl. VAT, on every project on sale, before you talk to anyone.',
    },
  ],
} satisfies Comparison;

export const featured = {
  title: 'Featured Carbon Projects',
  viewAll: { label: 'View All Projects', href: '/credits#projects' },
  loading: 'Loading projects...',
  error: 'Error loading projects. Please try again later.',
};

export const closing = {
  title: 'Ask us for a quote or for the evidence',
  body: `Tell us how many tonnes you need, for which year and for which report. ${reply}`,
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Explore Solutions', href: '/enterprise' },
  ],
} satisfies Closing;
