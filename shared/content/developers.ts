import { entryGuides } from '#shared/content/developers/entries.ts';
import { webhookGuides } from '#shared/content/developers/webhooks.ts';
import { maxBatchSize } from '#shared/schemas/limits.ts';
import type { Hero, PageMeta } from './types.ts';

export const meta = {
  title: 'Developers: the catalogue as data | Carma',
  description:
    'The Carma API reference: read the carbon catalogue as JSON or CSV, keep a copy up to date, send an enquiry, and generate a client. No key, no cookie.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Developers',
  title: 'The catalogue as data',
  lede: 'Your systems can read what the pages show: the same projects, the same prices, the same filters. No key, no cookie, no sign-up.',
  actions: [
    { label: 'Read the Reference', href: '#reference' },
    { label: 'OpenAPI Document', href: '/api/openapi.json' },
    { label: 'Changelog', href: '/developers/changelog' },
  ],
} satisfies Hero;

/** The pages of calls and guides below /developers. `tags`: the groups of the API whose calls a page has. */
export const groups = [
  {
    slug: 'catalogue',
    tags: ['Catalogue'],
    meta: {
      title: 'Catalogue API | Carma',
      description:
        'Calls that read carbon projects: filters, pages, CSV, changes for a copy, and what a basket costs. With samples and fields.',
    },
    title: 'Catalogue',
    lede: 'Read projects, keep a copy up to date, and calculate what a basket costs.',
  },
  {
    slug: 'messages',
    tags: ['Messages'],
    meta: {
      title: 'Messages API | Carma',
      description: 'Calls that send an enquiry, a request for a quote or a newsletter sign-up, each stored exactly once.',
    },
    title: 'Messages',
    lede: 'Send an enquiry or a request for a quote, stored exactly once.',
  },
  {
    slug: 'record',
    tags: ['Record'],
    meta: {
      title: 'Record API | Carma',
      description: 'Calls that read the public record of credits with proofs, and operations on it for clients with a key.',
    },
    title: 'The record',
    lede: 'Read the public record with its proofs. With a key: receive, reserve, transfer and retire.',
  },
  {
    slug: 'entries',
    tags: [],
    meta: {
      title: 'Entries in the log | Carma',
      description:
        'What each kind of entry in the log means: states, quantities, deliveries, units, owners, certificates and times, to write a client.',
    },
    title: 'The entries',
    lede: 'What each kind of entry in the log means, so that a client can rebuild the book without us.',
  },
  {
    slug: 'webhooks',
    tags: ['Webhooks'],
    meta: {
      title: 'Webhooks | Carma',
      description: 'Signed events for your systems: prices, receipts, retirements, corrections, messages and quotes, by Standard Webhooks.',
    },
    title: 'Webhooks',
    lede: 'Your systems are told when a price changes, units are received or retired, an entry is corrected, or a message arrives.',
  },
  {
    slug: 'clients',
    tags: ['Compatible', 'Description'],
    meta: {
      title: 'Generated clients and the original calls | Carma',
      description: 'Clients in any language, generated from the OpenAPI document, and the two original calls of this site.',
    },
    title: 'Clients',
    lede: 'Clients generated from the OpenAPI document, and the two original calls.',
  },
  {
    slug: 'agents',
    tags: [],
    meta: {
      title: 'MCP and files for agents | Carma',
      description: 'Carma’s Model Context Protocol endpoint, its read-only tools, /llms.txt and /developers.md.',
    },
    title: 'For agents',
    lede: 'A read-only Model Context Protocol endpoint, and files that list what an agent can read.',
  },
] as const;

/** `page`: the group whose page it is on. Absent: on /developers itself. */
export type Guide = {
  id: string;
  page?: string;
  title: string;
  body: string[];
  points?: string[];
  samples?: { label: string; code: string }[];
};

