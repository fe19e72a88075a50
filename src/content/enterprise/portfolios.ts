import type { CardGroup, Closing, Hero, LeadFigures, PageMeta, ShareStrata, TableContent } from '#src/content/types.ts';

export const meta = {
  title: 'Enterprise carbon credit portfolios | Carma',
  description:
    'Carbon credit portfolios over several years: a mix of biochar, methane avoidance, UK woodland and biodiversity, reviewed for risk and retired on your dates.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Enterprise portfolios',
  title: 'Hold tonnes the way you hold any other risk',
  lede: 'One project can burn, flood or lose its rating. A portfolio spreads your volume over types of project, places and vintages, and settles in the contract what happens when a tonne fails.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Browse Featured Projects', href: '/projects' },
  ],
} satisfies Hero;

/** product.md, section 9, enterprise claims. */
export const figures = {
  title: 'Portfolios in figures',
  lead: { value: '500M+', label: 'Tonnes managed' },
  others: [
    { value: '200+', label: 'Enterprise clients' },
    { value: '50+', label: 'Countries' },
    { value: '99.9%', label: 'Audit compliance' },
  ],
} satisfies LeadFigures;

export const strata = {
  eyebrow: 'How a mix moves',
  title: 'Act early, then store long',
  paragraphs: [
    'Avoided methane acts within the reporting year, so it tends to carry a young portfolio. Woodland bought now delivers as it grows. Biochar is in short supply and costs more, and it is what is left to rely on when the plan reaches its target year.',
    'The direction follows the Oxford Principles for Net Zero Aligned Carbon Offsetting: a growing share of removals, and of longer storage. How fast yours moves depends on your budget and on the claim you intend to make.',
  ],
  axis: { from: 'First year', to: 'Target year' },
  layers: [
    { name: 'Methane avoidance', body: 'Acts within the reporting year', ground: 'air' },
    { name: 'UK woodland and biodiversity', body: 'Projects last 35–100 years', ground: 'wood' },
    { name: 'Biochar', body: 'Stored for 100+ years', ground: 'char' },
  ],
  caption: 'A drawing of the principle. It is not a recommendation, and its shares are not to scale.',
} satisfies ShareStrata;

export const services = {
  eyebrow: 'Services',
  title: 'From the first volume to the last certificate',
  cards: [
    {
      title: 'Custom Portfolio Design',
      body: 'You name the tonnes a year, what is excluded and what it may cost. We answer with projects, shares and prices, and say why each is there.',
    },
    {
      title: 'Forward Supply',
      body: 'Later vintages reserved now, so that a budget holds past this year. What has not been issued yet is marked as expected later, and cannot be retired until it is.',
    },
    {
      title: 'Risk Review',
      body: 'Additionality, permanence, over-crediting and leakage, project by project, with an independent risk-ratings partner: before you buy and while you hold.',
    },
    {
      title: 'Retirement Management',
      body: 'Credits retired on the dates of your reporting year, split by subsidiary or product line, with a certificate for each part.',
    },
  ],
} satisfies CardGroup;

export const types = {
  eyebrow: 'What goes in',
  title: 'Four project types, four jobs in a portfolio',
  caption: 'The project types, what each contributes to a portfolio, how long it lasts and where it is weak',
  columns: ['Project type', 'Its job', 'How long it lasts', 'Where it is weak'],
  rows: [
    {
      name: 'Biochar',
      cells: [
        'Durable removal, for residual emissions and net-zero claims.',
        '100+ years of storage',
        'Small volumes, and the highest price of the four.',
      ],
    },
    {
      name: 'Methane avoidance',
      cells: [
        'Quick effect: methane warms most in its first years.',
        'Permanent once destroyed',
        'An avoidance, so it cannot neutralise residual emissions.',
      ],
    },
    {
      name: 'UK tree planting',
      cells: [
        'Removal close to home, on land that people can visit.',
        '35–100 years',
        'Delivers slowly; fire, wind and disease need a buffer.',
      ],
    },
    {
      name: 'Biodiversity net gain',
      cells: [
        'Evidence for nature reporting: species found by eDNA.',
        'As long as the site is managed',
        'Its carbon is modest; buy it for what lives there.',
      ],
    },
  ],
} satisfies TableContent;

export const closing = {
  title: 'Three numbers start a portfolio.',
  body: 'Tonnes a year, the last year you need, and the price at which you would stop. We reply with a first mix within 24 hours or say why we cannot.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Browse Featured Projects', href: '/projects' },
  ],
} satisfies Closing;
