import type { Closing, Faq, Hero, PageMeta } from './types.ts';

export const meta = {
  title: 'VCS, Gold Standard, Woodland Carbon Code compared | Carma',
  description:
    'Three carbon standards side by side: who runs each, what its unit is called, how losses are covered and how often projects are verified. With our 5-point checklist.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Carbon standards',
  title: 'Three carbon standards compared',
  lede: 'Three standards our catalogue draws on, and the five checks we add.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Our 5-Point Checklist', href: '#checklist' },
  ],
} satisfies Hero;

export const entries = {
  title: 'What each standard is for',
  entries: [
    {
      id: 'vcs',
      name: 'Verified Carbon Standard (VCS)',
      line: 'The largest, for every kind of project.',
      body: 'Run by Verra, and in use since the mid-2000s. It covers land, energy, waste and industry anywhere in the world, through dozens of methodologies. No other voluntary standard has issued more credits, so VCUs are what other credits are compared with.',
      link: { label: 'Read about VCS', href: '/vcs' },
    },
    {
      id: 'gold-standard',
      name: 'Gold Standard',
      line: 'For people as well as carbon.',
      body: 'Set up in 2003 by WWF and other NGOs that wanted more from offset projects than tonnes. Each project has to show a contribution to at least three UN goals and consult local people. Avoided deforestation is not eligible.',
      link: { label: 'Read about Gold Standard', href: '/gold-standard' },
    },
    {
      id: 'woodland-carbon',
      name: 'Woodland Carbon Code',
      line: 'For new woodland in the UK.',
      body: 'Launched in 2011 for new woodland in the UK and backed by its governments. It separates tonnes already stored from tonnes still pending, which makes it slow, and hard to overstate.',
      link: { label: 'Read about the Woodland Carbon Code', href: '/woodland-carbon' },
    },
  ],
} as const;

export const comparison = {
  title: 'The three standards in seven questions',
  intro: 'Rules change between versions. The version that applies to your vintage is named in the project’s documents.',
  caption: 'VCS, Gold Standard and the Woodland Carbon Code compared in seven questions',
  standards: [
    { id: 'vcs', link: { label: 'VCS', href: '/vcs' } },
    { id: 'gold-standard', link: { label: 'Gold Standard', href: '/gold-standard' } },
    { id: 'woodland-carbon', link: { label: 'Woodland Carbon Code', href: '/woodland-carbon' } },
  ],
  rows: [
    {
      question: 'Who runs it?',
      answers: {
        vcs: 'Verra, a non-profit organisation',
        'gold-standard': 'The Gold Standard Foundation, a non-profit in Geneva',
        'woodland-carbon': 'Scottish Forestry, for the forestry authorities of the UK',
      },
    },
    { question: 'Where?', answers: { vcs: 'Worldwide', 'gold-standard': 'Worldwide', 'woodland-carbon': 'United Kingdom only' } },
    {
      question: 'What is a unit called?',
      answers: {
        vcs: 'Verified Carbon Unit (VCU)',
        'gold-standard': 'Gold Standard Verified Emission Reduction (GSVER)',
        'woodland-carbon': 'Pending Issuance Unit (PIU), then Woodland Carbon Unit (WCU)',
      },
    },
    {
      question: 'When is it issued?',
      answers: {
        vcs: 'After a monitoring period has been verified',
        'gold-standard': 'After performance has been verified; planned credits in forestry are marked as such',
        'woodland-carbon': 'PIUs at validation, as a forecast; WCUs once growth is verified',
      },
    },
    {
      question: 'How often is it verified?',
      answers: {
        vcs: 'Once for each monitoring period that is to be issued',
        'gold-standard': 'Once for each monitoring period that is to be issued',
        'woodland-carbon': 'At year 5, then at least every 10 years',
      },
    },
    {
      question: 'What if carbon is lost?',
      answers: {
        vcs: 'Land projects pay into a pooled buffer; the share depends on a risk score',
        'gold-standard': 'Forestry projects pay into a compliance buffer',
        'woodland-carbon': 'All projects contribute 20% of their units to a shared buffer',
      },
    },
    {
      question: 'What does it cover besides carbon?',
      answers: {
        vcs: 'At least three Sustainable Development Goals, reported under rules since 2022; separate labels exist',
        'gold-standard': 'At least three Sustainable Development Goals, measured',
        'woodland-carbon': 'Conformity with the UK Forestry Standard',
      },
    },
  ],
} as const;

/** product.md: the 5-point eligibility checklist. */
export const checklist = {
  eyebrow: '5-point eligibility checklist',
  title: 'Five points we check a project against',
  intro: 'Ask us for our answers on a project. Its page has an auditor’s eight questions instead, and says which are open.',
  labels: { passes: 'Passes', stops: 'Fails' },
  items: [
    {
      title: 'Zero rating',
      passes:
        'This is the credit’s risk rating, not VAT. We read it, and the reasons for it. Where there is none, we answer BeZero’s four questions ourselves, in writing.',
      stops: 'A rating whose stated reasons we can’t rebut.',
    },
    {
      title: 'Credible registry registration',
      passes:
        'The project is on the public registry of a recognised standard. Serial numbers can be looked up once the credits are issued; pending ones are marked.',
      stops: 'Credits that exist only in a spreadsheet or a contract.',
    },
    {
      title: 'Project transparency',
      passes:
        'You can read the project description, monitoring reports and verification reports before you buy, on the registry or from us, and the developer answers questions about them.',
      stops: 'A report that “will be shared after signing”.',
    },
    {
      title: 'Fair market pricing',
      passes:
        'We can justify the price against comparable credits. It stands on the project’s page in pounds, excl. VAT, for anyone to see.',
      stops: 'A price too low to pay for the work, or one that isn’t published.',
    },
    {
      title: 'Meaningful social impact',
      passes: 'People near the project were consulted, and are better off in a way that has been measured.',
      stops: 'Benefits that appear only in the brochure.',
    },
  ],
} as const;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Which of the three is the best?',
      answer:
        'None is best overall. VCS has the widest choice, Gold Standard the evidence on people, and the Woodland Carbon Code projects in the UK. Compare projects rather than standards, and decide from your claim which evidence you need.',
    },
    {
      question: 'Can one tonne be certified twice, under two standards?',
      answer:
        'No. Standards require a project to declare any other programme, and a unit has to be cancelled in one registry before it is issued in another. Some projects hold a second label in addition to their carbon standard; that adds a claim, not a tonne.',
    },
    {
      question: 'What about Puro.Earth, Climate Action Reserve and American Carbon Registry?',
      answer:
        'Puro.Earth certifies engineered removals such as biochar and has its own page here. Climate Action Reserve and American Carbon Registry are long-standing North American programmes; we assess their credits by the same five points.',
    },
    {
      question: 'Our tender says “recognised standard”. Is that enough?',
      answer:
        'It’s a start, but it lets in both the best and the weakest project of each programme. Add the unit, the oldest vintage you accept, proof of retirement, and a minimum rating or a written assessment instead. We can suggest wording.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Have your tender clause checked',
  body: 'Send us the paragraph that names a standard. We’ll tell you what it admits, what it excludes and how an auditor would read it.',
  actions: [
    { label: 'Send Us the Paragraph', href: '/contact' },
    { label: 'Standards Overview', href: '/standards' },
  ],
} satisfies Closing;
