import type { Closing, Company, Hero, PageMeta, Term } from './types.ts';

export const meta = {
  title: 'Impact Hub: prove every tonne, in real time | Carma',
  description:
    'Four live demos from the catalogue and the record: credit tracking, a map of the projects, a retirement certificate, and exports for SBTi, CSRD and ESG.',
} satisfies PageMeta;

export const hero = ({ marketplaceUrl }: Company) =>
  ({
    eyebrow: 'Impact Hub',
    title: 'Prove Every Tonne. In Real Time.',
    lede: 'Four tools to try before you talk to anyone. They show the catalogue and the record as they are when you open the page.',
    actions: [
      { label: 'See Live Demo', href: '#demo', isButton: true },
      { label: 'Access Your Dashboard', href: marketplaceUrl, isButton: true },
    ],
  }) satisfies Hero;

/** The figures beside the title. */
export const totals = {
  title: 'The catalogue today',
  projects: 'Projects on sale',
  credits: 'Issued credits on sale',
  expected: 'Pending credits on sale',
  unstated: 'Credits on sale, issuance not stated',
  standards: 'Standards represented',
  latestChange: 'Last changed',
  none: 'None yet',
  again: 'Refresh',
  error: 'The catalogue could not be read when this page was made, so the demos that need it are empty. No data has been lost.',
};

export const demo = {
  title: 'Four features, each with a demo',
  labels: { access: 'Access Feature', open: 'Feature open', close: 'Close the feature' },
  failure: 'The catalogue could not be read, so this demo has nothing to show.',
  empty: 'The catalogue has nothing to show here yet.',
};

/** A feature with a demo. `panel`: the element id of the demo's panel. */
export const tracking = {
  id: 'credit-tracking',
  panel: 'demo-credit-tracking',
  accent: 'canopy',
  title: 'Real Time Credit Tracking',
  short: 'Credit status, stage and retirement tracking, from receipt to retirement.',
  subtitle: 'Each unit on the record has one status at a time, such as held, reserved, sold or retired.',
  body: 'The demo lists the projects in the catalogue, each with the credits left, the price and the last change.',
  learn: { label: 'Learn More', href: '/blockchain', about: 'The blockchain registry' },
} as const;

export const trackingPanel = {
  title: 'Projects and their status',
  source: 'From the catalogue',
  caption: 'Projects: status, available credits, price and last change',
  expected: 'pending',
  columns: {
    project: 'Project',
    standard: 'Standard',
    status: 'Status',
    available: 'Available, tCO₂e',
    price: 'Price, excl. VAT',
    changed: 'Last changed',
  },
  termsLabel: 'Terms',
  rest: 'Show every row ({count})',
  beyond: 'The first {shown} of {total} projects.',
  catalogue: { label: 'Open the full catalogue', href: '/projects' },
  scopes: [
    { title: 'Status', body: 'On sale, sold out or not yet on sale, with the number left.', shown: true },
    { title: 'Stage', body: 'The status of each serial number on the record, from held to retired.', shown: false },
    {
      title: 'Retirement',
      body: 'Each retirement has a certificate anyone can check. The unit itself is on the standard’s registry.',
      shown: false,
    },
  ],
  scopeLabels: { shown: 'In this table', elsewhere: 'On the record' },
  record: { title: 'The record’s last entries', label: 'Open the record', href: '/record' },
} as const;

export const trackingTerms = [
  {
    term: 'tCO₂e',
    meaning: 'One tonne of CO₂, or the amount of another gas that causes the same warming. One credit is one tCO₂e.',
    href: '/carbon-credits#glossary',
  },
  {
    term: 'Standard',
    meaning: 'The rulebook the project is certified under: what counts as a tonne, and who may verify it.',
    href: '/carbon-standards',
  },
  {
    term: 'Last changed',
    meaning: 'Set by the database whenever anything in the project’s entry changes.',
    href: '#clocks',
  },
] satisfies Term[];

