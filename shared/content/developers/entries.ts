import { moves } from '#verify/book.ts';
import { type OperationKind, operationKinds, textFields } from '#verify/entry.ts';
import { type RegistryKey, registries, registryKeys } from '#verify/registries.ts';
import { readSerial } from '#verify/serials.ts';

/** What a kind of entry says beside the states that it moves units between. */
const meanings: Record<OperationKind, string> = {
  receive: 'Brings the batch of its one line, whose units are Held. quantity: the units received.',
  reserve: 'Until the day in until. quantity: the units reserved, which belong to this entry.',
  release: 'refersTo: the reservation or assignment whose units these were. quantity: the units released.',
  assign: 'For a buyer, whose name is salted. quantity: the units assigned, which belong to this entry.',
  transfer:
    'They are sold. refersTo: the reservation or assignment that they belonged to; null for Held ones. quantity: the units sold, which belong to this entry.',
  retire: 'Has a certificate. refersTo: the entry that the units belonged to; null for Held ones. quantity: the units retired.',
  cancel: 'With a public reason. refersTo: as of retire. quantity: the units cancelled.',
  deliver:
    'Ends expected units: see below. quantity: the issued units that result, which is verified; expected: the units that ended. Has a certificate if a line is Retired.',
  confirm:
    'Moves nothing: lines is empty and quantity 0. confirmed: the units that the registry of their lines was seen to show as retired, of the retirement in refersTo.',
  correct:
    'Moves nothing: lines is empty and quantity 0. correction says what is right of the entry in refersTo, in words. With continues it says that this log goes on from one that ended, whose first entries stand before it: refersTo is null.',
};

/** Says between which states a kind of entry moves units, from the rules by which the record is replayed. */
function sayMovement(kind: OperationKind): string {
  const move = moves[kind];
  return move ? ` ${move.from.join(', ')} → ${move.to}${move.only ? `, ${move.only} units only` : ''}.` : '';
}

/** Says what identifies a unit of a registry, with the example of its own serials. */
function sayNumbering(registry: RegistryKey): string {
  const { name, example, refusal } = registries[registry];
  if (refusal !== undefined) return `${registry}: no units of ${name} are received.`;
  if (example === null)
    return `${registry}: ${name} publishes no serials, so units have a series and two numbers, counted within the series.`;
  const read = readSerial(example, { registry });
  if ('refusal' in read) throw new Error(`The example of ${registry} is not read: ${read.refusal}`);
  const { series, numbering, first, last } = read;
  return `${registry}: ${name} writes ${example}, which is series ${series}, numbers ${first} to ${last}, ${numbering === '' ? 'counted within the whole registry' : `counted within ${numbering}`}.`;
}

/** `page`: the page of the documentation that they are on. */
export const entryGuides = [
  {
    id: 'entry',
    page: 'entries',
    title: 'An entry',
    body: [
      'An entry is canonical JSON (RFC 8785) in UTF-8, of at most 65,535 bytes. Its index is its place in the log, from 0; pages and certificates tell people its number, from 1. The bytes are in /log/tile/entries/… as C2SP tlog-tiles has them, each entry after its length in two bytes, and their leaf is SHA-256(0x00, entry). The API gives the same entry as entry, and its bytes as canonical. The fields are described with the calls that return them.',
      'A program that meets a version above 1, or a kind that it does not know, cannot say whether the entry is right, and stops there. Fields that it does not know it ignores.',
      'time is ISO 8601 in UTC with milliseconds and a Z, from the database’s clock, taken once for all entries of a transaction: several may have the same, and none is before that of the entry before. Days (vintageStart, registryRetiredOn, checkedOn) are ISO 8601 without a time; until is a day in London, which the units are reserved to the end of.',
      `${textFields.join(', ')}: SHA-256(salt, text), with a salt of 32 bytes; text and salt are beside the log and can be erased. operation and request are keyed hashes of the idempotency key and the request, which tell nobody anything.`,
    ],
  },
  {
    id: 'entry-kinds',
    page: 'entries',
    title: 'Kinds, states and quantities',
    body: [
      'Each unit is in one state: Held, Reserved, Assigned, Transferred (sold), Retired, Cancelled, Delivered or Not delivered. The last four are final. lines has the units that an entry moves, as ranges of numbers of one batch, first and last included; quantity of a line is last − first + 1. Where units are of several projects, project is null and each line has its own.',
    ],
    points: operationKinds.map((kind) => `${kind}:${sayMovement(kind)} ${meanings[kind]}`),
  },
  {
    id: 'entry-delivery',
    page: 'entries',
    title: 'The lines of a delivery',
    body: [
      'Only deliver gives its lines a status, and an owner where they belong to an entry. A line of a batch that was there before and is issued: expected units became issued under the same numbers. One that stays expected and is Delivered: its units were issued under other numbers, which received brings as batches and further lines of the entry divide among their owners. Not delivered: they were never issued. A surplus is Held.',
      'owners lists who expected how many units and gets how many, in the order in which they are served; owner null stands for Held units. Each owner gets as many units, in the same state, as the delivery states. Units that are Retired at once are those of the assignment in refersTo.',
    ],
  },
  {
    id: 'entry-units',
    page: 'entries',
    title: 'Which units are the same',
    body: [
      'A unit is registry, numbering and number. registry is a key; the numbering is what the registry counts within, read from series: in some the whole registry, in others the series or the issuance. Two receptions of one unit contradict each other, however their series are spelt: case, blanks, invisible characters, kinds of dash and zeros in front of a number make no difference. batch is the number by which later entries name what a reception brought.',
    ],
    points: registryKeys.map(sayNumbering),
  },
  {
    id: 'entry-owners',
    page: 'entries',
    title: 'Who owns what, and certificates',
    body: [
      'Units that are Reserved, Assigned or Transferred belong to the entry that made them so, or that a delivery names as their owner. But for deliver, only an entry whose refersTo is that entry may move them; Held units are moved by an entry whose refersTo is null.',
      'An entry that retires units has a certificate, and no other has one: CR- and its number, which is its index plus 1, with at least six digits. In a log that continues one of which entries were lost, the number of lost entries is added, so that no number is given twice.',
      'A retirement is dated by the registry’s day: registryRetiredOn of the entry, else that of a confirm of the unit, else the UTC day of time. Once the retirement was corrected, the confirm goes before the entry. A confirm that was corrected counts no longer, whatever becomes of its correction; what is right stands in words, so no correction moves a unit.',
    ],
    samples: [
      { label: 'curl', code: "curl '{origin}/api/v1/record/entries?limit=5'\ncurl '{origin}/log/log.json'" },
      {
        label: 'carma-verify',
        code: 'node carma-verify.mjs follow {origin}/log --key carma.key   # replays every entry by these rules',
      },
    ],
  },
];
