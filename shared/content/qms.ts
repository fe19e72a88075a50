import { ledger } from './ledger.ts';
import type { CardGroup, Closing, Faq, Hero, PageMeta } from './types.ts';

export const meta = {
  title: 'Quality management system for carbon credits | Carma',
  description:
    'How Carma selects suppliers, checks projects, writes contracts, monitors, manages risk and learns from mistakes. Six chapters, with a whitepaper to download.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Quality management system',
  title: 'How we check suppliers and projects',
  lede: 'A certificate says a project met a standard’s rules. This is what we check ourselves before we offer you its credits, and what we keep checking after you’ve paid.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'Read the Chapters', href: '#supplier-selection' },
  ],
} satisfies Hero;

/** The page's chapters. The whitepaper at /downloads/carma-qms-whitepaper.pdf uses the same text. */
export const manual = {
  eyebrow: 'The system',
  title: 'Our quality management system in six chapters',
  intro:
    'Beside each chapter is what we keep on file. The project’s own reports are open to you before you buy, the rest once you’ve bought from it.',
  /** Which version this one replaces, and what has changed. Its own date is the page's. */
  replaces: 'It replaces the version of 27 November 2026: chapter 4 now says what proves a retirement.',
  contents: 'Chapters',
  pointsTitle: 'On file',
  sections: [
    {
      id: 'supplier-selection',
      title: 'Supplier Selection',
      body: [
        'We check the seller before the project. A developer has to show that it holds the right to the land and to the carbon, that it is the party named in the registry, and that we are dealing with the people who run the project.',
        'A supplier that won’t name its verifier, or say who else is selling its credits, is turned down. We keep a list of refusals and the reasons, so we recognise the same project under another name.',
      ],
      points: [
        'Proof of title, lease or concession, and of the right to the carbon',
        'Ownership of the company, and its sanctions check',
        'Registry account in the supplier’s own name',
        'The decision, signed, with its reasons',
      ],
    },
    {
      id: 'due-diligence',
      title: 'Due Diligence',
      body: [
        'Five points are conditions that we check before we list a project, and one that fails isn’t listed: the credit’s risk rating (“zero rating” in our checklist, which is not VAT), credible registry registration, project transparency, fair market pricing and meaningful social impact. A project without a rating can meet the first: we answer a rating’s four questions ourselves.',
        'We read the project description, the latest monitoring and verification reports and, where one exists, the rating. We recalculate a sample of the tonnes from the raw data. If biodiversity is part of the offer, we ask for the eDNA results and the sampling method.',
      ],
      points: [
        'Completed checklist with a page reference for each answer',
        'Our recalculation and any difference from the issued figure',
        'Written answers on additionality, permanence, over-crediting and leakage',
        'Open points, and who closed them',
      ],
    },
    {
      id: 'contracts-and-accountability',
      title: 'Contracts and Accountability',
      body: [
        'A contract names the project, the vintage and the serial range, or the delivery year if the credits are still to come. It says who bears the loss if credits are cancelled, who tells whom, and by when.',
        'Each receipt, reservation, sale and retirement on our record is a signed entry with its time. A mistake is corrected by a new entry, and the old one stays.',
      ],
      points: [
        'Signed contract with warranties of title and of single sale',
        'Terms for replacement if credits fail',
        'The entries on the record, each with its proof',
      ],
    },
    {
      id: 'ongoing-monitoring',
      title: 'Ongoing Monitoring',
      body: [
        'A project goes on after its credits are sold. We follow each one for as long as a customer may have to answer for it: new monitoring reports, satellite images of the boundary, changes of rating, notices from the standard.',
        'When something changes, we reopen the file straight away and don’t wait for the next review.',
        ledger.retirement,
      ],
      points: [
        'Log of reports and notices, by date received',
        'Boundary images before and after',
        'Reconciliation of the registry’s serial numbers with our record',
        'Letters to customers about changes',
      ],
    },
    {
      id: 'risk-management',
      title: 'Risk Management',
      body: [
        'We keep one register of risks across the catalogue: reversal by fire or storm, a methodology withdrawn, a supplier in difficulty, a country changing its rules on carbon. Each has a trigger and a planned response.',
        'Some risks remain, and we disclose them. A young wood may fail; a project may be downgraded. They’re stated on the project’s page or in the offer, so you can take them into account.',
      ],
      points: [
        'Risk register with triggers',
        'Concentration by supplier, country and methodology',
        'Planned responses to reversal, cancellation and downgrade',
        'The disclosures made to each buyer',
      ],
    },
    {
      id: 'continuous-improvement',
      title: 'Continuous Improvement',
      body: [
        'After every complaint, downgrade or late document we ask which check should have caught it. If there was none, we add one. If there was one and it failed, we rewrite it and review the files that passed it.',
        'Standards revise their methodologies, and we revise this system. Each change is dated and says what it replaces, so an auditor can see which rules applied to a purchase.',
      ],
      points: [
        'Log of errors, causes and corrections',
        'Files reviewed after a failed check',
        'Dated versions of the checklist and of this document',
        'What customers and auditors asked for, and our answer',
      ],
    },
  ],
};

