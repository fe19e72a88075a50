import { z } from 'zod';
import { describeApi } from '#server/api/openapi/document.ts';
import { contact, enterpriseContact, sendMessage } from '#server/api/rest/contact.ts';
import { newsletterForm, subscribe, unsubscribeLink } from '#server/api/rest/newsletter.ts';
import { type Route, route } from '#server/api/rest/route.ts';
import { carbonProjects, changes, portfolioMixes, projects } from '#server/api/rest/v1/projects.ts';
import { quoteRequests, quotes } from '#server/api/rest/v1/quotes.ts';
import { record } from '#server/api/rest/v1/record.ts';
import { webhooks } from '#server/api/rest/v1/webhooks.ts';
import { verifyForm } from '#server/api/rest/verify.ts';
import { env } from '#server/platform/env.ts';
import { alwaysRevalidate } from '#server/platform/web/conditional-requests.ts';

const openApi = route({
  at: 'GET /api/openapi.json',
  id: 'getOpenApi',
  tag: 'Description',
  summary: 'The OpenAPI document',
  description: 'OpenAPI 3.1, made from the schemas by which requests are checked.',
  response: { schema: z.looseObject({ openapi: z.string() }) },
  answer: (c) => c.json(openApiDocument(env().PUBLIC_URL), 200, alwaysRevalidate),
});

/** Every route under /api besides /api/trpc. Those that are published come first, in the order of /developers. */
export const routes: readonly Route[] = [
  ...projects,
  changes,
  portfolioMixes,
  sendMessage,
  ...quotes,
  ...record,
  ...webhooks,
  subscribe,
  carbonProjects,
  contact,
  openApi,
  enterpriseContact,
  newsletterForm,
  ...unsubscribeLink,
  quoteRequests,
  verifyForm,
];

const documents = new Map<string, ReturnType<typeof describeApi>>();

/** Returns the OpenAPI document of the API at a public address, which is kept. */
export function openApiDocument(publicUrl: string): ReturnType<typeof describeApi> {
  const document = documents.get(publicUrl) ?? describeApi(routes, publicUrl);
  documents.set(publicUrl, document);
  return document;
}
