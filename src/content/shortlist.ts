import { dialog } from './contact.ts';
import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Your shortlist of carbon projects, with VAT | Carma',
  description:
    'Tonnes and cost for each project on your shortlist, the subtotal excl. VAT, the VAT and the total. Share the address, print it or request a quote.',
} satisfies PageMeta;

export const shortlist = {
  back: 'All projects',
  title: 'Shortlist',
  lede: 'The projects you chose and what they cost, to the penny. Nothing is reserved or bought until you accept a quote.',
  caption: 'Projects, tonnes and cost. Prices are per credit, excl. VAT.',
  columns: { project: 'Project', price: 'Price per credit, excl. VAT', tonnes: 'Tonnes', line: 'Cost, excl. VAT', change: 'Change' },
  tonnesOf: 'Tonnes of {title}',
  /** Labels of the tonnes included in the totals: in all, and by whether they are issued. */
  tonnes: {
    total: 'Total tonnes',
    issued: 'of which issued',
    expected: 'of which expected later',
    'not stated': 'of which issuance not stated',
  },
  /** Shown below a line. */
  issued: 'Issued',
  notStated: 'Issuance not stated: ask whether the credits have been issued.',
  subtotal: 'Subtotal, excl. VAT',
  vat: 'VAT at 20%',
  total: 'Total incl. VAT',
  update: 'Update the totals',
  remove: 'Remove',
  compare: 'Compare them side by side',
  expected: 'Expected later: forecast and not issued yet. They cannot be retired until a verifier has confirmed the tonnes.',
  onlyAvailable: 'Only {available} are available, so the tonnes were reduced to that.',
  /** By sale status. */
  notOnSale: {
    'On sale': 'The price is higher than this page can calculate with. Not included in the totals or in a quote request.',
    'Sold out': 'Sold out. Not included in the totals or in a quote request.',
    'Not yet on sale': 'Not yet on sale. Not included in the totals or in a quote request.',
  },
  /** {titles}: the projects just removed. */
  removed: { text: 'Removed: {titles}.', undo: 'Undo' },
  clear: 'Clear the shortlist',
  /** {date}: today. */
  asOf: 'Prices and volumes as in the catalogue on {date}. VAT is charged on the subtotal and rounded to the penny. If you request a quote today, these prices hold until {until}.',
  empty: {
    title: 'Your shortlist is empty',
    body: 'Choose “Shortlist” on a project, or find one here. The shortlist is kept in this page’s address and in your browser; you do not need an account.',
    action: { label: 'See all projects', href: '/projects' },
  },
  corrected: 'Some tonnes could not be read or were out of range, and were changed to the nearest whole number from 1 to 1,000,000.',
  unknown: 'No longer in the catalogue, and left out: {slugs}.',
  dropped: 'Some entries in the address are not projects, or exceed the 20 that a shortlist holds. They were left out.',
  error: 'Error loading projects',
  tryAgain: 'Try Again',
  foreign: {
    hint: 'This is not the shortlist saved in your browser. Yours has not changed.',
    keep: 'Save this one instead',
    kept: { title: 'Saved', description: 'This is now the shortlist in this browser.' },
    notKept: { title: 'Could not save it', description: 'This browser does not allow it. The shortlist is still in the page’s address.' },
  },
  keep: {
    title: 'Share or save it',
    body: 'The address contains the whole shortlist. Anyone who opens it sees the same projects and tonnes, at that day’s prices.',
    print: 'Print',
    copy: {
      field: 'Address of this shortlist',
      button: 'Copy Link',
      copied: { title: 'Link copied', description: 'Paste it into an email or a document.' },
      failed: { title: 'Could not copy', description: 'The address is selected: copy it with your keyboard.' },
    },
  },
} as const;

export const quote = {
  title: 'Request a quote',
  intro: 'Your shortlist is sent with the request. We answer within 24 hours with a price for these volumes and the project documents.',
  certificate: {
    body: 'Each retirement gets a certificate with its serial numbers and a proof that anyone can check.',
    link: { label: 'See what a certificate looks like', href: '/impact-hub#demo-certificate' },
  },
  labels: {
    name: 'Name',
    email: 'Email',
    organisation: 'Organisation (optional)',
    purchaseOrder: 'Purchase order (optional)',
    deliverBy: 'Credits needed by (optional)',
    message: 'Message (optional)',
    messageHint: 'Vintages, tender conditions or anything else that the quote should cover.',
  },
  check: dialog.check,
  /** Shown without scripts, where the quote form does not know what was typed in the list's form. */
  updateFirst: 'If you have changed tonnes above, update the totals first: the request is sent with the tonnes in the totals.',
  send: 'Request a Quote',
  sending: 'Sending...',
  /** Shown before the error of a line. */
  line: 'Line {number}:',
  openAgain: 'Back to the shortlist',
  success: {
    title: 'Quote requested',
    reference: 'Your reference:',
    body: "We have your shortlist. We'll get back to you within 24 hours.",
  },
  failure: {
    title: 'Failed to send the request',
    body: 'What you entered is still here. Please try again or contact us directly at {email}',
  },
  another: 'Request another quote for this shortlist',
} as const;
export type QuoteFormContent = typeof quote;
