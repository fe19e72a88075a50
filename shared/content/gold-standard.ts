import { whatIsLeftOpen } from './ledger.ts';
import type { Closing, FactSheet, Faq, Figure, Hero, Note, PageMeta, ProjectCategories, StandardId } from './types.ts';

export const meta = {
  title: 'Gold Standard carbon credits explained | Carma',
  description:
    'Gold Standard credits combine a tonne with a measured contribution to at least three UN goals. Who runs it, what it certifies, what it excludes, what to ask.',
} satisfies PageMeta;

export const standard: StandardId = 'gold-standard';

export const hero = {
  eyebrow: 'Gold Standard for the Global Goals',
  title: 'Carbon credits with measured benefits for people',
  lede: 'Founded in 2003 by WWF and other NGOs, Gold Standard issues no credits for carbon alone. A project has to contribute to at least three of the UN’s Sustainable Development Goals and measure what it achieves.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

/** product.md, section 9, marketing figures. */
export const figures = [
  { value: '1,500+', label: 'projects', note: 'Many of them in households: stoves, water, power' },
  { value: '80+', label: 'countries', note: 'Mainly in Asia, Africa and Latin America' },
  { value: '300M+', label: 'credits', note: 'Each with a vintage and a project page' },
] satisfies Figure[];

export const facts = {
  title: 'A carbon standard founded by conservation organisations',
  paragraphs: [
    'Gold Standard began as a label for projects under the Kyoto Protocol that did more than the minimum. Today it is a standard of its own: it writes principles and methodologies, and its registry issues the credits.',
    'Before a project is certified, local people are consulted, then asked again in a second round, and what they said is published with the answers. Safeguards on human rights, gender, land and water apply to every project, however small.',
    'Certification comes in two steps. The design is certified first; then each period of performance, after independent verification of the monitoring report. Credits are issued at the second step; those planned in forestry, which may come earlier, are marked as such.',
  ],
  sheet: {
    title: 'Key facts',
    facts: [
      { term: 'Run by', detail: 'The Gold Standard Foundation, a non-profit in Geneva' },
      { term: 'Since', detail: '2003, founded by WWF and other NGOs' },
      { term: 'Unit', detail: 'Gold Standard Verified Emission Reduction (GSVER): one tonne of CO₂e' },
      { term: 'Beyond carbon', detail: 'Contributions to at least three Sustainable Development Goals, climate action being one' },
      { term: 'Buffer', detail: 'Forestry projects pay into a shared compliance buffer' },
      { term: 'Registry', detail: 'Gold Standard Impact Registry, open to anyone' },
      { term: 'Cite as', detail: 'Project ID (GS number), vintage, serial range, goals certified' },
    ],
  },
} satisfies FactSheet;

export const goals = {
  title: 'Climate action and at least two more goals',
  intro:
    'Climate action is compulsory. The other goals depend on the project, and each has an indicator that is monitored and verified like the tonnes.',
  required: { goal: 13, label: 'Required of every project' },
  names: [
    'No poverty',
    'Zero hunger',
    'Good health',
    'Quality education',
    'Gender equality',
    'Clean water',
    'Clean energy',
    'Decent work',
    'Industry, innovation',
    'Less inequality',
    'Sustainable cities',
    'Responsible consumption',
    'Climate action',
    'Life below water',
    'Life on land',
    'Peace and justice',
    'Partnerships',
  ],
  examples: [
    {
      project: 'Efficient cookstoves',
      goals: [13, 3, 7],
      body: 'Indicators such as stoves in daily use and smoke in the kitchen, from household surveys. The tonnes depend on the same surveys, so read both together.',
    },
    {
      project: 'Biogas from manure',
      goals: [13, 7, 8],
      body: 'Digesters in operation, fuel replaced, people trained and paid to service them. The tonnes are calculated from gas meters.',
    },
    {
      project: 'Community planting',
      goals: [13, 15, 8],
      body: 'Hectares restored with named species, and work for people nearby. The tonnes are calculated from plots and stem counts.',
    },
  ],
};

export const categories = {
  eyebrow: 'Project categories',
  title: 'What it certifies, and what it excludes',
  intro:
    'The list is narrower than that of the VCS. Avoided deforestation (REDD+) is not eligible, and neither are nuclear or fossil-fuel energy.',
  columns: { category: 'Category', counted: 'What is counted', kind: 'Kind', ask: 'Ask for' },
  rows: [
    {
      category: 'Household energy',
      counted: 'Wood or charcoal not burned because a better stove is in use.',
      kind: 'Avoidance',
      ask: 'Usage rates, and how they were sampled.',
    },
    {
      category: 'Safe water',
      counted: 'Fuel not used to boil water, where a borehole or filter made it safe.',
      kind: 'Avoidance',
      ask: 'Water tests, and how many households boiled before.',
    },
    {
      category: 'Waste and methane',
      counted: 'Methane from manure, compost or landfill that is captured or prevented from forming.',
      kind: 'Reduction',
      ask: 'Gas meter logs for the vintage on offer.',
    },
    {
      category: 'Renewable energy',
      counted: 'Grid or diesel power displaced by solar, wind or small hydro.',
      kind: 'Avoidance',
      ask: 'The country, and why the plant would not be viable without credits.',
    },
    {
      category: 'Planting and farmland',
      counted: 'Carbon taken up by new trees, or by soil under changed practice.',
      kind: 'Removal',
      ask: 'The share paid into the buffer, and who owns the land.',
    },
  ],
} satisfies ProjectCategories;

export const limit = {
  text: 'A project that does a lot for people can still over-count its tonnes, so we assess the tonnes first.',
  links: [whatIsLeftOpen],
} satisfies Note;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Why does a Gold Standard credit often cost more?',
      answer:
        'The project pays for consultation, safeguards and the monitoring of its goals on top of carbon verification, and many projects are small. Whether it’s worth it depends on your claim. If you report social value, you’re buying evidence you would otherwise have to collect yourself.',
    },
    {
      question: 'Can we use the goals in our own ESG report?',
      answer:
        'You can say you funded a project that reports a given indicator, with the year and the project ID. Don’t add the project’s whole result to your own social figures. Ask us for the certified indicators, so the wording can be checked.',
    },
    {
      question: 'Does Gold Standard certify forests?',
      answer:
        'It certifies planting and some farmland projects, which contribute to a shared buffer. Avoided deforestation is excluded. For forest protection look at the VCS, and for planting in the UK at the Woodland Carbon Code.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Ask for projects that meet your goals',
  body: 'Tell us on a call which goals your board reports on. We’ll come back with projects that measure them, the indicators they publish and the price per tonne, excl. VAT.',
  actions: [
    { label: 'Book a Call', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
