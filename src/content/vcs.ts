import type { Closing, Editorial, FactSheet, Faq, Figure, Hero, PageMeta, ProjectCategories, Share, StandardId, Steps } from './types.ts';

export const meta = {
  title: 'Verified Carbon Standard (VCS) credits explained | Carma',
  description:
    'What a Verified Carbon Unit is, who runs the VCS, how land projects are buffered, which project categories it covers and what to ask before you buy one.',
} satisfies PageMeta;

export const standard: StandardId = 'vcs';

export const hero = {
  eyebrow: 'Verified Carbon Standard, run by Verra',
  title: 'The standard most tonnes are counted in',
  lede: 'If your policy names one carbon standard, it is probably this one. Its breadth makes prices easy to compare. It also means that the letters VCS alone tell you little: the methodology does.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

/** product.md, section 9, marketing figures. */
export const figures = [
  { value: '~75%', label: 'of the voluntary market', note: 'About three units in every four.' },
  { value: '1,800+', label: 'projects', note: 'From wind farms to mangroves.' },
  { value: '900M+', label: 'units', note: 'One for each tonne of CO₂e.' },
] satisfies Figure[];

export const facts = {
  eyebrow: 'What it is',
  title: 'A rulebook, a list of methods and a public register',
  paragraphs: [
    'The VCS Program sets the rules that any project has to meet: a baseline, a test of additionality, a plan for monitoring, an audit by a body that Verra has approved. How the tonnes are then counted is written in a methodology, one for each kind of activity.',
    'A project is validated once against those rules. After that it earns nothing until it is monitored and verified: units are issued for a period that has already passed, and each carries a serial number, a vintage and the name of its project.',
    'Projects on land can lose what they stored, to fire, to storms or to a chainsaw. They therefore pay part of what they issue into one pooled buffer, in proportion to a scored risk. If carbon is lost, buffer credits are cancelled, not yours.',
  ],
  sheet: {
    title: 'For the file note',
    facts: [
      { term: 'Run by', detail: 'Verra, a non-profit organisation' },
      { term: 'Unit', detail: 'Verified Carbon Unit (VCU): one tonne of CO₂e reduced or removed' },
      { term: 'Where', detail: 'Worldwide' },
      { term: 'Audited by', detail: 'Independent validation and verification bodies approved by Verra' },
      { term: 'Buffer', detail: 'Pooled account for agriculture, forestry and other land use; the share follows a risk score' },
      { term: 'Register', detail: 'Verra Registry, open to anyone' },
      { term: 'Cite as', detail: 'Project ID, methodology and version, vintage, serial range' },
    ],
  },
} satisfies FactSheet;

export const share = {
  eyebrow: 'About its size',
  title: 'Three quarters of the market is a fact about liquidity.',
  share: 75,
  caption: 'Of every 100 units on the voluntary market, about 75 are VCUs.',
  paragraphs: [
    'A standard this large has a price for nearly every kind of tonne, and auditors who know its documents. For a first purchase, or for volume, that matters: you can get three quotes for the same thing.',
    'Size says nothing about the one project in front of you. Within the same programme sit methods that have held up for years and methods that Verra has replaced after criticism. We read the methodology and its version before we read the brochure, and so should you.',
  ],
} satisfies Share;

export const path = {
  eyebrow: 'The path of a VCU',
  title: 'Five papers, and who signs each',
  steps: [
    {
      title: 'Project description',
      body: 'The developer states the baseline, the boundary and the methodology, and opens them to public comment.',
    },
    { title: 'Validation report', body: 'An approved auditor checks that the plan meets the rules. Nothing has been issued yet.' },
    { title: 'Monitoring report', body: 'The developer measures what happened in a period: flow meters, plots, satellite images.' },
    { title: 'Verification report', body: 'An auditor checks that measurement, on site or by data, and signs for the tonnes.' },
    {
      title: 'Issuance record',
      body: 'Verra reviews the reports and issues serials. A retired serial shows as retired, with the reason given.',
    },
  ],
} satisfies Steps;

export const categories = {
  eyebrow: 'Project categories',
  title: 'What can be a VCU',
  intro:
    'The programme reaches well beyond forests. These are the categories that buyers meet most, with the one paper to ask for in each.',
  columns: { category: 'Category', counted: 'What is counted', kind: 'Kind', ask: 'Ask for' },
  rows: [
    {
      category: 'Methane from waste and farms',
      counted: 'Gas caught at a landfill, a slurry store or a mine, and destroyed or used.',
      kind: 'Avoidance',
      ask: 'Calibration records of the flow meters.',
    },
    {
      category: 'Forest protection (REDD+)',
      counted: 'Clearing that did not happen, against a baseline of what would have been cleared.',
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
      counted: 'Peat kept wet, and mangrove or saltmarsh that traps sediment again.',
      kind: 'Either',
      ask: 'How sea level and drainage were treated in the risk score.',
    },
    {
      category: 'Farmland soil',
      counted: 'Carbon gained or kept in soil under changed grazing, cover crops or tillage.',
      kind: 'Either',
      ask: 'Measured samples, not only the model.',
    },
    {
      category: 'Renewable and efficient energy',
      counted: 'Fossil power or fuel displaced by a plant or a device.',
      kind: 'Avoidance',
      ask: 'Why the plant needed carbon income at all.',
    },
  ],
} satisfies ProjectCategories;

export const limits = {
  eyebrow: 'What the letters do not settle',
  title: 'Passed is not the same as good enough for you.',
  paragraphs: [
    'VCS certifies that a project met its rules. It does not rank projects, set a price or promise that a baseline drawn ten years ago still describes the forest. That is why our shortlists put a risk rating and our own due diligence beside the certificate.',
    'Nor does a VCU speak about wildlife or people. Verra has a separate label for that, the Climate, Community & Biodiversity Standards, and a project either holds it or does not. Where we sell on biodiversity, we send the species found by eDNA on request.',
  ],
  notes: [
    'Vintage: the year the tonne was reduced or removed. Many policies set an oldest one.',
    'Methodology version: a tonne counted under a withdrawn version is still a VCU. Ask which version it was.',
    'Status: issued, then retired once. On hold or cancelled units are not for sale.',
  ],
} satisfies Editorial;

export const faq = {
  title: 'Questions on VCS',
  items: [
    {
      question: 'Is a VCU the same as an allowance in the UK Emissions Trading Scheme?',
      answer:
        'No. An allowance is a permit to emit, issued by government and surrendered by installations that the scheme covers. A VCU is a voluntary credit for a tonne reduced or removed elsewhere, and it cannot be surrendered in the UK scheme.',
    },
    {
      question: 'How do we check a VCU ourselves?',
      answer:
        'Take the project ID and serial range from our paperwork to the public Verra Registry. It shows the project documents, the vintage and whether those serials are active or retired, and for whom. Our own chain then shows the sale and the retirement that you were part of.',
    },
    {
      question: 'Should we avoid forest protection credits?',
      answer:
        'Not as a rule, but read them harder than any other. The tonne depends on a baseline, so ask who set it, under which methodology version, and what a rating agency says about over-crediting. If a report needs a tonne that was physically measured, choose methane or biochar.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Send us a VCS project ID. We tell you what we would ask about it.',
  body: 'Ours or anyone else’s. Bring it to a call and we go through the methodology, the vintage and the buffer with you.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
