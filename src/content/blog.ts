import type { Action, Hero, Link, PageMeta } from './types.ts';

export const meta = {
  title: 'Carma Insights: field notes on carbon credits | Carma',
  description:
    'Seven articles for people who buy carbon credits and answer to an auditor: biodiversity counts, registries, verification, natural capital, TNFD and CSRD.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Blog',
  title: 'Carma Insights',
  lede: 'Field notes for people who buy carbon credits and have to show their working: how to test a claim, read a registry and fill in the report.',
  actions: [{ label: 'Get New Articles by Email', href: '#newsletter' }],
} satisfies Hero;

export const index = {
  legend: 'Legend',
  lead: 'Start here',
  rest: 'Then, in reading order',
  link: 'Read Full Article',
};

export const newsletter = {
  eyebrow: 'Newsletter',
  title: 'The next note, when it is written',
  intro: 'New Carma Insights articles, by email. Your address is kept for the newsletter and for nothing else.',
  notes: [
    'A link in every mail unsubscribes you in one click.',
    'The time of your consent is kept beside your address, to show that you asked.',
  ],
  privacy: { label: 'How we handle your address', href: '/privacy#what-we-collect' } satisfies Link,
  form: {
    label: 'Email address',
    button: 'Subscribe',
    sending: 'Subscribing...',
    thanks: { title: 'Thank you. You are on the list.', body: 'The next article will reach you by email.' },
    failed: 'Your address could not be stored. Please try again, or write to {email}.',
  },
};

/** Words of the article page that are the same for every article. */
export const article = {
  back: { label: 'Carma Insights', href: '/blog' } satisfies Link,
  labels: { author: 'Author', date: 'Published', readTime: 'Read time' },
  contents: 'In this article',
  share: {
    title: 'Share this article',
    newTab: 'opens in a new tab',
    copy: {
      field: 'Address of this article',
      button: 'Copy Link',
      copied: { title: 'Link copied', description: 'The address of this article is on your clipboard.' },
      failed: { title: 'Copy it by hand', description: 'Your browser did not let us copy. The address is selected: press Ctrl+C or ⌘C.' },
    },
  },
  about: {
    title: 'About Carma',
    body: 'Carma sells verified, nature-positive carbon credits to organisations that have to defend the purchase. It was founded in 2022 and has been a certified B Corp since August 2023, with an overall B Impact Score of 127.9. Three per cent of its revenue goes to veteran charities.',
    link: { label: 'Get in Touch', href: '/contact' } satisfies Link,
  },
  related: { title: 'Related articles', link: 'Read Full Article' },
  closingActions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Explore Projects', href: '/projects' },
  ] satisfies Action[],
};
