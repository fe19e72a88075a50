/** A receiver, as a program that runs: a test starts it. */
export const receiver = [
  "import { createServer } from 'node:http';",
  "import { env } from 'node:process';",
  "import { Webhook } from 'standardwebhooks';",
  '',
  'const webhook = new Webhook(env.CARMA_WEBHOOK_SECRET);',
  'const taken = new Set(); // Yours belongs in a database.',
  '',
  'createServer(async (request, response) => {',
  "  let body = '';",
  "  for await (const part of request.setEncoding('utf8')) body += part;",
  '  let event;',
  '  try {',
  '    event = webhook.verify(body, request.headers); // The text as it came, and no older than five minutes.',
  '  } catch {',
  '    return response.writeHead(401).end();',
  '  }',
  "  const id = request.headers['webhook-id'];",
  '  if (!taken.has(id)) console.log(event.type, JSON.stringify(event.data));',
  '  taken.add(id);',
  '  response.writeHead(204).end();',
  '}).listen(env.PORT ?? 8080);',
].join('\n');

/** `page`: the page of the documentation that a guide is on. */
export const webhookGuides = [
  {
    id: 'webhooks',
    page: 'webhooks',
    title: 'Subscribing',
    body: [
      'Events are posted to your URL as the Standard Webhooks specification says. With a key that has the scope webhooks you can subscribe a URL yourself; ask us for a key, or for a subscription. The response contains the secret that signs your events; it is never shown again. Send an Idempotency-Key, so that a repeated call subscribes only once. Keys with one name have at most 20 subscriptions.',
      'The URL has to be https on port 443, on a public network, without user name or password. It is looked up and checked each time, and redirects are not followed.',
      'Each transaction is at most one event of each type. If it changed more than an event can list, hasMore is true and url leads to the rest. The OpenAPI document describes each body under webhooks.',
    ],
    points: [
      'projects.figures_changed: prices or sale statuses, with the previous figures. A project that leaves the catalogue appears only in /api/v1/changes.',
      'record.units_received, record.units_retired, record.entry_corrected: entries added to the record, without names. Each has the address of the entry.',
      'message.received: a message through the contact form or an enterprise form. quote.requested: a request for a quote, with reference, lines and totals in pence.',
      'Events about messages say who wrote, and what, only to a subscription with personalData, which needs the scope webhooks-personal.',
    ],
    samples: [
      {
        label: 'curl',
        code: 'curl \'{origin}/api/v1/webhooks\' \\\n  -H \'authorization: Bearer carma_…\' \\\n  -H \'content-type: application/json\' \\\n  -H \'idempotency-key: crm-1\' \\\n  -d \'{"url": "https://crm.example/hooks/carma", "events": ["quote.requested", "message.received"]}\'',
      },
    ],
  },
  {
    id: 'webhook-receiver',
    page: 'webhooks',
    title: 'Receiving',
    body: [
      'Verify the signature over the body as it came, before you parse it; libraries exist for most languages. Answer with a status from 200 to 299 within 20 seconds, and do the work afterwards. The same event may arrive twice, with the same webhook-id.',
      'After any other answer the event is sent again: ten times in all, in a little over three days, later if Retry-After asks for it. A subscription’s events go out one at a time, in order as long as you accept them. A 410 disables the subscription; so do five days in which you accept none. It still counts as one of the 20: end it, and subscribe again.',
      'POST to a subscription’s /rotate gives you a new secret. For a day each event has two signatures, so you can change over without losing any.',
    ],
    samples: [{ label: 'Node', code: receiver }],
  },
];
