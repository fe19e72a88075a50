import { ledger } from '#shared/content/ledger.ts';
import { audit } from '#shared/content/projects/audit.ts';
import type { PageMeta } from '#shared/content/types.ts';
import { factWords as words } from '#verify/certificate.ts';
import { checkWords } from '#verify/words.ts';

export const meta = {
  title: 'The record: units held, sold and retired | Carma',
  description:
    'Carbon credits Carma has received, reserved, sold and retired, in a public log anyone can check: serial numbers, certificates and proofs.',
} satisfies PageMeta;

export const head = {
  title: 'The record',
  lede: 'Credits received, reserved, sold and retired, entry by entry, in a public log anyone can check without us. Projects whose units aren’t on it yet say so.',
};

/** Shown wherever the record contains sample data. */
export const sample = 'Sample data: invented, and without value.';

export const search = {
  label: 'Search the record',
  field: 'Serial number, certificate, entry, batch, beneficiary or project',
  button: 'Search',
  nothing:
    'Nothing on the record matches “{q}”. Enter serial numbers as the registry writes them; certificate numbers begin with CR-, and an entry is found as “entry 12”.',
  unknown: 'Nothing on the record has the number “{q}”. Check it for typing errors.',
  serials: 'Where these units are now',
  moreSerials: 'There are more than are listed here: the page of a batch has all of its units.',
  /** How units got there. The last lane has the name of a final state. */
  way: {
    title: 'How {serial} got there',
    lanes: ['Held', 'Reserved', 'Sold'] as const,
    labels: { status: 'Status', entry: 'Entry', certificate: 'Certificate' },
    caption: '{entries} that moved these units, the oldest first. The line runs under the status that they then had.',
    entries: { all: 'Every entry', last: 'The last {count} entries' },
    first: 'Drawn: the first {count}. A batch’s page lists the others.',
  },
  retired: '{beneficiary}: {quantity} tCO₂e retired, {certificates}',
  retirements: 'Retirements for “{q}”',
  /** The table of certificates, here and in a disclosure pack. */
  certificates: {
    columns: { certificate: 'Certificate', beneficiary: 'Retired for', projects: 'Projects', quantity: 'tCO₂e', retired: 'Retired on' },
    erased: 'Name erased, or not on file',
    recorded: 'Recorded by Carma: {date}',
  },
  pack: 'Disclosure pack for these certificates',
  projects: 'Projects with units on the record',
  moreNames: 'There are more than are listed here: enter more of the name.',
} as const;

/** Below a table that is not whole. */
export const newest = 'The newest {count} are shown. All of them, from the API: ';

/** Shown where the site's database login owns the tables of the record, so that the database cannot protect them from the site. */
export const ownTables =
  'The database login that this site uses owns the tables of the record. So the database can’t refuse a change by somebody who has taken over the site: only the daily audit, and whoever follows the log, would notice it.';

export const failed = { text: 'The record is unavailable at the moment.', again: 'Try Again' };

/** How much of retired tonnes is confirmed, wherever a sum of them stands. */
export const confirmation = {
  all: 'All of it confirmed at the registry.',
  none: 'Recorded by Carma, not yet confirmed at the registry.',
  some: '{confirmed} confirmed at the registry; {open} recorded by Carma, not yet confirmed there.',
} as const;

export const figures = {
  title: 'Units by status',
  empty: 'No units have been received yet.',
  forSale: 'Of the units held, {issued} are issued and {expected} pending.',
  states: {
    Held: { name: 'Held', meaning: 'Received; neither reserved nor sold.' },
    Reserved: { name: 'Reserved', meaning: 'Promised to a buyer until a set date, and released if not bought by then.' },
    Assigned: { name: 'Assigned', meaning: 'Promised to a buyer before the registry has issued them.' },
    Transferred: { name: 'Sold', meaning: 'Owned by a buyer or, if pending, owed to one; not retired yet.' },
    Retired: { name: 'Retired', meaning: 'Cannot be sold or used again.' },
    Cancelled: { name: 'Cancelled', meaning: 'Withdrawn, with the registry’s reason.' },
    Delivered: { name: 'Delivered', meaning: 'Was pending, and replaced by issued units with serial numbers of their own.' },
    'Not delivered': { name: 'Not delivered', meaning: 'Was pending, and never issued: fewer tonnes were verified.' },
  },
  byGroup: 'Units by registry and vintage',
  byRegistry: 'By registry',
  byVintage: 'By vintage',
  columns: { group: { registry: 'Registry', vintage: 'Vintage' }, total: 'Units' },
};

