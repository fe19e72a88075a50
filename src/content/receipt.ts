/** What whoever sent a message is told, besides the thanks of its form. */
export const receiptTexts = {
  reference: 'Your reference:',
  /** Where no mail acknowledges it. */
  noMail:
    'An address gets one confirmation by email an hour, and this one has had it. So no mail confirms this message: please keep the reference.',
  /** The link to the page of a quote. */
  quote: 'Open your quote’s page',
} as const;
