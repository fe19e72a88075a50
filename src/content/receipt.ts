/** What whoever sent a message is told, besides the thanks of its form. */
export const receiptTexts = {
  reference: 'Your reference:',
  /** Where no mail acknowledges it. */
  noMail: 'We send an address at most one confirmation email an hour, and yours has already had one. So please keep the reference.',
  /** The link to the page of a quote. */
  quote: 'Open your quote’s page',
} as const;
