import type { Closing, Company, DossierGroup, Hero, LeadFigures, Ledger, Lifecycle, PageMeta } from '#src/content/types.ts';

export const meta = {
  title: 'Carbon credit traceability: registry, dashboard, API | Carma',
  description:
    'Follow each carbon credit from metadata to retirement: a permissioned blockchain registry, a dashboard for your team, public project data and an open API.',
} satisfies PageMeta;

/** The page's dialog: its element id, and the subject that it fills in. */
export const dialog = { id: 'dialog-walkthrough', subject: 'Traceability walkthrough' };

export const hero = {
  eyebrow: 'Enterprise traceability',
  title: 'Follow one tonne to its end',
  lede: 'Each credit is one token on a permissioned, Ethereum-based registry. Its entries are dated, stay as they were written, and can be read by people who do not work for us.',
  actions: [
    { label: 'Request a Walkthrough', opens: dialog.id },
    { label: 'Open the Record', href: '/record' },
    { label: 'Explore the Registry', href: '/blockchain' },
  ],
} satisfies Hero;

export const lifecycle = {
  eyebrow: 'The life of a credit',
  title: 'Four entries, four doors closed',
  intro: 'A ledger shows what happened. A good one also shows what can no longer happen.',
  labels: { written: 'Written down', rulesOut: 'Ruled out' },
  stages: [
    {
      state: 'created',
      title: 'Metadata created',
      written: 'Project, standard, vintage and documents, on distributed storage.',
      rulesOut: 'A credit that nobody can place',
    },
    {
      state: 'minted',
      title: 'Token minted',
      written: 'One unique token for one verified tonne of CO₂ equivalent.',
      rulesOut: 'Two tokens for one tonne',
    },
    {
      state: 'transferred',
      title: 'Transferred',
      written: 'From whom, to whom and when, at each change of owner.',
      rulesOut: 'Two owners at one time',
    },
    {
      state: 'retired',
      title: 'Retired',
      written: 'For whom and when. The token is locked or burned.',
      rulesOut: 'Resale, for good',
    },
  ],
} satisfies Lifecycle;

const holds = 'What it holds';
const readers = 'Who can read it';

/** The dashboard lives on the marketplace, whose address is a setting. */
export const sources = ({ marketplaceUrl }: Company) =>
  ({
    eyebrow: 'Where to look',
    title: 'Four ways to read the same record',
    dossiers: [
      {
        mark: 'Br',
        title: 'Blockchain Registry',
        parts: [
          {
            label: holds,
            body: 'Issuance, every transfer and the retirement of each credit. Later entries follow earlier ones; they do not replace them.',
          },
          { label: readers, body: 'Anyone, in the public explorer. Writing needs permission, reading does not.' },
        ],
        action: { label: 'Explore the Registry', href: '/blockchain' },
      },
      {
        mark: 'Da',
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
        mark: 'Tp',
        title: 'Transparency',
        parts: [
          { label: holds, body: 'Where projects are, what satellites see there, and how a credit’s status is tracked and certified.' },
          { label: readers, body: 'Your customers, your auditor, the press. There is nothing to sign in to.' },
        ],
        action: { label: 'Visit the Impact Hub', href: '/impact-hub' },
      },
      {
        mark: '{}',
        title: 'API',
        parts: [
          {
            label: holds,
            body: 'The catalogue as JSON: price in pence, available credits, standard, place and annual impact, as this site itself shows them.',
          },
          { label: readers, body: 'Your systems, by plain HTTP. Reading the catalogue takes no key.' },
        ],
        action: { label: 'Read the API Docs', href: '/developers' },
      },
    ],
  }) satisfies DossierGroup;

/** product.md, section 9, enterprise claims. */
export const figures = {
  title: 'The service in figures',
  lead: { value: '99.99%', label: 'Uptime' },
  others: [
    { value: '24-hour', label: 'Average response' },
    { value: '99.9%', label: 'Audit compliance' },
    { value: '50+', label: 'Countries' },
  ],
} satisfies LeadFigures;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'Who sleeps better',
  items: [
    {
      title: 'Procurement',
      body: 'Double-sell protection is a property of the registry, not a clause that someone has to enforce: a token has one owner, and a retired token has no next one.',
    },
    {
      title: 'Internal audit',
      body: 'A sample can be checked from the public side, without an appointment and without our help. The answer does not depend on who asks.',
    },
    {
      title: 'Sustainability reporting',
      body: 'The tonne in the CSRD table, in the ESG report and on the certificate is the same entry, so a correction made in one place is not missed in another.',
    },
    {
      title: 'Whoever holds your job next',
      body: 'The history stands in the registry rather than in a mailbox. In five years it still says why the tonne was bought and when it was used.',
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'Bring a sceptic.',
  body: 'Pick a project from the catalogue and the colleague who doubts it. We go through its entries together, metadata first.',
  actions: [
    { label: 'Request a Walkthrough', opens: dialog.id },
    { label: 'Open the Record', href: '/record' },
    { label: 'Read the API Docs', href: '/developers' },
  ],
} satisfies Closing;
