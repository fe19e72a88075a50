import type { CardGroup, Closing, Faq, Hero, Manual, PageMeta } from './types.ts';

export const meta = {
  title: 'Quality management system for carbon credits | Carma',
  description:
    'How Carma selects suppliers, checks projects, writes contracts, monitors, handles risk and learns from faults. Six chapters, with a whitepaper to download.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Quality management system',
  title: 'Six ways a bad tonne gets stopped',
  lede: 'Certificates say that a project met somebody’s rules. This is what we do ourselves before its credits are offered to you, and what we go on doing after you have paid.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Read the Chapters', href: '#supplier-selection' },
  ],
} satisfies Hero;

/** The page's chapters; the whitepaper at /downloads/carma-qms-whitepaper.pdf is made from the same words. */
export const manual = {
  eyebrow: 'The system',
  title: 'From first contact to last report',
  intro: 'Each chapter ends with what stays on file. You can ask for any of it, for any project that you have bought from.',
  contents: 'Chapters',
  pointsTitle: 'On file',
  sections: [
    {
      id: 'supplier-selection',
      title: 'Supplier Selection',
      body: [
        'We look at who is selling before we look at what. A developer has to show that it holds the right to the land and to the carbon, that it is the party named in the registry, and that the people who run the project are the people we are talking to.',
        'A supplier who cannot name its auditor, or will not say who else is selling its credits, goes no further. We keep the refusals too, with the reason, so that the same project does not come back under another name.',
      ],
      points: [
        'Proof of title, lease or concession, and of the right to the carbon',
        'Ownership of the company and its sanctions check',
        'Registry account in the supplier’s own name',
        'The decision, signed, with its reasons',
      ],
    },
    {
      id: 'due-diligence',
      title: 'Due Diligence',
      body: [
        'Every project is put through the same five-point eligibility checklist: zero rating, credible registry registration, project transparency, fair market pricing and meaningful social impact. One person reads the documents, another tries to break the case.',
        'We read the project description, the latest monitoring and verification reports and, where one exists, the rating. We recalculate a sample of the tonnes from the raw figures. If biodiversity is part of the offer, we ask for the eDNA results and how the samples were taken.',
      ],
      points: [
        'Completed checklist with a page reference for each answer',
        'Our recalculation and any difference from the issued figure',
        'Written answers to additionality, permanence, over-crediting and leakage',
        'Open points, and who closed them',
      ],
    },
    {
      id: 'contracts-and-accountability',
      title: 'Contracts and Accountability',
      body: [
        'A contract names the project, the vintage and the serial range, or the delivery year if the credits are still to come. It says who bears the loss if credits are cancelled, who tells whom, and by when.',
        'Inside Carma, each project has one named owner. The person who agrees a price is never the one who passes the due diligence on it, and neither of them can release tokens alone.',
      ],
      points: [
        'Signed contract with warranty of title and single sale',
        'Terms for replacement if credits fail',
        'Named owner of the project file',
        'Two approvals for each issue of tokens',
      ],
    },
    {
      id: 'ongoing-monitoring',
      title: 'Ongoing Monitoring',
      body: [
        'A project does not stop when its credits are sold. We follow each one for as long as a customer may have to answer for it: new monitoring reports, satellite images of the boundary, changes of rating, notices from the standard.',
        'When something changes, the file is reopened then, not at the next review. Retirement is checked twice, on the standard’s registry and on our chain, and the two have to agree.',
      ],
      points: [
        'Log of reports and notices, by date received',
        'Boundary images before and after',
        'Reconciliation of registry serials with tokens',
        'Letters to customers about changes',
      ],
    },
    {
      id: 'risk-management',
      title: 'Risk Management',
      body: [
        'We keep one register of risks across the catalogue: reversal by fire or storm, a method withdrawn, a supplier in difficulty, a country changing its rules on carbon. Each has an owner, a trigger and a prepared answer.',
        'Some risks cannot be removed, only shown. A young wood may fail; a rating may fall. Those are stated on the project’s page or in the offer, because a risk that you were told about is one that you could price.',
      ],
      points: [
        'Risk register with owner and trigger',
        'Concentration by supplier, country and method',
        'Prepared answers for reversal, cancellation and downgrade',
        'The disclosures that were made to each buyer',
      ],
    },
    {
      id: 'continuous-improvement',
      title: 'Continuous Improvement',
      body: [
        'Every complaint, downgrade and late document ends in one question: which check should have caught it? If the answer is none, a check is added. If one exists and failed, it is rewritten and the files that passed it are read again.',
        'Standards revise their methods, and so do we. Each change of this system is dated and says what it replaces, so that an auditor can see which rules a purchase was made under.',
      ],
      points: [
        'Record of faults, causes and corrections',
        'Files read again after a failed check',
        'Dated versions of the checklist and of this document',
        'What customers and auditors asked for, and our answer',
      ],
    },
  ],
} satisfies Manual;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'What it saves each desk',
  cards: [
    {
      title: 'Procurement',
      body: 'Supplier questionnaires answered from one file, with the document attached instead of a sentence that one exists.',
    },
    {
      title: 'Finance',
      body: 'Title, price basis and replacement terms settled before payment. No credits on the balance that nobody can locate.',
    },
    {
      title: 'Sustainability',
      body: 'Wording for the report that matches the evidence, and a warning when a project that you named has changed.',
    },
    {
      title: 'Internal audit',
      body: 'A trail from invoice to serial to field report, with names and dates, that can be tested by sample.',
    },
  ],
} satisfies CardGroup;

export const faq = {
  title: 'Questions on quality',
  items: [
    {
      question: 'Is this a substitute for the standard’s own audit?',
      answer:
        'No. We list nothing outside an independent standard, and credits that are forecast and not verified yet say so. Our system asks a different thing: whether this certified project, from this supplier, at this price, is one that you should have in your accounts.',
    },
    {
      question: 'How often do you turn projects down?',
      answer:
        'Whenever one of the five points fails. We publish no quota, because a quota would be met. If you were offered a project elsewhere and wonder why we do not list it, ask: we can tell you which point it would have to clear.',
    },
    {
      question: 'Can our own auditors look at the files?',
      answer:
        'For projects that you have bought from, yes, by arrangement and with the supplier’s confidential terms blacked out. Ask the quality team before the audit plan is fixed, and say which serials are in the sample.',
    },
    {
      question: 'What do you do when a credit that we bought goes wrong?',
      answer:
        'We tell you what happened and what it means for your claim, apply the replacement terms of the contract, and record the case in our register of faults. The token’s history is never rewritten: a correction is a new entry.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Take it to your auditor.',
  body: 'The whitepaper holds the six chapters as they stand here, laid out for print. Questions about one project go straight to the people who keep its file.',
  actions: [
    { label: 'Download QMS Whitepaper', href: '/downloads/carma-qms-whitepaper.pdf' },
    { label: 'Contact Quality Team', opens: 'quality-dialog' },
  ],
} satisfies Closing;

/** The subject that 'Contact Quality Team' fills in. */
export const qualitySubject = 'Quality team';
