import type { Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'Book a call: get expert carbon advice | Carma',
  description:
    'Choose a time for a call of 15 to 30 minutes in UK business hours on sustainability strategy, premium carbon solutions or the social impact of your purchase.',
} satisfies PageMeta;

export const booking = {
  eyebrow: 'Book a call',
  title: 'Get Expert Carbon Advice',
  lede: 'Fifteen minutes is enough to work out which kind of credit you need. Thirty leaves time for contract and reporting questions.',
  facts: [
    { label: 'Length', value: '15–30 minutes' },
    { label: 'When', value: 'UK business hours' },
  ],
  topicsTitle: 'What we can talk about',
  topics: [
    {
      title: 'Sustainability Strategy',
      body: 'What to cut first, which emissions remain, and what you can say about them in public.',
    },
    {
      title: 'Premium Carbon Solutions',
      body: 'Biochar, methane avoidance, UK woodland and biodiversity: which of them fits your volume, budget and reporting year.',
    },
    {
      title: 'Social Impact',
      body: '3% of our revenue goes to veteran charities. How to use that in a tender’s social value answer, and what not to claim.',
    },
  ],
};

export const calendar = {
  title: 'Choose a time',
  loading: 'Loading the calendar...',
  failed: {
    title: 'The calendar didn’t load.',
    body: 'The scheduling service didn’t answer, or your browser blocked it. Open the calendar on its own page, or write to us and we’ll agree a time by email.',
  },
  withoutScripts: {
    title: 'The calendar needs JavaScript.',
    body: 'JavaScript is switched off in your browser. Open the calendar on its own page, or write to us and we’ll agree a time by email.',
  },
  open: 'Open the Calendar',
  newTab: 'opens in a new tab',
  email: 'Email {email}',
  note: 'The calendar is a third-party service, loaded from {host} when this page opens.',
  noteLink: { label: 'What that service learns', href: '/cookies#booking-page' },
} as const;

export const preparation = {
  title: 'Four things to have ready',
  items: [
    {
      title: 'The tonnes',
      body: 'Last year’s residual emissions by scope, or the part of them you want to cover. An estimate will do, as long as you say it’s one.',
    },
    {
      title: 'The report',
      body: 'Which framework you report under, and when the reporting year ends. A credit retired a day late belongs in the next report.',
    },
    {
      title: 'The budget',
      body: 'A range in pounds, excl. VAT. It narrows the choice between removal and avoidance more than anything else.',
    },
    {
      title: 'Exclusions',
      body: 'What your organisation won’t buy: certain countries, methodologies or pending units. It shortens the list for both of us.',
    },
  ],
} satisfies Ledger;
