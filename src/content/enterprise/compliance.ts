import type { CardGroup, Closing, DossierGroup, Editorial, Hero, PageMeta, RecordSheet } from '#src/content/types.ts';

export const meta = {
  title: 'Carbon credit records for CSRD, SBTi and Scope 3 | Carma',
  description:
    'What CSRD, SBTi and Scope 3 ask of a carbon credit, what Carma hands over for each, how the audit trail is kept, and what no credit can do for your report.',
} satisfies PageMeta;

/** Dialogs of the page: its element id, and the subject that fills in. */
export const dialogs = [
  { id: 'dialog-review', subject: 'Compliance review' },
  { id: 'dialog-csrd', subject: 'CSRD reporting' },
  { id: 'dialog-sbti', subject: 'SBTi claims' },
  { id: 'dialog-scope-3', subject: 'Scope 3 records' },
];

export const hero = {
  eyebrow: 'Enterprise compliance',
  title: 'The credit is one line. The record is the work.',
  lede: 'CSRD, SBTi and Scope 3 each ask something else of the same tonne. Here is what they ask, what we hand over, and what no credit will do for you.',
  actions: [
    { label: 'Request a Compliance Review', opens: 'dialog-review' },
    { label: 'See Traceability', href: '/enterprise/traceability' },
  ],
} satisfies Hero;

/** An example, marked as one. */
export const specimen = {
  title: 'One retirement, as audited',
  serial: 'Specimen',
  rows: [
    { label: 'Quantity', value: '1,000 tCO₂e' },
    { label: 'Kind', value: 'Removal' },
    { label: 'Project type', value: 'Biochar' },
    { label: 'Standard', value: 'Named, with its registry entry' },
    { label: 'Vintage', value: 'The year of the removal' },
    { label: 'Beneficiary', value: 'Your legal entity' },
    { label: 'State', value: 'Retired: no transfer possible' },
  ],
  note: 'The lines that a schedule carries for every retirement.',
} satisfies RecordSheet;

const asks = 'What it asks of a credit';
const hands = 'What we hand over';

export const frameworks = {
  eyebrow: 'Frameworks',
  title: 'Four readers of the same entry',
  dossiers: [
    {
      mark: 'EU',
      title: 'CSRD',
      parts: [
        {
          label: asks,
          body: 'ESRS E1-7: credits retired in the year and those planned for later, by removal or reduction, by recognised quality standard, with the share from the EU and any corresponding adjustment. None may be netted against gross emissions.',
        },
        {
          label: hands,
          body: 'A schedule in those columns, one row a retirement, drawn from the registry. The standards are being simplified, so we work to the text that is in force for your reporting year.',
        },
      ],
      action: { label: 'Discuss CSRD Reporting', opens: 'dialog-csrd' },
    },
    {
      mark: 'Sb',
      title: 'SBTi',
      parts: [
        {
          label: asks,
          body: 'Near-term targets are met by cutting your own emissions; credits do not count towards them. At net zero, what remains is neutralised with removals. Anything bought before that is mitigation beyond the value chain, and is named so.',
        },
        {
          label: hands,
          body: 'Removals and avoidance in two lists, with storage times, so that the sentence in the annual report fits the tonnes behind it.',
        },
      ],
      action: { label: 'Discuss SBTi Claims', opens: 'dialog-sbti' },
    },
    {
      mark: 'S3',
      title: 'Scope 3',
      parts: [
        {
          label: asks,
          body: 'The GHG Protocol states fifteen value-chain categories gross. A credit, yours or a supplier’s, does not lower any of them and is disclosed apart.',
        },
        {
          label: hands,
          body: 'Retirements marked with the entity, product line or supplier programme that they are for, so that a tonne is claimed once along the chain.',
        },
      ],
      action: { label: 'Discuss Scope 3 Records', opens: 'dialog-scope-3' },
    },
    {
      mark: 'At',
      title: 'Audit Trail',
      parts: [
        {
          label: asks,
          body: 'Assurance means a sample: someone from outside picks a credit and walks back from the claim to the retirement, the transfer, the payment and the project.',
        },
        {
          label: hands,
          body: 'That walk, already laid: dated registry entries in order, and behind each its document, from verification report to certificate.',
        },
      ],
      action: { label: 'Follow the Audit Trail', href: '/enterprise/traceability' },
    },
  ],
} satisfies DossierGroup;

export const limits = {
  eyebrow: 'In plain words',
  title: 'What a credit cannot do',
  paragraphs: [
    'It cannot lower a Scope 1, 2 or 3 figure. It cannot stand in for a target that has to be met by cutting. And it cannot make a product carbon neutral on its label: Directive (EU) 2024/825, which applies from 27 September 2026, bans product claims that rest on offsetting.',
    'It can carry a statement that is true on the day and stays true: so many tonnes, of this kind, from this place, retired for this entity, on top of your own cuts. We would rather lose a sale than word it wider than that.',
  ],
  notes: ['Gross emissions stay gross.', 'Removal and reduction are two totals, never one.', 'One tonne, one claim, one legal entity.'],
} satisfies Editorial;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'What changes for the reporting team',
  cards: [
    {
      title: 'Nobody chases a broker in February',
      body: 'Verification reports, invoices and certificates hang on the credit to which they belong.',
    },
    {
      title: 'Totals that agree',
      body: 'CSRD, TNFD, SBTi and Scope 3 tables draw on the same entries, so no two reports state different tonnes.',
    },
    {
      title: 'Details taken down at purchase',
      body: 'Kind, standard, vintage and origin are recorded when you buy, not rebuilt when a template changes.',
    },
    {
      title: 'Wording with its evidence',
      body: 'Communications gets the sentence that the record supports, and the entry to link it to.',
    },
  ],
} satisfies CardGroup;

export const closing = {
  title: 'Which paragraph are you stuck on?',
  body: 'Name the framework and the reporting year. The team that keeps the records answers within 24 hours.',
  actions: [
    { label: 'Ask About a Disclosure', opens: 'dialog-review' },
    { label: 'Talk to Expert', href: '/enterprise/contact#form' },
  ],
} satisfies Closing;
