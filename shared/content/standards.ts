import { ledger } from './ledger.ts';
import type { Closing, Editorial, Hero, Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'Independently Verified. On-Chain Audited. | Carma',
  description:
    'Puro.Earth, BeZero, VCS, Gold Standard, the Woodland Carbon Code and our own quality system: what each one checks, and what it leaves open.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Standards',
  title: 'Independently Verified. On-Chain Audited.',
  lede: 'Three carbon standards, one removal platform, one rating agency and our own quality system. Each of the six checks something the others don’t.',
  actions: [
    { label: 'See All Six', href: '#six' },
    { label: 'Compare Three Standards', href: '/carbon-standards' },
  ],
} satisfies Hero;

export const roles = {
  title: 'Who does what for one tonne',
  entries: [
    { act: 'Rules', who: 'The standard', body: 'says what may be counted' },
    { act: 'Verification', who: 'An accredited verifier', body: 'checks the count' },
    { act: 'Issuance', who: 'The standard’s registry', body: 'gives it a serial number' },
    { act: 'Rating', who: 'A rating agency', body: 'tests it again' },
    { act: 'Record', who: 'Carma', body: 'logs sale and retirement' },
  ],
};

export const six = {
  id: 'six',
  title: 'The standards, the ratings and our own checks',
  cards: [
    {
      id: 'puro-earth',
      role: 'Removal platform',
      name: 'Puro.Earth',
      body: 'Certifies only carbon taken out of the air and stored. Our biochar credits come through it.',
      features: ['Storage for 100+ years', 'Net of the kiln’s own emissions', 'Issued after the removal, as CORCs'],
      link: { label: 'Puro.Earth removals', href: '/puro-earth' },
    },
    {
      id: 'bezero',
      role: 'Risk ratings',
      name: 'BeZero',
      body: 'Issues no credits. It assesses credits that others have issued and says how likely each is to have achieved its tonne.',
      features: ['A rating from AAA to D', 'Additionality, permanence, over-crediting, leakage', 'An opinion that can be downgraded'],
      link: { label: 'BeZero ratings', href: '/bezero' },
    },
    {
      id: 'vcs',
      role: 'Carbon standard',
      name: 'Verified Carbon Standard',
      body: 'Verra’s programme, worldwide and by far the largest. The methodology behind a unit matters more than the three letters.',
      features: [
        'Rules for land, energy, waste and industry',
        'Pooled buffer for projects on land',
        'Public registry, with every serial number',
      ],
      link: { label: 'VCS credits', href: '/vcs' },
    },
    {
      id: 'gold-standard',
      role: 'Carbon standard',
      name: 'Gold Standard',
      body: 'Founded by WWF and other NGOs. It certifies carbon only together with a measured contribution to development.',
      features: ['At least three UN goals per project', 'Local people consulted before approval', 'Public registry, open to anyone'],
      link: { label: 'Gold Standard credits', href: '/gold-standard' },
    },
    {
      id: 'woodland-carbon',
      role: 'Carbon standard, UK',
      name: 'Woodland Carbon Code',
      body: 'For new woodland in the UK only. It keeps forecast and verified tonnes separate, as two kinds of unit.',
      features: ['Checked at year 5, then every 10 years', '20% of units set aside as a buffer', 'Projects last 35–100 years'],
      link: { label: 'UK woodland units', href: '/woodland-carbon' },
    },
    {
      id: 'qms',
      role: 'Our own system',
      name: 'Quality management',
      body: 'What Carma itself does before it offers a certified project: whom we buy from, what we check, and when we say no.',
      features: ['Six chapters, one file per project', 'Checks continue after the sale', 'Whitepaper to download'],
      link: { label: 'How we manage quality', href: '/qms' },
    },
  ],
} as const;

export const verificationAndRecord = {
  eyebrow: 'Verification and audit',
  title: 'Verification shows the tonne exists. The record shows it was sold once.',
  paragraphs: [
    'A verifier examines meters, plots and laboratory results, and signs a report the standard accepts or sends back. It is paid by the developer whose figures it checks: its independence rests on its accreditation, which it can lose.',
    `${ledger.paragraph} You need both, and each can be checked on its own.`,
  ],
  notes: [
    'On the record: receipt, sale and retirement, by serial number. One credit is one tonne of CO₂e.',
    'Not on it: project documents, verification reports, surveys, ratings.',
    'Other registries: Climate Action Reserve and American Carbon Registry credits come from North American programmes. Ask us for the documents of a project by name.',
  ],
  actions: [
    { label: 'Open the Record', href: '/record' },
    { label: 'How the Registry Works', href: '/blockchain' },
    { label: 'What We Check Ourselves', href: '/qms' },
  ],
} satisfies Editorial;

export const questions = {
  title: 'Find the standard that answers your question',
  items: [
    {
      title: '“Is it really a removal?”',
      body: 'Puro.Earth certifies carbon taken out of the air, and no avoided emissions.',
      link: { label: 'Read about Puro.Earth', href: '/puro-earth' },
    },
    {
      title: '“Why not the cheaper one?”',
      body: 'Two credits under one standard can be at opposite ends of the rating scale. BeZero gives the reasons.',
      link: { label: 'Read about BeZero', href: '/bezero' },
    },
    {
      title: '“Can it be in Britain?”',
      body: 'Yes, under the Woodland Carbon Code, if you accept that most of the tonnes are still forecast.',
      link: { label: 'Read about the Woodland Carbon Code', href: '/woodland-carbon' },
    },
    {
      title: '“What did it do for people?”',
      body: 'Gold Standard projects report on at least three UN goals, each with an indicator and a year.',
      link: { label: 'Read about Gold Standard', href: '/gold-standard' },
    },
    {
      title: '“What did our supplier check?”',
      body: 'Our quality system says so in six chapters, also available as a PDF to attach to a questionnaire.',
      link: { label: 'Read about our quality system', href: '/qms' },
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'Check your policy against the standards',
  body: 'Bring the clause to a consultation. We’ll tell you which projects meet it, which come close, and what a stricter wording would cost.',
  actions: [
    { label: 'Book a Consultation', href: '/book-call', isButton: true },
    { label: 'View Projects', href: '/projects', isButton: true },
  ],
} satisfies Closing;
