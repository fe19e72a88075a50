import { z } from 'zod';
import { operationKinds } from '#verify/entry.ts';
import { inPence, sums } from './portfolio.ts';
import { projectFigures } from './project.ts';

/** The types of events that can be subscribed to. The database knows them too: `webhook_event_types`. */
export const webhookEventTypes = [
  ...(['projects.figures_changed', 'record.units_received', 'record.units_retired', 'record.entry_corrected'] as const),
  ...(['message.received', 'quote.requested'] as const),
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The longest address of a receiver, in characters, as it was sent and as it is stored: `webhook_subscriptions.url` has the same. */
export const longestUrl = 2_000;

/** What a client sends to subscribe. `addressProblem` checks whether anything may be sent to an address, and so does each delivery. */
export const newWebhook = z.strictObject({
  url: z
    .string()
    .max(longestUrl)
    .meta({
      description: 'Where events are posted: https, on port 443, without a user name, a password or a fragment.',
      examples: ['https://crm.example/hooks/carma'],
    }),
  events: z
    .array(z.enum(webhookEventTypes))
    .min(1)
    .refine((types) => new Set(types).size === types.length, 'names a type twice')
    .describe('The types of events.'),
  personalData: z
    .boolean()
    .optional()
    .describe('Whether events about messages have `person`. Needs a key with the scope `webhooks-personal`. Default: false.'),
});
export type NewWebhook = z.output<typeof newWebhook>;

/** A subscription, without its secret. */
export const webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    personalData: z.boolean(),
    createdAt: z.iso.datetime(),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('The first failure since an event last arrived. Null: the last one arrived, or none was sent.'),
    disabledAt: z.iso.datetime().nullable().describe('Since when nothing is sent. Null: events are sent.'),
    disabledReason: z
      .enum(['gone', 'failing', 'key revoked'])
      .nullable()
      .describe(
        'gone: the receiver answered 410. failing: nothing arrived for five days. key revoked: no valid key has its name and scopes. Null: events are sent.',
      ),
  })
  .meta({ id: 'Webhook', description: 'A subscription to events.' });
export type Webhook = z.output<typeof webhook>;

export const webhookList = z.object({ webhooks: z.array(webhook) }).meta({ id: 'Webhooks' });

const secret = z.string().meta({ description: 'Signs the events (HMAC-SHA-256). Shown here and nowhere else.', examples: ['whsec_…'] });
export const createdWebhook = webhook.extend({ secret }).meta({ id: 'CreatedWebhook' });
export const rotatedWebhook = z
  .object({
    id: z.uuid(),
    secret,
    formerUntil: z.iso.datetime().describe('Until when the former secret signs as well.'),
  })
  .meta({ id: 'RotatedWebhook' });
export const deletedWebhook = z.object({ id: z.uuid() }).meta({ id: 'DeletedWebhook' });

const total = z.int().positive().describe('How many there are. `hasMore`: not all of them are listed.');
const hasMore = z.boolean();

const changedFigures = z
  .object({
    total,
    hasMore,
    url: z.string().meta({ description: 'Where to read all of them, and every change since: `/api/v1/changes`.', format: 'uri' }),
    changes: z.array(
      z.object({
        id: z.int().positive(),
        slug: z.string(),
        title: z.string(),
        url: z.string().meta({ format: 'uri' }),
        changedAt: z.iso.datetime(),
        ...projectFigures.shape,
        former: projectFigures.nullable().describe('The figures before. Null: the project is new.'),
      }),
    ),
  })
  .meta({ id: 'FiguresChanged', description: 'Prices or sale statuses that one transaction changed, oldest first.' });

const entriesAdded = z
  .object({
    total,
    hasMore,
    url: z.string().meta({ description: 'Where to read the newest of these entries and, with `before`, those before it.', format: 'uri' }),
    first: z.int().nonnegative().describe('The first of these entries.'),
    last: z.int().nonnegative().describe('The last entry of the transaction.'),
    entries: z.array(
      z.object({
        index: z.int().nonnegative(),
        kind: z.enum(operationKinds),
        time: z.iso.datetime(),
        isSample: z.boolean().describe('Whether it is invented, with the sample projects.'),
        quantity: z.int().nonnegative().describe('tCO2e.'),
        certificate: z.string().nullable(),
        refersTo: z.int().nonnegative().nullable(),
        correction: z.string().nullable(),
        projects: z.array(z.object({ id: z.int(), slug: z.string(), quantity: z.int().nonnegative() })),
        url: z.string().meta({ description: 'The entry with its proof, and with the names that were not erased.', format: 'uri' }),
      }),
    ),
  })
  .meta({ id: 'EntriesAdded', description: 'Entries that one transaction added to the record, oldest first.' });

const textOrNull = z.string().nullable();
const person = z
  .object({
    name: z.string(),
    email: z.string(),
    organisation: textOrNull,
    subject: textOrNull,
    message: textOrNull,
    purchaseOrder: textOrNull,
    sector: textOrNull,
    timeframe: textOrNull,
    project: textOrNull.describe('What was sent as the project that the message is about, whether or not the catalogue has it.'),
  })
  .meta({ id: 'Sender', description: 'Who wrote, and every text that was typed. Only for subscriptions with `personalData`.' });

const messageFacts = {
  id: z.uuid(),
  reference: z.string().meta({ description: 'What the sender knows the message by.', examples: ['Q-1A2B3C4D'] }),
  receivedAt: z.iso.datetime(),
  person: person.optional(),
};

const receivedMessage = z
  .object({
    ...messageFacts,
    form: z.enum(['contact', 'enquiry', 'brief', 'rfp']).describe('contact: the contact form. The others: enterprise.'),
    project: textOrNull.describe('The slug of the project that the message is about. Null: none, or the catalogue has it no more.'),
    tonnes: z.int().positive().nullable().describe('The tonnes wanted of it.'),
    volume: z.int().nonnegative().nullable().describe('Of an enterprise: tCO2e per year.'),
    hasFile: z.boolean(),
  })
  .meta({ id: 'MessageReceived' });

const requestedQuote = z
  .object({
    ...messageFacts,
    pricesValidUntil: z.iso.date(),
    deliverBy: z.iso.date().nullable(),
    acceptsLaterDelivery: z.boolean(),
    tonnes: z.int().positive(),
    ...sums,
    lines: z.array(z.object({ project: z.string(), tonnes: z.int().positive(), pricePerCredit: inPence, cost: inPence })),
  })
  .meta({ id: 'QuoteRequested', description: 'Money in pence (GBP).' });

/** Returns the schema of an event's body, which has the shape that the Standard Webhooks specification proposes. */
function event<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When it happened. `webhook-timestamp` is when it was sent.'),
    data,
  });
}

/** The body of each type of event. */
export const webhookEvents = {
  'projects.figures_changed': event('projects.figures_changed', changedFigures),
  'record.units_received': event('record.units_received', entriesAdded),
  'record.units_retired': event('record.units_retired', entriesAdded),
  'record.entry_corrected': event('record.entry_corrected', entriesAdded),
  'message.received': event('message.received', receivedMessage),
  'quote.requested': event('quote.requested', requestedQuote),
  'webhook.test': event('webhook.test', z.object({})),
} as const satisfies { [Type in WebhookEventType | 'webhook.test']: z.ZodType<{ type: Type }> };
export type SentEventType = keyof typeof webhookEvents;
/** The `data` of an event of a type. */
export type EventData<Type extends SentEventType> = z.output<(typeof webhookEvents)[Type]>['data'];
