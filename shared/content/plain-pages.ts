/** The pages of text that stand in for a page that cannot be made. */
export const plainPages = {
  unavailable: {
    title: 'Temporarily unavailable',
    heading: 'This page is temporarily unavailable',
    reason: 'Part of the site did not respond in time.',
  },
  tooMany: {
    title: 'Too many requests',
    heading: 'Too many requests',
    reason: 'Your network has asked for more pages in a short time than we allow.',
  },
  busy: {
    title: 'Very busy',
    heading: 'The site is very busy at the moment',
    reason: 'We are receiving more requests than we can serve.',
  },
} as const;

/** {seconds}: `5 seconds`. */
export const retry = { wait: 'This page will try again automatically in {seconds}.', now: 'Try again' } as const;
