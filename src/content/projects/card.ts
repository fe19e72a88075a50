/** What stands on a project's card around the project's own words. */
export const card = {
  price: { name: 'Price, excl. VAT', unit: '/\u00a0tCO₂e' },
  available: { name: 'Available', unit: 'credits' },
  /** Whether the credits exist yet. */
  units: { issued: 'Issued', expected: 'Expected later', 'not stated': 'Issuance not stated' },
  impact: { name: 'Annual impact', unit: 'tCO₂e' },
  notStated: 'Not stated',
  place: 'Place',
  /** The first way on: its words, and what a screen reader says between them and the project's title. */
  buy: { label: 'Purchase', before: ' credits from ' },
  ask: { label: 'Ask about it', before: ': ' },
  actions: {
    shortlist: 'Shortlist',
    compare: 'Compare',
    /** Said after "Compare". */
    others: ' {title} with others',
  },
};
export type CardTexts = typeof card;
