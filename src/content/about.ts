import type { Closing, Creed, Editorial, EvidenceGroup, Figure, Hero, PageMeta, Timeline } from './types.ts';

export const meta = {
  title: 'About us: a B Corp that sells carbon credits | Carma',
  description:
    'Founded in 2022, a certified B Corp since August 2023, trusted by 500+ businesses. 3% of revenue goes to veteran charities. Our mission, values and journey.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'About Carma',
  title: 'Carbon credits, sold as if an auditor were in the room',
  lede: 'We are a UK company that sells verified, nature-positive credits to businesses, and gives 3% of what it takes to charities for veterans.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'How It Works', href: '/how-it-works' },
  ],
} satisfies Hero;

/** product.md, sections 1 and 2, "About". */
export const figures = [
  { value: '500+', label: 'Trusted businesses' },
  { value: 'B Corp', label: 'Certified company' },
  { value: '2022', label: 'Founded' },
  { value: '3%', label: 'Of revenue to veteran charities' },
] satisfies Figure[];

export const creed = {
  mission: {
    title: 'Our mission',
    statement:
      'To make a tonne of carbon as easy to check as an invoice: one owner, one date, one place on the map, and a paper for every claim.',
    paragraphs: [
      'Money reaches a woodland or a kiln because somebody in an office was willing to sign. That person has to explain the signature to finance, to an auditor and to a customer who has read about a scandal.',
      'If the explanation takes more than a few minutes, the next order does not come, and neither do the trees.',
    ],
  },
  values: {
    title: 'Our values',
    items: [
      {
        title: 'A survey before an adjective',
        body: '“Nature-positive” is a statement about species. It needs samples from before the work and after it. Where a project has none, we speak of tonnes and leave nature out.',
      },
      {
        title: 'The price on the label',
        body: 'Every project in the catalogue shows its price per tonne in pounds before you have spoken to anyone. You can set two of them side by side, or us beside a competitor, before we know your name.',
      },
      {
        title: 'Your own chimney first',
        body: 'A credit answers for what is left once you have cut what you can. If a reduction would do more than a purchase, we should be the ones to say it.',
      },
      {
        title: 'Service, in the old sense',
        body: 'Support for UK veterans is a cost of doing business here, like rent. It is reckoned on revenue, so it does not wait for a profitable year.',
      },
    ],
  },
} satisfies Creed;

export const difference = {
  eyebrow: 'Drawn to scale',
  title: 'The Carma Difference',
  intro: 'A share, a score and four ways of measuring. Each can be held against us.',
  items: [
    {
      drawing: 'share',
      title: 'Three pounds in every hundred',
      body: '3% of revenue goes to veteran charities. Of revenue, and not of profit: £10,000 of sales sends £300, whatever the rest of the year costs us.',
    },
    {
      drawing: 'scale',
      title: '127.9 where 80 certifies',
      body: 'Our overall B Impact Score, from the certification of August 2023. The assessment has 200 points. It grades how the company is run and says nothing about any one credit.',
    },
    {
      drawing: 'types',
      title: 'Four project types, four yardsticks',
      body: 'Biochar, methane avoidance, UK tree planting and biodiversity net gain. Char is weighed, gas is metered, stems are counted, species are sampled, and none of these stands in for another.',
      link: { label: 'See what is in the catalogue', href: '/projects' },
    },
  ],
} satisfies EvidenceGroup;

export const referees = {
  eyebrow: 'Who marks our work',
  title: 'We sell credits. Somebody else has to grade them.',
  paragraphs: [
    'A seller who also certifies has a reason to be generous. So the rules come from six outside standards, the tonnes from auditors whom those standards accept, and a second opinion from an independent risk-ratings partner. All of them can say no to a project that we like.',
    'What remains is ours, and you may hold us to it: which projects we take on, how we describe them, what we charge, and whether the record in the registry is complete.',
  ],
  notes: ['VCS', 'Gold Standard', 'Woodland Carbon Code', 'Climate Action Reserve', 'American Carbon Registry', 'Puro.Earth'],
  actions: [{ label: 'Compare the Standards', href: '/standards' }],
} satisfies Editorial;

export const journey = {
  eyebrow: 'Field log',
  title: 'Our Journey',
  entries: [
    {
      when: '2022',
      title: 'Carma is founded',
      body: 'In the United Kingdom, with a narrow brief: carbon credits for businesses, each traceable to a place and to one owner.',
    },
    {
      when: 'August 2023',
      title: 'B Corp certification',
      body: 'Certified with an overall B Impact Score of 127.9. A score belongs to the year of its assessment, so we quote ours with the date.',
    },
    {
      when: '2023',
      title: 'Best start-up award',
      body: 'Named best start-up in the year after the company began. It says that somebody liked the idea; the projects still have to be checked one by one.',
    },
    {
      when: 'Ongoing',
      title: 'Strategic partnerships',
      body: 'A removal-platform partner, through which we offer durable removals, and an independent risk-ratings partner, which reads the projects without our help.',
    },
  ],
} satisfies Timeline;

export const closing = {
  title: 'Judge us by the record.',
  body: 'Look at what the Impact Hub shows of the projects, then ask about whatever it leaves out.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'View Our Impact', href: '/impact-hub' },
  ],
} satisfies Closing;
