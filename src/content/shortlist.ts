import { dialog } from './contact.ts';
import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Your shortlist of carbon projects, with VAT | Carma',
  description:
    'Tonnes and cost of each project you chose, the subtotal excl. VAT, VAT on its own line and the total. Share the address, print it or ask for a quote.',
} satisfies PageMeta;

export const shortlist = {
  back: 'All projects',
  title: 'Shortlist',
  lede: 'What you chose and what it costs, to the penny. Nothing is reserved and nothing is bought until you have a quote.',
  caption: 'Projects, tonnes and cost. Prices are per credit, excl. VAT.',
  columns: { project: 'Project', price: 'Price per tonne, excl. VAT', tonnes: 'Tonnes', line: 'Cost, excl. VAT', change: 'Change' },
  tonnesOf: 'Tonnes of {title}',
  /** Tonnes of the lines that count, in all and by whether they are issued. */
  tonnes: {
    total: 'Tonnes in all',
    issued: 'of which issued',
    expected: 'of which expected later',
    'not stated': 'of which not stated whether issued',
  },
  /** Under a line. */
  issued: 'Issued',
  notStated: 'Not stated whether the credits are issued.',
  subtotal: 'Subtotal, excl. VAT',
  vat: 'VAT at 20%',
  total: 'Total incl. VAT',
  update: 'Update the totals',
  remove: 'Remove',
  compare: 'Compare them side by side',
  expected: 'Expected later: forecast and not issued yet. Nothing can be retired until the verifier confirms it.',
  onlyAvailable: 'Only {available} are available: the tonnes were set to that.',
  /** By the words of the sale status. */
  notOnSale: {
    'On sale': 'Its price is beyond what this page reckons with. Not part of the totals or of a quote request.',
    'Sold out': 'Sold out. Not part of the totals or of a quote request.',
    'Not yet on sale': 'Not yet on sale. Not part of the totals or of a quote request.',
  },
  /** {titles} were taken off. */
  removed: { text: 'Taken off: {titles}.', undo: 'Put back' },
  clear: 'Clear the list',
  /** {date} is the day on which the page is read. */
  asOf: 'Prices and volumes as in the catalogue on {date}. VAT is charged on the subtotal and rounded to the penny. Ask for a quote today and these prices hold until {until}.',
  empty: {
    title: 'Nothing on it yet',
    body: 'Choose “Shortlist” on a project, or find one here. The list lives in the address of this page and in your browser, not in an account.',
    action: { label: 'See all projects', href: '/projects' },
  },
  settled:
    'Some tonnes could not be read or were out of range, and were set to the nearest whole number that can be reckoned: 1 to 1,000,000.',
  unknown: 'No longer in the catalogue, and left out: {slugs}.',
  dropped: 'Some of what the address named is no project, or more than the 20 that a shortlist holds. It was left out.',
  error: 'Error loading projects',
  tryAgain: 'Try Again',
  foreign: {
    hint: 'This is not the shortlist that your browser keeps. Yours stays as it is.',
    keep: 'Keep this one instead',
    kept: { title: 'Kept', description: 'This is now the shortlist of this browser.' },
    notKept: { title: 'Could not keep it', description: 'This browser stores nothing here. The address of the page holds the list.' },
  },
  keep: {
    title: 'Share or keep it',
    body: 'The address holds the whole list. Whoever opens it sees the same projects and tonnes at the prices of that day.',
    print: 'Print',
    copy: {
      field: 'Address of this shortlist',
      button: 'Copy link',
      copied: { title: 'Link copied', description: 'Paste it wherever the decision is made.' },
      failed: { title: 'Could not copy', description: 'The address is selected: copy it with your keyboard.' },
    },
  },
};

export const quote = {
  title: 'Request quote',
  intro: 'Your shortlist goes with it. We answer within 24 hours with a price for these volumes and the documents behind them.',
  labels: {
    name: 'Name',
    email: 'Email',
    organisation: 'Organisation (optional)',
    purchaseOrder: 'Purchase order (optional)',
    deliverBy: 'Credits needed by (optional)',
    message: 'Message (optional)',
    messageHint: 'Vintages wanted, conditions of a tender, or anything else that the quote should cover.',
  },
  check: dialog.check,
  /** Without scripts, the two forms of the page do not know of each other. */
  updateFirst: 'If you have changed tonnes above, update the totals first: the request names the ones that are reckoned there.',
  send: 'Request quote',
  sending: 'Sending...',
  /** Before what is wrong with a line. */
  line: 'Line {number}:',
  openAgain: 'Open the shortlist again',
  success: {
    title: 'Quote requested',
    reference: 'Your reference:',
    body: "Your shortlist arrived with it. We'll get back to you within 24 hours.",
  },
  failure: {
    title: 'Failed to send the request',
    body: 'What you wrote is still here. Please try again or contact us directly at {email}',
  },
  another: 'Ask again with this shortlist',
};
export type QuoteFormContent = typeof quote;
