import type { PageMeta } from '#src/content/types.ts';

export const meta = {
  title: 'The record: every unit held, sold and retired | Carma',
  description:
    'What Carma holds, has reserved, sold and retired, unit by unit: a public log that anyone can check, with serial numbers, certificates and proofs.',
} satisfies PageMeta;

export const head = {
  title: 'The record',
  lede: 'Every carbon credit that Carma has received, and what became of it. Each line is an entry of a public log, which anyone can check without us.',
};

/** Shown wherever the record is of the sample projects. */
export const sample = 'Sample data: these units, names and retirements are invented, with the sample projects. They are worth nothing.';

export const search = {
  label: 'Search the record',
  field: 'Serial number, certificate, beneficiary or project',
  button: 'Search',
  nothing:
    'The record has nothing for “{q}”. Serial numbers are written as on the registry’s certificate; a certificate number begins with CR-.',
  serials: 'Where these units are now',
  certificates: 'Retirements for “{q}”',
  projects: 'Projects with units in the record',
};

export const figures = {
  title: 'Where the units are',
  empty: 'The record has not begun: no units have been received yet.',
  bar: 'All units of the record, by their state',
  states: {
    Held: { name: 'Held', meaning: 'Received and on sale.' },
    Reserved: { name: 'Reserved', meaning: 'Promised to a buyer until a day; given back after it.' },
    Transferred: { name: 'Sold', meaning: 'A buyer’s own, and not retired yet.' },
    Retired: { name: 'Retired', meaning: 'Used for a claim, once and for good.' },
    Cancelled: { name: 'Cancelled', meaning: 'Withdrawn, with the registry’s reason.' },
    Buffer: { name: 'Buffer', meaning: 'Set aside against reversals.' },
  },
  byRegistry: 'By registry',
  byVintage: 'By vintage',
  columns: { group: { registry: 'Registry', vintage: 'Vintage' }, total: 'Units' },
};

export const batches = {
  title: 'Batches',
  intro: 'A batch is a series of serial numbers that Carma received together: one registry, one project, one vintage.',
  columns: { batch: 'Batch', project: 'Project', serials: 'Serial numbers', vintage: 'Vintage', units: 'Units', held: 'On sale' },
  name: 'Batch {id}',
  expected: 'expected later',
};

export const entries = {
  title: 'Latest entries',
  older: 'Older entries',
  newest: 'Newest entries',
  columns: { entry: 'Entry', what: 'What happened', units: 'Units', project: 'Project', when: 'When' },
  kinds: {
    receive: 'Received',
    reserve: 'Reserved',
    release: 'Given back',
    transfer: 'Sold',
    retire: 'Retired',
    cancel: 'Cancelled',
    convert: 'Issued by the registry',
    correct: 'Correction',
  },
  for: 'for {beneficiary}',
  erased: 'a name that was erased',
  until: 'until {date}',
};

export const files = {
  label: 'The record as files',
  csv: 'Retirements as CSV',
  feed: 'Feed of retirements',
  checkpoint: 'Newest checkpoint',
  key: 'Public key of the log',
  verifier: 'carma-verify.mjs',
};

export const check = {
  title: 'How to check us without us',
  intro: 'It takes ten minutes, Node 20 and no account. The program is one file without dependencies; you can read all of it.',
  steps: [
    {
      title: 'Get the program and the key',
      body: 'Keep the key: whoever has it can tell our log from any other.',
      code: 'curl -O {origin}/carma-verify.mjs\ncurl {origin}/log/key > carma.key',
    },
    {
      title: 'Check a certificate, offline',
      body: 'Download it as JSON from its page. The program checks the signature, the place in the log and the names.',
      code: 'node carma-verify.mjs CR-000005.json --key carma.key',
    },
    {
      title: 'Follow the log',
      body: 'Save the checkpoint today. Run the second line next month: it fails if anything of the past was changed.',
      code: 'node carma-verify.mjs follow {origin}/log --key carma.key --save carma.checkpoint\nnode carma-verify.mjs follow {origin}/log --key carma.key --from carma.checkpoint',
    },
    {
      title: 'Download everything',
      body: 'Every entry, checked against the signed checkpoint. Each is plain JSON: add the units up yourself.',
      code: 'node carma-verify.mjs follow {origin}/log --key carma.key --mirror carma-log',
    },
  ],
  limits: {
    title: 'What this proves, and what it does not',
    items: [
      'It proves what Carma recorded, in which order, and that nothing of it was changed or taken back since.',
      'It proves that no serial number stands in two batches, or in two states, of this record.',
      'It does not prove that a unit exists, or that a tree grew: that is for the registry, the verifier and the standard. Each batch links to its registry.',
      'It does not prove that a unit was retired on the registry: compare the serial numbers with the registry’s own public pages.',
    ],
  },
  formats: 'Formats: RFC 6962 (the tree), C2SP tlog-tiles, signed notes and tlog-proof. Any client of these can follow the log.',
};