/** `{origin}` stands for this site's own address. */
export const guides: Guide[] = [
  {
    id: 'start',
    title: 'The first call',
    body: [
      'A plain GET reads any list and any item; baskets and portfolios are worked out by POST. Prices are in whole pence sterling and exclude VAT; volumes are credits, and one credit is one tonne of CO₂ equivalent.',
      'Within version 1, fields, parameters and codes may be added; those that exist keep their meaning. Ignore any you don’t know. The changelog has every change, with its date.',
    ],
    samples: [
      { label: 'curl', code: "curl '{origin}/api/v1/projects?type=Biochar&sort=price&limit=3'" },
      {
        label: 'TypeScript',
        code: "const answer = await fetch('{origin}/api/v1/projects?type=Biochar&sort=price&limit=3');\nif (!answer.ok) throw new Error((await answer.json()).code);\nconst { projects, total } = await answer.json();",
      },
      {
        label: 'Python',
        code: 'import requests\n\nanswer = requests.get(\n    "{origin}/api/v1/projects",\n    params={"type": "Biochar", "sort": "price", "limit": 3},\n    timeout=10,\n)\nanswer.raise_for_status()\nprojects = answer.json()["projects"]',
      },
    ],
  },
  {
    id: 'pagination',
    page: 'catalogue',
    title: 'Pagination',
    body: [
      'Lists are paged: 24 projects per page unless limit says otherwise, and at most 100. nextCursor, and Link with rel="next", lead to the next page; on the last page nextCursor is null, and there is no Link. The cursor is a position in the order, not a number of rows: a project that is added or removed between two calls neither repeats nor skips another, and the last page is as quick as the first. One that itself moves in the order meanwhile, because it sells out or its price changes, may come twice or not at all; the changes miss none.',
      'Keep the same filters and order when you follow a cursor. The first page also gives the counts for each filter; for later pages, ask with facets=true.',
    ],
    samples: [
      { label: 'curl', code: "curl -sD - '{origin}/api/v1/projects?limit=100' | grep -i '^link:'" },
      {
        label: 'TypeScript',
        code: "let cursor: string | null = '';\nwhile (cursor !== null) {\n  const query = new URLSearchParams({ limit: '100', cursor });\n  const page = await (await fetch('{origin}/api/v1/projects?' + query)).json();\n  take(page.projects);\n  cursor = page.nextCursor;\n}",
      },
      {
        label: 'Python',
        code: 'cursor = ""\nwhile cursor is not None:\n    params = {"limit": 100, "cursor": cursor}\n    page = requests.get("{origin}/api/v1/projects", params=params, timeout=10).json()\n    take(page["projects"])\n    cursor = page["nextCursor"]',
      },
    ],
  },
  {
    id: 'caching',
    page: 'catalogue',
    title: 'Caching',
    body: [
      'Every GET of the catalogue has an ETag and Cache-Control: public, no-cache, and, from the second after the last change, Last-Modified. Your cache or CDN may keep it but has to ask each time whether it is still current; if it is, the answer is 304 without a body. Send the ETag in If-None-Match, or the same Last-Modified in If-Modified-Since, not the time of your call. This way nobody sees yesterday’s price, and polling costs next to nothing.',
    ],
    samples: [
      {
        label: 'curl',
        code: "curl -sD - -o projects.json '{origin}/api/carbon-projects' | grep -i '^etag'\ncurl -si '{origin}/api/carbon-projects' -H 'if-none-match: \"that-etag\"'",
      },
    ],
  },
  {
    id: 'mirror',
    page: 'catalogue',
    title: 'Keeping a copy',
    body: [
      'You can keep a copy of the catalogue up to date from its changes. The first call, without since, returns every project. If you have a copy and no cursor yet, send the moment from which you want the changes, with its time zone (since=2026-11-26T09:00:00Z, with a + as %2B); take it a minute early, because a change is dated shortly before it becomes visible. Apply each change by its id, store cursor, and continue while hasMore is true. Later calls with that cursor return only what has changed. Changes come in the order in which they were committed, each project once and as it is now, so a copy that stops at any point can resume from there and miss nothing.',
      'If the catalogue has been restored from a backup older than your cursor, the answer is 410: empty your copy and start again. An unchanged answer is a 304, so polling once a minute is cheap; a webhook tells you when a price changes.',
    ],
    samples: [
      { label: 'curl', code: "curl '{origin}/api/v1/changes?limit=500'" },
      {
        label: 'TypeScript',
        code: "let more = true;\nwhile (more) {\n  const query = new URLSearchParams({ limit: '500', since: mirror.cursor ?? '' });\n  const page = await (await fetch('{origin}/api/v1/changes?' + query)).json();\n  for (const { id, project } of page.changes) {\n    if (project) mirror.projects.set(id, project);\n    else mirror.projects.delete(id);\n  }\n  mirror.cursor = page.cursor;\n  more = page.hasMore;\n}",
      },
      {
        label: 'Python',
        code: 'more = True\nwhile more:\n    params = {"limit": 500, "since": mirror.cursor or ""}\n    page = requests.get("{origin}/api/v1/changes", params=params, timeout=10).json()\n    for change in page["changes"]:\n        if change["project"]:\n            mirror.projects[change["id"]] = change["project"]\n        else:\n            mirror.projects.pop(change["id"], None)\n    mirror.cursor = page["cursor"]\n    more = page["hasMore"]',
      },
    ],
  },
  {
    id: 'messages',
    page: 'messages',
    title: 'Sending messages exactly once',
    body: [
      'You get an answer only once the message is stored. Send an Idempotency-Key of your own with it: if the connection breaks and you repeat the call with the same key and body within a day, the message is stored once and you get the first answer again, marked Idempotency-Replayed. The same key with a different body is refused. Take a UUID: it holds wherever you repeat the call from. Any other key could be guessed, and holds only from the same network address.',
      'Call from your server. A browser on another site may read, also by POST where nothing is stored (baskets, portfolios, /mcp), but it may write or send Authorization only if we have allowed its origin: ask us.',
    ],
    samples: [
      {
        label: 'curl',
        code: 'key=$(uuidgen) # kept, to repeat the call\ncurl \'{origin}/api/v1/contact\' \\\n  -H \'content-type: application/json\' \\\n  -H "idempotency-key: $key" \\\n  -d \'{"name": "Ada Lovelace", "email": "ada@example.com", "message": "500 tonnes of biochar for 2026?"}\'',
      },
      {
        label: 'TypeScript',
        code: "const key = crypto.randomUUID(); // kept, to repeat the call\nconst answer = await fetch('{origin}/api/v1/contact', {\n  method: 'POST',\n  headers: { 'content-type': 'application/json', 'idempotency-key': key },\n  body: JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com' }),\n});\nif (answer.status !== 201) throw new Error((await answer.json()).code);",
      },
      {
        label: 'Python',
        code: 'import uuid\n\nkey = str(uuid.uuid4())  # kept, to repeat the call\nanswer = requests.post(\n    "{origin}/api/v1/contact",\n    json={"name": "Ada Lovelace", "email": "ada@example.com"},\n    headers={"idempotency-key": key},\n    timeout=10,\n)\nanswer.raise_for_status()',
      },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    body: [
      'Every response says what is left: for example, RateLimit-Policy: "requests";q=6000;w=60 allows 6,000 calls in 60 seconds from your IP address, and RateLimit: "requests";r=5400;t=6 says that 5,400 are left, and all of them again in 6 seconds. Messages have a second limit, "messages", per hour. Answers that no cache has are also limited, without a header: 200 at once, and then 20 a second. Beyond a limit the answer is 429, with Retry-After in seconds.',
    ],
    points: [
      'A body may be up to 256 KiB, path and query together up to 4,096 characters.',
      'Each message of a batch over MCP counts as a call, and together they list at most 500 projects.',
      'A request that takes longer than 30 seconds is ended with 504.',
      'No call buys anything. Credits are bought after an enquiry, or on the marketplace.',
    ],
  },
  {
    id: 'generated',
    page: 'clients',
    title: 'A generated client',
    body: [
      'The OpenAPI 3.1 document is generated from the schemas that validate your calls, so a client generated from it matches the API.',
    ],
    samples: [
      {
        label: 'TypeScript',
        code: "npx openapi-typescript {origin}/api/openapi.json -o carma.d.ts\n\nimport createClient from 'openapi-fetch';\nimport type { paths } from './carma';\n\nconst carma = createClient<paths>({ baseUrl: '{origin}' });\nconst { data, error } = await carma.GET('/api/v1/projects', { params: { query: { sort: 'price' } } });",
      },
    ],
  },
  {
    id: 'mcp',
    page: 'agents',
    title: 'Connect to /mcp',
    body: [
      '{origin}/mcp serves the Model Context Protocol over streamable HTTP, by POST and without sessions. It supports revision 2026-07-28 and the revisions of 2025. You need no key and no sign-up.',
      'Its tools only read, and say so in their annotations; their input and output follow the schemas of REST. Writing is left to people, and to REST with a key. A refusal has isError and a problem document, whose errors name each field that is wrong. GET and DELETE are answered with 405.',
    ],
    points: [
      'Any site may call it. Calls count against the limits of the API.',
      `A message may be up to 256 KiB; a batch, which only revision 2025-03-26 has, up to ${maxBatchSize} messages.`,
      'Answers are JSON, or events for a client of 2025 that accepts text/event-stream. There is nothing to subscribe to: the tools never change while the site runs.',
    ],
    samples: [
      {
        label: 'Inspector',
        code: 'npx @modelcontextprotocol/inspector --cli {origin}/mcp --transport http --method tools/list\nnpx @modelcontextprotocol/inspector --cli {origin}/mcp --transport http \\\n  --method tools/call --tool-name search_projects --tool-arg q=biochar --tool-arg limit=3',
      },
      {
        label: 'TypeScript',
        code: "import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';\n\nconst client = new Client({ name: 'example', version: '1.0.0' });\nawait client.connect(new StreamableHTTPClientTransport(new URL('{origin}/mcp')));\nconst { structuredContent } = await client.callTool({\n  name: 'price_basket',\n  arguments: { lines: [{ slug: 'fenland-straw-biochar', tonnes: 200 }] },\n});",
      },
    ],
  },
  {
    id: 'agent-files',
    page: 'agents',
    title: 'Files to read',
    body: [
      '/llms.txt (llmstxt.org) lists what an agent can read here, and /developers.md has this documentation in one Markdown file, made from the same text as these pages. robots.txt lets everybody read pages, lists and files, and keeps crawlers away from addresses that write.',
    ],
    samples: [{ label: 'curl', code: 'curl {origin}/llms.txt\ncurl {origin}/developers.md' }],
  },
  ...entryGuides,
  ...webhookGuides,
];

/** Above each page of a group. */
export const overview = { eyebrow: 'Developers', back: { label: 'All of the API', href: '/developers' } };

export const reference = {
  title: 'Every call',
  intro: 'Generated from the OpenAPI document, which is generated from the schemas that validate each call.',
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Responses',
} as const;

export const models = {
  title: 'Fields in bodies and responses',
  intro: 'Each is explained on the page of the calls that use it.',
  columns: { name: 'Field', type: 'Type', meaning: 'Meaning' },
};

export const errors = {
  title: 'When a call fails',
  intro:
    'The body is application/problem+json (RFC 9457): branch on code, show detail to users, and quote requestId when you contact us. A code means the same in every call.',
  columns: { code: 'Code', status: 'Status', meaning: 'Meaning', retry: 'Retry' },
  retryable: 'later, unchanged',
  final: 'no',
  example: 'Example of a problem',
};
