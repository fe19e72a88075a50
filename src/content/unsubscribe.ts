import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Leave the newsletter | Carma',
  description:
    'Take your address off the list of Carma Insights, our newsletter, with one button. Nothing else is asked, and nothing else changes for you.',
} satisfies PageMeta;

export const unsubscribe = {
  title: 'Leave Carma Insights',
  body: 'One press, and this address gets no more newsletters from us.',
  button: 'Unsubscribe',
  incomplete:
    'This address lacks the part that says whose it is, or that part is not as we sent it. Open the link at the end of any of our newsletters again, or write to us.',
  done: {
    title: 'You are off the list',
    body: 'This address gets no more newsletters from us. You can subscribe again on the blog at any time.',
  },
};
