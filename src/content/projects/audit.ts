/**
 * An auditor's questions to a seller of carbon credits, in the order of our article "Why verified carbon credits matter".
 * The answers come from the catalogue. If one is missing, the page says so and links to a form for asking it.
 */
export const audit = {
  title: 'What an auditor asks',
  intro: 'Eight things to ask any seller. Whatever the catalogue doesn’t say is marked “Not stated”.',
  article: { label: 'Why these eight', href: '/blog/verified-carbon-credits' },
  notStated: 'Not stated',
  ask: 'Ask for it',
  questions: {
    registration: {
      name: 'Registration and methodology',
      id: 'Registry ID',
      page: 'Registry page',
      methodology: 'Methodology',
    },
    units: { name: 'Unit type and status', type: 'Unit type', status: 'Status' },
    vintage: {
      name: 'Vintage and verification',
      vintage: 'Vintage',
      report: 'Verification report',
      years: '{start} to {end}',
    },
    storage: {
      name: 'Removal or reduction, and storage',
      effect: 'Effect',
      duration: 'Duration of storage',
      effects: {
        Removal: 'Removal: CO₂ is taken out of the air',
        Reduction: 'Reduction: less is emitted than before',
        Avoidance: 'Avoidance: emissions that would have happened are prevented',
      } as Record<string, string>,
    },
    shortfall: { name: 'Buffer and shortfall', buffer: 'Buffer', share: '{share} of the credits issued', terms: 'Who bears any shortfall' },
    rating: { name: 'Rating', rating: 'Ratings', by: '{rating}, {agency}' },
    retirement: {
      name: 'Serial numbers and retirement',
      serials: 'Serial numbers',
      /** The answer if the page lists units on the record. */
      onRecord: { label: 'On the record, below', href: '#record' },
      place: 'Where retirements are shown',
    },
    adjustment: {
      name: 'Corresponding adjustment',
      adjustment: 'Adjustment by the host country',
      values: {
        Applied: 'Applied: the host country has adjusted its own accounts',
        Committed: 'Committed: the host country adjusts its own accounts',
        'Not Required': 'Not required for this use',
      },
      authorisation: 'Authorisation, Article 6',
      /** The labels that answer it. */
      labels: {
        'Corresponding adjustment committed': 'Committed: the host country has yet to adjust its accounts',
        'Corresponding adjustment applied': 'Applied: the host country has adjusted its accounts',
        'Corresponding adjustment not required': 'Not required for this use',
      } as Record<string, string>,
      authorised: { 'Article 6 authorised': 'Authorised by the host country' } as Record<string, string>,
    },
  },
  people: {
    title: 'Who is behind it',
    developer: 'Developer',
    verifier: 'Verified by',
    website: 'Website',
    certifications: 'Further certifications',
  },
  documents: 'Documents',
} as const;
export type AuditTexts = typeof audit;