export const geospatial = {
  id: 'geospatial-verification',
  panel: 'demo-geospatial',
  accent: 'tide',
  title: 'Geospatial Verification',
  short: 'Geospatial project maps: where each project is.',
  subtitle: 'See where each project is, and check it yourself.',
  body: 'Each mark is a project at its coordinates or, if it states none, in the middle of its country. Follow a mark to its project, or open the list.',
  learn: { label: 'Learn More', href: '/geospatial', about: 'Geospatial verification' },
} as const;

export const mapPanel = {
  title: 'Where the projects are',
  source: 'Coordinates from the catalogue',
  list: 'Projects on the map, by name',
  rest: 'List places by name ({count})',
  /** If there are more. */
  beyond: 'The first {shown} of {total} places.',
  catalogue: { label: 'See all on the catalogue’s map', href: '/projects?view=map' },
  note: 'A number counts projects too close together to show one by one, and leads to them. Land: Natural Earth.',
} as const;

export const retirement = {
  id: 'retirement-certificates',
  panel: 'demo-certificate',
  accent: 'clay',
  title: 'Retirement Certificates',
  short: 'Downloadable retirement certificates, one for each retirement.',
  subtitle: 'The document for your audit file.',
  body: 'The latest retirement on the record, as the beneficiary receives it, or a specimen while there is none.',
  learn: { label: 'Learn More', href: '/enterprise/traceability', about: 'Traceability' },
} as const;

export const specimenCertificate = {
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
  blanks: { beneficiary: 'Your legal entity', retired: 'Date of retirement' },
  proofs: [
    { title: 'On-chain confirmation', blank: 'The entry on the record' },
    { title: 'QR code verification', blank: 'A code that opens the certificate’s page' },
  ],
  caption: 'Specimen. No credits were retired: it proves nothing and cannot be used.',
};

export const certificatePanel = {
  title: 'What a certificate contains',
  source: 'Latest retirement on the record',
  /** In its place, while nothing has been retired. */
  specimen: 'Nothing has been retired yet',
  open: 'Open this certificate',
  checkIt: 'Check it',
  rest: 'Show what each field means',
  termsLabel: 'Terms',
  listTitle: 'The fields of a certificate',
  fields: [
    { title: 'Quantity', body: 'Whole tonnes: one credit is one tonne.' },
    { title: 'Retired for', body: 'The legal entity that makes the claim, as named in its report.' },
    { title: 'Retired on', body: 'The registry’s day, once it is stated or confirmed. The time of our own entry stands beside it.' },
    {
      title: 'On-chain confirmation',
      body: 'The number of the entry in Carma’s public log, where anyone can look it up.',
    },
    {
      title: 'QR code verification',
      body: 'Leads from a printed copy to the certificate’s page, its entry and its proof.',
    },
    {
      title: 'Download',
      body: 'JSON with its proof, which can be checked offline, to print or as a PDF. If a copy and the record ever differ, the record prevails.',
    },
  ],
};

export const certificateTerms = [
  {
    term: 'Retirement',
    meaning: 'The final use of a credit, in a beneficiary’s name. It’s never sold or used again.',
    href: '/carbon-credits#glossary',
  },
  {
    term: 'Vintage',
    meaning: 'The year in which the tonne was avoided or removed. Ask whether it suits your reporting year.',
    href: '/carbon-credits#glossary',
  },
] satisfies Term[];

export const integrations = {
  id: 'integrations',
  panel: 'demo-integrations',
  accent: 'lichen',
  title: 'Integrations',
  short: 'Exports for SBTi, CSRD and ESG reports, and the catalogue as plain JSON.',
  subtitle: 'Take the figures straight into your own systems.',
  body: 'The API’s response for the first project, verbatim, and one retirement as it would appear in three reports.',
  learn: { label: 'Learn More', href: '/enterprise/compliance', about: 'Compliance' },
} as const;

