import type { CardGroup, Closing, Custody, Hero, Ledger, LifeLedger, PageMeta, Spread, TableSection, TokenLabel } from './types.ts';

export const meta = {
  title: 'Blockchain verified carbon credits | Carma',
  description:
    'How one tonne is minted, transferred, retired and looked up on a permissioned, Ethereum-based registry, what that settles for an audit, and what it cannot.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Blockchain registry',
  title: 'Blockchain Verified Carbon Credits',
  lede: 'Each credit is a unique token for one tonne of CO₂ equivalent. Who held it, when it moved and when it was used up stand in a ledger that keeps its old entries when new ones arrive.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Follow One Tonne', href: '#life' },
  ],
} satisfies Hero;

/** The tonne that `life` follows. */
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
} satisfies TokenLabel;

export const life = {
  eyebrow: 'The life of one tonne',
  title: 'The line moves only when an entry is written',
  intro: 'Read it downwards. After retirement the line has nowhere left to go, and the last row shows what happens when somebody tries.',
  lanes: ['Developer', 'Carma', 'Buyer', 'Retired'],
  labels: { holder: 'Held by', record: 'Entry' },
  entries: [
    {
      when: '03 Mar 2025, 10:14',
      title: 'Metadata stored',
      body: 'Project, standard, vintage and verification report go to distributed storage. Their fingerprint is fixed, so that a changed comma would show.',
      holder: 'Developer',
      record: 'metadata 7f3a…c21e',
      to: 0,
      outcome: 'written',
    },
    {
      when: '05 Mar 2025, 09:02',
      title: 'Token minted',
      body: 'One verified tonne becomes one token. Its number is given once.',
      holder: 'Developer',
      record: 'mint EX-000417',
      from: 0,
      to: 0,
      outcome: 'written',
    },
    {
      when: '19 Mar 2025, 14:40',
      title: 'Transferred to the seller',
      body: 'The tonne enters the catalogue. The developer’s account can no longer offer it.',
      holder: 'Carma',
      record: 'transfer → Carma',
      from: 0,
      to: 1,
      outcome: 'written',
    },
    {
      when: '02 Sep 2025, 11:25',
      title: 'Transferred to the buyer',
      body: 'Sold. Only the buyer’s account can move it from here.',
      holder: 'Buyer',
      record: 'transfer → buyer',
      from: 1,
      to: 2,
      outcome: 'written',
    },
    {
      when: '12 Dec 2025, 16:03',
      title: 'Retired',
      body: 'Permanently locked, with a named beneficiary, inside the financial year that it is reported in.',
      holder: 'Nobody: retired',
      record: 'retire EX-000417',
      from: 2,
      to: 3,
      outcome: 'retired',
    },
    {
      when: '09 Jan 2026, 08:51',
      title: 'A second sale is tried',
      body: 'Refused. A retired token has no transfer left in it, so nothing is written and the line stays where it is.',
      holder: 'Nobody: retired',
      record: 'none: refused',
      from: 3,
      to: 3,
      outcome: 'refused',
    },
  ],
  caption:
    'Illustration. The tonne, the accounts, the times and the identifiers are invented; the order of the entries is how the registry works.',
} satisfies LifeLedger;

export const spread = {
  left: {
    title: 'The Problem',
    line: 'A tonne is invisible, so whoever keeps the list can sell it again.',
    items: [
      {
        title: 'Two buyers, one row',
        body: 'Kept in a seller’s spreadsheet, the same tonne can be promised twice. Neither buyer sees the other’s copy.',
      },
      {
        title: 'Retirement by attachment',
        body: 'The proof of use is a PDF. It can be issued again for units that were never cancelled.',
      },
      {
        title: 'A chain of inboxes',
        body: 'Developer, broker, reseller, buyer: when the auditor asks for the chain of ownership, it is spread over four companies’ email.',
      },
      {
        title: 'Proof by appointment',
        body: 'Every check goes through the party that is being checked, and takes as long as that party likes.',
      },
    ],
  },
  right: {
    title: 'The Solution',
    line: 'Let the tonne carry its own list, and let anyone read it.',
    items: [
      {
        title: 'One token, one holder',
        body: 'To sell a token is to move it, and an account cannot move what it no longer has. Selling twice fails at the second attempt.',
      },
      {
        title: 'Retirement ends it',
        body: 'The token is permanently locked or burned. The certificate is a picture of that entry; the entry is the proof.',
      },
      {
        title: 'The history travels along',
        body: 'Minting and each transfer are logged with their time. The chain of ownership comes with the credit when you buy it.',
      },
      {
        title: 'Open to a stranger',
        body: 'A public explorer for people, public APIs for software. Your assurance provider needs no favour from us.',
      },
    ],
  },
} satisfies Spread;

