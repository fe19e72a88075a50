import { globalRegistry, strictObject } from 'zod';
import { sendReceipt, submissionOf } from '#server/api/protocol/submissions.ts';
import { exampleMessage } from '#server/api/rest/contact.ts';
import { formRoute } from '#server/api/rest/html-form.ts';
import { route } from '#server/api/rest/route.ts';
import { findProjectsOf, requestQuote } from '#server/domain/messages/quote.ts';
import { refusals } from '#shared/content/refusals.ts';
import { vatPercent } from '#shared/lib/money/money.ts';
import { deliveryOf, quote, refusalText } from '#shared/lib/money/quote.ts';
import {
  neededByIn,
  purchaseAddress,
  readPostedLines,
  readShortlist,
  type ShortlistLine,
  shortlistAddress,
  tonnesField,
  tonnesPrefix,
} from '#shared/lib/shortlist.ts';
import { basket, type QuoteReceipt, quoteReceipt } from '#shared/schemas/api.ts';
import { linesLimit } from '#shared/schemas/limits.ts';
import { deliveryTerms, linesOf, pricedLine, quoteLine, quoteRequest, quoteTexts } from '#shared/schemas/quote-request.ts';
import { parseTonnes } from '#shared/schemas/typed.ts';

// Programs get an error for a field that would have no effect, such as a misspelt one, or the vintage of a line.
const strictLines = linesOf(strictObject(quoteLine));
const strictPricedLines = linesOf(strictObject(pricedLine));
const basketBody = strictObject({ ...deliveryTerms, lines: strictLines }).register(globalRegistry, { id: 'BasketRequest' });
const quoteBody = strictObject({ ...quoteRequest.shape, lines: strictPricedLines }).register(globalRegistry, { id: 'QuoteRequest' });
pricedLine.slug.register(globalRegistry, { description: 'The slug of the project.' });
pricedLine.tonnes.register(globalRegistry, { description: 'The number of credits wanted, in whole tonnes (tCO2e).' });
pricedLine.pricePerCredit.register(globalRegistry, {
  description:
    'The price at which you ask, in pence excl. VAT. At any other the request is refused with 409 `prices_changed`. Absent: at the catalogue’s.',
});
for (const lines of [strictLines, strictPricedLines])
  lines.register(globalRegistry, { description: `The projects and their tonnes: 1 to ${linesLimit}, each project once.` });
quoteBody.shape.deliverBy.register(globalRegistry, {
  description:
    'The day by which the credits are retired for the buyer, from tomorrow on. A line of pending credits that are delivered later is then refused.',
});
quoteBody.shape.acceptsLaterDelivery.register(globalRegistry, {
  description: 'Whether pending credits may be delivered after `deliverBy`. Default: false.',
});
quoteBody.shape.organisation.register(globalRegistry, { description: 'The organisation that the quote is for.' });
quoteBody.shape.purchaseOrder.register(globalRegistry, { description: "The number of the buyer's purchase order." });
const exampleLines = [{ slug: 'fenland-straw-biochar', tonnes: 200 }];

/** Baskets are calculated and not stored. */
export const computeBasket = route({
  at: 'POST /api/v1/baskets',
  id: 'computeBasket',
  tag: 'Catalogue',
  isRead: true,
  summary: 'Calculate the cost of a basket, with VAT',
  description:
    'Nothing is stored or reserved. Prices and volumes are those in the catalogue at the time of the call. A line that cannot be bought as asked says why, and is in no total.',
  body: { schema: basketBody, example: { lines: exampleLines } },
  response: { description: 'The totals.', schema: basket },
  problems: ['projects_gone'],
  failure: 'The basket could not be computed. Please try again.',
  answer: async (c, { body }) => {
    const { lines, deliverBy, acceptsLaterDelivery } = body;
    const { lines: quoted, ...sums } = quote(lines, await findProjectsOf(lines), { neededBy: deliverBy, acceptsLaterDelivery });
    const priced = quoted.map(({ project, refusal, ...line }) => ({
      ...{ ...project, ...line, delivery: deliveryOf(project) },
      refusal: refusal && { ...refusal, message: refusalText(refusal, project.title, refusals.lines) },
    }));
    return c.json(basket.parse({ ...sums, lines: priced, vatPercent, currency: 'GBP' }), 200, { 'cache-control': 'no-store' });
  },
});

