import type { Closing, Contents, Custody, EvidenceGroup, Faq, Hero, PageMeta, TableSection } from './types.ts';

export const meta = {
  title: 'How buying carbon credits works, step by step | Carma',
  description:
    'Four steps from project to audited retirement: who acts in each, which document you hold afterwards, and where each step stops. With answers to four questions.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'How it works',
  title: 'From a field to a line in your report',
  lede: 'A tonne is measured in a place. It ends as a figure that your auditor can tick. Between the two lie four steps, and each leaves a document in your hands.',
  actions: [
    { label: 'Browse Credits', href: '/credits' },
    { label: 'Contact Us', href: '/contact' },
  ],
} satisfies Hero;

export const route = {
  title: 'The route',
  links: [
    { label: 'Project Selection', href: '#project-selection' },
    { label: 'Blockchain Verification', href: '#blockchain-verification' },
    { label: 'Impact Measurement', href: '#impact-measurement' },
    { label: 'Retirement and Reporting', href: '#retirement-and-reporting' },
  ],
} satisfies Contents;

export const differentiators = {
  eyebrow: 'What is different here',
  title: 'Three things you can check without asking us',
  items: [
    {
      drawing: 'chain',
      title: 'Blockchain traceability',
      body: 'One tonne, one token. Every change of holder is a dated entry, and a retired token has no next entry. That is the whole of our protection against selling a tonne twice, and you can read it in the public explorer.',
      link: { label: 'Follow one tonne through the registry', href: '/blockchain' },
    },
    {
      drawing: 'barcode',
      title: 'eDNA-verified biodiversity',
      body: 'Living things leave DNA in water and soil. Samples taken before the work and after it give two species lists to lay side by side. They show which species are present; they do not count the animals.',
      link: { label: 'How to read such a list', href: '/blog/nature-positive-solutions' },
    },
    {
      drawing: 'report',
      title: 'Audit-ready records',
      body: 'The record of a purchase is laid out for the page that it will end up on: CSRD, TNFD, SEC climate reporting, SBTi or Scope 3. Project, standard, vintage, tonnes and retirement date travel together.',
      link: { label: 'What each framework asks for', href: '/enterprise/compliance' },
    },
  ],
} satisfies EvidenceGroup;

export const steps = {
  eyebrow: 'The four steps',
  title: 'Who does what, and what you hold afterwards',
  intro:
    'The last line of each step says where it stops. An auditor will find those limits anyway; it is better to know them before the order than after it.',
  steps: [
    {
      id: 'project-selection',
      title: 'Project Selection',
      body: 'You start from the catalogue or from a brief. Every project there has passed a five-point eligibility check, which looks among other things at its registration, its documents, its price and what it does for the people around it. We propose; you choose.',
      facts: [
        { label: 'You', value: 'Give us tonnes, budget, project types and the date on which the report is due.' },
        { label: 'Carma', value: 'Answers with named projects and a price per tonne in pounds, excl. VAT.' },
        { label: 'You hold', value: 'A quote, and the project documents behind each line of it.' },
        {
          label: 'What this step does not settle',
          value: 'Suitability. Whether a type of credit fits your claim is a decision for you and your adviser.',
        },
      ],
    },
    {
      id: 'blockchain-verification',
      title: 'Blockchain Verification',
      body: 'The credits you chose are moved to your account on the registry, one token for each tonne, with its metadata on distributed storage. From that entry on, nobody else can claim those tonnes.',
      facts: [
        { label: 'You', value: 'Open the record and compare project, vintage and quantity with the quote.' },
        { label: 'Carma', value: 'Logs the transfer and sends you the token identifiers.' },
        { label: 'You hold', value: 'A list of tokens with their whole history, back to the minting.' },
        {
          label: 'What this step does not settle',
          value: 'The record. The token shows who holds a tonne; the standard’s auditor established that there is one.',
        },
      ],
    },
    {
      id: 'impact-measurement',
      title: 'Impact Measurement',
      body: 'Carbon is measured by the method of the project’s own standard: mass and carbon content for biochar, flow meters for methane, plots and stem counts for trees. Where a project also claims to bring back nature, eDNA samples say which species were found.',
      facts: [
        { label: 'You', value: 'Read two dates on each document: when it was measured, and which years it covers.' },
        { label: 'Carma', value: 'Puts monitoring reports, surveys and satellite imagery on the project’s record.' },
        { label: 'You hold', value: 'Verified tonnes and, apart from them, the survey of what lives there.' },
        { label: 'What this step does not settle', value: 'The monitoring period. Nothing measured last summer speaks for the next one.' },
      ],
    },
    {
      id: 'retirement-and-reporting',
      title: 'Retirement and Reporting',
      body: 'You name the beneficiary and the reporting year, and the tokens are permanently locked or burned. Only now do the credits count for anything. The certificate and the exports for SBTi, CSRD and ESG reports all draw on that one entry.',
      facts: [
        { label: 'You', value: 'Confirm the legal name and the year in writing. Retirement cannot be undone.' },
        { label: 'Carma', value: 'Retires the tokens and issues the certificate.' },
        { label: 'You hold', value: 'A downloadable certificate with its on-chain confirmation, and the export for your report.' },
        {
          label: 'What this step does not settle',
          value: 'The wording. Retirement proves that you used the tonnes, and leaves what you say about them to you.',
        },
      ],
    },
  ],
} satisfies Custody;

