import type { Closing, Editorial, Faq, Hero, PageMeta, StepsContent, TableContent } from './types.ts';

export const meta = {
  title: 'Project onboarding for carbon developers | Carma',
  description:
    'Onboarding help for project developers: project assessment, advisory, certification support and market access for carbon and biodiversity projects.',
} satisfies PageMeta;

/** The page's dialog: its element id and preset subject. */
export const dialog = { id: 'dialog-start', subject: 'Start your project' };

export const hero = {
  eyebrow: 'Project onboarding',
  title: 'Get your project certified and on sale',
  lede: 'Onboarding help for project developers, whether you have land, a kiln or a digester. We tell you early whether your project can be certified, what that takes, and who would buy the tonnes.',
  actions: [
    { label: 'Start Your Project', opens: dialog.id },
    { label: 'Learn More', href: '#process', about: 'The four steps', isButton: true },
  ],
} satisfies Hero;

export const picture = {
  src: '/pictures/landscapes/woodland-3.svg',
  alt: 'Drawn survey sheet: tree crowns and rows of saplings over contour lines',
  label: 'Sheet 1',
  caption: 'Drawing: a site before its baseline survey',
};

export const services = {
  eyebrow: 'Advisory services',
  title: 'How we help project developers',
  caption: 'The advisory services, what each consists of and what you receive',
  columns: ['Service', 'What we do', 'What you receive'],
  rows: [
    [
      'Project Assessment',
      'We read your title, your baseline and your budget, and look for reasons the project might fail.',
      'A clear yes, no or not yet, with the gaps named.',
    ],
    [
      'Advisory',
      'Which standard suits the site, what it costs to stay certified, and how carbon and biodiversity can be sold separately from the same land.',
      'A plan you can take to your board, your bank or your landlord.',
    ],
    [
      'Certification Support',
      'Design document, monitoring plan and evidence, in the form the standard’s reviewers expect. We prepare; the standard decides.',
      'A complete application, and help with the reviewers’ questions.',
    ],
    ['Market Access', 'A page in the catalogue with price, volume and documents.', 'Issued credits on the record, each sold once.'],
  ],
} satisfies TableContent;

export const steps = {
  title: 'Four steps, and you can stop after any of them',
  intro: 'If you stop, you keep everything written up to that point.',
  steps: [
    {
      title: 'Initial Consultation',
      body: 'A call of 15 to 30 minutes. We discuss where the site is, what is on it now, who owns the rights and what you hope to sell.',
    },
    {
      title: 'Project Evaluation',
      body: 'Documents, maps and first measurements. We test additionality, permanence and leakage before you spend more money.',
    },
    {
      title: 'Strategy Development',
      body: 'One document with the standard, the monitoring plan, issuance dates and a price the evidence supports.',
    },
    {
      title: 'Implementation Support',
      body: 'Registration, an eDNA survey if you claim a gain for nature, verification and listing. We work with you until the first credits are issued.',
    },
  ],
} satisfies StepsContent;

export const papers = {
  title: 'Documents to bring, by project type',
  caption: 'For each project type: likely standards, documents to bring to the first call, and the usual deciding factor',
  columns: ['Project type', 'Standards to look at', 'Bring to the first call', 'Usual deciding factor'],
  rows: [
    [
      'UK tree planting',
      'Woodland Carbon Code',
      'Title or tenancy, soil and habitat maps, planting design',
      'Whether you register before work begins on site',
    ],
    [
      'Biochar',
      'Puro.Earth',
      'Source of the feedstock, kiln data, laboratory results, where the char ends up',
      'Proof of where each tonne of char went',
    ],
    [
      'Methane avoidance',
      'VCS, Gold Standard, Climate Action Reserve, American Carbon Registry',
      'Gas measurements, permits, who owns the gas',
      'Whether the law already requires you to capture it',
    ],
    [
      'Biodiversity net gain',
      'A carbon standard; the statutory metric is for biodiversity units, which we don’t sell',
      'Baseline habitat survey, title, payments from other schemes',
      'A legal agreement for at least 30 years',
    ],
  ],
  note: 'Rules change between versions of a standard. We check the version in force before you rely on this table.',
} satisfies TableContent;

export const refusals = {
  title: 'Why we turn projects down',
  paragraphs: [
    'We turn a project down when the trees would have been planted anyway, when the law already demands what the credit would reward, when nobody can show who owns the carbon, or when there is no baseline left to measure against.',
    'A registry may still list such a credit. It won’t survive a buyer’s audit, and the project will carry your name. We’d rather tell you in the first week.',
  ],
  notes: [
    'Additional: it would not have happened without the credit.',
    'Permanent: somebody is still responsible for it in 30 years.',
    'Measured: there is a baseline to compare with.',
    'Owned: one party can show that it holds the right to sell.',
  ],
} satisfies Editorial;

/** What a project is asked before it is taken on. */
export const questions = {
  title: 'Questions we ask',
  items: [
    {
      question: 'What was there before?',
      answer: 'Land use over the past years, photographs, maps, accounts. The baseline is what every later tonne is measured against.',
    },
    {
      question: 'Would it happen anyway?',
      answer: 'Grants, legal duties, and what comparable sites do without credits. If the answer is yes, there is nothing to sell.',
    },
    {
      question: 'Who owns the right to sell?',
      answer: 'Owner, tenant, funder and mortgage lender may each have a claim. All of them have to agree in writing.',
    },
    {
      question: 'What could undo it?',
      answer: 'Fire, storm, disease, a kiln breakdown, a sale of the land. Standards ask for a buffer; buyers ask for a plan.',
    },
    {
      question: 'Who will measure, and how often?',
      answer: 'Plots, meters, laboratory samples, eDNA from water and soil. Name the person and the budget for each year.',
    },
    {
      question: 'When do you need the money?',
      answer:
        'Woodland pays late; biochar pays per batch. Selling forecast credits early lowers the price; we show you by how much before you sign.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Book a first call',
  body: 'It tells you whether a survey is worth paying for. Or read the guide first: the steps, the documents to gather and the questions we ask.',
  actions: [
    { label: 'Schedule Consultation', href: '/book-call', isButton: true },
    // This page, printed: scripts/make-downloads.ts.
    { label: 'Download Guide', href: '/downloads/carma-onboarding-guide.pdf', isButton: true },
  ],
} satisfies Closing;
