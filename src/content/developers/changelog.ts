import type { PageMeta } from '../types.ts';

/** A change of the API that clients may want to know of. */
export type ApiChange = { id: string; date: string; title: string; body: string[] };

export const changelog = {
  meta: {
    title: 'Changes of the API | Carma',
    description: 'What is new in the Carma API, what is deprecated, and until when it works. Also as a feed and as JSON.',
  } satisfies PageMeta,
  eyebrow: 'Developers',
  title: 'Changes of the API',
  lede: 'What is new, what is deprecated, and until when it works. Within version 1 nothing else changes.',
  feed: { label: 'Atom feed', href: '/developers/changelog.xml' },
  json: { label: 'JSON feed', href: '/developers/changelog.json' },
  back: { label: 'Developers', href: '/developers' },
};

/** The newest first. `id` is its anchor, and never changes. */
export const apiChanges: ApiChange[] = [
  {
    id: 'unsigned-receipts',
    date: '2026-11-27',
    title: 'A receipt may come before its checkpoint',
    body: [
      'checkpoint of the receipt of an operation on the record may be null: the entry is stored, and could not be signed at once. Any later checkpoint at /log/checkpoint covers it. Before, such an operation was answered with 503 although it was stored.',
    ],
  },
  {
    id: 'prices-of-lines',
    date: '2026-11-27',
    title: 'A quote at the price that you saw',
    body: [
      'A line of POST /api/v1/quotes may have pricePerCredit, in pence. If the catalogue has another price, the answer is 409 prices_changed with the price now, and nothing is stored. The answer to a request that is stored has the total.',
    ],
  },
  {
    id: 'fields-of-lines',
    date: '2026-11-26',
    title: 'Unknown fields of a line are refused',
    body: [
      'A field of a line of POST /api/v1/baskets and /api/v1/quotes that has no effect is refused, as unknown fields beside the lines already were.',
    ],
  },
  {
    id: 'reads-by-post',
    date: '2026-11-26',
    title: 'Baskets and portfolios from any site',
    body: ['POST /api/v1/baskets and POST /api/v1/portfolios store nothing, so a page on any site may send them, as it may send a GET.'],
  },
  {
    id: 'since-the-future',
    date: '2026-11-26',
    title: 'No changes since the future',
    body: ['A moment in the future as since of GET /api/v1/changes is refused. It was answered with an empty page.'],
  },
  {
    id: 'email-addresses',
    date: '2026-11-26',
    title: 'Email addresses as browsers take them',
    body: [
      'Every field for an email address takes what browsers take with a dot in its domain, such as r&d@example.com, and internationalised domains, which are kept in their ASCII form. Before @ there may be 64 characters, 254 in all.',
    ],
  },
  {
    id: 'portfolios',
    date: '2026-11-26',
    title: 'Portfolios for a need',
    body: [
      'POST /api/v1/portfolios, and portfolios.find over RPC, find up to three mixes of projects for tonnes or a budget, priced with VAT, or say which limit keeps the need from being met.',
    ],
  },
  {
    id: 'quote-pages',
    date: '2026-11-26',
    title: 'References, and a page for each quote',
    body: ['Receipts of messages have a reference; that of a request for a quote has url, the page that says where it stands.'],
  },
  {
    id: 'webhooks',
    date: '2026-11-26',
    title: 'Webhooks',
    body: [
      'POST, GET and DELETE /api/v1/webhooks subscribe an address, with a key that has the scope webhooks, to changes of prices and status, to receipts, retirements and corrections of the record, and to messages and quotes. Each delivery is signed by the Standard Webhooks specification; POST /api/v1/webhooks/{id}/rotate gives a new secret.',
    ],
  },
  {
    id: 'mcp',
    date: '2026-11-26',
    title: 'An endpoint for agents',
    body: [
      '/mcp serves the Model Context Protocol: search projects, read one with its eight answers, price a basket, find portfolios for a need, look up a serial number, check a certificate. It only reads.',
      '/llms.txt lists what there is, and /developers.md is this documentation in one file.',
    ],
  },
  {
    id: 'pence',
    date: '2026-11-26',
    title: 'Price limits in pence',
    body: ['GET /api/v1/projects and /api/v1/projects.csv take minPence and maxPence.'],
  },
  {
    id: 'since-a-moment',
    date: '2026-11-26',
    title: 'Changes since a moment',
    body: [
      'The parameter since of GET /api/v1/changes takes a moment with its time zone, such as 2026-11-26T09:00:00Z, as well as a cursor.',
    ],
  },
  {
    id: 'other-sites',
    date: '2026-11-26',
    title: 'tRPC from other sites',
    body: [
      'Preflights allow trpc-accept, x-trpc-source and traceparent, so httpBatchStreamLink works from any site; sites that may write may also send Authorization. RPC takes queries by POST, as methodOverride asks.',
    ],
  },
  {
    id: 'record',
    date: '2026-11-23',
    title: 'The record',
    body: [
      'Entries, retirements, certificates and batches of the public record, each with its proof; operations for clients with a key; record as a filter of projects.',
    ],
  },
  {
    id: 'v1',
    date: '2026-11-21',
    title: 'Version 1',
    body: ['Projects with filters and cursors, changes, baskets, messages, problem documents, OpenAPI and typed RPC.'],
  },
];
