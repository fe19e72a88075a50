import type { Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'Book a call: get expert carbon advice | Carma',
  description:
    'Choose a time for a 15-30 minute call in UK business hours on sustainability strategy, premium carbon solutions or the social impact of your purchase.',
} satisfies PageMeta;

export const booking = {
  eyebrow: 'Book a call',
  title: 'Get Expert Carbon Advice',
  lede: 'Fifteen minutes settle which kind of tonne you need. Thirty leave time for the clause that procurement is worried about.',
  facts: [
    { label: 'Length', value: '15–30 minutes' },
    { label: 'When', value: 'UK business hours' },
  ],
  topicsTitle: 'Three things to ask us about',
  topics: [
    {
      title: 'Sustainability Strategy',
      body: 'What to cut first, what is left to answer for, and which sentence about it you can publish and defend.',
    },
    {
      title: 'Premium Carbon Solutions',
      body: 'Biochar, methane avoidance, UK woodland and biodiversity: which of them fits your volume, budget and reporting year.',
    },
    {
      title: 'Social Impact',
      body: '3% of our revenue goes to veteran charities. How that appears in a tender’s social value answer, and what it must not be called.',
    },
  ],
};

export const calendar = {
  title: 'Choose a time',
  loading: 'Loading the calendar...',
  failed: {
    title: 'The calendar did not load.',
    body: 'Its service did not answer, or your browser blocks it. Open the calendar on its own page, or write to us and we will agree a time by email.',
  },
  withoutScripts: {
    title: 'The calendar needs JavaScript.',
    body: 'Yours is switched off. Open the calendar on its own page, or write to us and we will agree a time by email.',
  },
  open: 'Open the Calendar',
  newTab: 'opens in a new tab',
  email: 'Email {email}',
  note: 'The calendar is a third party’s, loaded from {host} as this page opens.',
  noteLink: { label: 'What that service learns', href: '/cookies#booking-page' },
};

export const preparation = {
  eyebrow: 'Before you dial in',
  title: 'Four lines on a page make it a short call',
  items: [
    {
      title: 'The tonnes',
      body: 'Last year’s residual emissions by scope, or the part of them that you want to answer for. An estimate will do, if you say that it is one.',
    },
    {
      title: 'The report',
      body: 'Which framework will carry the purchase and when its year ends. A credit retired a day late belongs to the next report.',
    },
    {
      title: 'The budget',
      body: 'A range in pounds, before VAT. It decides between removal and avoidance faster than any principle does.',
    },
    {
      title: 'The refusal',
      body: 'What your organisation will not buy: a country, a method, a unit still pending. It saves both of us the second half of the list.',
    },
  ],
} satisfies Ledger;