/** What came in, was reserved, sold and retired lately. */
export const movements = {
  title: 'Units in the last 12 months',
  month: '{units} in the last 30 days',
  note: 'A unit counts in each step it took, on the day on which Carma recorded it.',
} as const;

export const batches = {
  title: 'Batches',
  intro: 'A batch is a range of serial numbers Carma received together, all of one registry, one project and one vintage.',
  columns: { batch: 'Batch', project: 'Project', serials: 'Serial numbers', vintage: 'Vintage', units: 'Units', held: 'Held' },
  name: 'Batch {id}',
  expected: 'pending',
} as const;

export const entries = {
  title: 'Latest entries',
  before: 'Entries before {number}',
  older: 'Older entries',
  newest: 'Newest entries',
  columns: { entry: 'Entry', what: 'What happened', units: 'Units', project: 'Project', when: 'When (UTC)' },
  kinds: checkWords.kinds,
  for: 'for {beneficiary}',
  erased: 'a name that was erased',
  notOnFile: 'a name that is not on file',
  /** Reservations end with a day in London; all other days of the record are UTC's. */
  until: 'until {date}, London time',
} as const;

/** What later entries say about an entry. */
export const later = {
  ...words.later,
  corrected: 'This entry was corrected',
  correctedRetirement: 'This retirement was corrected',
  correctedBy: 'Corrected with entry {entry}',
  confirmed: 'Confirmed at the registry',
} as const;

export const files = {
  label: 'Download the record',
  csv: 'Retirements as CSV',
  feed: 'Feed of retirements',
  disclosure: 'Disclosure pack for your certificates',
  checkpoint: 'Newest checkpoint',
  key: 'Public key of the log',
  keys: 'Public keys, with their periods',
  policy: 'Witnesses asked for',
  verifier: 'carma-verify.mjs',
};

export const trust = {
  title: 'Who watches the log, and which keys sign it',
  witnesses: {
    title: 'Independent witnesses',
    about:
      'A witness remembers the last state of the log it saw, and signs a newer one only if it continues that. So if somebody else were shown a different log, it would be noticed.',
    none: 'No independent witness watches this log. If we showed you a different log from everyone else’s, you couldn’t tell from here. Keep a checkpoint, and compare it with someone else’s.',
    unseen: '{count} are asked, and {needed} must have seen a state of the log. No state has been seen by as many yet.',
    seen: '{seen} of {count} independent witnesses have seen the log of {size}, at {time}. Certificates rest on what {needed} have seen.',
    newer: 'Entries since then, not seen by as many yet: {newer}.',
    policy: 'Our check uses the policy this site publishes at /log/policy. With carma-verify.mjs you can use a policy of your own.',
  },
  keys: {
    title: 'Keys that sign the log',
    about: 'A key is replaced now and then. Whatever an earlier one signed remains valid, because today’s log continues it.',
    current: 'Signs since {from}',
    ended: 'Signed from {from} until {until}',
    announced: 'Signs the next checkpoint',
  },
} as const;

