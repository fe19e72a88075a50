import { dialog } from '#shared/content/contact.ts';
import { reply } from '#shared/content/reply.ts';
import type { DataSheetContent, Hero, Ledger, PageMeta } from '#shared/content/types.ts';
import { attachmentsLimit } from '#shared/schemas/attachments.ts';

export const meta = {
  title: 'Enterprise contact: briefs, RFPs and experts | Carma',
  description: 'Schedule a consultation, submit an RFP or procurement brief as PDF, Word or Excel, or talk to an expert on carbon credits.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Enterprise contact',
  title: 'Contact the enterprise team',
  lede: `Send a question, a brief or a full tender. It goes to the people who build the portfolios. ${reply}`,
  actions: [{ label: 'Submit Procurement Brief', href: '/enterprise/contact?mode=brief#form' }],
} satisfies Hero;

/** What can be sent, and how it is answered. */
export const sendable = {
  title: 'What you can send',
  eyebrow: 'To the enterprise team',
  rows: [
    { label: 'Question', value: 'In your own words' },
    { label: 'Brief or RFP', value: 'Written here or attached' },
    { label: 'Files', value: `Up to ${attachmentsLimit.count}, PDF, Word or Excel` },
    { label: 'Size', value: `${attachmentsLimit.megabytes} MB in all` },
    { label: 'Reply', value: 'In writing' },
  ],
} satisfies DataSheetContent;

export const ways = {
  title: 'Three ways to reach us',
  cards: [
    {
      title: 'Schedule Consultation',
      body: 'A call of 15 to 30 minutes in UK business hours. Best while the volume is still undecided.',
      action: { label: 'Schedule Consultation', href: '/book-call' },
    },
    {
      title: 'Submit RFP',
      body: 'Attach the documents as PDF, Word or Excel. Tell us the closing date and the response format you need.',
      action: { label: 'Submit RFP', href: '/enterprise/contact?mode=rfp#form' },
    },
    {
      title: 'Talk to Expert',
      body: 'A question about a standard, a claim or a project, answered in writing so you can file it.',
      action: { label: 'Talk to Expert', href: '/enterprise/contact#form' },
    },
  ],
} as const;

/** The form's texts in each of its modes: /enterprise/contact, ?mode=brief and ?mode=rfp. */
export const modes = {
  enquiry: {
    link: { label: 'Ask a question', href: '/enterprise/contact#form' },
    title: 'Ask the enterprise team',
    intro: 'Tell us what you have to decide, and by when.',
    message: { label: 'Message', hint: 'Your question, in your own words.' },
    attachment: 'Attachments (optional)',
  },
  brief: {
    link: { label: 'Submit a brief', href: '/enterprise/contact?mode=brief#form' },
    title: 'Submit a procurement brief',
    intro: 'Write it here or attach it. Five lines are enough.',
    message: {
      label: 'Your brief',
      hint: 'Project types, exclusions, price ceiling, decision date. If you attach it, one sentence will do.',
    },
    attachment: 'Procurement brief (optional)',
  },
  rfp: {
    link: { label: 'Submit an RFP', href: '/enterprise/contact?mode=rfp#form' },
    title: 'Submit an RFP',
    intro: 'Attach the request for proposal. We’ll confirm whether we’ll respond to it.',
    message: { label: 'About the RFP', hint: 'Reference, closing date, response format, and a contact for questions.' },
    attachment: 'RFP documents (optional)',
  },
};

const { sending, problem, success, thanks, receipt, failure } = dialog;

export const form = {
  modesTitle: 'What are you sending?',
  needs: {
    title: 'What helps us answer first time',
    items: [
      'The number of tonnes, or the footprint they are for',
      'The reports they will appear in: CSRD, SBTi, TNFD',
      'What you won’t buy, and why',
      'Who decides, and when',
    ],
  },
  labels: {
    name: 'Name',
    email: 'Work email',
    organisation: 'Organisation',
    sector: 'Sector',
    volume: 'Estimated volume (optional)',
    timeframe: 'Timeframe (optional)',
  },
  chooseSector: 'Choose a sector',
  /** Beside a chosen file. */
  wrongFile: '{name} isn’t a PDF, Word (DOCX) or Excel (XLSX) file',
  hints: {
    volume: 'tCO₂e per year',
    timeframe: 'First delivery, or the reporting year',
    attachment: `PDF, Word (DOCX) or Excel (XLSX), up to ${attachmentsLimit.megabytes} MB in all, without a password or macros. Choose all files at once: choosing again replaces them.`,
  },
  privacy: { text: 'We use what you send only to answer you.', link: { label: 'Privacy policy', href: '/privacy' } },
  send: 'Send to Enterprise Team',
  ...{ sending, problem, success, thanks, receipt, failure },
  another: { label: 'Send another message', href: '/enterprise/contact#form' },
};

export type EnterpriseFormContent = typeof form;
export type EnterpriseModeContent = (typeof modes)[keyof typeof modes];

export const services = {
  eyebrow: 'Enterprise services',
  title: 'Six services for enterprise buyers',
  items: [
    {
      title: 'Managed Portfolios',
      body: 'A first mix for your volumes and years, with prices excl. VAT and the reason for each project.',
      link: { label: 'How portfolios are built', href: '/enterprise/portfolios' },
    },
    {
      title: 'Due Diligence',
      body: 'Supplier selection, contracts and monitoring under our quality management system, with the documents to show for it.',
      link: { label: 'Quality management', href: '/qms' },
    },
    {
      title: 'Compliance Reporting',
      body: 'Schedules for CSRD, TNFD, SBTi and Scope 3, and wording that matches them.',
      link: { label: 'What each framework asks for', href: '/enterprise/compliance' },
    },
    {
      title: 'Registry and Retirement',
      body: 'Transfers and retirements on your dates, for the entity you name, each with a certificate.',
      link: { label: 'How a credit is traced', href: '/enterprise/traceability' },
    },
    {
      title: 'Geospatial Evidence',
      body: 'Where to find the projects you hold or are considering, and which outlines and imagery their documents have.',
      link: { label: 'What the maps show', href: '/geospatial' },
    },
    {
      title: 'System Integration',
      body: 'Catalogue data by API for procurement and ESG systems, and someone to ask when a field is unclear.',
      link: { label: 'API documentation', href: '/developers' },
    },
  ],
} satisfies Ledger;
