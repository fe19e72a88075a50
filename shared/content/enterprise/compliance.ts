import { whatIsLeftOpen } from '#shared/content/ledger.ts';
import { reply } from '#shared/content/reply.ts';
import type { CardGroup, Closing, DataSheetContent, DossierGroup, Hero, Note, PageMeta } from '#shared/content/types.ts';

export const meta = {
  title: 'Carbon credits in CSRD, SBTi and Scope 3 reports | Carma',
  description: 'What CSRD, SBTi and Scope 3 ask about a carbon credit, what Carma provides for each, and how the audit trail is kept.',
} satisfies PageMeta;

/** The page's dialog: its element id, and the preset subject. */
export const dialog = { id: 'compliance-dialog', subject: 'Compliance' };

export const hero = {
  eyebrow: 'Enterprise compliance',
  title: 'Carbon credits in your reports',
  lede: 'CSRD, SBTi and Scope 3 each ask something different about the same tonne. Here’s what they ask, and what we provide.',
  actions: [
    { label: 'Request a Compliance Review', opens: dialog.id },
    { label: 'Make a Disclosure Pack', href: '/record/disclosure' },
    { label: 'See Traceability', href: '/enterprise/traceability' },
  ],
} satisfies Hero;

/** An example, marked as such. */
export const specimen = {
  title: 'One retirement, ready to report',
  eyebrow: 'Specimen',
  rows: [
    { label: 'Quantity', value: '1,000 tCO₂e' },
    { label: 'Effect', value: 'Removal' },
    { label: 'Project type', value: 'Biochar' },
    { label: 'Standard', value: 'Named, with its registry entry' },
    { label: 'Vintage', value: 'The year of the removal' },
    { label: 'Beneficiary', value: 'Your legal entity' },
    { label: 'Status', value: 'Retired: no transfer possible' },
  ],
  note: 'The disclosure pack has these lines for every retirement.',
} satisfies DataSheetContent;

const asks = 'What it asks about a credit';
const provides = 'What we provide';

export const frameworks = {
  title: 'What each framework or review asks, and what we provide',
  dossiers: [
    {
      seal: 'EU',
      title: 'CSRD',
      parts: [
        {
          label: asks,
          body: 'ESRS E1-7, as numbered in the standards of 2023 (Delegated Regulation (EU) 2023/2772): credits retired in the year and planned for later, by removal or reduction and by recognised quality standard, with the share from the EU and with corresponding adjustments. None may be netted against gross emissions.',
        },
        {
          label: provides,
          body: 'A file with those totals and shares, and each retirement with its proof. Revised standards are meant to apply from financial year 2027, or 2026 by choice (the Commission’s draft of May 2026), so we work to the set in force for your reporting year.',
        },
      ],
      action: { label: 'Discuss CSRD Reporting', opens: dialog.id },
    },
    {
      seal: 'Sb',
      title: 'SBTi',
      parts: [
        {
          label: asks,
          body: 'Targets are met by cutting your own emissions; credits don’t count towards them. At net zero, what remains is neutralised with removals. Credits bought before then are reported separately: version 1 calls that beyond value chain mitigation; version 2.0, published on 11 June 2026 and in effect from 1 February 2027, calls it responsibility for ongoing emissions.',
        },
        {
          label: provides,
          body: 'We list removals separately from reductions and avoidance, so your annual report says what the tonnes support. How long they’re stored is on the project’s page.',
        },
      ],
      action: { label: 'Discuss SBTi Claims', opens: dialog.id },
    },
    {
      seal: 'S3',
      title: 'Scope 3',
      parts: [
        {
          label: asks,
          body: 'Under the GHG Protocol, the fifteen value-chain categories are reported gross. A credit, whether yours or a supplier’s, lowers none of them and is disclosed separately.',
        },
        {
          label: provides,
          body: 'Retirements marked with the entity, product line or supplier programme they are for, so each tonne is claimed only once along the value chain.',
        },
      ],
      action: { label: 'Discuss Scope 3 Reporting', opens: dialog.id },
    },
    {
      seal: 'At',
      title: 'Audit Trail',
      parts: [
        {
          label: asks,
          body: 'Assurance works by sampling: an outside reviewer picks a credit and traces it from the claim back to the retirement, the transfer, the payment and the project.',
        },
        {
          label: provides,
          body: 'That trail: dated entries in order, each with its proof, the certificate, and the verification report named on the project’s page.',
        },
      ],
      action: { label: 'Follow the Audit Trail', href: '/enterprise/traceability' },
    },
  ],
} satisfies DossierGroup;

export const limit = {
  text: 'Credits are reported beside gross emissions, never deducted from them, and each is claimed once.',
  links: [{ label: 'What you may claim', href: '/carbon-credits#claims' }, whatIsLeftOpen],
} satisfies Note;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'What changes for the reporting team',
  cards: [
    {
      title: 'Documents ready before year end',
      body: 'Verification reports, invoices and certificates are filed with the credit they belong to.',
    },
    {
      title: 'Totals that agree',
      body: 'What you enter for CSRD, TNFD, SBTi or Scope 3 comes from the same entries, so the tonnes agree from report to report.',
    },
    {
      title: 'Details noted at purchase',
      body: 'Removal or avoidance, standard, vintage and origin are noted when you buy, and needn’t be pieced together later.',
    },
    {
      title: 'Claims backed by evidence',
      body: 'Communications gets a sentence the record supports, and an entry to link to.',
    },
  ],
} satisfies CardGroup;

export const closing = {
  title: 'Ask about a disclosure',
  body: `Tell us the framework and the reporting year. ${reply}`,
  actions: [
    { label: 'Ask About a Disclosure', opens: dialog.id },
    { label: 'Talk to Expert', href: '/enterprise/contact#form' },
  ],
} satisfies Closing;