export const check = {
  title: 'How to check the record yourself',
  intro: 'Your browser can check a certificate, step by step, and says what each step proves.',
  verify: { label: 'Check a certificate', href: '/verify' },
  /** Opens the commands. */
  engineers: 'For your engineers',
  commands:
    'It takes about ten minutes and needs Node 20 or newer, but no account. The program is a single file without dependencies, so you can read all of it.',
  steps: [
    {
      title: 'Get the program and the keys',
      body: 'Keep the file with the keys: with it you can tell our log from any other, even after a key has been replaced.',
      code: 'curl -O {origin}/carma-verify.mjs\ncurl {origin}/log/keys > carma.key',
    },
    {
      title: 'Check a certificate, offline',
      body: 'Download it as JSON from its page. The program checks the signature, the entry’s place in the log and the names.',
      code: 'node carma-verify.mjs CR-000003.json --key carma.key',
    },
    {
      title: 'Follow the log',
      body: 'The program reads every entry and checks that no unit is there twice or has two statuses. It saves the log’s signed summary, the checkpoint. Run the same line next month: it fails if an earlier entry has been changed.',
      code: 'node carma-verify.mjs follow {origin}/log --key carma.key --from carma.checkpoint --save carma.checkpoint',
    },
    {
      title: 'Keep a copy',
      body: 'The folder is the log itself: put it on any web server, and others can follow it there without us. Next time, only what’s new is downloaded. The file entries.jsonl has every entry as a line of JSON.',
      code: 'node carma-verify.mjs follow {origin}/log --key carma.key --mirror carma-log',
    },
  ],
  limits: {
    title: 'What this proves, and what it doesn’t',
    items: [
      'It proves what Carma recorded, in which order, and that nothing has been changed or removed since.',
      'It proves that no serial number is in two batches or has two statuses on this record.',
      'It does not prove that a unit exists, or that a tree grew: that is for the registry, the verifier and the standard. A batch links to its registry where that has public pages.',
      `It does not prove that a unit was retired on the registry. ${ledger.retirement}`,
    ],
  },
  formats:
    'Formats: RFC 6962 (the tree), C2SP tlog-tiles, signed notes and tlog-proof. Any client for these formats can follow the log. It describes itself at /log/log.json.',
} as const;

export const entry = {
  title: 'Entry {entry}',
  back: { label: 'The record', href: '/record' },
  facts: {
    kind: 'What happened',
    when: 'Recorded',
    project: 'Project',
    projects: 'Projects',
    units: 'Units',
    certificate: 'Certificate',
    index: 'Index, for programs and the API',
    expected: 'Pending units closed',
    verified: 'Verified and issued',
    refersTo: 'Refers to',
  },
  /** Of each fact of an operation (shared/schemas/record.ts). */
  stated: {
    ...checkWords.fields,
    until: 'Reserved until (London time)',
    reason: 'Reason',
    held: 'Held according to',
    registryRetiredOn: 'Retired in the registry on',
    registryRetirementId: 'Retirement in the registry',
    registryUrl: 'Registry page',
    source: 'Shown by the registry in',
    checkedByRole: 'Checked by',
    checkedOn: 'Checked on',
    correction: 'Correction',
  },
  erased: 'Erased on request. Its hash remains in the entry.',
  notOnFile: 'Not on file since our database was restored. The holder’s certificate file still has it; its hash remains in the entry.',
  lines: 'Serial numbers',
  columns: {
    project: 'Project',
    batch: 'Batch',
    units: 'Units',
    vintage: 'Vintage',
    type: 'Unit type',
    status: 'Status',
  },
  owners: {
    title: 'Who receives the units',
    nobody: 'Not promised to anybody',
    columns: { owner: 'Promised with', status: 'Status', expected: 'Pending', delivered: 'Delivered' },
  },
  proof: {
    title: 'Proof',
    body: 'The JSON file has the entry as it is in the log, and the proof that it is entry {entry} of {size}. The other file has the proof alone.',
    json: 'Entry with proof (JSON)',
    proof: 'Proof (.tlog-proof)',
    verify: 'Check it',
    canonical: 'The entry as it is in the log',
    none: 'The proof is not available at the moment because the log cannot sign. Please try again later.',
  },
} as const;

