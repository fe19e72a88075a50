import { proofLinks } from '#shared/content/ledger.ts';
import { reply } from '#shared/content/reply.ts';
import type { CardGroup, Closing, DataSheetContent, Hero, Note, PageMeta, TableContent } from '#shared/content/types.ts';

export const meta = {
  title: 'Carbon credits for enterprise and public buyers | Carma',
  description:
    'Verified carbon credits for enterprises and government: multi-year volumes, evidence you can check, and figures for CSRD, TNFD, SEC, SBTi and Scope 3.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'For enterprises',
  title: 'Credits you can put in front of an auditor',
  lede: 'Multi-year volumes, prices in pounds and a public record of what was sold and retired, for teams that have to show finance what was bought and an auditor how it was used.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Schedule Call', href: '/contact' },
  ],
} satisfies Hero;

export const fileIndex = {
  title: 'What your purchase file contains',
  eyebrow: 'One file per purchase',
  rows: [
    { label: 'Serial numbers', value: 'As the registry writes them, with their entry on our record' },
    { label: 'Standard', value: 'Registry entry, verification report' },
    { label: 'Site', value: 'Map; imagery and a survey where there are any' },
    { label: 'Price', value: 'Pounds per tonne, VAT shown separately' },
    { label: 'Transfers', value: 'Every change of owner, dated' },
    { label: 'Retirement', value: 'PDF certificate with QR check' },
    { label: 'Exports', value: 'For CSRD, AB 1305 and CAD Trust' },
  ],
} satisfies DataSheetContent;

/** The sectors of product.md, section 1. */
export const sectors = {
  title: 'The sectors we serve, and what each one needs',
  caption: 'The sectors Carma serves, the situation of each, and what we provide',
  columns: ['Sector', 'Your situation', 'What we provide'],
  rows: [
    [
      'Construction',
      'Carbon embodied in cement and steel before the building opens, and a biodiversity duty on the same site.',
      'Carbon credits for the climate claim. They don’t meet a planning condition: statutory biodiversity units do, and we don’t sell those.',
    ],
    [
      'Defence and government procurement',
      'A Carbon Reduction Plan in the tender (PPN 006, since February 2025), and public accountability for the money spent.',
      'Retirements on a public record, and 3% of our revenue to veteran charities for the social value answer.',
    ],
    [
      'Data centres',
      'Electricity demand that grows faster than the grid decarbonises, and customers who want a figure for their share of the emissions.',
      'Durable removals, such as biochar with 100+ years of storage, for the emissions left once clean power is contracted.',
    ],
    [
      'Retail',
      'A footprint that lies mostly with suppliers, and product claims that have to meet the Green Claims Code.',
      'Wording that claims no more than the evidence supports: how many tonnes, from which project, in which year.',
    ],
    [
      'Logistics',
      'Diesel and jet fuel that won’t be replaced by the target year, and customers who want a figure for each consignment.',
      'Retirements split by customer or by route, each with its own certificate.',
    ],
    [
      'Manufacturing',
      'Process heat and process gases that remain after investment in efficient plant.',
      'Volumes matched to the years of your reduction plan, vintage by vintage.',
    ],
    [
      'Institutional and sovereign buyers',
      'Questions about tranches and custody, and about whether the host country will count the same tonne towards its own target.',
      'Receipt, sale and retirement on one public record, and a written statement on corresponding adjustment, even where no adjustment is made.',
    ],
  ],
} satisfies TableContent;

export const offerings = {
  title: 'Four services, together or separately',
  cards: [
    {
      title: 'Managed Portfolios',
      body: 'A mix of project types, places and vintages built around your volumes, with a reason for each share.',
      link: { label: 'See portfolios', href: '/enterprise/portfolios' },
    },
    {
      title: 'Compliance Reporting',
      body: 'What each framework asks about a credit, answered in the columns it uses.',
      link: { label: 'See compliance', href: '/enterprise/compliance' },
    },
    {
      title: 'Traceability',
      body: 'On the record: which units we received, when they were sold, and when and for whom they were retired.',
      link: { label: 'See traceability', href: '/enterprise/traceability' },
    },
    {
      title: 'Geospatial Evidence',
      body: 'Where each project is, and what satellite imagery and impact layers can show about a site.',
      link: { label: 'See geospatial data', href: '/geospatial' },
    },
  ],
} satisfies CardGroup;

export const regulations = {
  title: 'What five frameworks ask about carbon credits',
  caption: 'Reporting frameworks, their status, and what each asks about carbon credits',
  columns: ['Framework', 'What it asks'],
  rows: [
    [
      { name: 'CSRD', tag: 'EU law' },
      'The tonnes retired in the year, split by removal and reduction, recognised standard and origin. They are disclosed beside gross emissions and never deducted from them. Since Directive (EU) 2026/470 of February 2026 it covers companies with more than 1,000 employees and more than €450 million turnover.',
    ],
    [
      { name: 'TNFD', tag: 'Voluntary framework' },
      'How your business depends on nature and affects it, place by place. Where the project behind a credit has been surveyed, the survey shows which species are present.',
    ],
    [
      { name: 'SEC climate reporting', tag: 'US rule, stayed since April 2024' },
      'Where a target relies on credits: how many, from which project and registry, and at what cost. The rule has never applied, and the SEC proposed in May 2026 to rescind it, but we supply all four.',
    ],
    [
      { name: 'SBTi', tag: 'Voluntary targets' },
      'Targets met by cutting your own emissions. Credits come in addition and don’t count towards them, in version 1 and in version 2.0 of June 2026; removals neutralise what remains at net zero.',
    ],
    [
      { name: 'Scope 3', tag: 'GHG Protocol' },
      'Gross emissions in fifteen value-chain categories. A tonne a supplier has claimed isn’t yours to claim again.',
    ],
  ],
} satisfies TableContent;

/** Invented samples without names: replace both before the site goes live (README, "Before you go live"). */
export const testimonials = {
  eyebrow: 'Testimonials: two invented examples',
  title: 'What a buyer might say',
  quotes: [
    {
      quote:
        'We gave our assurance team the certificate number and nothing else. They checked the retirement on the public record themselves.',
      role: 'Head of Sustainability',
      industry: 'Construction',
    },
    {
      quote: 'The price per tonne was on the page before we had spoken to anyone. That alone took two rounds out of the tender.',
      role: 'Category Manager, Procurement',
      industry: 'Data centres',
    },
  ],
};

export const proof = { text: 'For your auditor:', links: proofLinks } satisfies Note;

export const closing = {
  title: 'Send us your brief',
  body: `Tonnes, years, exclusions and the decision date, as a PDF, Word or Excel file. ${reply}`,
  actions: [{ label: 'Submit Procurement Brief', href: '/enterprise/contact?mode=brief#form' }],
} satisfies Closing;
