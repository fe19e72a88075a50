import { proofLinks } from './ledger.ts';
import type { Closing, Editorial, EvidenceGroup, Figure, Hero, Note, PageMeta } from './types.ts';

export const meta = {
  title: 'About us: a B Corp that sells carbon credits | Carma',
  description:
    'Founded in 2022, a certified B Corp since August 2023, with 3% of revenue for UK veteran charities. Our mission, our values, who checks our work, and our journey.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'About Carma',
  title: 'Carbon credits that stand up to an audit',
  lede: 'We are a nature-positive UK company that sells verified carbon credits to businesses, and we give 3% of our revenue to veteran charities.',
  actions: [{ label: 'How It Works', href: '/how-it-works' }],
} satisfies Hero;

/** product.md, sections 1 and 2, "About". */
export const figures = [
  { value: '500+', label: 'Trusted businesses', note: 'Clients and partners since 2022. Stated by Carma, 2025' },
  { value: 'B Corp', label: 'Certified company', note: 'Since August 2023' },
  { value: '2022', label: 'Founded', note: 'In the United Kingdom' },
  { value: '3%', label: 'Of revenue to veteran charities', note: 'Each year, whatever the profit' },
] satisfies Figure[];

export const creed = {
  mission: {
    title: 'Our mission',
    statement:
      'To make a tonne of carbon as easy to check as an invoice: one owner, one date, one place on the map, and a document for every claim.',
    paragraphs: [
      'Money reaches a woodland or a kiln because somebody in an office is willing to sign. That person has to justify the purchase to finance, to an auditor and to customers who have read about a scandal.',
      'So we put what they need on the project’s page and on the record, and count what is still missing.',
    ],
  },
  values: {
    title: 'Our values',
    items: [
      {
        title: 'Evidence for what we say about nature',
        body: '“Nature-positive” is a statement about species, and needs samples from before and after the work. Where a project has no survey, we say so and speak only of its tonnes.',
      },
      {
        title: 'Public prices',
        body: 'Every project on sale shows its price per tonne in pounds before you have spoken to anyone. You can compare two projects, or us and a competitor, before we know your name.',
      },
      {
        title: 'Reduce first',
        body: 'Credits are for the emissions left once you’ve cut what you can. If a reduction would do more than a purchase, we should be the ones to say so.',
      },
      {
        title: 'Support for veterans',
        body: 'We treat support for UK veterans as a cost of doing business, like rent, and pay for it in a lean year too.',
      },
    ],
  },
};

export const difference = {
  title: 'The Carma Difference',
  intro: 'A share of revenue, a B Impact Score and four ways of measuring. You can hold us to each.',
  items: [
    {
      drawing: 'share',
      title: '3% of revenue to veteran charities',
      body: 'On £10,000 of sales, £300 goes to veteran charities, before any of our costs are counted.',
    },
    {
      drawing: 'scale',
      title: 'A B Impact Score of 127.9, where 80 was the pass mark',
      body: 'Our overall B Impact Score, from the certification of August 2023, out of 200 points. It covers how the company is run and says nothing about any individual credit.',
    },
    {
      drawing: 'types',
      title: 'Four project types, each measured in its own way',
      body: 'Biochar, methane avoidance, UK tree planting and biodiversity net gain. Char is weighed, gas is metered and stems are counted. Species are sampled where a project has a survey.',
      link: { label: 'See what is in the catalogue', href: '/projects' },
    },
  ],
} satisfies EvidenceGroup;

export const referees = {
  eyebrow: 'Who checks our work',
  title: 'Independent standards, verifiers and ratings',
  paragraphs: [
    'A seller that also certifies has a reason to be generous. So the rules come from independent standards, the tonnes are confirmed by verifiers those standards accredit or approve, and BeZero, an independent rating agency, gives a second opinion.',
    'The rest is our responsibility: which projects we take on, how we describe them, what we charge, and whether the record is complete.',
  ],
  notes: ['VCS', 'Gold Standard', 'Woodland Carbon Code', 'Climate Action Reserve', 'American Carbon Registry', 'Puro.Earth'],
  actions: [{ label: 'Standards Overview', href: '/standards' }],
} satisfies Editorial;

export const journey = {
  title: 'Our Journey',
  entries: [
    {
      when: '2022',
      title: 'Carma is founded',
      body: 'In the United Kingdom, with one purpose: to sell businesses carbon credits that can be traced to a place and to one owner.',
    },
    {
      when: 'August 2023',
      title: 'B Corp certification',
      body: 'Certified with an overall B Impact Score of 127.9. A score belongs to the year of its assessment, so we give the date of ours.',
    },
    {
      when: '2023',
      title: 'Best start-up award',
      body: 'Named best start-up in the year after the company was founded. It’s an award for the company; the projects still have to be checked.',
    },
    {
      when: 'Ongoing',
      title: 'Strategic partnerships',
      body: 'Puro.Earth, through which we offer durable removals, and BeZero, our risk-ratings partner, which assesses projects without our involvement.',
    },
  ],
};

export const proof = { text: 'Look for yourself:', links: proofLinks } satisfies Note;

export const closing = {
  title: 'Check what we say',
  body: 'See what the Impact Hub shows about the projects, then ask us about anything it leaves out.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'View Our Impact', href: '/impact-hub' },
  ],
} satisfies Closing;
