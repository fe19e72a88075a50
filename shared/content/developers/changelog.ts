import type { PageMeta } from '#shared/content/types.ts';

export const changelog = {
  meta: {
    title: 'API changes | Carma',
    description: 'What is new in the Carma API since version 1, with dates. Also as a feed.',
  } satisfies PageMeta,
  eyebrow: 'Developers',
  title: 'API changes',
  lede: 'What is new, with its date. Within version 1 nothing that exists changes its meaning.',
  feed: { label: 'Atom feed', href: '/developers/changelog.xml' },
  back: { label: 'Developers', href: '/developers' },
};

/** What clients may want to know of, the newest first. `id` is its anchor, and never changes. */
export const apiChanges = [
  {
    id: 'quantities-of-several-projects',
    date: '2026-11-30',
    title: 'Quantities of several projects',
    body: [
      'A `quantity` of a reservation, an assignment or a transfer of several projects is one of all of them together, the oldest vintages first. It was taken of each of them.',
      'Units that were received before, and that are given as `series`, `first` and `last`, are refused at `series`, and no longer at `serial`.',
      'A request that names its units in two ways at once is refused at the field that does not go with the others. It was refused at none.',
      'A delivery with only one day of the vintage, which does not fit the other day of the expected units, is refused as `validation_failed`. It failed with 500.',
    ],
  },
  {
    id: 'delivery-of-a-single-year',
    date: '2026-11-30',
    title: 'Delivery of a single year',
    body: [
      'Pending credits of which one year is stated as their vintage are forecast by the end of that year. Their `delivery` was null, and a line with `deliverBy` was refused.',
    ],
  },
  {
    id: 'certificates-without-a-name',
    date: '2026-11-30',
    title: 'Certificates without a name',
    body: [
      'In files for ESRS E1-7, the row of a certificate without its beneficiary’s name has the `split` “in the total, but without a name”, and no longer “in the total, but its name was erased”: it may be one that is not on file.',
    ],
  },
  {
    id: 'causes-of-refusals',
    date: '2026-11-29',
    title: 'Causes of refusals',
    body: [
      'Where only pending units are held, a reservation, a sale or a cancellation of issued ones is refused as `units_not_available`, and no longer as `units_not_claimable`, which is about retirements.',
      '`owner_differs` no longer says that another key made an entry that we made ourselves.',
    ],
  },
  {
    id: 'budgets-of-portfolios',
    date: '2026-11-29',
    title: 'Budgets that are too small',
    body: [
      'POST /api/v1/portfolios lists a larger `budget` in `loosened`, too, where a budget without `tonnes` does not pay for the smallest mix of several projects.',
    ],
  },
  {
    id: 'fields-of-refused-deliveries',
    date: '2026-11-29',
    title: 'Fields of refused deliveries',
    body: [
      'A delivery of serials that were received before is refused at `issued`, and no longer at `serial`.',
      'One for which nothing is expected is refused at its `batch` or its `vintage`, if it names one.',
      'An Idempotency-Key that is used again for other units names no fact that the second call does not state.',
    ],
  },
  {
    id: 'projects-of-confirmations',
    date: '2026-11-29',
    title: 'Projects of confirmations',
    body: [
      'The `projects` of an entry that confirms a retirement state how many of their units it confirms. Of a single project it was 0.',
      'Events name these projects, too, where the retirement was of several.',
    ],
  },
  {
    id: 'withdrawn-projects',
    date: '2026-11-29',
    title: 'Withdrawn projects in events',
    body: [
      'An event names no project that has been withdrawn: not as one whose price or status changed, nor as the `project` of a message.',
      'The document names `too_many_messages` only for calls without a key, and says how long an Idempotency-Key holds.',
    ],
  },
  {
    id: 'slugs-with-a-letter',
    date: '2026-11-29',
    title: 'Slugs with a letter',
    body: [
      'No project has a slug of digits alone, so that they are always an `id` or a number in a registry. A call that takes nothing but slugs refuses them before it looks for a project.',
    ],
  },
  {
    id: 'use-of-peatland-units',
    date: '2026-11-29',
    title: 'Use of peatland units',
    body: ['The file of a comparison says of the Peatland Code, too, that its units count only against emissions in the UK.'],
  },
  {
    id: 'deliveries-under-the-same-serials',
    date: '2026-11-29',
    title: 'Deliveries under the same serials',
    body: [
      'POST /api/v1/record/deliver takes `registry`, `vintageStart` and `vintageEnd` only with `issued`. Without it they had no effect.',
      'Expected units of several vintages or registries can be ended in one call, if nothing was verified.',
    ],
  },
  {
    id: 'addresses-of-one-thing',
    date: '2026-11-29',
    title: 'Addresses of one thing',
    body: [
      'The document names `address_malformed` for every call with a part of its path that varies, and `not_found` for POST /api/v1/webhooks. All of them had answered with it.',
      'GET /api/v1/projects.csv is answered with 304 to `If-Modified-Since` also where the file is large.',
    ],
  },
  {
    id: 'projects-of-one-title',
    date: '2026-11-29',
    title: 'Projects of one title',
    body: [
      'The file of a disclosure for California (AB 1305) has a row for each of two projects with the same title. It added them up under the id of the first.',
    ],
  },
  {
    id: 'links-of-batches',
    date: '2026-11-29',
    title: 'Links of batches',
    body: [
      'GET /api/v1/record/batches has a `Link` header to its next page, as other lists have.',
      'A search of projects for signs without a letter or a digit (`q=?!`) finds none. It found all of them.',
      'Lists of projects take a `vintage` after 2099, as woodland has. They refused it.',
    ],
  },
  {
    id: 'serial-alone',
    date: '2026-11-29',
    title: 'A serial number alone',
    body: [
      'GET /api/v1/record/batches refuses `before`, `limit` and `project` beside `serial`, where they had no effect.',
      'Batches that are received or delivered have a `serial`, or `series`, `first` and `last`, or all. A part beside `serial` is refused: it had no effect.',
    ],
  },
  {
    id: 'unknown-fields',
    date: '2026-11-28',
    title: 'Unknown fields',
    body: ['POST /api/v1/contact and POST /api/v1/newsletter refuse a field that they do not have, as all other calls with a body do.'],
  },
  {
    id: 'rated-projects',
    date: '2026-11-28',
    title: 'Rated projects',
    body: ['Lists of projects take `rating`: `rated` or `not rated`. GET /api/v1/projects counts both.'],
  },
  {
    id: 'share-of-removals',
    date: '2026-11-28',
    title: 'A share of removals',
    body: [
      'POST /api/v1/portfolios takes `removals`, the lowest share of removals in per cent. Each mix says how many of its tonnes are removals.',
    ],
  },
  {
    id: 'project-references',
    date: '2026-11-28',
    title: 'One way to name a project',
    body: [
      'Wherever a call takes a `project` or a `reference`, that may be its slug, a former slug, its id, or its ID in its registry in any spelling. The `slug` of a line in a basket or a quote is a slug, and so is the `project` of a message.',
      'A message about a project on sale asks for at most the credits available. A `minPence` above `maxPence` is named at both.',
      'The receipt of an operation on the record says its project, and in refersTo the entry that it corrects, confirms, or takes units from.',
    ],
  },
  {
    id: 'v1',
    date: '2026-11-27',
    title: 'Version 1',
    body: [
      'Portfolios: tonnes and budgetPence are limits together, maxPence is an average unless each is given; a mix has one reason, and loosened has one changed limit each.',
      'Read: projects with filters, cursors and files; their changes; baskets and portfolios, priced; the public record with its entries, batches, retirements and certificates.',
      'Write: messages, requests for quotes, subscriptions to the newsletter; with a key, webhooks and operations on the record.',
      'The API is described by an OpenAPI document; errors are problem documents. /mcp serves the Model Context Protocol, and only reads.',
    ],
  },
];
