import type { Closing, Editorial, Hero, Ledger, PageMeta, Signatures, StandardCards } from './types.ts';

export const meta = {
  title: 'Independently Verified. On-Chain Audited. | Carma',
  description:
    'Puro.earth, BeZero, VCS, Gold Standard, the Woodland Carbon Code and our own quality system: what each one checks about a tonne, and what it leaves open.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Standards',
  title: 'Independently Verified. On-Chain Audited.',
  lede: 'Three carbon codes, one removal platform, one rating agency and our own quality system. Each checks something that the others leave open.',
  actions: [
    { label: 'Meet the Six', href: '#six' },
    { label: 'Compare the Three Codes', href: '/carbon-standards' },
  ],
} satisfies Hero;

export const signatures = {
  title: 'Behind one tonne',
  entries: [
    { act: 'Rules', who: 'The standard', body: 'says what may be counted' },
    { act: 'Verification', who: 'An accredited auditor', body: 'checks the count' },
    { act: 'Issuance', who: 'The standard’s registry', body: 'gives it a serial' },
    { act: 'Rating', who: 'A rating agency', body: 'tests it again' },
    { act: 'Record', who: 'Our chain', body: 'logs sale and retirement' },
  ],
} satisfies Signatures;

export const six = {
  id: 'six',
  eyebrow: 'The six',
  title: 'Whose word you are buying',
  cards: [
    {
      id: 'puro-earth',
      role: 'Removal platform',
      name: 'Puro.earth',
      body: 'Certifies carbon that has been taken out of the air and stored, and nothing else. Our biochar credits come through it.',
      features: ['Storage for 100+ years', 'Net of the kiln’s own emissions', 'Issued after the fact, as CORCs'],
      link: { label: 'Puro.earth removals', href: '/puro-earth' },
    },
    {
      id: 'bezero',
      role: 'Risk ratings',
      name: 'BeZero',
      body: 'Issues no credits. Reads what the others issued and states how likely each is to have achieved its tonne.',
      features: ['A letter from AAA to D', 'Additionality, permanence, over-crediting, leakage', 'An opinion that can go down'],
      link: { label: 'BeZero ratings', href: '/bezero' },
    },
    {
      id: 'vcs',
      role: 'Carbon standard',
      name: 'Verified Carbon Standard',
      body: 'Verra’s programme, worldwide and by far the largest. The method behind a unit matters more than the three letters.',
      features: ['About 75% of the voluntary market', 'Pooled buffer for projects on land', 'Public registry, serial by serial'],
      link: { label: 'VCS credits', href: '/vcs' },
    },
    {
      id: 'gold-standard',
      role: 'Carbon standard',
      name: 'Gold Standard',
      body: 'Founded by WWF and other NGOs. Carbon comes with a measured contribution to development, or it is not certified.',
      features: ['At least three UN goals per project', 'Neighbours consulted before approval', 'Projects in 80+ countries'],
      link: { label: 'Gold Standard credits', href: '/gold-standard' },
    },
    {
      id: 'woodland-carbon',
      role: 'Carbon standard, UK',
      name: 'Woodland Carbon Code',
      body: 'For new woodland in the UK only. Keeps the forecast and the verified tonne apart, under two different names.',
      features: ['Checked at year 5, then every 10 years', '20% of units held as a buffer', 'Projects last 35–100 years'],
      link: { label: 'UK woodland units', href: '/woodland-carbon' },
    },
    {
      id: 'qms',
      role: 'Our own system',
      name: 'Quality management',
      body: 'What Carma itself does between a certificate and your purchase order: whom we buy from, what we read, when we stop.',
      features: ['Six disciplines, one file per project', 'Checks continue after the sale', 'Whitepaper to download'],
      link: { label: 'How we manage quality', href: '/qms' },
    },
  ],
} satisfies StandardCards;

export const halves = {
  eyebrow: 'Two halves of a promise',
  title: 'Verified: the tonne exists. Audited: it was sold once.',
  paragraphs: [
    'Verification happens in the field. The verifier is accredited, and paid by the developer whose figures it checks: its independence rests on that accreditation, which it can lose. It looks at meters, plots and laboratory sheets, and signs a report that the standard then accepts or sends back.',
    'The chain cannot do any of that. It does one thing that paper does badly: it keeps a single, dated history of each credit after issuance, from token to transfer to retirement, which anyone may read and nobody may edit. You need both halves, and we keep them apart so that you can test each on its own.',
  ],
  notes: [
    'Off chain: project documents, audit reports, species found by eDNA, ratings.',
    'On chain: token, transfers, retirement. One credit is one tonne of CO₂e.',
    'Other registries: Climate Action Reserve and American Carbon Registry credits come from North American programmes. Ask us for their papers by name.',
  ],
  actions: [
    { label: 'How the Chain Works', href: '/blockchain' },
    { label: 'What We Check Ourselves', href: '/qms' },
  ],
} satisfies Editorial;

export const questions = {
  eyebrow: 'Where to look',
  title: 'Start from the question you were asked',
  items: [
    {
      title: '“Is it really a removal?”',
      body: 'Finance wants carbon out of the air, not a promise to emit less elsewhere.',
      link: { label: 'Read Puro.earth', href: '/puro-earth' },
    },
    {
      title: '“Why not the cheaper one?”',
      body: 'Two credits under one standard can sit at opposite ends of a rating scale. The letter gives you the argument.',
      link: { label: 'Read BeZero', href: '/bezero' },
    },
    {
      title: '“Can it be in Britain?”',
      body: 'Yes, if you accept that most of the tonnes are still growing.',
      link: { label: 'Read the Woodland Carbon Code', href: '/woodland-carbon' },
    },
    {
      title: '“What did it do for people?”',
      body: 'Look for goals with an indicator and a year, not for a photograph.',
      link: { label: 'Read Gold Standard', href: '/gold-standard' },
    },
    {
      title: '“What did our supplier check?”',
      body: 'The question behind most procurement questionnaires. It is answered in six chapters and a PDF.',
      link: { label: 'Read our quality system', href: '/qms' },
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'Which of them does your policy name?',
  body: 'Bring the clause to a consultation. We say which projects meet it, which come close, and what it would cost to tighten it.',
  actions: [
    { label: 'Book a Consultation', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
