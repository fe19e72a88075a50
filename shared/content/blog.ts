import { formErrors } from './form-errors.ts';
import type { Action, Hero, Link, PageMeta } from './types.ts';

export const meta = {
  title: 'Carma Insights: articles on carbon credits | Carma',
  description:
    'Articles for people who buy carbon credits and have to satisfy an auditor: biodiversity counts, registries, verification, natural capital, TNFD and CSRD.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Blog',
  title: 'Carma Insights',
  lede: 'Articles for people who buy carbon credits and have to show their working: how to test a claim, read a registry and complete the report.',
  actions: [{ label: 'Get New Articles by Email', href: '#newsletter' }],
} satisfies Hero;

export const index = {
  legend: 'Categories',
  lead: 'Start here',
  rest: 'More articles',
  link: 'Read Full Article',
};

export const newsletter = {
  eyebrow: 'Newsletter',
  title: 'New articles by email',
  intro: 'Subscribe to Carma Insights. We use your address only for the newsletter.',
  notes: ['Every email has a link to unsubscribe in one click.', 'We record when you consented, to show that you asked for it.'],
  privacy: { label: 'How we handle your address', href: '/privacy#what-we-collect' } satisfies Link,
  form: {
    label: 'Email address',
    button: 'Subscribe',
    sending: 'Subscribing...',
    thanks: {
      title: 'Thank you. You are subscribed.',
      body: 'You will receive the next article by email. If you had unsubscribed, first confirm with the link in the email we have sent you.',
    },
    failed: 'Your address could not be stored. Please try again, or email {email}.',
    problem: formErrors,
  },
} as const;

/** Texts of the article page that are the same for every article. */
export const article = {
  back: { label: 'Carma Insights', href: '/blog' } satisfies Link,
  labels: { author: 'Author', date: 'Published', updated: 'Updated', readTime: 'Read time' },
  contents: 'In this article',
  share: {
    title: 'Share this article',
    newTab: 'opens in a new tab',
    copy: {
      field: 'Address of this article',
      button: 'Copy Link',
      copied: { title: 'Link copied', description: 'The address of this article has been copied to your clipboard.' },
      failed: { title: 'Could not copy', description: 'Your browser did not allow it. The address is selected: press Ctrl+C or ⌘C.' },
    },
  },
  about: {
    title: 'About Carma',
    body: 'Carma is a nature-positive company that sells verified carbon credits to organisations that have to justify what they buy. It was founded in 2022 and has been a certified B Corp since August 2023, with an overall B Impact Score of 127.9. Three per cent of its revenue goes to veteran charities.',
    link: { label: 'Get in Touch', href: '/contact' } satisfies Link,
  },
  related: { title: 'Related articles', link: 'Read Full Article' },
  closingActions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Explore Projects', href: '/projects' },
  ] satisfies Action[],
};
