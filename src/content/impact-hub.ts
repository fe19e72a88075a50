import type { CertificateWords, Clocks, Closing, Company, FeatureDemo, Hero, PageMeta, Term } from './types.ts';

export const meta = {
  title: 'Impact Hub: prove every tonne, in real time | Carma',
  description:
    'Four demos that read the catalogue as you open them: credit tracking, a map of every project, a retirement certificate, and exports for SBTi, CSRD and ESG.',
} satisfies PageMeta;

export const hero = ({ marketplaceUrl }: Company) =>
  ({
    eyebrow: 'Impact Hub',
    title: 'Prove Every Tonne. In Real Time.',
    lede: 'Four instruments that you can try before you talk to anyone. They read the catalogue that this site sells from, at the moment you open the page.',
    actions: [
      { label: 'See Live Demo', href: '#demo' },
      { label: 'Access Your Dashboard', href: marketplaceUrl },
    ],
  }) satisfies Hero;

/** The reading beside the title. */
export const reading = {
  title: 'Reading of the catalogue',
  projects: 'Projects',
  credits: 'Issued credits for sale',
  expected: 'Expected later, for sale',
  other: 'For sale, issuance not stated',
  standards: 'Standards',
  latestChange: 'Unchanged since',
  none: 'None yet',
  again: 'Read Again',
  error: 'The catalogue did not answer when this page was made, so the demos that need it are empty. Nothing was lost.',
};

export const demo = {
  title: 'Four features, each with its demo',
  labels: { open: 'Feature open', close: 'Close the feature' },
  failure: 'The catalogue did not answer, so this demo has nothing true to show.',
  empty: 'The catalogue has no projects yet, so there is nothing to show here.',
};

export const tracking = {
  id: 'credit-tracking',
  panel: 'demo-credit-tracking',
  accent: 'canopy',
  title: 'Real Time Credit Tracking',
  short: 'Credit status, stage and retirement tracking, from the first entry to the last.',
  subtitle: 'A tonne is for sale, or held, or used up. Never two of them.',
  body: 'The demo is the sale side of that: every project with the credits left, its price, and the minute in which its entry last changed.',
  access: 'Access Feature',
  learn: { label: 'Learn More', href: '/blockchain', about: 'about the register on a blockchain' },
} satisfies FeatureDemo;

export const trackingPanel = {
  title: 'Every project and its sale status',
  source: 'Rows of the catalogue',
  caption: 'Projects of the catalogue with their status, available credits, price and the time of their last change',
  expected: 'expected later',
  columns: {
    project: 'Project',
    standard: 'Standard',
    status: 'Status',
    available: 'Available, tCO₂e',
    price: 'Price, excl. VAT',
    changed: 'Row last changed',
  },
  status: { 'On sale': 'For sale', 'Sold out': 'Sold out', 'Not yet on sale': 'Not yet on sale' },
  termsLabel: 'Terms',
  rest: (count: string) => `Show every row (${count})`,
  beyond: (shown: string, total: string) => `The first ${shown} of ${total} projects.`,
  catalogue: { label: 'Open the full catalogue', href: '/projects' },
  scopes: [
    { title: 'Status', body: 'For sale, sold out or not yet on sale, with the number left. Shown here, for everyone.', shown: true },
    { title: 'Stage', body: 'Received, reserved, sold or retired: on the record, for each single serial number.', shown: false },
    {
      title: 'Retirement',
      body: 'On the record, with a certificate for each that anyone can check. The registry keeps the unit itself.',
      shown: false,
    },
  ],
  scopeLabels: { shown: 'In this table', elsewhere: 'On the record' },
  record: { label: 'Open the record', href: '/record' },
};

export const trackingTerms = [
  {
    term: 'tCO₂e',
    meaning: 'One tonne of CO₂, or another gas in the amount that warms as much. One credit is one tCO₂e.',
    href: '/carbon-credits#glossary',
  },
  {
    term: 'Standard',
    meaning: 'The rulebook that the project is certified under. It sets what counts as a tonne, and who may check it.',
    href: '/carbon-standards',
  },
  {
    term: 'Row last changed',
    meaning: 'Set by the database when a value of the row changes: a price, a volume, a word. Nobody types it in.',
    href: '#clocks',
  },
] satisfies Term[];

export const geospatial = {
  id: 'geospatial-verification',
  panel: 'demo-geospatial',
  accent: 'tide',
  title: 'Geospatial Verification',
  short: 'Geospatial project maps: each project is a place with coordinates, not a region in a brochure.',
  subtitle: 'If you can find it, you can check it.',
  body: 'Each ring is a project at the coordinates in its catalogue entry, or a country where no entry gives any. Follow one, or open the list.',
  access: 'Access Feature',
  learn: { label: 'Learn More', href: '/geospatial', about: 'about geospatial verification' },
} satisfies FeatureDemo;

