import { ledger } from '#shared/content/ledger.ts';
import type { Closing, Company, DataSheetContent, DossierGroup, FigureGroup, Hero, Ledger, PageMeta } from '#shared/content/types.ts';

export const meta = {
  title: 'Carbon credit traceability: registry, dashboard, API | Carma',
  description:
    'Follow a carbon credit from metadata to retirement: a permissioned blockchain registry, a dashboard for your team, public project data and an open API.',
} satisfies PageMeta;

/** The page's dialog: its element id and preset subject. */
export const dialog = { id: 'dialog-walkthrough', subject: 'Traceability walkthrough' };

export const hero = {
  eyebrow: 'Enterprise traceability',
  title: 'Trace a credit from issuance to retirement',
  lede: ledger.paragraph,
  actions: [
    { label: 'Request a Walkthrough', opens: dialog.id },
    { label: 'Open the Record', href: '/record' },
    { label: 'How the Registry Works', href: '/blockchain' },
  ],
} satisfies Hero;

/** What an entry says, as pages of the record show it. */
export const specimen = {
  title: 'One entry, line by line',
  eyebrow: 'Specimen',
  rows: [
    { label: 'Number', value: 'Its place in the record' },
    { label: 'Time', value: 'In UTC' },
    { label: 'Step', value: 'Received, reserved, sold or retired' },
    { label: 'Units', value: 'Serial numbers, first to last' },
    { label: 'Project', value: 'With the vintage of its units' },
    { label: 'Proof', value: 'A file anyone can check' },
  ],
  note: 'Each entry on the record has a page with these lines.',
} satisfies DataSheetContent;

export const lifecycle = {
  title: 'Four stages, and what each rules out',
  intro: 'Each stage records what happened, and rules something out from then on.',
  labels: { written: 'Recorded', rulesOut: 'Ruled out' },
  /** The first two leave one entry together. */
  stages: [
    {
      id: 'created',
      title: 'Metadata created',
      written: 'Project, standard, vintage and documents, on distributed storage.',
      rulesOut: 'A credit without a known origin',
    },
    {
      id: 'minted',
      recordedAs: 'receive',
      title: 'Token minted',
      written: 'One unique token for one verified tonne of CO₂ equivalent.',
      rulesOut: 'Two tokens for one tonne',
    },
    {
      id: 'transferred',
      recordedAs: 'transfer',
      title: 'Transferred',
      written: 'From whom, to whom and when, at each change of owner.',
      rulesOut: 'Two owners at one time',
    },
    {
      id: 'retired',
      recordedAs: 'retire',
      title: 'Retired',
      written: 'For whom and when. The token is locked or burned.',
      rulesOut: 'Any resale',
    },
  ],
} as const;

const holds = 'What it contains';
const readers = 'Who can read it';

/** A function, because the dashboard is on the marketplace, whose address is a setting. */
export const sources = ({ marketplaceUrl }: Company) =>
  ({
    title: 'Four ways to look up a credit',
    dossiers: [
      {
        seal: 'Br',
        title: 'Blockchain Registry',
        parts: [
          {
            label: holds,
            body: 'Receipt, sale and retirement of every unit on the record, by serial number. New entries are added after earlier ones and never replace them.',
          },
          { label: readers, body: 'Anyone, on the public record. Only we can add to it.' },
        ],
        action: { label: 'How the Registry Works', href: '/blockchain' },
      },
      {
        seal: 'Da',
        title: 'Dashboard',
        parts: [
          {
            label: holds,
            body: 'Your credits by project, stage and status, with certificates to download and exports for SBTi, CSRD and ESG reports.',
          },
          { label: readers, body: 'Your team, signed in on the marketplace.' },
        ],
        action: { label: 'Open Your Dashboard', href: marketplaceUrl },
      },
      {
        seal: 'Tp',
        title: 'Transparency',
        parts: [
          { label: holds, body: 'Where the projects are, what is on sale, and what has been retired and for whom.' },
          { label: readers, body: 'Your customers, your auditor, the press. No sign-in is needed.' },
        ],
        action: { label: 'Visit the Impact Hub', href: '/impact-hub' },
      },
      {
        seal: '{}',
        title: 'API',
        parts: [
          {
            label: holds,
            body: 'The catalogue as JSON: price in pence, available credits, standard, place and annual impact, as shown on this site.',
          },
          { label: readers, body: 'Your systems, with any HTTP client. No key is needed.' },
        ],
        action: { label: 'Read the API Docs', href: '/developers' },
      },
    ],
  }) satisfies DossierGroup;

/** product.md, section 9, enterprise claims. */
export const figures = {
  title: 'The service in figures',
  figures: [
    { value: '99.99%', label: 'Uptime', note: 'Of the registry, over a year' },
    { value: '24 hours', label: 'Average response', note: 'To an enquiry' },
    { value: '99.9%', label: 'Audit compliance', note: 'Of records sampled in clients’ audits' },
    { value: '50+', label: 'Countries', note: 'Of clients and projects' },
  ],
} satisfies FigureGroup;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'Who benefits, and how',
  items: [
    {
      title: 'Procurement',
      body: 'Double-sell protection is built into the record rather than left to a contract: a unit has one owner, and a retired unit stays retired.',
    },
    {
      title: 'Internal audit',
      body: 'A sample can be checked in public, without an appointment and without our help. Everyone gets the same answer.',
    },
    {
      title: 'Sustainability reporting',
      body: 'The CSRD table, the ESG report and the certificate draw on the same entry, so they agree.',
    },
    {
      title: 'Your successors',
      body: 'The history is on the record, not in somebody’s mailbox. In five years it will still show which tonnes were bought, and when and for whom they were retired.',
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'Ask for a walkthrough',
  body: 'Pick a project that’s on the record and bring your most sceptical colleague. We’ll go through its entries together.',
  actions: [
    { label: 'Request a Walkthrough', opens: dialog.id },
    { label: 'Check a Certificate', href: '/verify' },
    { label: 'Read the API Docs', href: '/developers' },
  ],
} satisfies Closing;
