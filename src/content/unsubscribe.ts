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
  done: {
    title: 'You are off the list',
    body: 'This address gets no more newsletters from us. You can subscribe again on the blog at any time.',
  },
};
