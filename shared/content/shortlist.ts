import { vatPercent } from '#shared/lib/money/money.ts';
import { linesLimit } from '#shared/schemas/limits.ts';
import { formErrors } from './form-errors.ts';
import { receiptTexts } from './receipt.ts';
import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Your shortlist of carbon projects, with VAT | Carma',
  description:
    'Tonnes and cost for each project on your shortlist, the subtotal excl. VAT, the VAT and the total. Share the address, print it or request a quote.',
} satisfies PageMeta;

export const shortlist = {
  back: 'All projects',
  title: 'Shortlist',
  lede: 'The projects you chose and what they cost, to the penny. Nothing is reserved or bought until you accept our written quote.',
  table: {
    caption: 'Projects, tonnes and cost. Prices are per credit, excl. VAT.',
    columns: { project: 'Project', price: 'Price per credit, excl. VAT', tonnes: 'Tonnes', line: 'Cost, excl. VAT', change: 'Change' },
    tonnesOf: 'Tonnes of {title}',
    /** Labels of the tonnes included in the totals: in all, and by whether they are issued. */
    tonnes: {
      total: 'Total tonnes',
      partial: 'Total tonnes, without lines marked “–”',
      issued: 'of which issued',
      expected: 'of which pending',
      notStated: 'of which issuance not stated',
    },
    /** Below a line: whether its credits are issued. */
    units: {
      issued: 'Issued',
      expected: 'Pending: forecast and not issued yet. These credits can’t be retired until a verifier has confirmed the tonnes.',
      notStated: 'Issuance not stated: ask whether the credits have been issued.',
    },
    subtotal: 'Subtotal, excl. VAT',
    vat: `VAT at ${vatPercent}%`,
    total: 'Total, incl. VAT',
    update: 'Update the totals',
    quote: 'Request a quote',
    remove: 'Remove',
    /** Of a line that cannot be bought as asked; beside too many tonnes stands a link. {credits}: `5 credits`. */
    refused: {
      sold_out: 'Sold out.',
      no_price: 'No price yet.',
      not_yet_on_sale: 'Not yet on sale.',
      too_many: 'At most {credits} can be bought.',
      not_deliverable_by: { stated: 'Pending, forecast by {delivery}.', notStated: 'The day of delivery isn’t stated.' },
    },
    leftOut: 'Not included in the totals or in a quote request.',
    take: 'Take {available}',
    clear: 'Clear the shortlist',
    unreadable: 'Enter whole tonnes, such as 1,200.',
  },
  compare: 'Compare them side by side',
  /** {titles}: the projects just removed. */
  removed: { text: 'Removed: {titles}.', undo: 'Undo' },
  /** Of a shared list, whose address names a day. */
  day: {
    title: 'Then and now',
    intro:
      'The address of this list names {day}. The prices shown for that day, as they stood at its end in London, come from our own price history, never from the address.',
    caption: 'Prices per credit and costs, excl. VAT, on {day} and today.',
    columns: { project: 'Project', price: 'Price on {day}', now: 'Price today', cost: 'Cost on {day}', costNow: 'Cost today' },
    before: 'Its price history begins on {since}',
    unknown: 'Not in our price history',
    none: 'No price',
    noTotal: 'There is no total for {day}, because not every line in today’s total had a price then.',
    wrong: 'The day in this address (“on”) has to be today or earlier, written like 2026-11-26. It was ignored.',
  },
  /** The list as a workbook. */
  file: {
    label: 'Download as .xlsx',
    sheet: {
      project: 'Project',
      address: 'Address',
      location: 'Location',
      standard: 'Standard',
      units: 'Vintage and unit type',
      issuance: 'Issuance',
      price: 'Price per credit, GBP excl. VAT',
      until: 'Last day of this price, if a quote is requested today',
      tonnes: 'Tonnes',
      cost: 'Cost, GBP excl. VAT',
      note: 'Note',
      sums: { subtotal: 'Subtotal, GBP excl. VAT', vat: `VAT at ${vatPercent}%, GBP`, total: 'Total, GBP incl. VAT' },
      today: 'Prices as in the catalogue on',
      neededBy: 'Credits needed by',
      list: 'Address of this shortlist',
      priceThen: 'Price per credit on {day}, GBP excl. VAT',
      costThen: 'Cost on {day}, GBP excl. VAT',
    },
  },
  /** Asks before a list from an address, such as a mix or a shared list, takes the place of the visitor's own. */
  replace: {
    text: 'You already have another shortlist. It hasn’t changed.',
    replace: 'Replace it with this one',
    add: 'Add these projects to it',
    keep: 'Keep yours',
  },
  /** {date}: today. */
  asOf: 'Prices and volumes as in the catalogue on {date}. VAT is charged on the subtotal and rounded to the penny. If you request a quote today, these prices hold until the end of {until}, London time.',
  /** Before the day. */
  neededBy: 'Credits needed by',
  neededByWrong: 'The day by which the credits are needed (“by” in this address) has to be a day such as 2027-03-31. It was ignored.',
  empty: {
    title: 'Your shortlist is empty',
    body: 'Choose “Shortlist” on a project, or find one here. The shortlist is kept in this page’s address and in your browser; you don’t need an account.',
    action: { label: 'See all projects', href: '/projects' },
    portfolio: { label: 'Find a portfolio for your tonnes or budget', href: '/portfolio' },
  },
  corrected: 'Some of the tonnes could not be read and were set to 1. Check each line.',
  /** {slugs}: slugs in the address that are not in the catalogue. */
  unknown: 'Not in the catalogue, and left out: {slugs}.',
  dropped: `Some entries in the address aren’t projects, or exceed the ${linesLimit} a shortlist takes. They were left out.`,
  keep: {
    title: 'Share or save it',
    body: 'The address contains the whole shortlist and a day: today, or the one it was shared with. Anyone who opens it sees the same projects and tonnes, with that day’s prices beside those of the day they open it. You can also print the page or save it as a PDF.',
    unreadable: 'Please correct the tonnes above first: the address and the file would have other tonnes than this page.',
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
  intro:
    'Your shortlist is sent with the request. We reply within 24 hours with a written quote at these prices and the project documents we have.',
  certificate: {
    body: 'Each retirement gets a certificate with its serial numbers and a proof anyone can check.',
    link: { label: 'See what a certificate looks like', href: '/impact-hub#demo-certificate' },
  },
  labels: {
    name: 'Name',
    email: 'Email',
    organisation: 'Organisation (optional)',
    purchaseOrder: 'Purchase order (optional)',
    deliverBy: 'Credits needed by (optional)',
    deliverByHint: 'The day by which the credits are retired for you.',
    laterDelivery: 'We accept later delivery of pending credits',
    message: 'Message (optional)',
    messageHint: 'Vintages, tender conditions or anything else the quote should cover.',
  },
  /** Beside that, what is pending. {title}: a project; {day}: when it is delivered. */
  pending: { stated: '{title}: forecast by {day}.', notStated: '{title}: the day of delivery is not stated.' },
  problem: formErrors,
  send: 'Request a Quote',
  sending: 'Sending...',
  /** The error of a line. {name}: its project or, where that is not known, its number. */
  line: '{name}: {error}',
  lineNumber: 'Line {number}',
  openAgain: 'Back to the shortlist',
  /** Of this browser's last request. */
  last: { text: 'You asked for a quote on {day}.', link: 'Open its page' },
  success: {
    title: 'Quote requested',
    body: 'We have your request for {tonnes}\u00a0t, {total} incl. VAT. We’ll get back to you within 24 hours.',
  },
  receipt: receiptTexts,
  failure: {
    title: 'Failed to send the request',
    body: 'What you entered is still here. Please try again or contact us directly at {email}',
  },
} as const;
export type QuoteFormContent = typeof quote;
