import type { OperationKind } from '#verify/entry.ts';
import { reply } from './reply.ts';
import { shortlist } from './shortlist.ts';
import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Your quote, and where it stands | Carma',
  description: 'The lines and totals of one request for a quote, how long its prices hold, and what has become of its credits.',
} satisfies PageMeta;

export const quotePage = {
  back: { label: 'All projects', href: '/projects' },
  title: 'Quote request',
  lede: 'The projects, tonnes and prices you asked about, and what has become of them since.',
  /** The heading that says how far the quote has come. {until}: the last day of a reservation. */
  standing: {
    received: 'Received',
    answered: 'Answered',
    reserved: 'Reserved until {until}',
    sold: 'Sold to you',
    retired: 'Retired',
    /** Where only some of the tonnes have come so far. */
    some: { reserved: 'Partly reserved, until {until}', sold: 'Partly sold to you', retired: 'Partly retired' },
  },
  next: {
    received: `${reply} Nothing is reserved yet.`,
    answered: 'Our written quote was sent to the address in your request. Nothing is reserved until you accept it.',
    record: 'A step with an entry number is on the public record, where anyone can check it without asking us.',
  },
  steps: {
    title: 'Where it stands',
    received: 'Request received',
    answered: 'Written quote sent',
    /** By the kind of the entry. */
    entries: {
      reserve: 'Reserved',
      assign: 'Assigned to you, to be delivered once issued',
      transfer: 'Sold to you',
      retire: 'Retired',
      deliver: 'Delivered and retired',
      release: 'No longer reserved',
      cancel: 'Cancelled',
    } satisfies Partial<Record<OperationKind, string>>,
    tonnes: '{count} t',
    entry: 'Entry {entry}',
    certificate: 'Certificate {number}',
  },
  lines: {
    title: 'What you asked for',
    caption: 'Prices are per credit, excl. VAT, from the catalogue on {day}.',
    columns: shortlist.table.columns,
    units: { issued: shortlist.table.units.issued, expected: 'Pending', notStated: 'Issuance not stated' },
    delivered: ', forecast by {day}',
    sample: 'An invented sample.',
    /** Of a line's tonnes. */
    states: { reserved: '{count} t reserved', sold: '{count} t sold to you', retired: '{count} t retired' },
    tonnes: 'Total tonnes',
    subtotal: shortlist.table.subtotal,
    vat: 'VAT at {percent}%',
    total: shortlist.table.total,
  },
  later: 'You need the credits by {day}, and accept pending credits later, as forecast beside them.',
  by: 'You need the credits by {day}.',
  holds: 'These prices hold until the end of {until}, London time.',
  expired: 'These prices held until the end of {until}. To buy at today’s prices, ask again.',
  again: { open: 'See these projects at today’s prices', label: 'Change the list or ask again' },
  questions: 'Questions, or files to add? Give this reference when you write to',
  privacy: {
    title: 'Who can read this page',
    body: 'Whoever has its address: send it to an auditor, or keep it to yourself. Search engines are told to leave it out, and it names nobody. We delete it when you ask us to, and otherwise {months} after your request. Once credits have been reserved for you or sold to you, it stays with the records of your order. Entries on the public record remain.',
  },
  print: 'Print',
} as const;
