import type { Closing, Editorial, FactSheet, Faq, Figure, GrowthLog, Hero, PageMeta, ProjectCategories, StandardId } from './types.ts';

export const meta = {
  title: 'Woodland Carbon Code units explained | Carma',
  description:
    'The UK standard for new woodland: pending and verified units, the 20% buffer, checks at year 5 and every 10 years, and what a buyer may claim when.',
} satisfies PageMeta;

export const standard: StandardId = 'woodland-carbon';

export const hero = {
  eyebrow: 'Woodland Carbon Code, United Kingdom',
  title: 'Woodland you can walk through',
  lede: 'The UK’s own standard for new woodland. A wood with a grid reference, a landowner who signs for it, and a register that says plainly which tonnes have grown and which are still a forecast.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

/** product.md, section 9, marketing figures. */
export const figures = [
  { value: '25,000+', label: 'hectares', note: 'Of new UK woodland.' },
  { value: '500+', label: 'projects', note: 'From farm copses to whole glens.' },
  { value: '2M+', label: 'units', note: 'One for each tonne of CO₂e.' },
  { value: '35–100', label: 'years', note: 'How long projects last.' },
] satisfies Figure[];

export const facts = {
  eyebrow: 'What it is',
  title: 'A code for planting, not for owning trees',
  paragraphs: [
    'The Code covers new woodland on land that was not woodland before. The landowner signs for a permanent change of use, restocks after felling, replants after loss, and tells the next owner. The design has to meet the UK Forestry Standard: right tree, right soil, no planting on deep peat.',
    'Additionality is tested with the project’s own cash flow. If timber and grants alone would have paid for the trees, there is no carbon to sell.',
    'Bodies accredited by the UK Accreditation Service validate each project near planting and verify it as it grows. They walk plots, count stems and measure girths; the growth model predicts, and the tape decides.',
  ],
  sheet: {
    title: 'For the file note',
    facts: [
      { term: 'Run by', detail: 'Scottish Forestry, for the forestry authorities of the UK' },
      { term: 'Where', detail: 'England, Scotland, Wales and Northern Ireland' },
      { term: 'Units', detail: 'Pending Issuance Unit (PIU), then Woodland Carbon Unit (WCU): one tonne of CO₂e' },
      { term: 'Length', detail: '35–100 years, set when the project is registered' },
      { term: 'Verified', detail: 'At year 5, then at least every 10 years' },
      { term: 'Buffer', detail: '20% of units, shared by all projects' },
      { term: 'Register', detail: 'UK Land Carbon Registry, open to anyone' },
    ],
  },
} satisfies FactSheet;

export const growth = {
  eyebrow: 'The life of a unit',
  title: 'Planted in a day. Earned over decades.',
  intro:
    'A sapling holds almost nothing. Most of the carbon arrives between the second and the sixth decade, and each tonne becomes a verified unit only after somebody has measured it.',
  axis: 'Years since planting. The shape is typical, not a promise.',
  legend: { verified: 'Confirmed at a check: WCUs', pending: 'Predicted growth: PIUs' },
  stations: [
    {
      when: 'Year 0',
      title: 'Planted, validated',
      body: 'The predicted tonnes are listed as Pending Issuance Units. You can own them. You cannot use, retire or report them.',
    },
    {
      when: 'Year 5',
      title: 'First verification',
      body: 'Are the trees there, alive and in the right number? The auditor answers with limited assurance. Whatever is confirmed so far, usually little, turns into Woodland Carbon Units.',
    },
    {
      when: 'Every 10 years',
      title: 'Measured again',
      body: 'Plots are measured and the confirmed tonnes converted. Where growth fell short, fewer units come out.',
    },
    {
      when: 'Year 35–100',
      title: 'The project ends',
      body: 'Issuing stops at the end that was registered. The woodland does not: its change of land use is permanent.',
    },
  ],
  buffer: {
    title: 'One unit in five is never sold',
    body: 'Each project puts 20% of its units in a buffer held for all of them. If fire, disease or wind takes verified carbon, units are cancelled from there.',
  },
} satisfies GrowthLog;

export const categories = {
  eyebrow: 'Project categories',
  title: 'Four ways to make a wood',
  intro: 'All of them are removals by growing trees. They differ in how soon the carbon arrives and in what else you get for it.',
  columns: { category: 'Woodland', counted: 'What grows', kind: 'Carbon', ask: 'Ask for' },
  rows: [
    {
      category: 'Native broadleaf planting',
      counted: 'Oak, birch, rowan, hazel. Slow at first, long-lived, rich in species.',
      kind: 'Slow',
      ask: 'Survival at year 5, and the deer plan.',
    },
    {
      category: 'Productive mixed woodland',
      counted: 'Conifers and broadleaves, part of them thinned or felled for timber.',
      kind: 'Faster',
      ask: 'How felling cycles were averaged into the units.',
    },
    {
      category: 'Natural colonisation',
      counted: 'Trees that seed themselves once grazing stops. Cheap, late, uneven.',
      kind: 'Slowest',
      ask: 'The seed source, and what happens if too few come up.',
    },
    {
      category: 'Riverside and shelter woods',
      counted: 'Narrow plantings that shade a burn or a flock as well as storing carbon.',
      kind: 'Slow',
      ask: 'The area net of open ground and buffer strips.',
    },
  ],
} satisfies ProjectCategories;

export const limits = {
  eyebrow: 'What you may say, and when',
  title: 'A PIU is a promise. Put it under “future” in your report.',
  paragraphs: [
    'Most woodland for sale in Britain today is sold as pending units, because the woods are young. That is a fair purchase if you plan for it: the wood gets its money when it needs it, and you get tonnes dated for the years in which they should have grown.',
    'It is not a way to close this year’s gap. For that, ask us for verified Woodland Carbon Units, of which there are still few, or for biochar, and keep the wood for what it does well: place, wildlife and the long run.',
  ],
  notes: [
    'Units may compensate emissions in the UK only: not those of sites abroad, nor of international flights or shipping.',
    'A statement about PIUs has to name the period over which the carbon will be taken up.',
    'Only WCUs can be retired. Retirement is public on the UK Land Carbon Registry.',
  ],
} satisfies Editorial;

export const faq = {
  title: 'Questions on UK woodland',
  items: [
    {
      question: 'Can we count pending units towards net zero this year?',
      answer:
        'No. A Pending Issuance Unit is a forecast and cannot be reported against emissions until it has been verified and converted. You can report that you funded the wood, over which years the carbon is expected, and that it is not yet part of your balance.',
    },
    {
      question: 'What happens if our wood burns or blows down?',
      answer:
        'The landowner reports the loss and replants. Verified units that were lost are covered from the shared buffer, to which every project gives 20%. Pending units are not guaranteed: if the carbon does not grow, they are not converted.',
    },
    {
      question: 'Can our staff visit?',
      answer:
        'Often, with the landowner’s leave and outside planting and nesting. Tell us the region that you want before we shortlist. A site near your own is worth more to colleagues than a cheaper one at the other end of the country.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Name a county and a decade.',
  body: 'With those two we can say which woods are open, in which years their units fall due and what a tonne costs, excl. VAT.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
