import { ledger, proofLinks } from './ledger.ts';
import type { Closing, Contents, Custody, EvidenceGroup, Faq, Hero, Note, PageMeta, TableContent } from './types.ts';

export const meta = {
  title: 'How buying carbon credits works, step by step | Carma',
  description:
    'Four steps from project to audited retirement: who does what, which documents you receive and what each step leaves open. With answers to four common questions.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'How it works',
  title: 'How buying a carbon credit works',
  lede: 'A tonne is measured on site and ends up as a figure your auditor can check. There are four steps in between, and you receive a document at each.',
  actions: [
    { label: 'Browse Credits', href: '/credits' },
    { label: 'Contact Us', href: '/contact' },
  ],
} satisfies Hero;

export const differentiators = {
  title: 'Three things you can check for yourself',
  items: [
    {
      drawing: 'chain',
      title: 'Blockchain traceability',
      body: 'One tonne, one token. What you can open is the record: everything that happens to a unit there is a dated entry, and a retired unit can’t be sold again.',
      link: { label: 'Follow one tonne through the registry', href: '/blockchain' },
    },
    {
      drawing: 'barcode',
      title: 'eDNA-verified biodiversity',
      body: 'Living things leave DNA in water and soil, and samples show which species are present, though not how many animals there are. A project with a survey lists the species found; the others say “no survey”.',
      link: { label: 'How to read a species list', href: '/blog/nature-positive-solutions' },
    },
    {
      drawing: 'report',
      title: 'Audit-ready reporting',
      body: 'Project, standard, vintage, tonnes and retirement date stay together, whichever report asks for them: CSRD, TNFD, SEC climate reporting, SBTi or Scope 3. The CSRD figures are a file of their own.',
      link: { label: 'What each framework asks for', href: '/enterprise/compliance' },
    },
  ],
} satisfies EvidenceGroup;

export const steps = {
  title: 'Who does what, and what you receive',
  intro: 'Each step says what it does not settle. An auditor will ask about these limits, so it’s better to know them before you order.',
  steps: [
    {
      id: 'project-selection',
      title: 'Project Selection',
      body: 'You start from the catalogue or from a brief. We check each project against five points: rating, registration, documents, price and social impact. Its page shows an auditor’s eight questions, and which are open. We propose; you choose.',
      facts: [
        { label: 'You', value: 'Tell us the tonnes, the budget, the project types and the date the report is due.' },
        { label: 'Carma', value: 'Answers with named projects and a price per tonne in pounds, excl. VAT.' },
        { label: 'You receive', value: 'A quote, and the project documents we have for each line of it.' },
        {
          label: 'What this step does not settle',
          value: 'Suitability. Whether a type of credit fits your claim is for you and your adviser to decide.',
        },
      ],
    },
    {
      id: 'blockchain-verification',
      recordedAs: 'transfer',
      title: 'Blockchain Verification',
      body: 'The credits you chose are transferred to you by serial number, and the transfer is an entry on the public record. From then on, they can’t be sold to anybody else. Credits that we retire for you at once have one entry, the retirement.',
      facts: [
        { label: 'You', value: 'Open the record and compare project, vintage and quantity with the quote.' },
        { label: 'Carma', value: 'Records the transfer, and sends you the serial numbers and the entry.' },
        {
          label: 'You receive',
          value: 'The serial numbers of your credits (pending ones: once issued), with their history on the record and its proof.',
        },
        {
          label: 'What this step does not settle',
          value: 'Whether the tonne exists. The record shows it’s yours; the standard’s verifier has confirmed it was achieved.',
        },
      ],
    },
    {
      id: 'impact-measurement',
      title: 'Impact Measurement',
      body: 'Carbon is measured by the methodology of the project’s own standard: mass and carbon content for biochar, flow meters for methane, plots and stem counts for trees. Where a project has been surveyed, eDNA samples say which species were found.',
      facts: [
        { label: 'You', value: 'Check two dates on each document: when the measurement was taken, and which years it covers.' },
        { label: 'Carma', value: 'Lists its monitoring reports and surveys on the project’s page, and says what is missing.' },
        { label: 'You receive', value: 'The report with the verified tonnes and, separately, the species survey if there is one.' },
        {
          label: 'What this step does not settle',
          value: 'What comes after the monitoring period: ask for the new report each year that you hold the credits.',
        },
      ],
    },
    {
      id: 'retirement-and-reporting',
      recordedAs: 'retire',
      title: 'Retirement and Reporting',
      body: 'You name the beneficiary and the reporting year, and the credits are retired: they can never be sold or used again. They can be claimed once the registry has confirmed it. The certificate and the exports for SBTi, CSRD and ESG reports all draw on that one entry.',
      facts: [
        { label: 'You', value: 'Confirm the legal name and the year in writing. Retirement can’t be undone.' },
        {
          label: 'Carma',
          value:
            'Retires the credits at the registry, records it, and issues the certificate, which says when the registry has confirmed it.',
        },
        { label: 'You receive', value: 'A certificate as a page, a PDF and a file with its proof, and the export for your report.' },
        {
          label: 'What this step does not settle',
          value: 'The wording. The certificate says what you may claim, and from when; what you publish is up to you.',
        },
      ],
    },
  ],
} as const satisfies Custody;

