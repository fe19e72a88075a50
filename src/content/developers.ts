import type { Hero, PageMeta } from './types.ts';

export const meta = {
  title: 'Developers: the catalogue as data | Carma',
  description:
    'Read the carbon catalogue as JSON and send an enquiry from your own tools: two REST calls without a key, and a typed RPC router for TypeScript front ends.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Developers',
  title: 'The catalogue as data',
  lede: 'What the pages show, your systems can read: the same projects, the same pence. No key, no cookie, no sign-up.',
  actions: [
    { label: 'Read the Two Calls', href: '#rest' },
    { label: 'Ask an Engineer', href: '/contact' },
  ],
} satisfies Hero;

export const rest = {
  eyebrow: 'REST',
  title: 'Two calls, kept compatible',
  calls: [
    {
      title: 'GET /api/carbon-projects',
      body: 'Answers a plain JSON array of every project. Any origin may read it. When the database does not answer, the status is 503 with Retry-After.',
      example: 'curl {origin}/api/carbon-projects',
    },
    {
      title: 'POST /api/contact',
      body: 'Takes a JSON object with name, email and, if you like, message. Answers 201 once the message is stored. A wrong field is a 400 in application/problem+json that names it.',
      example:
        'curl {origin}/api/contact \\\n  -H \'content-type: application/json\' \\\n  -d \'{"name": "Ada Lovelace", "email": "ada@example.com", "message": "500 tonnes of biochar for 2026?"}\'',
    },
  ],
};

export const fields = {
  eyebrow: 'Fields',
  title: 'What a project is made of',
  columns: { name: 'Field', type: 'Type', meaning: 'Meaning' },
  rows: [
    { name: 'id', type: 'integer', meaning: 'Identifier of the project.' },
    { name: 'title', type: 'text', meaning: 'Name of the project.' },
    { name: 'description', type: 'text', meaning: 'What it does and how that is measured.' },
    { name: 'category', type: 'text', meaning: 'Such as Reforestation or Coastal Protection.' },
    { name: 'imageUrl', type: 'text', meaning: 'Address of its picture, relative to this site.' },
    { name: 'pricePerCredit', type: 'integer', meaning: 'Pence sterling for one credit, excl. VAT. Divide by 100 once, at the end.' },
    { name: 'availableCredits', type: 'integer', meaning: 'Credits left. One credit is one tonne of CO₂ equivalent.' },
    { name: 'verificationStandard', type: 'text', meaning: 'The standard that it is verified under.' },
    { name: 'location', type: 'text', meaning: 'Place, in words.' },
    { name: 'impactPerYear', type: 'integer', meaning: 'Tonnes of CO₂ equivalent a year.' },
  ],
};

export const rpc = {
  eyebrow: 'RPC',
  title: 'Typed calls for TypeScript',
  body: 'Front ends in this repository call the same functions through tRPC at /api/rpc, with superjson, so that dates arrive as dates. Two procedures exist: projects.list and contact.send.',
  example:
    "import { createTRPCClient, httpBatchLink } from '@trpc/client';\nimport superjson from 'superjson';\nimport type { AppRouter } from '#server/rpc/router.ts';\n\nconst client = createTRPCClient<AppRouter>({\n  links: [httpBatchLink({ url: '{origin}/api/rpc', transformer: superjson })],\n});\n\nconst { projects, total } = await client.projects.list.query({ featured: true });",
};

export const limits = {
  eyebrow: 'Limits',
  title: 'What it does not do',
  items: [
    { title: 'No orders', body: 'A call here never buys anything. Credits change hands after an enquiry, or on the marketplace.' },
    { title: 'Small bodies', body: 'A request body may have 64 kB, and an RPC request may batch ten calls.' },
    { title: 'Request ids', body: 'Every answer carries X-Request-Id. Send it with a question and we find the line in our log.' },
  ],
};
