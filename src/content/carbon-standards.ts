import type { Checklist, Closing, Faq, Hero, PageMeta, StandardEntries, StandardsComparison } from './types.ts';

export const meta = {
  title: 'VCS, Gold Standard, Woodland Carbon Code compared | Carma',
  description:
    'Three carbon standards side by side: who runs each, what its unit is called, how losses are covered, when it verifies. With our 5-point checklist.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Carbon standards',
  title: 'Three rulebooks for one tonne',
  lede: 'A credit is only as good as the rules it was counted under. Here are three that our catalogue draws on, and the five checks that a project has to pass with us on top of them.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Our 5-Point Checklist', href: '#checklist' },
  ],
} satisfies Hero;

/** The seals beside the hero. */
export const seals = ['vcs', 'gold-standard', 'woodland-carbon'] as const;

export const entries = {
  eyebrow: 'In a paragraph each',
  title: 'What each was built to do',
  entries: [
    {
      id: 'vcs',
      name: 'Verified Carbon Standard (VCS)',
      line: 'Built for scale.',
      body: 'Run by Verra, and in use since the mid-2000s. It covers land, energy, waste and industry anywhere in the world, through dozens of methodologies. Most credits that a broker offers you are VCUs, so it is where prices are made, and where reading the method pays.',
      link: { label: 'Read about VCS', href: '/vcs' },
    },
    {
      id: 'gold-standard',
      name: 'Gold Standard',
      line: 'Built for people as well as carbon.',
      body: 'Set up in 2003 by WWF and other NGOs who found early offset projects too thin on benefit. Each project proves a contribution to at least three UN goals and consults its neighbours. It leaves out avoided deforestation altogether.',
      link: { label: 'Read about Gold Standard', href: '/gold-standard' },
    },
    {
      id: 'woodland-carbon',
      name: 'Woodland Carbon Code',
      line: 'Built for one country and one activity.',
      body: 'Launched in 2011 for new woodland in the UK and backed by its governments. It separates tonnes that have grown from tonnes that are expected to, which makes it slow, modest and unusually hard to overstate.',
      link: { label: 'Read about the Woodland Carbon Code', href: '/woodland-carbon' },
    },
  ],
} satisfies StandardEntries;

export const comparison = {
  eyebrow: 'Side by side',
  title: 'The same seven questions, put to each',
  intro: 'Rules change between versions. The version that applied to your vintage is named in the project’s documents, and it decides.',
  caption: 'VCS, Gold Standard and the Woodland Carbon Code compared in seven questions',
  standards: [
    { id: 'vcs', name: 'VCS', link: { label: 'VCS', href: '/vcs' } },
    { id: 'gold-standard', name: 'Gold Standard', link: { label: 'Gold Standard', href: '/gold-standard' } },
    { id: 'woodland-carbon', name: 'Woodland Carbon Code', link: { label: 'Woodland Carbon Code', href: '/woodland-carbon' } },
  ],
  rows: [
    {
      question: 'Who runs it?',
      answers: [
        'Verra, a non-profit organisation',
        'The Gold Standard Foundation, a non-profit in Geneva',
        'Scottish Forestry, for the forestry authorities of the UK',
      ],
    },
    { question: 'Where?', answers: ['Worldwide', 'Worldwide, in 80+ countries so far', 'United Kingdom only'] },
    {
      question: 'What is a unit called?',
      answers: [
        'Verified Carbon Unit (VCU)',
        'Gold Standard Verified Emission Reduction (GSVER)',
        'Pending Issuance Unit (PIU), then Woodland Carbon Unit (WCU)',
      ],
    },
    {
      question: 'When is it issued?',
      answers: [
        'After a monitoring period has been verified',
        'After performance has been verified; planned credits in forestry are marked as such',
        'PIUs at validation, as a forecast; WCUs once growth is verified',
      ],
    },
    {
      question: 'How often is it verified?',
      answers: [
        'Once for each monitoring period that is to be issued',
        'Once for each monitoring period that is to be issued',
        'At year 5, then at least every 10 years',
      ],
    },
    {
      question: 'What if carbon is lost?',
      answers: [
        'Land projects pay into a pooled buffer; the share follows a risk score',
        'Forestry projects pay into a compliance buffer',
        'All projects give 20% of units to a shared buffer',
      ],
    },
    {
      question: 'What does it count besides carbon?',
      answers: [
        'Nothing in itself; separate labels exist',
        'At least three Sustainable Development Goals, measured',
        'Conformity with the UK Forestry Standard',
      ],
    },
  ],
} satisfies StandardsComparison;

/** product.md: the 5-point eligibility checklist. */
export const checklist = {
  eyebrow: '5-point eligibility checklist',
  title: 'Certified is where we start reading',
  intro: 'A project enters our catalogue when all five are met. Four out of five is a no.',
  labels: { passes: 'Passes', stops: 'Stops it' },
  items: [
    {
      title: 'Zero rating',
      passes:
        'Our shorthand for the BeZero rating: we read the letter and the reasons for it. Where none exists, we answer its four questions ourselves, in writing.',
      stops: 'A rating whose stated reasons we cannot rebut.',
    },
    {
      title: 'Credible registry registration',
      passes: 'The project is on the public registry of a recognised standard, and the serials on offer can be looked up.',
      stops: 'Credits that exist only in a spreadsheet or a contract.',
    },
    {
      title: 'Project transparency',
      passes: 'Project description, monitoring reports and audit reports are open, and the developer answers questions about them.',
      stops: 'A report that “will be shared after signing”.',
    },
    {
      title: 'Fair market pricing',
      passes: 'We can explain the price against comparable tonnes, and it stands on the project page in pounds, excl. VAT.',
      stops: 'A price so low that it cannot pay for the work, or one that depends on who asks.',
    },
    {
      title: 'Meaningful social impact',
      passes: 'People near the project are better off in a way that somebody has counted, and they were asked.',
      stops: 'Benefits that appear only in the brochure.',
    },
  ],
} satisfies Checklist;

export const faq = {
  title: 'Questions on standards',
  items: [
    {
      question: 'Which of the three is the best?',
      answer:
        'None, in general. VCS has the choice, Gold Standard has the evidence on people, the Woodland Carbon Code has the address. Rank projects rather than standards, and let your claim decide which evidence you need.',
    },
    {
      question: 'Can one tonne be certified twice, under two standards?',
      answer:
        'It must not be. Standards require a project to declare any other programme, and registries cancel a serial before it moves. Some projects hold a second label on top of their carbon standard, which is something else: it adds a claim, not a tonne.',
    },
    {
      question: 'What about Puro.earth, Climate Action Reserve and American Carbon Registry?',
      answer:
        'Puro.earth certifies engineered removals such as biochar and has its own page here. Climate Action Reserve and American Carbon Registry are long-standing North American programmes; we treat their credits by the same five points.',
    },
    {
      question: 'Our tender says “recognised standard”. Is that enough?',
      answer:
        'It is a start, but it lets in both the best and the weakest project of each programme. Add the unit, an oldest vintage, a duty to show the retirement, and a minimum rating or the reasons for having none. We can suggest wording.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Have a clause checked before the tender goes out.',
  body: 'Paste the paragraph that names a standard. We say what it lets in, what it shuts out and how an auditor would read it.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'All Six Marks', href: '/standards' },
  ],
} satisfies Closing;
