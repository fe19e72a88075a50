import { whatIsLeftOpen } from './ledger.ts';
import type { Closing, FactSheet, Faq, Figure, Hero, Note, PageMeta, ProjectCategories, StandardId, StepsContent } from './types.ts';

export const meta = {
  title: 'Verified Carbon Standard (VCS) credits explained | Carma',
  description:
    'What a Verified Carbon Unit is, who runs the VCS, how land projects are buffered, which project categories it covers and what to ask before you buy one.',
} satisfies PageMeta;

export const standard: StandardId = 'vcs';

export const hero = {
  eyebrow: 'Verified Carbon Standard, run by Verra',
  title: 'The largest voluntary carbon standard',
  lede: 'If your policy names one carbon standard, it’s probably this one. Its breadth makes prices easy to compare, but the name alone tells you little: look at the methodology.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

/** The share of the voluntary market in percent, a whole number, which the page also draws as marks out of a hundred. */
const marketShare = 75;

/** product.md, section 9, marketing figures. */
export const figures = [
  { value: `~${marketShare}%`, label: 'of the voluntary market', note: 'About three units in four' },
  { value: '1,800+', label: 'projects', note: 'From wind farms to mangroves' },
  { value: '900M+', label: 'units', note: 'One for each tonne of CO₂e' },
] satisfies Figure[];

export const facts = {
  title: 'A set of rules, a list of methodologies and a public registry',
  paragraphs: [
    'The VCS Program sets the rules every project has to meet: a baseline, a test of additionality, a monitoring plan and an audit by a body Verra has approved. How the tonnes are calculated is set out in a methodology, one for each kind of activity.',
    'A project is validated once against those rules. No units are issued until it has been monitored and verified: they are issued for a period already past, and each has a serial number, a vintage and the name of its project.',
    'Projects on land can lose stored carbon to fire, storms or felling. They therefore pay part of their units into one pooled buffer, in proportion to a risk score. If carbon is lost, buffer credits are cancelled, not yours.',
  ],
  sheet: {
    title: 'Key facts',
    facts: [
      { term: 'Run by', detail: 'Verra, a non-profit organisation' },
      { term: 'Unit', detail: 'Verified Carbon Unit (VCU): one tonne of CO₂e reduced or removed' },
      { term: 'Where', detail: 'Worldwide' },
      { term: 'Audited by', detail: 'Independent validation and verification bodies approved by Verra' },
      { term: 'Buffer', detail: 'Pooled account for agriculture, forestry and other land use; the share depends on a risk score' },
      { term: 'Registry', detail: 'Verra Registry, open to anyone' },
      { term: 'Cite as', detail: 'Project ID, methodology and version, vintage, serial range' },
    ],
  },
} satisfies FactSheet;

export const share = {
  title: 'What its size means for a buyer',
  percent: marketShare,
  caption: `Of every 100 units on the voluntary market, about ${marketShare} are VCUs.`,
  paragraphs: [
    'With a standard this large there is a market price for nearly every kind of tonne, and auditors know its documents. For a first purchase, or a large one, that matters: you can get several comparable quotes.',
    'Size says nothing about an individual project. The same programme includes methodologies that have held up for years and others that Verra has replaced after criticism. We read the methodology and its version first, and so should you.',
  ],
};

export const path = {
  title: 'Five documents, and who issues each',
  steps: [
    {
      title: 'Project description',
      body: 'The developer states the baseline, the boundary and the methodology, and opens them to public comment.',
    },
    { title: 'Validation report', body: 'An approved verifier checks that the plan meets the rules. Nothing has been issued yet.' },
    { title: 'Monitoring report', body: 'The developer reports what was measured in a period: flow meters, plots, satellite images.' },
    { title: 'Verification report', body: 'A verifier checks those measurements, on site or from data, and confirms the tonnes.' },
    {
      title: 'Issuance record',
      body: 'Verra reviews the reports and issues units with serial numbers. A retired unit shows as retired, with the reason given.',
    },
  ],
} satisfies StepsContent;

export const categories = {
  eyebrow: 'Project categories',
  title: 'What kinds of project earn VCUs',
  intro: 'The programme goes well beyond forests. These are the categories buyers meet most often, with one thing to ask for in each.',
  columns: { category: 'Category', counted: 'What is counted', kind: 'Kind', ask: 'Ask for' },
  rows: [
    {
      category: 'Methane from waste and farms',
      counted: 'Gas captured at a landfill, a slurry store or a mine, and destroyed or used.',
      kind: 'Reduction',
      ask: 'Calibration records of the flow meters.',
    },
    {
      category: 'Forest protection (REDD+)',
      counted: 'Deforestation avoided, against a baseline of what would have been cleared.',
      kind: 'Avoidance',
      ask: 'The baseline: who set it, and when it was last renewed.',
    },
    {
      category: 'Planting and restoration',
      counted: 'Carbon that new or restored woodland has taken up so far.',
      kind: 'Removal',
      ask: 'Survival counts and the buffer contribution.',
    },
    {
      category: 'Wetlands and coast',
      counted: 'Peat kept wet, and mangrove or saltmarsh restored.',
      kind: 'Either',
      ask: 'How the risk score treats sea level and drainage.',
    },
    {
      category: 'Farmland soil',
      counted: 'Carbon gained or kept in soil under changed grazing, cover crops or tillage.',
      kind: 'Either',
      ask: 'Measured samples as well as the model.',
    },
    {
      category: 'Renewable and efficient energy',
      counted: 'Fossil power or fuel displaced by a plant or a device.',
      kind: 'Avoidance',
      ask: 'Why the plant needed carbon income.',
    },
  ],
} satisfies ProjectCategories;

export const limit = {
  text: 'A VCU shows its project has met the standard’s rules. Price, wildlife and your claim are separate questions.',
  links: [whatIsLeftOpen],
} satisfies Note;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Is a VCU the same as an allowance in the UK Emissions Trading Scheme?',
      answer:
        'No. An allowance is a permit to emit, issued by government and surrendered by installations the scheme covers. A VCU is a voluntary credit for a tonne reduced or removed elsewhere, and has no use in the UK scheme.',
    },
    {
      question: 'How do we check a VCU ourselves?',
      answer:
        'Take the project ID and serial range from our paperwork to the public Verra Registry. It shows the project documents, the vintage and whether those units are active or retired, and for whom. Our record then shows the sale and the retirement.',
    },
    {
      question: 'Should we avoid forest protection credits?',
      answer:
        'Not as a rule, but check them more closely than any other. The tonnes depend on a baseline, so ask who set it, under which methodology version, and what a rating agency says about over-crediting. If you need tonnes that were physically measured, choose methane or biochar.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Ask us about a VCS project',
  body: 'Bring a project ID to a call, ours or anyone else’s, and we’ll go through the methodology, the vintage and the buffer with you.',
  actions: [
    { label: 'Book a Call', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
