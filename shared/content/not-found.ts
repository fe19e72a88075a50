import type { PageMeta } from './types.ts';

/** product.md, section 2, "Not-found", word for word. */
export const pageNotFound = {
  meta: { title: 'Page Not Found | Carma', description: 'There is no page at this address.' } satisfies PageMeta,
  title: '404 Page Not Found',
  message: 'Did you forget to add the page to the router?',
  help: 'The link that brought you here may be out of date. Search, or start again from one of these pages:',
  links: [
    { label: 'Home', href: '/' },
    { label: 'Verified Credits', href: '/credits' },
    { label: 'All projects', href: '/projects' },
    { label: 'The record', href: '/record' },
    { label: 'Contact', href: '/contact' },
  ],
};

/** The search on each of these pages. */
export const search = { label: 'Search the projects', button: 'Search' };

/** An unknown article: product.md, section 2, "Blog article", word for word. */
export const postNotFound = {
  meta: { title: 'Post Not Found | Carma', description: 'There is no article at this address.' } satisfies PageMeta,
  title: 'Post Not Found',
  message: "The blog post you're looking for doesn't exist.",
  help: 'All our articles are listed on one page:',
  links: [{ label: 'Back to Blog', href: '/blog' }],
};

/** An unknown project. */
export const projectNotFound = {
  meta: { title: 'Project Not Found | Carma', description: 'There is no project at this address.' } satisfies PageMeta,
  title: 'Project Not Found',
  message: 'No project in the catalogue has this address. It may have been removed.',
  help: 'All our projects are in the catalogue:',
  links: [{ label: 'All projects', href: '/projects' }],
};

/** A certificate, an entry or a batch that the record does not have. */
export const recordNotFound = {
  meta: { title: 'Not on the Record | Carma', description: 'The record has nothing at this address.' } satisfies PageMeta,
  title: 'Not on the Record',
  message: 'No certificate, entry or batch on the record has this number. Check it for typing errors.',
  help: 'Or look it up:',
  links: [
    { label: 'Search the record', href: '/record' },
    { label: 'Check a certificate', href: '/verify' },
  ],
};

/** A project that was taken out of the catalogue. `message` is followed by the reason, where one was given. */
export const projectWithdrawn = {
  meta: { title: 'No Longer in the Catalogue | Carma', description: 'This project was taken out of the catalogue.' } satisfies PageMeta,
  title: 'No Longer in the Catalogue',
  message: 'This project was taken out of our catalogue on {day}, and its credits are not sold here.',
  reason: 'The reason: {reason}',
  help: 'Certificates that name it, and the record, stay as they are. Where to go on:',
  links: [
    { label: 'All projects', href: '/projects' },
    { label: 'The record', href: '/record' },
    { label: 'Contact', href: '/contact' },
  ],
};
