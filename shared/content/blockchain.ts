import { ledger, proofLinks } from './ledger.ts';
import type { CardGroup, Closing, Company, Custody, Hero, Ledger, Note, PageMeta, TableContent } from './types.ts';

/** An entry of one credit in a ledger. A lane stands for a holder; the first entry has no `from`. */
export type LifeEntry = {
  when: string;
  title: string;
  body: string;
  holder: string;
  record: string;
  from?: number;
  to: number;
  outcome: 'written' | 'final' | 'refused';
};

type SpreadItem = { title: string; body: string };
/** One side of a spread of two. Both have four items, which face each other. */
export type SpreadPage = { title: string; line: string; items: [SpreadItem, SpreadItem, SpreadItem, SpreadItem] };

export const meta = {
  title: 'Blockchain verified carbon credits | Carma',
  description:
    'How one tonne is minted, transferred, retired and looked up on a permissioned, Ethereum-based registry, and what that proves to an auditor.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Blockchain registry',
  title: 'Blockchain Verified Carbon Credits',
  lede: ledger.paragraph,
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Follow One Tonne', href: '#life' },
  ],
} satisfies Hero;

/** The credit whose entries `life` shows. */
export const token = {
  value: '1',
  unit: 'tCO₂e',
  rows: [
    { label: 'Token', value: 'EX-000417' },
    { label: 'Vintage', value: '2024' },
    { label: 'Metadata', value: '7f3a…c21e' },
    { label: 'Status', value: 'Retired' },
  ],
  caption: 'Specimen: an invented credit',
};

export const life = {
  title: 'From minting to retirement, entry by entry',
  intro:
    'The line moves to a new holder only when an entry is written. After retirement it can’t move again; the last row shows a second sale being refused.',
  lanes: ['Developer', 'Carma', 'Buyer', 'Retired'] as const,
  labels: { holder: 'Held by', record: 'Entry' },
  entries: [
    {
      when: '3 March 2025, 10:14',
      title: 'Metadata stored',
      body: 'Project, standard, vintage and verification report go to distributed storage. Their hash is recorded, so that even a changed comma would show.',
      holder: 'Developer',
      record: 'metadata 7f3a…c21e',
      to: 0,
      outcome: 'written',
    },
    {
      when: '5 March 2025, 09:02',
      title: 'Token minted',
      body: 'One verified tonne becomes one token. Its number is never used again.',
      holder: 'Developer',
      record: 'mint EX-000417',
      from: 0,
      to: 0,
      outcome: 'written',
    },
    {
      when: '19 March 2025, 14:40',
      title: 'Transferred to the seller',
      body: 'The tonne enters the catalogue. The developer’s account can no longer offer it.',
      holder: 'Carma',
      record: 'transfer → Carma',
      from: 0,
      to: 1,
      outcome: 'written',
    },
    {
      when: '2 September 2025, 11:25',
      title: 'Transferred to the buyer',
      body: 'Sold. Only the buyer’s account can move it from here.',
      holder: 'Buyer',
      record: 'transfer → buyer',
      from: 1,
      to: 2,
      outcome: 'written',
    },
    {
      when: '12 December 2025, 16:03',
      title: 'Retired',
      body: 'Permanently locked, with a named beneficiary, within the financial year in which it is reported.',
      holder: 'Nobody: retired',
      record: 'retire EX-000417',
      from: 2,
      to: 3,
      outcome: 'final',
    },
    {
      when: '9 January 2026, 08:51',
      title: 'A second sale is attempted',
      body: 'Refused. A retired token can’t be transferred, so no entry is written.',
      holder: 'Nobody: retired',
      record: 'none: refused',
      from: 3,
      to: 3,
      outcome: 'refused',
    },
  ] satisfies LifeEntry[],
  caption:
    'Illustration. The tonne, the accounts, the times and the identifiers are invented; the order of the entries shows how the registry works.',
};

