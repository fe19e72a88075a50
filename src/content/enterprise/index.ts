import type { CardGroup, Closing, Hero, PageMeta, RecordSheet, TableContent, Testimonials } from '#src/content/types.ts';

export const meta = {
  title: 'Carbon credits for enterprise and public buyers | Carma',
  description:
    'Verified carbon credits for enterprises and government: volumes over several years, evidence per tonne, and records for CSRD, TNFD, SEC, SBTi and Scope 3.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'For enterprises',
  title: 'Credits you can put in front of an auditor',
  lede: 'Volumes over several years, evidence for every tonne, prices in pounds. For teams that must show finance what was bought, and an auditor where it went.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Schedule Call', href: '/contact' },
  ],
} satisfies Hero;

export const fileIndex = {
  title: 'What stays in your file',
  serial: 'One set per purchase',
  rows: [
    { label: 'Token', value: 'Unique ID and metadata of each credit' },
    { label: 'Standard', value: 'Registry entry, verification report' },
    { label: 'Site', value: 'Map, imagery, eDNA survey' },
    { label: 'Price', value: 'Pounds per tonne, VAT shown apart' },
    { label: 'Transfers', value: 'Every change of owner, dated' },
    { label: 'Retirement', value: 'PDF certificate with QR check' },
    { label: 'Exports', value: 'For SBTi, CSRD and ESG reports' },
  ],
} satisfies RecordSheet;

/** The sectors of product.md, section 1. */
export const sectors = {
  eyebrow: 'Who buys here',
  title: 'Seven sectors, seven different questions',
  caption: 'The sectors that Carma serves, what each is asked, and what its purchase file answers',
  columns: ['Sector', 'What lands on the desk', 'What we put in the file'],
  rows: [
    {
      name: 'Construction',
      cells: [
        'Carbon locked into cement and steel before the building opens, and a biodiversity duty on the same plot.',
        'Carbon credits kept apart from biodiversity units: one carries a climate claim, the other meets a planning condition.',
      ],
    },
    {
      name: 'Defence and government procurement',
      cells: [
        'A Carbon Reduction Plan in the tender (PPN 006), and public questions about where the money went.',
        'Registry entries that anyone can look up, and 3% of revenue to veteran charities for the social value answer.',
      ],
    },
    {
      name: 'Data centres',
      cells: [
        'Load that grows faster than the grid gets cleaner, and customers who want a figure for their share of it.',
        'Durable removals, such as biochar with 100+ years of storage, for what is left after clean power is contracted.',
      ],
    },
    {
      name: 'Retail',
      cells: [
        'A footprint that sits mostly with suppliers, and claims on a shelf that answer to the Green Claims Code.',
        'Wording that stops where the evidence stops: how many tonnes, which project, which year.',
      ],
    },
    {
      name: 'Logistics',
      cells: [
        'Diesel and jet fuel that will not be replaced by the target year, and shippers who ask for each consignment.',
        'Retirements split by customer or by route, each with a certificate of its own.',
      ],
    },
    {
      name: 'Manufacturing',
      cells: [
        'Process heat and process gases that remain once the efficient plant is in.',
        'Volumes set against the years of your reduction plan, vintage by vintage.',
      ],
    },
    {
      name: 'Institutional and sovereign buyers',
      cells: [
        'Tranches, custody, and whether the host country will count the same tonne towards its own target.',
        'Ownership on one registry throughout, and the state of any corresponding adjustment in writing, also where there is none.',
      ],
    },
  ],
} satisfies TableContent;

export const offerings = {
  eyebrow: 'What we do for large buyers',
  title: 'Four services, together or apart',
  intro: 'Start with the one that your auditor asked about.',
  cards: [
    {
      title: 'Managed Portfolios',
      body: 'A mix of project types, places and vintages built around your volumes, with a reason beside each share.',
      link: { label: 'See portfolios', href: '/enterprise/portfolios' },
    },
    {
      title: 'Compliance Records',
      body: 'What each framework wants to know of a credit, held in the columns in which it asks.',
      link: { label: 'See compliance', href: '/enterprise/compliance' },
    },
    {
      title: 'Traceability',
      body: 'Every credit as one token: who issued it, who held it, and the day on which it was locked for good.',
      link: { label: 'See traceability', href: '/enterprise/traceability' },
    },
    {
      title: 'Geospatial Evidence',
      body: 'The outline of the site, satellite imagery and impact layers, for those who would rather look than be told.',
      link: { label: 'See geospatial data', href: '/geospatial' },
    },
  ],
} satisfies CardGroup;

export const regulations = {
  eyebrow: 'Regulations and frameworks',
  title: 'Five reports, one set of entries',
  caption: 'Reporting frameworks, their standing, and what each asks about carbon credits',
  columns: ['Framework', 'What it asks'],
  rows: [
    {
      name: 'CSRD',
      tag: 'EU law',
      cells: [
        'For the tonnes retired in the year, by removal and reduction, by recognised standard and by origin. They stand beside gross emissions and are never taken off them.',
      ],
    },
    {
      name: 'TNFD',
      tag: 'Voluntary framework',
      cells: [
        'What your business takes from nature and does to it, place by place. A credit is no answer to that; the eDNA survey behind it is evidence of which species are there.',
      ],
    },
    {
      name: 'SEC climate reporting',
      tag: 'US rule, stayed since April 2024',
      cells: [
        'Where a target leans on credits: how many, from which project and registry, at what cost. We keep those four whether the rule returns or not.',
      ],
    },
    {
      name: 'SBTi',
      tag: 'Voluntary targets',
      cells: [
        'That near-term targets are met by cutting your own emissions. Credits come on top; removals neutralise what remains at net zero.',
      ],
    },
    {
      name: 'Scope 3',
      tag: 'GHG Protocol',
      cells: [
        'For fifteen categories of value-chain emissions, stated gross. A tonne that a supplier has claimed is not yours to claim again.',
      ],
    },
  ],
} satisfies TableContent;

/** Samples, by role and industry only: replace both before the site goes live (README, "Before you go live"). */
export const testimonials = {
  eyebrow: 'Testimonials',
  title: 'What buyers told us afterwards',
  quotes: [
    {
      quote:
        'Our assurance team chose the credits, not us. They followed each one to its retirement entry and came back with no questions.',
      role: 'Head of Sustainability',
      industry: 'Construction',
    },
    {
      quote: 'The price per tonne was on the page before we had spoken to anyone. That alone took two rounds out of the tender.',
      role: 'Category Manager, Procurement',
      industry: 'Data centres',
    },
  ],
} satisfies Testimonials;

export const closing = {
  title: 'Send the brief as it stands.',
  body: 'Tonnes, years, exclusions, the decision date. A PDF or Word document is enough, and a person answers within 24 hours.',
  actions: [
    { label: 'Submit Procurement Brief', href: '/enterprise/contact?mode=brief#form' },
    { label: 'Enquire', href: '/contact' },
    { label: 'Schedule Call', href: '/contact' },
  ],
} satisfies Closing;
