import type { Closing, Editorial, Hero, PageMeta, PrintedGuide, Steps, TableContent } from './types.ts';

export const meta = {
  title: 'Project onboarding for carbon developers | Carma',
  description:
    'For landowners, kiln and biogas operators: project assessment, advisory, certification support and market access for carbon and biodiversity projects.',
} satisfies PageMeta;

/** The page's dialog: its element id, and the subject that it fills in. */
export const dialog = { id: 'dialog-start', subject: 'Start your project' };

/** The guide below, as a PDF. */
const guideAddress = '/downloads/carma-onboarding-guide.pdf';

export const hero = {
  eyebrow: 'Project onboarding',
  title: 'Get your project ready to be checked',
  lede: 'For people with land, a kiln or a digester. We tell you early whether it can be certified, what that takes, and who would buy the tonnes.',
  actions: [
    { label: 'Start Your Project', opens: dialog.id },
    { label: 'Learn More', href: '#process', about: 'about the four steps' },
  ],
} satisfies Hero;

export const picture = {
  src: '/pictures/woodland/onboarding.svg',
  alt: 'Drawn survey sheet: tree crowns and rows of saplings over contour lines',
  label: 'Sheet 1',
  caption: 'A site, before its baseline survey',
};

export const services = {
  eyebrow: 'Advisory services',
  title: 'Four kinds of help, in the order you need them',
  caption: 'The advisory services, what each consists of and what you have at the end of it',
  columns: ['Service', 'What we do', 'What you have afterwards'],
  rows: [
    {
      name: 'Project Assessment',
      cells: [
        'We read your title, your baseline and your budget, and look for the reason why the project would fail.',
        'A plain yes, no or not yet, with the gaps named.',
      ],
    },
    {
      name: 'Advisory',
      cells: [
        'Which standard suits the site, what it costs to stay on it, and how carbon and biodiversity can be kept apart on the same ground.',
        'A route you can take to your board, your bank or your landlord.',
      ],
    },
    {
      name: 'Certification Support',
      cells: [
        'Design document, monitoring plan and evidence, in the shape that the standard’s reviewer expects. The standard decides; we prepare.',
        'A complete application, and someone who answers the reviewer with you.',
      ],
    },
    {
      name: 'Market Access',
      cells: [
        'A place in the catalogue with price, volume and papers on view, in front of 500+ trusted businesses.',
        'Issued credits as tokens on the registry, sold once.',
      ],
    },
  ],
} satisfies TableContent;

export const steps = {
  eyebrow: 'The process',
  title: 'Four steps, and a way out after each',
  intro: 'You can stop at the end of any step and keep what has been written.',
  steps: [
    {
      title: 'Initial Consultation',
      body: 'A call of 15-30 minutes. Where the site is, what is on it now, who owns the rights, what you hope to sell.',
    },
    {
      title: 'Project Evaluation',
      body: 'Documents, maps and first measurements. Additionality, permanence and leakage are tested here, before money is spent on them.',
    },
    {
      title: 'Strategy Development',
      body: 'Standard, monitoring plan, issuance dates and a price that the evidence can carry, in one paper.',
    },
    {
      title: 'Implementation Support',
      body: 'Registration, surveys with eDNA, verification and listing. We stay on the file until the first credits are issued.',
    },
  ],
} satisfies Steps;

export const papers = {
  eyebrow: 'Before the first call',
  title: 'What to have on the table',
  caption: 'For each project type: likely standards, papers to bring to the first call, and what often decides',
  columns: ['Project type', 'Standards to look at', 'Bring to the first call', 'What often decides'],
  rows: [
    {
      name: 'UK tree planting',
      cells: [
        'Woodland Carbon Code',
        'Title or tenancy, soil and habitat maps, planting design',
        'Registration comes before the first spade',
      ],
    },
    {
      name: 'Biochar',
      cells: [
        'Puro.earth',
        'Source of the feedstock, kiln data, laboratory results, where the char ends up',
        'Proof of where each tonne of char went',
      ],
    },
    {
      name: 'Methane avoidance',
      cells: [
        'VCS, Gold Standard, Climate Action Reserve, American Carbon Registry',
        'Gas measurements, permits, who owns the gas',
        'Whether the law already requires you to capture it',
      ],
    },
    {
      name: 'Biodiversity net gain',
      cells: [
        'The statutory metric; eDNA surveys beside it',
        'Baseline habitat survey, title, payments from other schemes',
        'A legal agreement for at least 30 years',
      ],
    },
  ],
  note: 'Rules change between versions of a standard. We check the one in force before you rely on this table.',
} satisfies TableContent;