export const mapPanel = {
  title: 'Where the projects are',
  source: 'Coordinates of the catalogue',
  uk: 'Projects in the British Isles',
  world: 'Projects in the rest of the world',
  cluster: (first: number, last: number) => `Projects ${first}–${last}, on the map of the British Isles`,
  counts: { uk: 'in the British Isles', world: 'in the rest of the world' },
  list: 'Every ring, by name',
  rest: (count: string) => `List every place by name (${count})`,
  /** Where no project gives its coordinates. */
  byCountry: 'No project gives its coordinates. Each ring is a country: it leads to its projects.',
  note: 'Where rings would cover each other they stand aside; a line leads to the spot. Land: Natural Earth.',
};

export const retirement = {
  id: 'retirement-certificates',
  panel: 'demo-certificate',
  accent: 'clay',
  title: 'Retirement Certificates',
  short: 'Downloadable retirement certificates, one for each retirement.',
  subtitle: 'The sheet that goes into the audit file.',
  body: 'The latest retirement of the record, as its holder gets it. Where nothing has been retired yet, a specimen stands here.',
  access: 'Access Feature',
  learn: { label: 'Learn More', href: '/enterprise/traceability', about: 'about traceability' },
} satisfies FeatureDemo;

export const certificate = {
  title: 'Certificate of retirement',
  stamp: 'Specimen',
  issuer: 'Carma',
  labels: {
    project: 'Project',
    place: 'Place',
    standard: 'Standard',
    quantity: 'Quantity (example)',
    beneficiary: 'Retired for',
    retired: 'Retired on',
  },
  quantity: 1000,
  unit: 'tCO₂e',
  blanks: { beneficiary: 'Your legal entity', retired: 'Date of the entry' },
  proofs: [
    { title: 'On-chain confirmation', blank: 'The registry’s entry' },
    { title: 'Smart contract ID', blank: 'The contract’s address' },
    { title: 'QR code verification', blank: 'A code that opens the entry' },
  ],
  caption: 'Specimen. No credits were retired; it proves nothing and cannot be used.',
} satisfies CertificateWords;

export const certificatePanel = {
  title: 'One sheet, seven answers',
  source: 'Latest retirement of the record',
  open: 'Open this certificate',
  checkIt: 'Check it',
  rest: 'Show what each field of a real one holds',
  termsLabel: 'Terms',
  listTitle: 'What a real certificate holds',
  fields: [
    { title: 'Quantity', body: 'Whole tonnes. One credit is one tonne, so the number of tokens retired is the same number.' },
    {
      title: 'Retired for',
      body: 'The legal entity that makes the claim, as it will stand in the report. It cannot be changed afterwards.',
    },
    { title: 'Retired on', body: 'The time of the entry in our log, not of the order or the invoice.' },
    { title: 'On-chain confirmation', body: 'Where the entry stands in the registry, so that a stranger finds it without asking us.' },
    {
      title: 'Smart contract ID',
      body: 'The contract that locked or burned the tokens: whoever reads the chain can see that they have nowhere left to go.',
    },
    { title: 'QR code verification', body: 'Leads from the paper to the certificate’s page, and from there to its entry and its proof.' },
    {
      title: 'Download',
      body: 'JSON with its proof, to be checked offline; print it, or save it as a PDF. If paper and registry ever differ, the registry is right.',
    },
  ],
};

export const certificateTerms = [
  {
    term: 'Retirement',
    meaning: 'The final use of a credit, in a beneficiary’s name. The token is locked or burned, and cannot be sold again.',
    href: '/carbon-credits#glossary',
  },
  {
    term: 'Vintage',
    meaning: 'The year in which the tonne was avoided or removed. Ask whether it suits the year that you report on.',
    href: '/carbon-credits#glossary',
  },
] satisfies Term[];

export const integrations = {
  id: 'integrations',
  panel: 'demo-integrations',
  accent: 'lichen',
  title: 'Integrations',
  short: 'Exports for SBTi, CSRD and ESG reports, and the catalogue as plain JSON.',
  subtitle: 'Copied by a machine, so not mistyped by a person.',
  body: 'First the API’s response for the first project, verbatim. Then one retirement, laid out for three readers.',
  access: 'Access Feature',
  learn: { label: 'Learn More', href: '/enterprise/compliance', about: 'about compliance' },
} satisfies FeatureDemo;

