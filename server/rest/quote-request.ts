import { type Context, Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { log } from '#server/log.ts';
import { ProjectsGoneError, sendQuoteRequest } from '#server/messages/send-quote.ts';
import type { RenderForm } from '#server/rest/contact.ts';
import { fieldErrors, methodNotAllowed, problemResponse } from '#server/rest/problem.ts';
import { readShortlist, shortlistAddress } from '#src/lib/shortlist-address.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import { quoteRequest, quoteTexts } from '#src/schemas/quote-request.ts';

type Errors = Record<string, string>;

/** How a posted form fared, in the terms of whoever posted it: a script, or a browser without one. */
type Answers = {
  stored: (receipt: ContactReceipt) => Response;
  refused: (errors: Errors) => Response | Promise<Response>;
  failed: () => Response | Promise<Response>;
};

/**
 * `POST /api/quote-request`, form-encoded: name, email, message, and a `p=slug:tonnes` for each line. Answers JSON to
 * who accepts `application/json` (201, or a problem that names the fields), and a page to everyone else: 303 to the
 * thanks, or the form again with its errors and what was typed.
 */
export function quoteRequests(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/x-www-form-urlencoded') {
        const detail = 'Send application/x-www-form-urlencoded from a form.';
        return problemResponse({ status: 415, title: 'Unsupported media type', detail }, c.var.requestId);
      }
      const form = new URLSearchParams(await c.req.text());
      const wantsJson = c.req.header('accept')?.includes('application/json') ?? false;
      return receive(c, form, wantsJson ? jsonAnswers(c) : pageAnswers(c, form, renderForm));
    })
    .all('/', (c) => methodNotAllowed('POST', c.var.requestId));
}

async function receive(c: Context<AppEnv>, form: URLSearchParams, answers: Answers): Promise<Response> {
  const shortlist = readShortlist(form);
  const parsed = quoteRequest.safeParse({ ...Object.fromEntries(form), lines: shortlist.lines });
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error).map(({ field, message }) => [field.split('.')[0] ?? '', message]);
    return answers.refused(Object.fromEntries(errors));
  }
  // What cannot be read is not left out in silence: the sender believes that it was asked for.
  if (shortlist.dropped || shortlist.settled) return answers.refused({ lines: quoteTexts.wrongLines });
  try {
    return answers.stored(await sendQuoteRequest(parsed.data));
  } catch (error) {
    if (error instanceof ProjectsGoneError) return answers.refused({ lines: quoteTexts.projectsGone });
    const fields = { event: 'rest.failed', requestId: c.var.requestId, resource: 'quote-request', err: error };
    log().error(fields, 'Could not store a quote request');
    return answers.failed();
  }
}

function jsonAnswers(c: Context<AppEnv>): Answers {
  const { requestId } = c.var;
  return {
    stored: (receipt) => c.json(receipt, 201, { 'cache-control': 'no-store' }),
    refused: (byField) => {
      const errors = Object.entries(byField).map(([field, message]) => ({ field, message }));
      const detail = 'Some fields are missing or wrong.';
      return problemResponse({ status: 422, title: 'Unprocessable content', detail, errors }, requestId);
    },
    failed: () => {
      const detail = 'The request could not be stored. Please try again.';
      return problemResponse({ status: 503, title: 'Service unavailable', detail }, requestId, { 'retry-after': '5' });
    },
  };
}

function pageAnswers(c: Context<AppEnv>, form: URLSearchParams, renderForm: RenderForm): Answers {
  const values = Object.fromEntries(form);
  const page = shortlistAddress(readShortlist(form).lines);
  return {
    // The list stays in the address: it is the sender's record of what was asked for.
    stored: () => c.redirect(`${page.replace('?', '?sent=1&')}#quote`, 303),
    refused: (errors) => renderForm(c, page, { values, errors, failed: false }, 422),
    failed: () => renderForm(c, page, { values, errors: {}, failed: true }, 503),
  };
}