export const batch = {
  title: 'Batch {id}',
  facts: {
    project: 'Project',
    registry: 'Registry',
    serial: 'Serial number',
    range: 'Numbers',
    units: 'Units',
    vintage: 'Vintage',
    type: 'Unit type',
    issuance: 'Issuance',
    received: 'Received with',
    link: 'Registry page',
  },
  issuances: {
    issued: 'Issued by the registry',
    expected: 'Pending: not issued yet, cannot be retired',
    ended: 'Was pending: delivered under other serial numbers, not delivered, or cancelled',
  },
  corrected: 'The entry with which this batch was received was corrected',
  bar: 'The serial numbers of the batch, from first to last, by status',
  holdings: 'Serial numbers by status',
  more: 'Next serial numbers',
  columns: { range: 'Numbers', units: 'Units', status: 'Status', since: 'Since (UTC)', entry: 'Entry' },
} as const;

export const certificate = {
  title: 'Certificate of retirement',
  number: 'Certificate {number}',
  stamp: 'Sample',
  back: { label: 'The record', href: '/record' },
  ...words.texts,
  unit: 'tCO₂e',
  serials: 'Serial numbers',
  claims: {
    title: 'What you may claim',
    may: 'You may say',
    later: 'You may say once the registry’s retirement is confirmed here',
    mayNot: 'You may not say',
    sentence: '“{parts} were retired on our behalf.”',
    recorded: '“Carma recorded the retirement of {parts} on our behalf. The registry has yet to confirm it.”',
    removed: '{quantity} tCO₂e removed from the air by {project}',
    reduced: '{quantity} tCO₂e reduced by {project}',
    avoided: '{quantity} tCO₂e avoided by {project}',
    several: '{count} projects',
    always: 'That you paid for this in addition to reducing your own emissions, if that is true.',
    not: [
      'That your own emissions are lower: credits are reported separately from them.',
      'That a product or the company is “carbon neutral”, without saying what was reduced, what was compensated for and how.',
      'That the same tonnes count in another claim: these serial numbers have been used.',
    ],
    notYet: 'That the {quantity} tCO₂e that are not yet confirmed at the registry were retired.',
    corrected: 'This retirement was corrected. Read the correction first: it may change what you may say.',
    ukOnly: 'That units of the Woodland Carbon Code or the Peatland Code count against emissions outside the United Kingdom.',
    source:
      'Based on ISO 14068-1:2023, ESRS E1-7 as adopted in 2023, and the rules of the Woodland Carbon Code and the Peatland Code on carbon statements. This is not legal advice: ask your own adviser.',
  },
  files: {
    title: 'For your files',
    pdf: 'Certificate (PDF, with the JSON inside)',
    json: 'Certificate (JSON, with proof)',
    'tlog-proof': 'Proof (.tlog-proof)',
    print: 'Print this page',
    verify: 'Check this certificate',
    disclosure: 'Disclosure pack (CSRD, AB 1305, CAD Trust)',
  },
  pdf: {
    sample: 'Sample: invented, and without value',
    more: '{count} more ranges of serial numbers are in the attached {number}.json and on the certificate’s page.',
    check: 'How to check this certificate',
    log: 'For your auditor: the log {origin} is at {log}, and the key {key} signed it.',
    howToCheck:
      'A PDF can be edited: open the address below or scan the code, and compare. To check without us, save {number}.json, which is attached to this file, and run carma-verify.mjs from our record page.',
    otherScript: '(in a script that this file cannot print: see the attached JSON or the page)',
  },
  qr: 'A QR code that opens this certificate’s page',
  knownUpTo: 'Later corrections and confirmations are shown up to entry {size}. For anything newer, open the address.',
  proven: `This retirement is entry {entry} of {size} in Carma’s public record. ${ledger.retirement}`,
} as const;

/** The words of a certificate's facts. */
export const certificateWords = { texts: certificate, later, adjustments: audit.questions.adjustment.values };
