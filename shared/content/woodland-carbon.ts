import type { Closing, Editorial, FactSheet, Faq, Figure, Hero, PageMeta, ProjectCategories, StandardId } from './types.ts';

export const meta = {
  title: 'Woodland Carbon Code units explained | Carma',
  description:
    'The UK standard for new woodland: pending and verified units, the 20% buffer, checks at year 5 and every 10 years, and what a buyer may claim and when.',
} satisfies PageMeta;

export const standard: StandardId = 'woodland-carbon';

export const hero = {
  eyebrow: 'Woodland Carbon Code, United Kingdom',
  title: 'Carbon units from new UK woodland',
  lede: 'The UK’s own standard for new woodland. Each wood has a grid reference and a landowner who has signed up to the Code, and a public registry shows which tonnes have been verified and which are still a forecast. You can visit many of them.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

/** product.md, section 9, marketing figures. */
export const figures = [
  { value: '25,000+', label: 'hectares', note: 'Of new UK woodland' },
  { value: '500+', label: 'projects', note: 'From farm copses to entire glens' },
  { value: '2M+', label: 'units', note: 'One for each tonne of CO₂e' },
  { value: '35–100', label: 'years', note: 'How long projects last' },
] satisfies Figure[];

export const facts = {
  title: 'The UK’s standard for new woodland',
  paragraphs: [
    'The Code covers new woodland on land that was not woodland before. The landowner commits to a permanent change of land use, restocks after felling, replants after loss, and informs any future owner. The design has to meet the UK Forestry Standard: suitable trees, suitable soil, no planting on deep peat.',
    'Additionality is tested on the project’s own cash flow. If timber and grants alone would have paid for the trees, no units can be issued.',
    'Bodies accredited by the UK Accreditation Service validate each project and verify it as it grows. A model predicts the growth; the units are confirmed by counting stems and measuring girths on sample plots. Version 3.0 of the Code has applied since 1 August 2025, and projects could still use version 2.2 until 30 June 2026 (woodlandcarboncode.org.uk).',
  ],
  sheet: {
    title: 'Key facts',
    facts: [
      { term: 'Run by', detail: 'Scottish Forestry, for the forestry authorities of the UK' },
      { term: 'Where', detail: 'England, Scotland, Wales and Northern Ireland' },
      { term: 'Units', detail: 'Pending Issuance Unit (PIU), then Woodland Carbon Unit (WCU): one tonne of CO₂e' },
      { term: 'Length', detail: '35–100 years among existing projects; the current Code asks for at least 40' },
      { term: 'Verified', detail: 'At year 5, then at least every 10 years' },
      { term: 'Buffer', detail: '20% of units, shared by all projects' },
      { term: 'Registry', detail: 'UK Land Carbon Registry, open to anyone' },
    ],
  },
} satisfies FactSheet;

export const growth = {
  title: 'When the tonnes become units you can use',
  intro:
    'A sapling stores almost no carbon. Most of it builds up between the second and the sixth decade, and a tonne becomes a verified unit only once it has been measured.',
  axis: 'Years since planting. The curve is typical, not a forecast.',
  legend: { verified: 'Verified: WCUs', pending: 'Predicted growth: PIUs' },
  stations: [
    {
      when: 'Year 0',
      title: 'Planted and validated',
      body: 'The predicted tonnes are listed as Pending Issuance Units. You can own them, but not use or retire them, or count them against emissions.',
    },
    {
      when: 'Year 5',
      title: 'First verification',
      body: 'The verifier checks that enough trees are alive and healthy. The units of this first period, usually few, are converted to Woodland Carbon Units.',
    },
    {
      when: 'Every 10 years',
      title: 'Verified again',
      body: 'From year 15 plots are measured and the confirmed tonnes converted. Where growth has fallen short, fewer units are issued.',
    },
    {
      when: 'Year 35–100',
      title: 'The project ends',
      body: 'Issuance stops at the registered end date. The woodland remains: the change of land use is permanent.',
    },
  ],
  buffer: {
    title: '20% of units are held back',
    body: 'Each project contributes 20% of its units to a buffer shared by all. If verified carbon is lost to fire, disease or wind, units in the buffer are cancelled.',
  },
};

export const categories = {
  eyebrow: 'Project categories',
  title: 'Four kinds of new woodland',
  intro: 'All of them are removals by growing trees. They differ in how soon the carbon is stored and in their other benefits.',
  columns: { category: 'Woodland', counted: 'What grows', kind: 'Carbon', ask: 'Ask for' },
  rows: [
    {
      category: 'Native broadleaf planting',
      counted: 'Oak, birch, rowan and hazel. Slow at first, long-lived, rich in species.',
      kind: 'Slow',
      ask: 'Survival at year 5, and the deer management plan.',
    },
    {
      category: 'Productive mixed woodland',
      counted: 'Conifers and broadleaves, some of them thinned or felled for timber.',
      kind: 'Faster',
      ask: 'How felling cycles are averaged in the units.',
    },
    {
      category: 'Natural colonisation',
      counted: 'Trees that seed themselves once grazing stops. Cheap, slow and uneven.',
      kind: 'Slowest',
      ask: 'The seed source, and what happens if too few trees establish.',
    },
    {
      category: 'Riverside and shelter woods',
      counted: 'Narrow plantings that shade a burn or a flock as well as storing carbon.',
      kind: 'Slow',
      ask: 'The area net of open ground and buffer strips.',
    },
  ],
} satisfies ProjectCategories;

export const claims = {
  title: 'Pending units are forecasts: report them as future tonnes',
  paragraphs: [
    'Most woodland carbon on sale in the UK is sold as pending units, because the woods are young. That’s reasonable if you plan for it: the project is paid when it needs the money, and you receive tonnes for the years in which the trees are expected to grow.',
    'Pending units don’t cover this year’s emissions. For those, ask us for verified Woodland Carbon Units, of which there are still few, or for biochar, and buy woodland for its place, its wildlife and the longer term.',
  ],
  notes: [
    'Units may be used to compensate for UK-based emissions only, not for emissions abroad or from international flights or shipping.',
    'A statement about PIUs has to name the period over which the carbon will be taken up.',
    'Only WCUs can be retired. Retirement is public on the UK Land Carbon Registry.',
  ],
} satisfies Editorial;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Can we count pending units towards net zero this year?',
      answer:
        'No. A Pending Issuance Unit is a forecast and can’t be reported against emissions until it has been verified and converted. You can report that you funded the wood, over which years the carbon is expected, and that it hasn’t yet been counted.',
    },
    {
      question: 'What happens if our wood burns or blows down?',
      answer:
        'The landowner reports the loss and replants. Lost verified units are covered by the shared buffer, to which every project contributes 20%. The Code doesn’t guarantee pending units: if the trees don’t grow, they aren’t converted. What we owe you then is stated in our quote, and on the project’s page where it’s settled.',
    },
    {
      question: 'Can our staff visit?',
      answer:
        'Often, with the landowner’s permission and outside the planting and nesting seasons. Tell us before we shortlist projects if you would like one near a particular site.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Ask for UK woodland units',
  body: 'Tell us the region and the years you need. We’ll tell you which projects are on sale, when their units are due and what a tonne costs, excl. VAT.',
  actions: [
    { label: 'Book a Call', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
