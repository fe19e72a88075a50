/** What product.md, section 2, and decisions.md require of a page. */
export type Expectation = {
  route: string;
  /** Texts that must appear in some element. */
  texts: string[];
  /** What `main` has under exactly this name, once or as often as stated: its role, name, and the address that it leads to. */
  controls?: Control[];
  /** Addresses that `main` links to, by whatever name. */
  addresses?: string[];
  /** Number of questions that the page answers. */
  questions?: number;
};

type Control = [role: 'link' | 'button', name: string, leadsTo?: string, count?: number];

const marketplace = 'https://marketplace.carma.example/login';

export const specification: Expectation[] = [
  {
    route: '/',
    texts: [
      'Buy Carbon Credits You Can Trust',
      '100% Traceable Credits',
      'Science-Backed Nature Projects',
      'Built for CSOs',
      'Why other options fail and how we fix it',
      '25+',
      'Active Projects',
      'Project Types',
      'UK+',
      'Regions',
      'eDNA',
      'Verified Impact',
      'Featured Carbon Projects',
    ],
    controls: [
      ['link', 'Browse Verified Projects', '/credits'],
      ['link', 'How It Works', '/how-it-works'],
      ['link', 'How the Registry Works', '/blockchain'],
      ['link', 'See the Projects', '/projects'],
      ['link', 'View All Projects', '/credits#projects'],
      ['link', 'Enquire', '/contact'],
      ['link', 'Explore Solutions', '/enterprise'],
    ],
  },
  {
    route: '/credits',
    texts: ['Biochar', 'Methane avoidance', 'UK tree planting', 'Biodiversity net gain', 'excl. VAT'],
    controls: [
      ['link', 'Request Custom Quote', '/contact'],
      ['link', 'Learn More', '/how-it-works'],
      ['link', 'Purchase', '/contact', 36],
    ],
  },
  {
    route: '/how-it-works',
    texts: ['Project Selection', 'Blockchain Verification', 'Impact Measurement', 'Retirement and Reporting'],
    questions: 4,
    controls: [
      ['link', 'Browse Credits', '/credits'],
      ['link', 'Contact Us', '/contact'],
    ],
  },
  {
    route: '/about',
    texts: [
      '500+',
      'B Corp',
      '2022',
      '3%',
      'mission',
      'values',
      'The Carma Difference',
      'Our Journey',
      'August 2023',
      '127.9',
      'best start-up award',
      'veteran',
    ],
    controls: [
      ['link', 'Enquire', '/contact'],
      ['link', 'View Our Impact', '/impact-hub'],
    ],
  },
  {
    route: '/carbon-credits',
    texts: [
      'A Complete Guide to Carbon Credits',
      'Carbon Credits',
      'Net Zero',
      'Carbon Neutral',
      'CDR & Avoidance',
      'Read More',
      'Show Less',
      'Measure',
      'Reduce',
      'Remove',
      'Report',
      'Why Carma',
    ],
    controls: [['button', 'Read More', undefined, 4]],
    addresses: ['/projects', '/contact'],
  },
  {
    route: '/impact-hub',
    texts: [
      'Prove Every Tonne. In Real Time.',
      'Real Time Credit Tracking',
      'Geospatial Verification',
      'Retirement Certificates',
      'Integrations',
      'SBTi',
      'CSRD',
      'ESG',
    ],
    controls: [
      ['button', 'See Live Demo', '#'],
      ['button', 'Access Your Dashboard', marketplace],
      ['button', 'Access Feature', '#', 4],
      ['button', 'Learn More', '/blockchain', 4],
      ['button', 'Learn More', '/geospatial', 4],
      ['button', 'Learn More', '/enterprise/traceability', 4],
      ['button', 'Learn More', '/enterprise/compliance', 4],
    ],
  },
  {
    route: '/standards',
    texts: ['Independently Verified. On-Chain Audited.'],
    controls: [
      ['button', 'Book a Consultation', '/book-call'],
      ['button', 'View Projects', '/projects'],
    ],
    addresses: ['/puro-earth', '/bezero', '/vcs', '/gold-standard', '/woodland-carbon', '/qms'],
  },
  {
    route: '/resources',
    texts: ['case studies', 'help centre'],
    controls: [
      ['link', 'Explore Our Blog', '/blog'],
      ['link', 'View All Case Studies', '/enterprise#testimonials'],
    ],
  },
  {
    route: '/contact',
    texts: [
      'Email Us',
      'Book a Strategy Call',
      '24 hours',
      '15-30 minute',
      'UK business hours',
      'hello@carma.example',
      'United Kingdom',
      '00000000',
      'GB 000 0000 00',
    ],
    controls: [
      ['link', 'Book a Call', '/book-call'],
      ['link', 'Book a Strategy Call', '/contact?topic=strategy-call'],
      ['button', 'Email Us', undefined, 2],
    ],
  },
  {
    route: '/book-call',
    texts: ['Get Expert Carbon Advice', 'Sustainability Strategy', 'Premium Carbon Solutions', 'Social Impact'],
    addresses: ['https://scheduler.carma.example/carma/strategy-call'],
  },
  {
    route: '/blockchain',
    texts: [
      'Blockchain Verified Carbon Credits',
      'Problem',
      'Solution',
      'Project Validation',
      'Token Minting',
      'Transfer Logging',
      'Retirement',
      'Public Verification',
      'Key Functionalities',
      'Benefits',
    ],
    controls: [['link', 'Enquire', '/contact']],
    addresses: ['/projects', '/book-call'],
  },
  {
    route: '/blog',
    texts: [
      'Carma Insights',
      'Nature Positive',
      'Blockchain',
      'Carbon Credits',
      'Natural Capital',
      'Implementation',
      'Reporting',
      'Strategy',
      'min read',
    ],
    controls: [
      ...[
        ...['nature-positive-solutions', 'blockchain-transparency', 'verified-carbon-credits', 'natural-capital-investment'],
        ...['nature-based-solutions-business', 'esg-tnfd-reporting', 'sustainable-business-practices'],
      ].map((slug): Control => ['link', 'Read Full Article', `/blog/${slug}`, 7]),
      ['button', 'Subscribe'],
    ],
  },
  {
    route: '/blog/esg-tnfd-reporting',
    texts: ['Reporting', 'min read', 'About Carma', '2025'],
    controls: [
      ['link', 'Twitter', 'https://twitter.com/intent/tweet'],
      ['link', 'LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/'],
      ['link', 'Facebook', 'https://www.facebook.com/sharer/sharer.php'],
      ['link', 'Get in Touch', '/contact'],
      ['link', 'Enquire', '/contact'],
      ['link', 'Explore Projects', '/projects'],
      ['button', 'Copy Link'],
    ],
    addresses: ['/blog/nature-positive-solutions', '/blog/blockchain-transparency', '/blog/verified-carbon-credits'],
  },
  { route: '/puro-earth', texts: ['Puro.Earth', 'removal', '100'], questions: 4, controls: [['link', 'Enquire', '/contact']] },
  {
    route: '/bezero',
    texts: ['BeZero', 'dditionality', 'ermanence', 'ver-crediting', 'eakage'],
    questions: 4,
    controls: [['link', 'Enquire Now', '/book-call']],
  },
  {
    route: '/qms',
    texts: [
      'Supplier Selection',
      'Due Diligence',
      'Contracts and Accountability',
      'Ongoing Monitoring',
      'Risk Management',
      'Continuous Improvement',
    ],
    questions: 4,
    controls: [
      ['link', 'Enquire Now', '/book-call'],
      ['button', 'Download QMS Whitepaper', '/downloads/carma-qms-whitepaper.pdf'],
      ['button', 'Contact Quality Team'],
    ],
  },
  {
    route: '/carbon-standards',
    texts: [
      'VCS',
      'Gold Standard',
      'Woodland Carbon Code',
      'zero rating',
      'redible registry registration',
      'roject transparency',
      'air market pricing',
      'eaningful social impact',
    ],
    questions: 4,
    controls: [['link', 'Enquire', '/contact']],
  },
  { route: '/vcs', texts: ['75%', '1,800+', '900M+'], questions: 3, controls: [['link', 'Enquire Now', '/book-call']] },
  { route: '/gold-standard', texts: ['1,500+', '80+', '300M+'], questions: 3, controls: [['link', 'Enquire Now', '/book-call']] },
  { route: '/woodland-carbon', texts: ['25,000+', '500+', '2M+', '35'], questions: 3, controls: [['link', 'Enquire Now', '/book-call']] },
  {
    route: '/onboarding',
    texts: [
      'Project Assessment',
      'Advisory',
      'Certification Support',
      'Market Access',
      'Initial Consultation',
      'Project Evaluation',
      'Strategy Development',
      'Implementation Support',
    ],
    controls: [
      ['button', 'Learn More', '#process'],
      ['button', 'Schedule Consultation', '/book-call'],
      ['button', 'Download Guide', '/downloads/carma-onboarding-guide.pdf'],
      ['button', 'Start Your Project'],
    ],
  },
  {
    route: '/enterprise',
    texts: [
      'onstruction',
      'efence',
      'ata centres',
      'etail',
      'ogistics',
      'anufacturing',
      'overeign',
      'CSRD',
      'TNFD',
      'SEC',
      'SBTi',
      'Scope 3',
    ],
    controls: [
      ['link', 'Enquire', '/contact'],
      ['link', 'Schedule Call', '/contact'],
      ['link', 'Submit Procurement Brief', '/enterprise/contact?mode=brief#form'],
    ],
  },
  {
    route: '/enterprise/portfolios',
    texts: ['500M+', '50+'],
    controls: [
      ['link', 'Enquire', '/contact'],
      ['link', 'Browse Featured Projects', '/projects'],
    ],
  },
  { route: '/enterprise/compliance', texts: ['CSRD', 'SBTi', 'Scope 3', 'udit'] },
  { route: '/enterprise/traceability', texts: ['egistry', 'ashboard', 'ransparency', 'API', '99.99%'] },
  {
    route: '/enterprise/contact',
    texts: ['Schedule Consultation', 'Submit RFP', 'Talk to Expert', 'Organisation', 'Sector', 'Timeframe', 'PDF', '10 MB'],
    controls: [
      ['link', 'Schedule Consultation', '/book-call'],
      ['link', 'Submit RFP', '/enterprise/contact?mode=rfp#form'],
      ['link', 'Talk to Expert', '/enterprise/contact#form'],
    ],
  },
  {
    route: '/geospatial',
    texts: [
      'atellite imagery',
      'mpact layers',
      'ontextual metadata',
      'n-chain confirmation',
      'PDF certificate',
      'mart contract ID',
      'QR code',
    ],
    addresses: ['/enterprise'],
  },
  { route: '/privacy', texts: ['Privacy', '£50', 'hello@carma.example', 'ICO'] },
  {
    route: '/terms',
    texts: ['Terms', '16', 'valid email', 'GBP', 'refund', 'UK consumer', 'VAT', 'past 12 months', '3%', 'veteran'],
  },
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
    ...[
      '/onboarding',
      '/blockchain',
      '/enterprise/portfolios',
      '/enterprise/compliance',
      '/enterprise/traceability',
      '/enterprise/contact',
    ],
    ...['/impact-hub', '/puro-earth', '/bezero', '/vcs', '/gold-standard', '/woodland-carbon', '/qms', '/blog', '/resources', '/privacy'],
    ...['/terms', '/cookies'],
  ].map((href): [string, string] => ['', href]),
];
