import { Hono } from 'hono';
import { methodNotAllowed } from '#server/api/protocol/problem.ts';
import { answerHtmlForm, type RenderForm } from '#server/api/rest/html-form.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { postedLines, readShortlist, shortlistAddress } from '#src/lib/shortlist-address.ts';
import { type QuoteReceipt, quoteRequest } from '#src/schemas/quote-request.ts';

const form = {
  // The list stays in the address, for the sender to see what was requested.
  page: (fields: URLSearchParams) => shortlistAddress(readShortlist(fields).lines),
  schema: quoteRequest,
  lists: { names: ['p'], read: (fields: URLSearchParams) => ({ lines: postedLines(fields) }) },
  store: requestQuote,
  thanks: ({ reference }: QuoteReceipt, page: string) => `${page.replace('?', `?sent=${reference}&`)}#quote`,
  resource: 'quote-request',
  failed: 'Could not store a request for a quote',
};

/**
 * `POST /api/quote-request`: the quote form posted without JavaScript, with a `p=slug:tonnes` for each line. Redirects (303) to
 * the confirmation, or answers with the shortlist page, its errors and what was typed. Scripts call `contact.requestQuote` over
 * RPC instead.
 */
export function quoteRequests(renderForm: RenderForm) {
  return new Hono<AppEnv>().post('/', (c) => answerHtmlForm(c, renderForm, form)).all('/', methodNotAllowed);
}