/** What the catalogue itself lacks, counted from its data. */
export const gaps = {
  title: 'Our own gaps, counted today',
  intro:
    'An auditor asks eight things of any seller. They are questions, not conditions: a project may be on sale while some are open. Here’s how many of the {projects} on sale answer each one in full; the first takes a link to the project’s page at its registry. The rest are listed by name.',
  count: '{answered} of {onSale}',
  link: '{projects} without a full answer',
  none: 'No project is on sale at the moment, so there is nothing to count.',
  failed: 'The catalogue could not be read, so the gaps can’t be counted at the moment.',
} as const;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'What each department gains',
  cards: [
    {
      title: 'Procurement',
      body: 'Supplier questionnaires answered from one file, with the documents attached.',
    },
    {
      title: 'Finance',
      body: 'Title, price basis and replacement terms settled before payment, and credits traceable by serial number.',
    },
    {
      title: 'Sustainability',
      body: 'Wording for your report that matches the evidence, and a warning if a project you named has changed.',
    },
    {
      title: 'Internal audit',
      body: 'A trail from invoice to serial number to monitoring report, with dates, that can be sampled.',
    },
  ],
} satisfies CardGroup;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Is this a substitute for verification under the standard?',
      answer:
        'No. We list nothing that isn’t under an independent standard, and pending credits are marked as such. Our system asks something else: whether this certified project, from this supplier, at this price, is one you should buy.',
    },
    {
      question: 'When do you turn a project down?',
      answer:
        'Whenever a project fails one of the five points. An auditor’s question that is still open does not rule a project out; the project’s page says that it is open. We have no quota. If you were offered a project elsewhere and wonder why we don’t list it, ask: we can tell you which points it would have to meet.',
    },
    {
      question: 'Can our own auditors look at the files?',
      answer:
        'For projects you’ve bought from, yes, by arrangement and with the supplier’s confidential terms redacted. Ask the quality team before the audit plan is fixed, and say which serial numbers are in the sample.',
    },
    {
      question: 'What happens if there is a problem with a credit we bought?',
      answer:
        'We tell you what happened and what it means for your claim, apply the replacement terms of the contract, and enter the case in our error log. The public record is never rewritten: a correction is a new entry.',
    },
  ],
} satisfies Faq;

export const dialog = { id: 'quality-dialog', subject: 'Quality team' };

export const closing = {
  title: 'Download the whitepaper',
  body: 'The whitepaper contains the six chapters on this page, laid out for print. Questions about a project go to the people who keep its file.',
  actions: [
    { label: 'Download QMS Whitepaper', href: '/downloads/carma-qms-whitepaper.pdf', isButton: true },
    { label: 'Contact Quality Team', opens: dialog.id },
  ],
} satisfies Closing;
