/** What product.md, section 2, and decisions.md require of a page. */
export type Expectation = {
  route: string;
  /** Texts that the page must have, in upper or lower case. */
  texts: string[];
  /** What `main` has under exactly this name, as a link and not as a button, or the other way round. */
  links?: Named;
  buttons?: Named;
  /** Addresses that `main` links to, by whatever name. */
  addresses?: string[];
  /** Number of questions that the page answers. */
  questions?: number;
};

/** By the name of links or buttons: the address of the only one; or how many have the name, and then addresses that some of them have. */
type Named = Record<string, string | (number | string)[]>;

const marketplace = 'https://marketplace.carma.example/login';

export const specification: Expectation[] = [
  {
    route: '/',
    texts: [
      ...['Buy Carbon Credits You Can Trust', '100% Traceable Credits', 'Science-Backed Nature Projects', 'Built for CSOs'],
      ...['Why other options fail and how we fix it', '25+', 'Active Projects', 'Project Types', 'UK+', 'Regions', 'eDNA'],
      ...['Verified Impact', 'Featured Carbon Projects'],
    ],
    links: {
      ...{ 'Browse Verified Projects': '/credits', 'How It Works': '/how-it-works', 'How the Registry Works': '/blockchain' },
      ...{ 'See the Projects': '/projects', 'View All Projects': '/credits#projects', Enquire: '/contact' },
      'Explore Solutions': '/enterprise',
    },
  },
  {
    route: '/credits',
    texts: ['Biochar', 'Methane avoidance', 'UK tree planting', 'Biodiversity net gain', 'excl. VAT'],
    links: { 'Request Custom Quote': '/contact', 'Learn More': '/how-it-works', Purchase: [36, '/contact'] },
  },
  {
    route: '/how-it-works',
    texts: ['Project Selection', 'Blockchain Verification', 'Impact Measurement', 'Retirement and Reporting'],
    questions: 4,
    links: { 'Browse Credits': '/credits', 'Contact Us': '/contact' },
  },
  {
    route: '/about',
    texts: [
      ...['500+', 'B Corp', '2022', '3%', 'mission', 'values', 'The Carma Difference', 'Our Journey', 'August 2023', '127.9'],
      ...['best start-up award', 'veteran'],
    ],
    links: { Enquire: '/contact', 'View Our Impact': '/impact-hub' },
  },
  {
    route: '/carbon-credits',
    texts: [
      ...['A Complete Guide to Carbon Credits', 'Carbon Credits', 'Net Zero', 'Carbon Neutral', 'CDR & Avoidance', 'Read More'],
      ...['Show Less', 'Measure', 'Reduce', 'Remove', 'Report', 'Why Carma'],
    ],
    buttons: { 'Read More': [4] },
    addresses: ['/projects', '/contact'],
  },
  {
    route: '/impact-hub',
    texts: [
      ...['Prove Every Tonne. In Real Time.', 'Real Time Credit Tracking', 'Geospatial Verification', 'Retirement Certificates'],
      ...['Integrations', 'SBTi', 'CSRD', 'ESG'],
    ],
    buttons: {
      ...{ 'See Live Demo': '#', 'Access Your Dashboard': marketplace, 'Access Feature': [4, '#'] },
      'Learn More': [4, '/blockchain', '/geospatial', '/enterprise/traceability', '/enterprise/compliance'],
    },
  },
  {
    route: '/standards',
    texts: ['Independently Verified. On-Chain Audited.'],
    buttons: { 'Book a Consultation': '/book-call', 'View Projects': '/projects' },
    addresses: ['/puro-earth', '/bezero', '/vcs', '/gold-standard', '/woodland-carbon', '/qms'],
  },
  {
    route: '/resources',
    texts: ['case studies', 'help centre'],
    links: { 'Explore Our Blog': '/blog', 'View All Case Studies': '/enterprise#testimonials' },
  },
  {
    route: '/contact',
    texts: [
      ...['Email Us', 'Book a Strategy Call', '24 hours', '15-30 minute', 'UK business hours', 'hello@carma.example', 'United Kingdom'],
      ...['00000000', 'GB 000 0000 00'],
    ],
    links: { 'Book a Call': '/book-call', 'Book a Strategy Call': '/contact?topic=strategy-call' },
    buttons: { 'Email Us': [2] },
  },
  {
    route: '/book-call',
    texts: ['Get Expert Carbon Advice', 'Sustainability Strategy', 'Premium Carbon Solutions', 'Social Impact'],
    addresses: ['https://scheduler.carma.example/carma/strategy-call'],
  },
  {
    route: '/blockchain',
    texts: [
      ...['Blockchain Verified Carbon Credits', 'Problem', 'Solution', 'Project Validation', 'Token Minting', 'Transfer Logging'],
      ...['Retirement', 'Public Verification', 'Key Functionalities', 'Benefits'],
    ],
    links: { Enquire: '/contact' },
    addresses: ['/projects', '/book-call'],
  },
  {
    route: '/blog',
    texts: [
      ...['Carma Insights', 'Nature Positive', 'Blockchain', 'Carbon Credits', 'Natural Capital', 'Implementation', 'Reporting'],
      ...['Strategy', 'min read'],
    ],
    links: {
      'Read Full Article': [
        ...[7, '/blog/nature-positive-solutions', '/blog/blockchain-transparency', '/blog/verified-carbon-credits'],
        ...['/blog/natural-capital-investment', '/blog/nature-based-solutions-business', '/blog/esg-tnfd-reporting'],
        '/blog/sustainable-business-practices',
      ],
    },
    buttons: { Subscribe: [1] },
  },
  {
    route: '/blog/nature-positive-solutions',
    texts: ['Nature Positive', 'min read', 'About Carma', '2025'],
    links: {
      ...{ Twitter: 'https://twitter.com/intent/tweet', LinkedIn: 'https://www.linkedin.com/sharing/share-offsite/' },
      ...{ Facebook: 'https://www.facebook.com/sharer/sharer.php', 'Get in Touch': '/contact', Enquire: '/contact' },
      'Explore Projects': '/projects',
    },
    buttons: { 'Copy Link': [1] },
    addresses: ['/blog/blockchain-transparency', '/blog/verified-carbon-credits', '/blog/natural-capital-investment'],
  },
  { route: '/puro-earth', texts: ['Puro.Earth', 'removal', '100'], questions: 4, links: { Enquire: '/contact' } },
  {
    route: '/bezero',
    texts: ['BeZero', 'Additionality', 'Permanence', 'Over-crediting', 'Leakage'],
    questions: 4,
    links: { 'Enquire Now': '/book-call' },
  },
  {
    route: '/qms',
    texts: [
      ...['Supplier Selection', 'Due Diligence', 'Contracts and Accountability', 'Ongoing Monitoring', 'Risk Management'],
      'Continuous Improvement',
    ],
    questions: 4,
    links: { 'Enquire Now': '/book-call' },
    buttons: { 'Download QMS Whitepaper': '/downloads/carma-qms-whitepaper.pdf', 'Contact Quality Team': [1] },
  },
  {
    route: '/carbon-standards',
    texts: [
      ...['VCS', 'Gold Standard', 'Woodland Carbon Code', 'zero rating', 'Credible registry registration', 'Project transparency'],
      ...['Fair market pricing', 'Meaningful social impact'],
    ],
    questions: 4,
    links: { Enquire: '/contact' },
  },
  { route: '/vcs', texts: ['75%', '1,800+', '900M+'], questions: 3, links: { 'Enquire Now': '/book-call' } },
  { route: '/gold-standard', texts: ['1,500+', '80+', '300M+'], questions: 3, links: { 'Enquire Now': '/book-call' } },
  { route: '/woodland-carbon', texts: ['25,000+', '500+', '2M+', '35'], questions: 3, links: { 'Enquire Now': '/book-call' } },
  {
    route: '/onboarding',
    texts: [
      ...['Project Assessment', 'Advisory', 'Certification Support', 'Market Access', 'Initial Consultation', 'Project Evaluation'],
      ...['Strategy Development', 'Implementation Support'],
    ],
    buttons: {
      ...{ 'Learn More': '#process', 'Schedule Consultation': '/book-call', 'Download Guide': '/downloads/carma-onboarding-guide.pdf' },
      'Start Your Project': [1],
    },
  },
  {
    route: '/enterprise',
    texts: [
      ...['Construction', 'Defence', 'Data centres', 'Retail', 'Logistics', 'Manufacturing', 'Sovereign', 'CSRD', 'TNFD', 'SEC', 'SBTi'],
      'Scope 3',
    ],
    links: { Enquire: '/contact', 'Schedule Call': '/contact', 'Submit Procurement Brief': '/enterprise/contact?mode=brief#form' },
  },
  { route: '/enterprise/portfolios', texts: ['500M+', '50+'], links: { Enquire: '/contact', 'Browse Featured Projects': '/projects' } },
  { route: '/enterprise/compliance', texts: ['CSRD', 'SBTi', 'Scope 3', 'Audit'] },
  { route: '/enterprise/traceability', texts: ['Registry', 'Dashboard', 'Transparency', 'API', '99.99%'] },
  {
    route: '/enterprise/contact',
    texts: ['Schedule Consultation', 'Submit RFP', 'Talk to Expert', 'Organisation', 'Sector', 'Timeframe', 'PDF', '10 MB'],
    links: {
      ...{ 'Schedule Consultation': '/book-call', 'Submit RFP': '/enterprise/contact?mode=rfp#form' },
      'Talk to Expert': '/enterprise/contact#form',
    },
  },
  {
    route: '/geospatial',
    texts: [
      ...['Satellite imagery', 'Impact layers', 'Contextual metadata', 'On-chain confirmation', 'PDF certificate', 'Smart contract ID'],
      'QR code',
    ],
    addresses: ['/enterprise'],
  },
  { route: '/privacy', texts: ['Privacy', '£50', 'hello@carma.example', 'ICO'] },
  { route: '/terms', texts: ['Terms', '16', 'valid email', 'GBP', 'refund', 'UK consumer', 'VAT', 'past 12 months', '3%', 'veteran'] },
  { route: '/cookies', texts: ['Cookie', 'local storage'] },
];

/** On every page (product.md, "Header and footer"). */
export const everywhere: [label: string, href: string][] = [
  ['Home', '/'],
  ['Verified Credits', '/credits'],
  ['How It Works', '/how-it-works'],
  ['Marketplace', marketplace],
  ['For Enterprises', '/enterprise'],
  ['About Us', '/about'],
  ['Contact', '/contact'],
  // By whatever name.
  ...[
    ...['/onboarding', '/blockchain', '/enterprise/portfolios', '/enterprise/compliance', '/enterprise/traceability'],
    ...['/enterprise/contact', '/impact-hub', '/puro-earth', '/bezero', '/vcs', '/gold-standard', '/woodland-carbon', '/qms', '/blog'],
    ...['/resources', '/privacy', '/terms', '/cookies'],
  ].map((href): [string, string] => ['', href]),
];
