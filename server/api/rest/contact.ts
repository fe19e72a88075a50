import { type Context, Hono } from 'hono';
import { answerJsonPost, mediaType } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import { answerHtmlForm, type RenderForm } from '#server/api/rest/html-form.ts';
import { storeContactMessage } from '#server/domain/messages/store-contact.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { contactMessage } from '#src/schemas/contact.ts';

const message = { schema: contactMessage, store: storeContactMessage, resource: 'contact' };

/**
 * `POST /api/contact`. JSON from integrators (product.md, section 7) is answered in JSON. A form posted without JavaScript is
 * answered with a redirect (303) to the confirmation page, or with the form and its errors.
 */
export function contact(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const type = mediaType(c);
      if (type === 'application/json') return postJsonMessage(c);
      if (type === 'application/x-www-form-urlencoded') {
        const form = { ...message, page: '/contact', thanks: () => '/contact?sent=1', failed: 'Could not store a message' };
        return answerHtmlForm(c, renderForm, form);
      }
      const detail = 'Send application/json, or application/x-www-form-urlencoded from a form.';
      return sendProblem(c, 'media_type_unsupported', { detail });
    })
    .all('/', methodNotAllowed);
}

/** `POST /api/v1/contact`, and `POST /api/contact` in JSON: 201 once the message is stored. */
export function postJsonMessage(c: Context<AppEnv>): Promise<Response> {
  return answerJsonPost(c, { ...message, status: 201, failed: 'The message could not be stored. Please try again.' });
}
