import type { Closing, Editorial, FactSheet, Faq, Figure, Goals, Hero, PageMeta, ProjectCategories, StandardId } from './types.ts';

export const meta = {
  title: 'Gold Standard carbon credits explained | Carma',
  description:
    'Gold Standard credits carry a tonne and a measured contribution to at least three UN goals. Who runs it, what it certifies, what it leaves out, what to ask.',
} satisfies PageMeta;

export const standard: StandardId = 'gold-standard';

export const hero = {
  eyebrow: 'Gold Standard for the Global Goals',
  title: 'A tonne, and what it did for people',
  lede: 'Founded in 2003 by WWF and other NGOs, Gold Standard issues no credit for carbon alone. A project has to show what it does for at least three of the UN’s Sustainable Development Goals, and measure it.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

/** product.md, section 9, marketing figures. */
export const figures = [
  { value: '1,500+', label: 'projects', note: 'Many of them in homes: stoves, water, power.' },
  { value: '80+', label: 'countries', note: 'Chiefly in Asia, Africa and Latin America.' },
  { value: '300M+', label: 'credits', note: 'Each with a vintage and a project page.' },
] satisfies Figure[];

export const facts = {
  eyebrow: 'What it is',
  title: 'A carbon standard written by conservationists',
  paragraphs: [
    'Gold Standard began as a label for projects under the Kyoto Protocol that did more than the minimum. Today it is a standard of its own: it writes principles and methodologies, and its registry issues the credits.',
    'Before a project is certified, the people who live beside it are consulted, then heard again in a second round of feedback, and what they said is published with the answers. Safeguards on human rights, gender, land and water apply to every project, however small.',
    'Certification comes in two steps. The design is certified first; then each period of performance, after an independent audit of the monitoring report. Only the second step brings credits.',
  ],
  sheet: {
    title: 'For the file note',
    facts: [
      { term: 'Run by', detail: 'The Gold Standard Foundation, a non-profit in Geneva' },
      { term: 'Since', detail: '2003, founded by WWF and other NGOs' },
      { term: 'Unit', detail: 'Gold Standard Verified Emission Reduction (GSVER): one tonne of CO₂e' },
      { term: 'Beyond carbon', detail: 'Contributions to at least three Sustainable Development Goals, climate action being one' },
      { term: 'Buffer', detail: 'Forestry projects pay into a shared compliance buffer' },
      { term: 'Register', detail: 'Gold Standard Impact Registry, open to anyone' },
      { term: 'Cite as', detail: 'Project ID (GS number), vintage, serial range, goals certified' },
    ],
  },
} satisfies FactSheet;

export const goals = {
  eyebrow: 'The rule that sets it apart',
  title: 'Goal 13, and at least two more',
  intro:
    'Climate action is compulsory. The other goals depend on the project, and each has an indicator that is monitored and audited like the tonnes.',
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
      body: 'Indicators such as stoves in daily use and smoke in the kitchen, from household surveys. The carbon depends on the same surveys, so read both together.',
    },
    {
      project: 'Biogas from manure',
      goals: [13, 7, 8],
      body: 'Digesters in operation, fuel replaced, people trained and paid to service them. Gas meters give the tonnes.',
    },
    {
      project: 'Community planting',
      goals: [13, 15, 8],
      body: 'Hectares restored with named species, and work for people nearby. Plots and stem counts give the tonnes.',
    },
  ],
} satisfies Goals;

export const categories = {
  eyebrow: 'Project categories',
  title: 'What it certifies, and what it turns away',
  intro:
    'The list is narrower than that of the largest standard. Avoided deforestation (REDD+) is not eligible, and neither are nuclear or fossil-fuel energy.',
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
      counted: 'Methane from manure, compost or landfill that is caught or never forms.',
      kind: 'Avoidance',
      ask: 'Gas meter logs for the vintage on offer.',
    },
    {
      category: 'Renewable energy',
      counted: 'Grid or diesel power displaced by sun, wind or small hydro.',
      kind: 'Avoidance',
      ask: 'The country, and why the plant was not viable without credits.',
    },
    {
      category: 'Planting and farmland',
      counted: 'Carbon taken up by new trees, or by soil under changed practice.',
      kind: 'Removal',
      ask: 'The share paid into the buffer, and who owns the land.',
    },
  ],
} satisfies ProjectCategories;

export const limits = {
  eyebrow: 'Reading it fairly',
  title: 'The goals are measured. They are not a discount on the carbon.',
  paragraphs: [
    'A project with strong benefits for people can still over-count its tonnes. Stove projects have been criticised for exactly that, and their methods have been tightened since. So we judge the tonne first, by methodology and by rating, and the goals second.',
    'The reverse holds too. If your report speaks about people, quote the indicator and its year as the project reports it. Three logos in a footer prove nothing; a number of households with a date does.',
  ],
  notes: [
    'Count people once: a goal’s indicator belongs to the project’s period, not to each credit bought.',
    'Ask for the stakeholder consultation report. It is the paper that says what neighbours objected to.',
    'A UK woodland is not what this standard is for. See the Woodland Carbon Code.',
  ],
} satisfies Editorial;

export const faq = {
  title: 'Questions on Gold Standard',
  items: [
    {
      question: 'Why does a Gold Standard credit often cost more?',
      answer:
        'The project pays for consultation, safeguards and the monitoring of its goals on top of the carbon audit, and many projects are small. Whether that is worth it depends on your claim. If you report social value, you are buying evidence that you would otherwise have to collect.',
    },
    {
      question: 'Can we use the goals in our own ESG report?',
      answer:
        'You can say that you funded a project that reports a given indicator, with the year and the project ID. Do not add the project’s whole result to your own social figures. We send the certified indicators with the retirement record, so that the wording can be checked.',
    },
    {
      question: 'Does Gold Standard certify forests?',
      answer:
        'It certifies planting and some farmland projects, with a contribution to a shared buffer. It does not certify avoided deforestation. For protection of standing forest look at the VCS, and for planting in Britain at the Woodland Carbon Code.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Which three goals does your board report on?',
  body: 'Name them on a call. We come back with the projects that measure them, the indicators they publish and the price per tonne, excl. VAT.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