export const steps = {
  eyebrow: 'How a credit gets there',
  title: 'Five steps, and whom you still have to trust',
  intro: 'A chain does not do away with trust. It moves it to places where you can name it.',
  steps: [
    {
      id: 'project-validation',
      title: 'Project Validation',
      body: 'Before there is anything to record, the project is checked against its standard, and an independent auditor verifies the tonnes of each monitoring period. No verified tonne, no token.',
      facts: [
        { label: 'Done by', value: 'The standard and its accepted auditors' },
        { label: 'On the chain', value: 'Nothing yet' },
        { label: 'You trust', value: 'The method, the baseline and the auditor' },
      ],
    },
    {
      id: 'token-minting',
      title: 'Token Minting',
      body: 'The metadata goes to distributed storage, and one token is created for each verified tonne, pointing at it.',
      facts: [
        { label: 'Done by', value: 'The registry' },
        { label: 'On the chain', value: 'Token number, link to the metadata, time' },
        { label: 'You trust', value: 'That the token and the standard’s own serial number describe the same tonne. Compare the two' },
      ],
    },
    {
      id: 'transfer-logging',
      title: 'Transfer Logging',
      body: 'Each change of holder is an entry with two accounts and a time. An account cannot move a token that it does not hold.',
      facts: [
        { label: 'Done by', value: 'The present holder' },
        { label: 'On the chain', value: 'From, to, time' },
        { label: 'You trust', value: 'The contract that ties an account to a company' },
      ],
    },
    {
      id: 'retirement',
      title: 'Retirement',
      body: 'On the holder’s instruction the token is permanently locked or burned. There is no resale and no reversal, for the buyer, for us or for anyone who takes over either.',
      facts: [
        { label: 'Done by', value: 'The registry, on your written instruction' },
        { label: 'On the chain', value: 'The lock or burn, and its time' },
        { label: 'You trust', value: 'Your own instruction. A wrong year stays wrong' },
      ],
    },
    {
      id: 'public-verification',
      title: 'Public Verification',
      body: 'Anyone with the token number or the QR code of the certificate can open the record and read it from the last entry back to the first.',
      facts: [
        { label: 'Done by', value: 'Anyone: auditor, customer, journalist' },
        { label: 'On the chain', value: 'Nothing. Reading leaves no mark' },
        { label: 'You trust', value: 'The operators of the permissioned network, as a group' },
      ],
    },
  ],
} satisfies Custody;

export const functionalities = {
  eyebrow: 'What the registry does',
  title: 'Key Functionalities',
  cards: [
    {
      mark: 'Id',
      title: 'Unique tokens',
      body: 'Non-interchangeable by design: tonne 417 of a wood and tonne 418 of the same wood are two records.',
    },
    {
      mark: 'Md',
      title: 'Metadata on distributed storage',
      body: 'The documents do not sit on one company’s server, ours included. Losing a supplier does not lose the file.',
    },
    {
      mark: 'Tx',
      title: 'A log of every transfer',
      body: 'New entries are added below old ones. A correction is a new entry, so that the mistake stays readable too.',
    },
    {
      mark: 'Rt',
      title: 'Final retirement',
      body: 'Locked or burned, according to the credit. In both cases the token can be looked up for ever and used never again.',
    },
    {
      mark: 'Ex',
      title: 'Public explorer and APIs',
      body: 'One screen for a person with one question, and an interface for a system that has ten thousand.',
      link: { label: 'See the tracking panels', href: '/impact-hub' },
    },
    {
      mark: 'Pn',
      title: 'A permissioned network',
      body: 'Ethereum-based, with known operators and accounts that belong to identified businesses. Reading is open to all; writing is not.',
    },
  ],
} satisfies CardGroup;

export const benefits = {
  eyebrow: 'Who gains what',
  title: 'Benefits',
  intro: 'Sorted by the person who would otherwise have had to write to us.',
  table: {
    caption: 'What each reader can settle from the registry, and what still has to come from elsewhere',
    columns: ['Reader', 'Can settle alone', 'Still needs'],
    rows: [
      ['Finance', 'That the tonnes paid for arrived, and on which date', 'The invoice, for the price and the VAT'],
      [
        'Internal audit and assurance',
        'Chain of ownership, retirement and its time, from a source outside the company',
        'The verification report, for the tonnes',
      ],
      [
        'Sustainability lead',
        'Which vintages and projects are held, and which are used',
        'The reduction figures that credits may not touch',
      ],
      ['Communications and legal', 'A public record to link to from the claim', 'A sentence that the record supports'],
      ['Procurement', 'Whether a seller holds what is offered, before the order', 'A contract that says who replaces a failed delivery'],
    ],
  },
} satisfies TableSection;

export const limits = {
  eyebrow: 'The other half',
  title: 'What a chain cannot prove',
  intro: 'Put these five to any seller who answers “it is on the blockchain”.',
  items: [
    {
      title: 'That the tonne is real',
      body: 'Code cannot weigh char or count stems. A false figure, once minted, is false for good and very well preserved.',
      link: { label: 'Who does the checking: the standards', href: '/carbon-standards' },
    },
    {
      title: 'That it would not have happened anyway',
      body: 'Additionality is a judgement about a world that did not come to pass. No ledger holds entries from there.',
      link: { label: 'How ratings judge additionality', href: '/bezero' },
    },
    {
      title: 'That the carbon stays put',
      body: 'A token outlives the wood it stands for. Fire and felling are seen by people and satellites, and covered by a buffer pool, if at all.',
      link: { label: 'Permanence, in the guide', href: '/carbon-credits#tests' },
    },
    {
      title: 'That no other register sold it too',
      body: 'Uniqueness ends at the edge of the ledger. The standard’s own register has to show the same tonne with the same status on the same day.',
    },
    {
      title: 'That its keepers are independent',
      body: 'On a permissioned chain, named organisations confirm the entries. The history is as firm as they are independent of one another, so ask us who they are.',
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'Choose the project first. Then read its ledger.',
  body: 'The catalogue shows what is for sale today. On a call we can go through a record line by line with your auditor listening.',
  actions: [
    { label: 'View Projects', href: '/projects' },
    { label: 'Open the Record', href: '/record' },
    { label: 'Book a Call', href: '/book-call' },
  ],
} satisfies Closing;