export const spread = {
  left: {
    title: 'The Problem',
    line: 'A tonne is invisible, so a seller that keeps its own list can sell it twice.',
    items: [
      {
        title: 'The same tonne sold to two buyers',
        body: 'Kept in a seller’s spreadsheet, the same tonne can be promised twice. Neither buyer sees the other’s copy.',
      },
      {
        title: 'Retirement proved by a PDF alone',
        body: 'A PDF can be issued again, or for units that no registry has retired, and nothing on it says so.',
      },
      {
        title: 'Ownership records spread over inboxes',
        body: 'When the auditor asks for the chain of ownership, developer, broker, reseller and buyer each have a part of it.',
      },
      {
        title: 'Every check depends on the seller',
        body: 'The seller being checked also does the checking, and in its own time.',
      },
    ],
  },
  right: {
    title: 'The Solution',
    line: 'Record who holds each unit, and let anyone read the record.',
    items: [
      {
        title: 'One token, one holder',
        body: 'To sell a token is to move it, and an account can’t move what it no longer has. Selling twice fails at the second attempt.',
      },
      {
        title: 'Retirement is final',
        body: `The token is permanently locked or burned. ${ledger.retirement}`,
      },
      {
        title: 'The history comes with the credit',
        body: 'Minting and each transfer are logged with their time. You receive the chain of ownership when you buy the credit.',
      },
      {
        title: 'Open to anyone',
        body: 'The record is a public explorer for people and has public APIs for software. Your assurance provider needn’t ask us.',
      },
    ],
  },
} satisfies Record<'left' | 'right', SpreadPage>;

export const steps = {
  eyebrow: 'How it works',
  title: 'Five steps, and whom you still have to trust',
  intro: 'For each step: who does it, whom you have to trust, and, where the record has that step, its newest entry.',
  steps: [
    {
      id: 'project-validation',
      title: 'Project Validation',
      body: 'Before a credit is issued, the project is checked against its standard, and an independent verifier confirms the tonnes of each monitoring period.',
      facts: [
        { label: 'Done by', value: 'The standard and its accredited verifiers' },
        { label: 'On the chain', value: 'Nothing yet' },
        { label: 'You trust', value: 'The methodology, the baseline and the verifier' },
      ],
    },
    {
      id: 'token-minting',
      recordedAs: 'receive',
      title: 'Token Minting',
      body: 'The metadata goes to distributed storage, and one token is created for each verified tonne, pointing at it.',
      facts: [
        { label: 'Done by', value: 'The registry' },
        { label: 'On the chain', value: 'Token number, link to the metadata, time' },
        { label: 'You trust', value: 'That the token and the standard’s serial number describe the same tonne. Compare the two' },
      ],
    },
    {
      id: 'transfer-logging',
      recordedAs: 'transfer',
      title: 'Transfer Logging',
      body: 'Each change of holder is an entry with two accounts and a time. An account can’t move a token it doesn’t hold.',
      facts: [
        { label: 'Done by', value: 'The present holder' },
        { label: 'On the chain', value: 'From, to, time' },
        { label: 'You trust', value: 'The contract that ties an account to a company' },
      ],
    },
    {
      id: 'retirement',
      recordedAs: 'retire',
      title: 'Retirement',
      body: 'On the holder’s instruction the token is permanently locked or burned. There is no resale and no reversal, whether by the buyer, by us or by a successor of either.',
      facts: [
        { label: 'Done by', value: 'The registry, on your written instruction' },
        { label: 'On the chain', value: 'The lock or burn, and its time' },
        { label: 'You trust', value: 'Your own instruction: a wrong year stays, with a correction beside it' },
      ],
    },
    {
      id: 'public-verification',
      title: 'Public Verification',
      body: 'Anyone with a serial number, a certificate number or its QR code can open the record, read it from the last entry back to the first, and check it.',
      facts: [
        { label: 'Done by', value: 'Anyone: auditor, customer, journalist' },
        { label: 'On the chain', value: 'Nothing: reading is not recorded' },
        { label: 'You trust', value: 'The operators of the permissioned network, as a group' },
      ],
    },
  ],
} as const satisfies Custody;

