/** What an agent is told when it connects to /mcp. */
export const instructions =
  'Carbon projects that Carma sells, with prices and evidence, and its public record of credits. Everything here only reads: to order or to ask, a person uses https links in the answers. Prices are whole pence (GBP) excl. VAT for one credit, which is one tonne of CO2 equivalent. Null means not stated: never guess it. A project with isSample is invented. Say what a project leaves unanswered.';

/** The table of tools on /developers/agents. */
export const toolTable = {
  title: 'The tools',
  columns: { name: 'Tool', type: 'Title', meaning: 'What it does' },
};

/** /llms.txt, by llmstxt.org. Addresses are relative to the site. */
export const llms = {
  title: 'Carma',
  summary:
    'Carma sells carbon credits to businesses. The catalogue has projects with prices, credits left and evidence; the record is a public, signed log of the credits on it, from receipt to retirement. One credit is one tonne of CO₂ equivalent (tCO₂e). Prices exclude VAT.',
  notes: [
    'Null or “Not stated” means that a fact is missing: do not fill it in.',
    'Projects marked as samples are invented and cannot be bought.',
    'The site itself sells nothing: an order begins with a person’s enquiry or request for a quote.',
  ],
  sections: [
    {
      title: 'Data',
      links: [
        { label: 'Projects', href: '/projects.json', note: 'The whole catalogue as JSON' },
        { label: 'Projects as a table', href: '/projects.csv', note: 'The same as CSV' },
        { label: 'Projects by filter', href: '/api/v1/projects', note: 'Pages of projects, with filters, search and orders' },
        {
          label: 'Retirements',
          href: '/api/v1/record/retirements',
          note: 'Credits retired on the record, newest first, with certificates',
        },
        { label: 'The log', href: '/log', note: 'How the log is published and checked' },
      ],
    },
    {
      title: 'Documentation',
      links: [
        { label: 'Developers', href: '/developers.md', note: 'Everything about the API, MCP and feeds, in one Markdown file' },
        { label: 'OpenAPI', href: '/api/openapi.json', note: 'The API as an OpenAPI 3.1 document' },
        { label: 'MCP', href: '/developers/agents', note: 'The endpoint /mcp, its tools, and its limits' },
      ],
    },
    {
      title: 'Pages',
      links: [
        { label: 'Projects', href: '/projects', note: 'The catalogue for people' },
        { label: 'The record', href: '/record', note: 'What is on the record, and search by certificate, serial or name' },
        { label: 'Check a certificate', href: '/verify', note: 'Step by step, in the browser' },
        { label: 'How it works', href: '/how-it-works', note: 'From a project to a retirement, and the terms of buying' },
        { label: 'Carbon credits guide', href: '/carbon-credits', note: 'What a credit is, and what to ask' },
      ],
    },
    {
      title: 'Optional',
      links: [
        { label: 'Standards', href: '/standards', note: 'The standards that projects are verified under' },
        { label: 'Articles', href: '/blog', note: 'About evidence and reporting' },
        { label: 'API changes', href: '/developers/changelog', note: 'Also as /developers/changelog.xml' },
      ],
    },
  ],
};