export const integrationsPanel = {
  title: 'API response and report exports',
  source: 'Live response and export preview',
  request: 'GET /api/carbon-projects',
  address: '/api/carbon-projects',
  openAnswer: 'Open the full response',
  docs: { label: 'API documentation', href: '/developers' },
  exports: [
    { label: 'Retirements as CSV', href: '/record/retirements.csv' },
    { label: 'Retirements as JSON', href: '/api/v1/record/retirements' },
    { label: 'Disclosure pack for your certificates', href: '/record/disclosure' },
  ],
  excerpt: 'First project in the response',
  table: {
    caption: 'One retirement as exported for SBTi, CSRD and ESG reports',
    columns: { field: 'Our record', sbti: 'SBTi', csrd: 'CSRD', esg: 'ESG report' },
    rows: [
      {
        field: 'Tonnes retired',
        value: 'quantity',
        sbti: 'Reported alongside targets; never counted towards them',
        csrd: 'ESRS E1-7: credits cancelled in the reporting year',
        esg: 'Credits retired, reported separately from reductions',
      },
      {
        field: 'Project type',
        value: 'kind',
        sbti: 'Removal or avoidance',
        csrd: 'ESRS E1-7: shares of removal and reduction projects',
        esg: 'Project portfolio',
      },
      {
        field: 'Standard',
        value: 'standard',
        sbti: 'Credit quality',
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
    values: { retired: 'Date of retirement', evidence: 'Certificate and entry', noCountry: 'Not recorded' },
    example: 'example',
  },
  note: 'The columns are a proposal for you and your auditor; E1-7 is the number in the ESRS of 2023 (Delegated Regulation (EU) 2023/2772). SBTi counts no credits towards reduction targets, and CSRD lets none be netted against gross emissions.',
  rest: 'Show fields and units',
  fieldsTitle: 'Fields and units of the response',
  fields: [
    { name: 'pricePerCredit', body: 'Whole pence, excl. VAT. Divide by 100 for pounds.' },
    { name: 'availableCredits', body: 'Whole credits, one tCO₂e each. Zero: sold out, or not stated.' },
    { name: 'impactPerYear', body: 'tCO₂e per year the project removes or avoids. Zero: not stated.' },
    { name: 'verificationStandard', body: 'The name of the standard, as text.' },
    { name: 'imageUrl', body: 'A path on this site or an https address. Always present.' },
    { name: 'id', body: 'Stays the same while the project is in the catalogue.' },
  ],
} as const;

const [second, day, month, year] = [1, 86_400, 2_629_800, 31_557_600];

export const clocks = {
  title: 'A new price shows within seconds; verified tonnes take years',
  intro: '“Real time” differs by the kind of data. This is how often each is updated.',
  axis: [
    { label: '1 s', seconds: second },
    { label: '1 min', seconds: 60 },
    { label: '1 hour', seconds: 3_600 },
    { label: '1 day', seconds: day },
    { label: '1 month', seconds: month },
    { label: '1 year', seconds: year },
    { label: '10 years', seconds: 10 * year },
  ],
  // `least` and `most`: seconds between changes.
  clocks: [
    {
      title: 'Price and volume',
      pace: 'Whenever you open the page',
      body: 'As the catalogue has them, to within a second or so.',
      least: second,
      most: 5,
    },
    {
      title: 'Ownership and retirement',
      pace: 'With each entry on the record',
      body: 'They change only with a new entry, and no entry is withdrawn.',
      least: 5,
      most: 600,
    },
    {
      title: 'Satellite imagery',
      pace: 'Days to weeks',
      body: 'Europe’s Sentinel-2 passes every few days; clouds decide how many passes are usable.',
      least: 3 * day,
      most: month,
    },
    {
      title: 'eDNA',
      pace: 'From survey to survey',
      body: 'Species come and go, so samples are compared only with others of the same season.',
      least: 3 * month,
      most: 2 * year,
    },
    {
      title: 'Verified tonnes',
      pace: 'Every few months to every ten years',
      body: 'The Woodland Carbon Code verifies at year five and then at least every ten years. Engineered removals such as biochar: far more often.',
      least: 0.5 * year,
      most: 10 * year,
    },
  ],
};

export const closing = {
  title: 'Ask us about any project',
  body: 'Send us its name, and we’ll tell you what the catalogue says about it, which of an auditor’s questions are open and who verified it.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