export const entry = {
  title: 'Entry {index}',
  back: { label: 'The record', href: '/record' },
  facts: {
    kind: 'What happened',
    when: 'Recorded',
    project: 'Project',
    units: 'Units',
    until: 'Reserved until',
    certificate: 'Certificate',
    beneficiary: 'Beneficiary',
    reference: 'Buyer’s reference',
    note: 'Note',
    purpose: 'Claimed for',
    reason: 'Reason',
    correction: 'What is right',
    refersTo: 'About',
    registry: 'Registry page',
  },
  entryName: 'Entry {index}',
  erased: 'Erased on request. Its hash is still in the entry.',
  correctedBy: 'This entry was corrected by',
  lines: 'Serial numbers',
  columns: { batch: 'Batch', series: 'Series', range: 'Numbers', units: 'Units', vintage: 'Vintage', type: 'Unit type' },
  proof: {
    title: 'Proof',
    body: 'The entry as the log has it, and the proof that it is entry {index} of {size}. Both are in the file.',
    json: 'Entry with proof (JSON)',
    proof: 'Proof (.tlog-proof)',
    verify: 'Check it',
    canonical: 'The entry as the log has it',
    none: 'The proof cannot be given at the moment: the log does not sign. Please try again later.',
  },
};

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
  issuances: { issued: 'Issued by the registry', expected: 'Expected later: not issued, cannot be retired' },
  ruler: 'The serial numbers of the batch, from the first to the last, by their state',
  holdings: 'Serial numbers by state',
  columns: { range: 'Numbers', units: 'Units', status: 'State', since: 'Since', entry: 'Entry' },
};

export const certificate = {
  title: 'Certificate of retirement',
  number: 'Certificate {number}',
  stamp: 'Sample',
  back: { label: 'The record', href: '/record' },
  labels: {
    quantity: 'Quantity',
    beneficiary: 'Retired for',
    retired: 'Retired on',
    purpose: 'Claimed for',
    project: 'Project',
    place: 'Place',
    standard: 'Standard',
    reference: 'Buyer’s reference',
    serials: 'Serial numbers',
    entry: 'Entry of the log',
    registry: 'Registry',
    vintage: 'Vintage',
    type: 'Unit type',
    adjustment: 'Corresponding adjustment',
  },
  unit: 'tCO₂e',
  erased: 'The name was erased on request',
  notGiven: 'Not given',
  claims: {
    title: 'What may be said',
    may: 'You may say',
    mayNot: 'You may not say',
    removal: '“{quantity} tCO₂e were removed from the air by {project}, and retired on our behalf.”',
    reduction: '“{quantity} tCO₂e were avoided or reduced by {project}, and retired on our behalf.”',
    always: 'That you paid for it in addition to reducing your own emissions, if you did.',
    not: [
      'That your own emissions are lower: credits are reported apart from them.',
      'That a product or the company is “carbon neutral”, without saying what was reduced, what was compensated and how.',
      'That the same tonnes are yours in another report: these serial numbers are used.',
    ],
    wcc: 'Units of the Woodland Carbon Code are claimed against emissions in the United Kingdom only.',
    source:
      'After ISO 14068-1, ESRS E1-7 and the Woodland Carbon Code’s rules for the use of units. This is no legal advice: ask your own adviser.',
  },
  files: {
    title: 'For your files',
    json: 'Certificate (JSON, with proof)',
    proof: 'Proof (.tlog-proof)',
    print: 'Print or save as PDF',
    verify: 'Check this certificate',
  },
  qr: 'A QR code that opens this page',
  proven:
    'The retirement is entry {index} of Carma’s public log, signed at {size} entries. The registry keeps the unit itself: compare the serial numbers there.',
};

export const verify = {
  meta: {
    title: 'Check a certificate or an entry of the record | Carma',
    description:
      'Paste or drop a certificate of retirement: your browser checks signature, place in the log and names, step by step, without asking us.',
  } satisfies PageMeta,
  title: 'Check a certificate',
  lede: 'Paste the JSON of a certificate or an entry, or choose its file. Your browser checks it here, step by step; nothing is sent to us but the questions to the public log.',
  noScripts:
    'Without JavaScript our server does the check, and it is the server that says so: for a check without us use carma-verify.mjs.',
  byServer: 'Checked by our server.',
  byBrowser: 'Checked in your browser.',
  field: 'Certificate or entry (JSON)',
  file: 'Or choose a file',
  button: 'Check',
  checking: 'Checking...',
  holds: 'Everything holds.',
  doesNotHold: 'This does not hold. Do not rely on it.',
  sample: 'It is sample data: invented, and worth nothing.',
  steps: {
    file: { name: 'The file can be read', holds: 'It is {found}.' },
    key: { name: 'The key is one of a log', holds: 'The log is {found}.' },
    ours: { name: 'It is this site’s own log', holds: 'The key is the one at /log/key.' },
    signature: { name: 'The checkpoint is signed by that key', holds: 'Signed over {found} entries.' },
    inclusion: { name: 'The entry is in the log', holds: 'It is entry {found}.' },
    entry: { name: 'The file says what the entry says', holds: 'It records: {found}.' },
    texts: { name: 'The names are those whose hashes are in the entry', holds: '{found} compared.' },
    consistency: { name: 'The log continues what this browser saw before', holds: '{found}' },
    live: { name: 'The serial numbers are retired, and nowhere else', holds: '{found}' },
  } as Record<string, { name: string; holds: string }>,
  notReached: 'Not reached',
  foreign: 'The key in the file is not the one of this site: it may be another log’s, or nobody’s.',
  proven:
    'What this proves: Carma recorded it so, and has not changed it since. What it does not prove: that the unit exists on the registry. Compare the serial numbers there.',
};
export type VerifyTexts = typeof verify;