export const route = {
  title: 'The four steps',
  links: steps.steps.map(({ id, title }) => ({ label: title, href: `#${id}` })),
} satisfies Contents;

export const file = {
  title: 'Six documents, and who issues each',
  intro: 'Ask any seller for all six. Two of them, the verifier’s and the laboratory’s, are signed by people who don’t sell credits.',
  caption: 'What a complete purchase file contains',
  columns: ['Document', 'Issued by', 'What it establishes'],
  rows: [
    [
      'Project description',
      'The developer, as registered under the standard',
      'Where the project is, what it does, and against which baseline',
    ],
    ['Verification report', 'An independent verifier', 'How many tonnes the monitoring period produced'],
    ['eDNA survey', 'A laboratory, for projects that have been surveyed', 'Which species were detected, where and on which day'],
    ['Entry on the record', 'Carma', 'That the tonnes are yours, and since when'],
    [
      'Retirement certificate',
      'Carma, with a proof that anyone can check',
      'What was retired, for whom and when, and whether the registry has confirmed it',
    ],
    ['VAT invoice in pounds', 'Carma', 'What was paid, with VAT on its own line'],
  ],
} satisfies TableContent;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'What exactly do we own once we have paid?',
      answer:
        'Credits with serial numbers, each for one tonne of CO₂ equivalent from a named project and vintage, and the right to retire each of them once. You don’t own the land, the trees or next year’s tonnes. Payment is in pounds, with VAT added, and is non-refundable except under UK consumer law.',
    },
    {
      question: 'Should we retire straight away, or hold the credits?',
      answer:
        'Retire once you know three things: the legal entity, the reporting year and the sentence you intend to publish. Until then the credits can’t be claimed in a report, but you can keep them. A retirement stays as it is: if the name or the year was wrong, a correction is added beside it, and both stay public.',
    },
    {
      question: 'Can our assurance provider check all this independently?',
      answer: `What we recorded, yes: the certificate has a number, a QR code and a proof that lead to the public record, and they can check all of it with a small program, without us. ${ledger.retirement} For the tonnes themselves they should read the verification report and look the project up in the registry of its own standard, such as VCS, Gold Standard or the Woodland Carbon Code.`,
    },
    {
      question: 'What if a forest burns after we have bought its credits?',
      answer:
        'Standards for land projects keep a buffer pool: each project sets aside part of its credits, and losses are cancelled from that pool. That balances the books, though it doesn’t replant your wood. Who replaces tonnes that the pool doesn’t cover is stated on the project’s page, where it’s settled, and in our quote. Check it before you accept.',
    },
  ],
} satisfies Faq;

export const proof = { text: 'See what you would receive:', links: proofLinks } satisfies Note;

export const closing = {
  title: 'Tell us when your report is due',
  body: 'We plan back from that date. Pick a project and see its price, or tell us what your auditor queried last year.',
  actions: [
    { label: 'See the Prices', href: '/projects' },
    { label: 'Tell Us Your Date', href: '/contact' },
  ],
} satisfies Closing;