export const file = {
  eyebrow: 'The file at year end',
  title: 'Six papers, and who signs each',
  intro:
    'Ask for all six, from us or from anyone. Two of them, the auditor’s and the laboratory’s, are signed by people who do not sell credits.',
  table: {
    caption: 'What a complete purchase file contains',
    columns: ['Paper', 'Comes from', 'Settles'],
    rows: [
      [
        'Project description',
        'The developer, as registered under the standard',
        'Where it is, what is done there, and against which baseline',
      ],
      ['Verification report', 'An independent auditor', 'How many tonnes the monitoring period produced'],
      ['eDNA survey', 'A laboratory, for projects that claim nature gains', 'Which species were detected, at which points, on which day'],
      ['Token record', 'The registry', 'That the tonnes are yours, and when they became so'],
      ['Retirement certificate', 'Carma, with the on-chain confirmation', 'That the tonnes are used, for whom, and for which year'],
      ['VAT invoice in pounds', 'Carma', 'What was paid. VAT is shown on its own line'],
    ],
  },
} satisfies TableSection;

export const faq = {
  title: 'Asked before most orders',
  items: [
    {
      question: 'What exactly do we own once we have paid?',
      answer:
        'Tokens, each for one tonne of CO₂ equivalent from a named project and year, and the right to retire each of them once. You do not own the land, the trees or next year’s tonnes. Payment is in pounds with VAT on top, and it is non-refundable except where UK consumer law says otherwise.',
    },
    {
      question: 'Should we retire at once, or hold the credits?',
      answer:
        'Retire when you know three things: the legal entity, the reporting year and the sentence you intend to publish. Until then the credits count for nothing in a report, but they can wait. A retirement in the wrong name or the wrong year stays on the record as it is.',
    },
    {
      question: 'Can our assurance provider check all this without us?',
      answer:
        'The ownership and the retirement, yes: the certificate carries a smart contract ID and a QR code that lead to the public record. For the tonnes themselves they should read the verification report and look the project up in the register of its own standard, such as VCS, Gold Standard or the Woodland Carbon Code.',
    },
    {
      question: 'What if a forest burns after we have bought from it?',
      answer:
        'Standards for land projects keep a buffer pool: each project sets aside part of its credits, and losses are cancelled from that pool. It balances the books, though it does not replant your wood. For what a pool does not cover, agree before you order who replaces the tonnes, and have it written into the contract.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Bring the report date. We work back from it.',
  body: 'Pick a project and see its price, or tell us what the auditor queried last year and begin there.',
  actions: [
    { label: 'Browse Credits', href: '/credits' },
    { label: 'Contact Us', href: '/contact' },
    { label: 'Open the Record', href: '/record' },
  ],
} satisfies Closing;
