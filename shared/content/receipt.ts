/** What whoever sent a message is told, besides the thanks of its form. */
export const receiptTexts = {
  reference: 'Your reference:',
  /** The same for everybody: whoever types another's address does not learn whether that had a mail. */
  mail: 'Please keep it. We email you a confirmation, unless your address has had five in the last hour.',
  /** What acknowledgements repeat of a message. */
  repeated: {
    organisation: 'Organisation',
    sector: 'Sector',
    purchaseOrder: 'Purchase order',
    deliverBy: 'Needed by',
    tonnes: 'Tonnes of CO₂e',
    volume: 'Tonnes of CO₂e per year',
    timeframe: 'Timeframe',
    message: 'You wrote',
    attachment: 'Attachments',
  },
  /** The link to the page of a quote. */
  quote: 'Open your quote’s page',
} as const;
