import type { CardGroup, Closing, DataSheetContent, FigureGroup, Hero, PageMeta, TableContent } from '#shared/content/types.ts';

export const meta = {
  title: 'Enterprise carbon credit portfolios | Carma',
  description:
    'Multi-year carbon credit portfolios: a mix of biochar, methane avoidance, UK woodland and biodiversity, reviewed for risk and retired on your dates.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Enterprise portfolios',
  title: 'Carbon credit portfolios that spread the risk',
  lede: 'Any one project can burn, flood or be downgraded. A portfolio spreads your volume over project types, places and vintages, and the contract says what happens if credits aren’t delivered.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Browse Featured Projects', href: '/projects' },
  ],
} satisfies Hero;

/** What a proposal says of a mix, as /portfolio does. */
export const specimen = {
  title: 'One portfolio, line by line',
  eyebrow: 'Specimen',
  rows: [
    { label: 'Quantity', value: 'Tonnes, in all and by project' },
    { label: 'Price', value: 'Pounds per tonne, and in all with VAT' },
    { label: 'Share', value: 'By project, usually at most half' },
    { label: 'Storage', value: 'Years, shortest to longest' },
    { label: 'Issuance', value: 'Issued, or pending with its day' },
    { label: 'Evidence', value: 'An auditor’s eight questions' },
  ],
  note: 'Each mix under “Find a Portfolio” has these lines.',
} satisfies DataSheetContent;

/** product.md, section 9, enterprise claims. */
export const figures = {
  title: 'Portfolios in figures',
  figures: [
    {
      value: '500M+',
      label: 'Tonnes managed',
      note: 'Managed for clients. The record has only the units entered on it.',
    },
    { value: '200+', label: 'Enterprise clients' },
    { value: '50+', label: 'Countries', note: 'Of clients and projects' },
    { value: '99.9%', label: 'Audit compliance', note: 'Of records sampled in clients’ audits' },
  ],
} satisfies FigureGroup;

export const strata = {
  title: 'Avoidance first, durable removals later',
  paragraphs: [
    'Avoided methane takes effect within the reporting year, so it often comes first. Woodland bought now delivers as it grows. Biochar is scarcer and dearer, and its durable removals are what the target year calls for.',
    'This follows the Oxford Principles for Net Zero Aligned Carbon Offsetting (revised 2024): a growing share of removals, and of longer storage. How quickly your mix changes depends on your budget and on the claim you intend to make.',
  ],
  axis: { from: 'First year', to: 'Target year' },
  layers: [
    { name: 'Methane avoidance', body: 'Takes effect within the reporting year', ground: 'air' },
    { name: 'UK woodland and biodiversity', body: 'Projects last 35–100 years', ground: 'wood' },
    { name: 'Biochar', body: 'Stored for 100+ years', ground: 'char' },
  ],
  caption: 'Illustration of the principle. It isn’t a recommendation, and the shares are not to scale.',
} as const;

export const services = {
  eyebrow: 'Services',
  title: 'Four services, from design to retirement',
  cards: [
    {
      title: 'Custom Portfolio Design',
      body: 'Tell us the tonnes per year, any exclusions and the budget. We propose projects, shares and prices, with the reason for each.',
      link: { label: 'Find a Portfolio', href: '/portfolio' },
    },
    {
      title: 'Forward Supply',
      body: 'Later vintages reserved now, so you can budget beyond this year. Credits not issued yet are marked as pending, and can be retired once they are issued.',
    },
    {
      title: 'Risk Review',
      body: 'Additionality, permanence, over-crediting and leakage, project by project, with BeZero’s rating where there is one, before you buy and while you hold the credits.',
    },
    {
      title: 'Retirement Management',
      body: 'Credits retired on dates that fit your reporting year, split by subsidiary or product line, with a certificate for each part.',
    },
  ],
} satisfies CardGroup;

export const types = {
  title: 'What each project type contributes',
  caption: 'The project types, what each contributes to a portfolio, how long it lasts and its weakness',
  columns: ['Project type', 'Role', 'How long it lasts', 'Weakness'],
  rows: [
    [
      'Biochar',
      'Durable removal, for residual emissions and net-zero claims.',
      '100+ years of storage',
      'Small volumes, and usually the highest price of the four.',
    ],
    [
      'Methane avoidance',
      'Quick effect: methane warms most in its first years.',
      'Permanent once destroyed',
      'A reduction: residual emissions at net zero need removals.',
    ],
    [
      'UK tree planting',
      'Removal close to home, often on land that people can visit.',
      '35–100 years',
      'Slow delivery; fire, wind and disease call for a buffer.',
    ],
    [
      'Biodiversity net gain',
      'Tonnes from restored habitat, surveyed by eDNA where the project says so. They don’t meet a planning condition.',
      'As long as the site is managed',
      'Few tonnes; the main benefit is to wildlife.',
    ],
  ],
} satisfies TableContent;

export const closing = {
  title: 'Ask for a first portfolio',
  body: 'Tell us the tonnes per year, the last year you need and your maximum price. We reply within 24 hours with a first mix or the reason why we can’t make one.',
  actions: [
    { label: 'Ask for a First Mix', href: '/contact' },
    { label: 'Find a Portfolio', href: '/portfolio' },
  ],
} satisfies Closing;