/** The calls about the cost of several projects: baskets, and requests for a quote, which are stored. */
export const quotes = [
  computeBasket,
  route({
    at: 'POST /api/v1/quotes',
    id: 'requestQuote',
    tag: 'Messages',
    summary: 'Request a quote',
    description:
      'Answers once the request is stored with its lines, at the catalogue prices. Refused if any line cannot be bought as asked, or has another price than it says.',
    body: {
      schema: quoteBody,
      example: { ...exampleMessage, organisation: 'Example plc', deliverBy: '2027-03-31', lines: exampleLines },
    },
    idempotencyKey: 'optional',
    response: { status: 201, schema: quoteReceipt },
    problems: ['projects_gone', 'lines_refused', 'prices_changed'],
    failure: 'The request could not be stored. Please try again.',
    answer: async (c, { body, rawBody }) => sendReceipt(c, await requestQuote(body, submissionOf(c, rawBody, { isRepeatable: true })), 201),
  }),
];

/**
 * The quote form, with a `p=slug:tonnes:pence` for each line, and a `left=slug:tonnes` for each that cannot be bought. Answers with the
 * quote's page, or with the page of the form: the shortlist or, with `project`, the purchase of one project. Scripts call
 * `contact.requestQuote` over RPC instead.
 */
export const quoteRequests = formRoute({
  path: '/api/quote-request',
  page: '/shortlist',
  // The list, or the one project, stays in the address, for the sender to see what was requested.
  pageOf: (fields) => {
    const lines = listIn(fields);
    const [line] = lines;
    // Only a day of the calendar.
    const by = neededByIn(new URLSearchParams({ by: fields.get('deliverBy') ?? '' }));
    return line && fields.has('project') ? purchaseAddress(line) : shortlistAddress(lines, { by });
  },
  schema: quoteRequest,
  lists: { names: ['p', 'left'], read: (fields) => ({ lines: readPostedLines(fields) }) },
  seenFirst,
  store: requestQuote,
  thanks: ({ url }: QuoteReceipt) => new URL(url).pathname,
});

/**
 * Nobody is to request a quote without having seen its total. A form whose tonnes differ from those that its page was served with is shown
 * again, because without scripts the totals on the page are not theirs. `calculate` asks for the new totals: they are shown on /shortlist,
 * with the list in its address, or on the form's own page if it is about one project or has other input or tonnes that cannot be read.
 * @returns the address of a page, or texts for the form's own page; undefined: the request is stored (`seenFirst` of html-form.ts).
 */
function seenFirst(fields: URLSearchParams): Record<string, string> | string | undefined {
  if (fields.has('calculate')) {
    const typed = typedTonnes(fields);
    const isListOnly = !fields.has('project') && Object.keys(quoteRequest.shape).every((name) => !fields.get(name));
    return isListOnly && [...typed.values()].every((tonnes) => parseTonnes(tonnes) !== null) ? `/shortlist?${typed}` : {};
  }
  const isChanged = servedLines(fields).some(([slug, tonnes]) => {
    const typed = parseTonnes(fields.get(tonnesField(slug)) ?? '');
    return typed !== null && typed !== Number(tonnes);
  });
  return isChanged ? { tonnes: quoteTexts.tonnesChanged } : undefined;
}

/** Returns the lines that a form's page was served with. */
const servedLines = (fields: URLSearchParams) =>
  [...fields.getAll('p'), ...fields.getAll('left')].map((line): [slug: string, tonnes: string] => {
    const [slug = '', tonnes = ''] = line.split(':');
    return [slug, tonnes];
  });

const typedTonnes = (fields: URLSearchParams) => new URLSearchParams([...fields].filter(([name]) => name.startsWith(tonnesPrefix)));

/** Returns the whole list that a form was sent from, in its order. For tonnes that cannot be read it has those of the page as served. */
function listIn(fields: URLSearchParams): ShortlistLine[] {
  const typed = typedTonnes(fields);
  for (const [slug, served] of servedLines(fields)) {
    const tonnes = typed.get(tonnesField(slug));
    if (tonnes !== null && parseTonnes(tonnes) === null) typed.set(tonnesField(slug), served);
  }
  return readShortlist(typed.size > 0 ? typed : fields).lines;
}
