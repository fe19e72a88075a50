import { answerHtmlForm } from '#server/api/rest/html-form.ts';
import type { Route } from '#server/api/rest/route.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { purchaseAddress } from '#src/lib/shortlist/contact-address.ts';
import { postedLines, readShortlist, shortlistAddress } from '#src/lib/shortlist/shortlist-address.ts';
import { type QuoteReceipt, quoteRequest } from '#src/schemas/quote-request.ts';

const form = {
  // The list, or the one project, stays in the address, for the sender to see what was requested.
  page: (fields: URLSearchParams) => {
    const { lines } = readShortlist(fields);
    const [line] = lines;
    return line && fields.has('project') ? purchaseAddress(line) : shortlistAddress(lines);
  },
  schema: quoteRequest,
  lists: { names: ['p'], read: (fields: URLSearchParams) => ({ lines: postedLines(fields) }) },
  // Only the cost of other tonnes is asked for, which scripts work out as one types.
  isDraft: (values: Record<string, string>) => 'calculate' in values,
  store: requestQuote,
  thanks: ({ url }: QuoteReceipt) => new URL(url).pathname,
  resource: 'quote-request',
  failed: 'Could not store a request for a quote',
};

/**
 * The quote form posted without JavaScript, with a `p=slug:tonnes` for each line. Redirects (303) to the quote's page, or answers
 * with the page of the form, its errors and what was typed: the shortlist or, with `project`, the purchase of one project. Scripts
 * call `contact.requestQuote` over RPC instead.
 */
export const quoteRequests: Route = {
  method: 'POST',
  path: '/api/quote-request',
  page: '/shortlist',
  handle: (c, { renderForm }) => answerHtmlForm(c, renderForm, form),
};