export const integrationsPanel = {
  title: 'One record, three readers',
  source: 'Live answer and export preview',
  request: 'GET /api/carbon-projects',
  address: '/api/carbon-projects',
  openAnswer: 'Open the whole answer',
  docs: { label: 'API documentation', href: '/developers' },
  exports: [
    { label: 'Retirements as CSV', href: '/record/retirements.csv' },
    { label: 'Retirements as JSON', href: '/api/v1/record/retirements' },
  ],
  excerpt: 'First project of the answer',
  table: {
    caption: 'One retirement as an export lays it out for SBTi, CSRD and ESG reports',
    columns: { field: 'Our record', sbti: 'SBTi', csrd: 'CSRD', esg: 'ESG report' },
    rows: [
      {
        field: 'Tonnes retired',
        value: 'quantity',
        sbti: 'Beyond value chain mitigation; never the target itself',
        csrd: 'ESRS E1-7: credits cancelled in the year',
        esg: 'Credits retired, reported separately from reductions',
      },
      {
        field: 'Kind of project',
        value: 'kind',
        sbti: 'Removal or avoidance',
        csrd: 'ESRS E1-7: share of removal and of reduction projects',
        esg: 'Project portfolio',
      },
      {
        field: 'Standard',
        value: 'standard',
        sbti: 'Quality of the credit',
        csrd: 'ESRS E1-7: share by recognised quality standard',
        esg: 'Certification',
      },
      {
        field: 'Country',
        value: 'country',
        sbti: 'Host country',
        csrd: 'ESRS E1-7: share from projects within the EU',
        esg: 'Geography',
      },
      {
        field: 'Retired on',
        value: 'retired',
        sbti: 'Year of the statement',
        csrd: 'Reporting period',
        esg: 'Reporting period',
      },
      {
        field: 'Evidence',
        value: 'evidence',
        sbti: 'Link for the reader',
        csrd: 'Link for limited assurance',
        esg: 'Annex',
      },
    ],
    values: { retired: 'Date of the entry', evidence: 'Certificate and entry', noCountry: 'Not recorded' },
    example: 'example',
  },
  note: 'The columns are a proposal to you and your auditor. Under SBTi rules credits do not count towards a near-term target; under CSRD they are not netted against gross emissions.',
  rest: 'Show the fields and their units',
  fieldsTitle: 'Fields and units of the answer',
  fields: [
    { name: 'pricePerCredit', body: 'Whole pence, excl. VAT. Divide by 100 for pounds.' },
    { name: 'availableCredits', body: 'Whole credits, each one tCO₂e. Zero is sold out.' },
    { name: 'impactPerYear', body: 'tCO₂e a year that the project removes or avoids.' },
    { name: 'verificationStandard', body: 'The name of the standard, as text.' },
    { name: 'imageUrl', body: 'A path on this site or an https address. Always there.' },
    { name: 'id', body: 'Stays the same as long as the project is in the catalogue.' },
  ],
} as const;

const [second, day, month, year] = [1, 86_400, 2_629_800, 31_557_600];

export const clocks = {
  eyebrow: 'How real is real time',
  title: 'Some of it moves in a second, some in ten years',
  intro:
    'A price is true when you read it. A tree is not. These are the clocks behind a credit, so that nobody promises your auditor the wrong one.',
  axis: [
    { label: '1 s', seconds: second },
    { label: '1 min', seconds: 60 },
    { label: '1 hour', seconds: 3_600 },
    { label: '1 day', seconds: day },
    { label: '1 month', seconds: month },
    { label: '1 year', seconds: year },
    { label: '10 years', seconds: 10 * year },
  ],
  clocks: [
    {
      title: 'Price and volume',
      pace: 'Each time you open the page',
      body: 'Read from the database for this very answer, within a second or so.',
      least: second,
      most: 5,
    },
    {
      title: 'Ownership and retirement',
      pace: 'With each entry in the registry',
      body: 'Nothing happens between two entries, and an entry is not taken back.',
      least: 5,
      most: 600,
    },
    {
      title: 'Satellite imagery',
      pace: 'Days to weeks',
      body: 'Europe’s Sentinel-2 passes every few days; cloud over a British hill decides how many passes are of use.',
      least: 3 * day,
      most: month,
    },
    {
      title: 'eDNA',
      pace: 'From survey to survey',
      body: 'Species come and go with the seasons, so samples are only compared with those of the same season.',
      least: 3 * month,
      most: 2 * year,
    },
    {
      title: 'Verified tonnes',
      pace: 'Up to ten years apart',
      body: 'The Woodland Carbon Code verifies at year five and then at least every ten years. Industrial removals such as biochar are checked far more often.',
      least: 0.5 * year,
      most: 10 * year,
    },
  ],
} satisfies Clocks;

export const closing = {
  title: 'Pick the tonne that you doubt most.',
  body: 'Send us its name. You get what its record holds, what it does not hold, and who has checked it, within 24 hours.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
