import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Unsubscribe from the newsletter | Carma',
  description: 'Unsubscribe from Carma Insights, our newsletter, with one button. We ask for nothing else.',
} satisfies PageMeta;

export const unsubscribe = {
  title: 'Unsubscribe from Carma Insights',
  body: 'Press the button and we will send no more newsletters to this address.',
  button: 'Unsubscribe',
  incomplete: {
    text: 'This link is incomplete or has been changed. Open the link at the end of any of our newsletters again, or ',
    /** A link to our address. */
    email: 'email us',
  },
  done: {
    title: 'You have been unsubscribed',
    body: 'We will send no more newsletters to this address. You can subscribe again on the blog at any time: we then email you a link to confirm it.',
  },
  /** For whoever has left, and has asked to come back. */
  again: {
    title: 'Subscribe to Carma Insights again',
    body: 'Press the button and we will send our newsletter to this address again.',
    button: 'Subscribe again',
    done: {
      title: 'You are subscribed again',
      body: 'You will receive the next article by email. Every email has a link to unsubscribe.',
    },
  },
};
