import type { PageMeta } from './types.ts';

export const meta = { title: 'Page not found | Carma', description: 'There is no page at this address.' } satisfies PageMeta;

/** product.md, section 2, "Not-found", word for word. */
export const notFound = {
  title: '404 Page Not Found',
  message: 'Did you forget to add the page to the router?',
  help: 'If you followed a link to get here, it is out of date. These are good places to start again:',
  links: [
    { label: 'Home', href: '/' },
    { label: 'Verified Credits', href: '/credits' },
    { label: 'Contact', href: '/contact' },
  ],
};