export const refusals = {
  eyebrow: 'When we say no',
  title: 'A refusal in week one is a service',
  paragraphs: [
    'We turn a project down when the trees would have been planted anyway, when the law already demands what the credit would reward, when nobody can show who owns the carbon, or when there is no baseline left to measure against.',
    'A credit like that may find a register that lists it. It will not stand when a buyer’s auditor reads the file, and then it is your name that is on it.',
  ],
  notes: [
    'Additional: it would not have happened without the credit.',
    'Permanent: somebody answers for it in 30 years.',
    'Measured: there is a before to compare with the after.',
    'Owned: one party, on paper, holds the right to sell.',
  ],
} satisfies Editorial;

export const closing = {
  title: 'One call tells you whether to pay for a survey.',
  body: 'Or read first: the guide holds the steps, the papers to gather and the questions that we shall ask.',
  actions: [
    { label: 'Schedule Consultation', href: '/book-call' },
    { label: 'Download Guide', href: guideAddress },
  ],
} satisfies Closing;

const byName = ({ name, cells }: { name: string; cells: string[] }) => ({ title: name, body: cells.join(' ') });

/** What `/downloads/carma-onboarding-guide.pdf` says. */
export const guide = {
  title: 'Bringing a project to Carma',
  subtitle: 'An onboarding guide for landowners, kiln operators and biogas operators',
  intro: [
    'This guide follows a project from the first call to the first issued credits. It says what we do, what you bring, and on what grounds a project is refused.',
    'One credit is one tonne of CO₂ equivalent. It is worth what its evidence is worth, so most of these pages are about evidence.',
  ],
  sections: [
    { title: steps.title, intro: steps.intro, items: steps.steps },
    { title: services.title, items: services.rows.map(byName) },
    {
      title: papers.title,
      intro: papers.note,
      table: { columns: papers.columns, rows: papers.rows.map(({ name, cells }) => [name, ...cells]) },
    },
    {
      title: 'Questions that we shall ask',
      items: [
        {
          title: 'What was there before?',
          body: 'Land use over the past years, photographs, maps, accounts. The baseline is what every later tonne is measured against.',
        },
        {
          title: 'Would it happen anyway?',
          body: 'Grants, duties, and what neighbours do without credits. If the answer is yes, there is nothing to sell.',
        },
        {
          title: 'Who owns the right to sell?',
          body: 'Owner, tenant, funder and mortgage lender each need a line. A missing signature stops more projects than poor soil does.',
        },
        {
          title: 'What could undo it?',
          body: 'Fire, storm, disease, a kiln that stops, a sale of the land. Standards ask for a buffer; buyers ask for the plan behind it.',
        },
        {
          title: 'Who will measure, and how often?',
          body: 'Plots, meters, laboratory samples, eDNA from water and soil. Name the person and the budget for each year.',
        },
        {
          title: 'When do you need the money?',
          body: 'Woodland pays late, biochar pays per batch. Selling a promise early lowers the price; we show by how much before you sign.',
        },
      ],
    },
    { title: refusals.title, intro: refusals.paragraphs.join(' '), items: refusals.notes.map(splitAtColon) },
    {
      title: 'After certification',
      items: [
        {
          title: 'On the registry',
          body: 'Each verified tonne is minted as one token with its metadata. Transfers are logged; retirement locks or burns the token.',
        },
        {
          title: 'In the catalogue',
          body: 'Buyers see category, standard, place, price per credit excl. VAT, credits available and annual impact, and can ask for the papers behind each.',
        },
        {
          title: 'In the field',
          body: 'Monitoring goes on for as long as the standard requires: 35 to 100 years for UK woodland, batch by batch for biochar.',
        },
      ],
    },
  ],
} satisfies PrintedGuide;

function splitAtColon(note: string): { title: string; body: string } {
  const [title = '', body = ''] = note.split(': ');
  return { title, body };
}
