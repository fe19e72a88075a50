import * as z from 'zod/mini';
import { mediaType } from '#server/api/protocol/body.ts';
import { sendReceipt, submissionOf } from '#server/api/protocol/submissions.ts';
import { receiptQuery, storeContactMessage, storeEnterpriseMessage } from '#server/domain/messages/message.ts';
import { type ContactReceipt, contactReceipt } from '#shared/schemas/api.ts';
import { contactMessage, subjectMaxLength } from '#shared/schemas/contact.ts';
import { enterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import { messageMaxLength, nameLength } from '#shared/schemas/form-fields.ts';
import { tonnesLimit } from '#shared/schemas/limits.ts';
import { formatCount } from '#verify/text.ts';
import { formRoute } from './html-form.ts';
import { type Route, route } from './route.ts';

// The schemas of forms use zod/mini, because the browser downloads them. Their descriptions are therefore added here.
const strictMessage = z.strictObject(contactMessage.shape).register(z.globalRegistry, { id: 'Message' });
const { name, email, message, subject, project, tonnes } = strictMessage.shape;
name.register(z.globalRegistry, {
  description: "The sender's name. White space around it is removed.",
  examples: ['Ada Lovelace'],
  minLength: nameLength.min,
});
email.register(z.globalRegistry, { description: 'The email address of the sender.', examples: ['ada@example.com'], format: 'email' });
message.register(z.globalRegistry, {
  description: `At most ${messageMaxLength} characters; a line break counts as one. Stored as it was sent. Empty counts as absent.`,
  examples: ['500 tonnes of biochar for 2026?'],
});
subject.register(z.globalRegistry, { description: `At most ${subjectMaxLength} characters.` });
project.register(z.globalRegistry, { description: 'The slug of the project that a purchase is about.' });
tonnes.register(z.globalRegistry, {
  description: `The number of credits wanted: a whole number from ${tonnesLimit.min} to ${formatCount(tonnesLimit.max)}, of a project on sale at most those available.`,
});

/** A message as an example. */
export const exampleMessage = { name: 'Ada Lovelace', email: 'ada@example.com', message: '500 tonnes of biochar for 2026?' };

type MessageCall = { at: `POST ${Route['path']}`; id: string; tag: 'Messages' | 'Compatible'; description: string };

const jsonMessage = (schema: typeof contactMessage | typeof strictMessage, call: MessageCall) =>
  route({
    ...call,
    summary: 'Send a message',
    body: { schema, example: exampleMessage },
    idempotencyKey: 'optional',
    problems: ['lines_refused'],
    response: { status: 201, schema: contactReceipt },
    failure: 'The message could not be stored. Please try again.',
    answer: async (c, { body, rawBody }) =>
      sendReceipt(c, await storeContactMessage(body, submissionOf(c, rawBody, { isRepeatable: true })), 201),
  });

/** A message in JSON: 201 once it is stored. */
export const sendMessage = jsonMessage(strictMessage, {
  at: 'POST /api/v1/contact',
  id: 'sendMessage',
  tag: 'Messages',
  description: 'Answers once the message is stored.',
});

// Clients of the existing site may send more than product.md, section 7, observed.
const sendContactMessage = jsonMessage(contactMessage, {
  at: 'POST /api/contact',
  id: 'sendContactMessage',
  tag: 'Compatible',
  description: 'As `/api/v1/contact`, but other fields are ignored. It also accepts a plain HTML form, which it answers with pages.',
});

const form = formRoute({
  path: '/api/contact',
  page: '/contact',
  schema: contactMessage,
  store: storeContactMessage,
  thanks: async ({ id }: ContactReceipt) => `/contact?${await receiptQuery(id)}`,
});

/** JSON from integrators (product.md, section 7) is answered in JSON, under whatever content type it comes; a form with pages. */
export const contact: Route = {
  ...sendContactMessage,
  page: '/contact',
  handle: async (c, site) => {
    // Many programs send JSON as a form, as curl does unless it is told otherwise. No form's first field is named so that the body
    // begins with a brace. It is looked at as bytes: their encoding is checked where they are read.
    const isJson = /^\s*\{/.test(Buffer.from(await c.req.arrayBuffer()).toString('latin1'));
    const isForm = mediaType(c) === 'application/x-www-form-urlencoded' && !isJson;
    return (isForm ? form : sendContactMessage).handle(c, site);
  },
};

/** The fields of `enterpriseMessage`, and its files, which are checked by their content. */
export const enterpriseContact = formRoute({
  path: '/api/enterprise-contact',
  page: '/enterprise/contact',
  // The page opens in the mode that the form was sent in.
  pageOf: (fields) => {
    const kind = enterpriseMessage.shape.kind.parse(fields.get('kind') ?? undefined);
    return kind === 'enquiry' ? '/enterprise/contact' : `/enterprise/contact?mode=${kind}`;
  },
  schema: enterpriseMessage,
  hasAttachment: true,
  store: storeEnterpriseMessage,
  thanks: async ({ id }) => `/enterprise/contact?${await receiptQuery(id)}#form`,
});
