/** Texts of a project's card, besides the project's own. */
export const card = {
  price: { name: 'Price, excl. VAT', unit: '/\u00a0tCO₂e' },
  /** `units`: what stands behind the number of credits that are not on sale. */
  available: {
    name: 'Available',
    units: { 'Sold out': 'available, sold out', 'Not yet on sale': 'not yet on sale' },
  },
  /** Whether the credits have been issued. */
  units: { issued: 'Issued', expected: 'Pending', 'not stated': 'Issuance not stated' },
  /** Shown if none of a project's units are on the record. */
  notOnRecord: 'Not yet on the record',
  impact: { name: 'Annual impact', unit: 'tCO₂e' },
  notStated: 'Not stated',
  place: 'Place',
  /** Of a survey, beside its drawing. */
  species: '{count} species found',
  surveyed: 'Species surveyed',
  /** The primary link, which the project's title describes. */
  buy: 'Purchase',
  ask: 'Ask about it',
  actions: {
    /** Before and after it has been pressed; `remove` is visually hidden, between `added` and the project's title. */
    shortlist: { add: 'Shortlist', added: 'Shortlisted ✓', remove: 'Remove' },
    compare: 'Compare',
    /** Visually hidden text after "Compare". */
    others: ' {title} with others',
  },
} as const;