/** A function, because the address of the chain's explorer is a setting. */
export const functionalities = ({ chainExplorerUrl }: Company) =>
  ({
    title: 'Key Functionalities',
    cards: [
      {
        seal: 'Id',
        title: 'Unique tokens',
        body: 'Non-interchangeable by design: tonne 417 and tonne 418 of the same wood are two separate tokens.',
      },
      {
        seal: 'Md',
        title: 'Metadata on distributed storage',
        body: 'The documents are not held on any one company’s server, ours included, so they are not lost with a supplier.',
      },
      {
        seal: 'Tx',
        title: 'A log of every transfer',
        body: 'Immutable records: no entry is changed or deleted. A correction is a new entry, and the mistake stays visible.',
      },
      {
        seal: 'Rt',
        title: 'Final retirement',
        body: 'Locked or burned, according to the credit. In both cases the token can always be looked up and never be used again.',
      },
      {
        seal: 'Ex',
        title: 'Public explorer and APIs',
        body: 'The record is the public explorer, for people who want to look up one credit; its APIs are for systems that look up thousands.',
        link: ledger.record,
      },
      ...(chainExplorerUrl
        ? [
            {
              seal: 'Ch',
              title: 'The chain’s own explorer',
              body: 'Tokens can also be looked up there, beside the record.',
              link: { label: ledger.explorer, href: chainExplorerUrl },
            },
          ]
        : []),
      {
        seal: 'Pn',
        title: 'A permissioned network',
        body: 'Ethereum-based, with known operators and accounts that belong to identified businesses. Only they can move tokens. Anyone can read the record, to which Carma adds the entries.',
      },
    ],
  }) satisfies CardGroup;

export const benefits = {
  title: 'Benefits',
  intro: 'What each department can check for itself, and what it still needs.',
  caption: 'What each department can check on the record, and what has to come from elsewhere',
  columns: ['Department', 'Can check alone', 'Still needs'],
  rows: [
    ['Finance', 'That the tonnes paid for were delivered, and when', 'The invoice, for the price and the VAT'],
    [
      'Internal audit and assurance',
      'Chain of ownership, and the retirement with its time, from a source outside the company',
      'The verification report, for the tonnes',
    ],
    [
      'Sustainability lead',
      'Which vintages and projects the company owns, and which have been retired',
      'The company’s own emission reductions, which are reported separately',
    ],
    ['Communications and legal', 'A public record to link to from the claim', 'A sentence the record supports'],
    [
      'Procurement',
      'Whether a seller holds what is offered, before the order',
      'A contract that says who replaces credits that are not delivered',
    ],
  ],
} satisfies TableContent;

export const limits = {
  eyebrow: 'Limits',
  title: 'What a blockchain cannot prove',
  intro: 'Raise these five points with any seller who says “it’s on the blockchain”.',
  items: [
    {
      title: 'That the tonne is real',
      body: 'Software can’t weigh char or count stems. A false figure, once minted, stays false.',
      link: { label: 'Who verifies the tonnes: the standards', href: '/carbon-standards' },
    },
    {
      title: 'That it would not have happened anyway',
      body: 'Additionality is a judgement about what would have happened otherwise. No registry can record that.',
      link: { label: 'How ratings judge additionality', href: '/bezero' },
    },
    {
      title: 'That the carbon stays stored',
      body: 'A token can outlast the wood it stands for. Fire and felling are detected by people and satellites, and covered by a buffer pool, if at all.',
      link: { label: 'Permanence, in the guide', href: '/carbon-credits#tests' },
    },
    {
      title: 'That it was not sold through another registry too',
      body: 'A token is unique only within its own registry. The standard’s registry has to show the same tonne with the same status on the same day.',
    },
    {
      title: 'That its operators are independent',
      body: 'On a permissioned blockchain, named organisations confirm the entries. The history is only as reliable as those organisations are independent of one another, so ask us who they are.',
    },
  ],
} satisfies Ledger;

export const proof = { text: 'Try it on the record:', links: proofLinks } satisfies Note;

export const closing = {
  title: 'See what’s on sale, and go through the record',
  body: 'The catalogue shows today’s credits and prices. On a call we can take you and your auditor through the record line by line.',
  actions: [
    { label: 'View Projects', href: '/projects' },
    { label: 'Book a Call', href: '/book-call' },
  ],
} satisfies Closing;
