import type { LabelName } from '#shared/schemas/project.ts';

/**
 * An auditor's questions to a seller of carbon credits, in the order of our article "Why verified carbon credits matter".
 * The answers come from the catalogue. If one is missing, the page says so and links to a form for asking it.
 */
export const audit = {
  title: 'What an auditor asks',
  intro: 'Eight things to ask any seller. Whatever the catalogue doesn’t say is marked “Not stated”.',
  article: { label: 'Why these eight', href: '/blog/verified-carbon-credits' },
  notStated: 'Not stated',
  /** After what holds for some vintages only. */
  ofVintage: ', vintage {years}',
  /** Of what the catalogue does not state. */
  fromRecord: 'From its units on the record, below',
  /** In the page's head, and before the answers. */
  answered: '{answered} of an auditor’s {all} questions answered',
  ask: 'Ask for it',
  /** The message that "Ask for it" begins. {evidence}: a question with the missing parts of its answer, or one of `otherEvidence`. */
  request: 'Please send us this evidence on {title}: {evidence}.',
  /** What can be asked for besides the answers, by its name in the address. */
  otherEvidence: {
    documents: 'Project documents',
    survey: 'Survey of species',
    boundary: 'Boundary of the project',
    review: 'Independent review',
  },
  /** The heading that a question stands under. */
  groups: {
    ...{ registration: 'The credits', units: 'The credits', vintage: 'The credits' },
    ...{ storage: 'Risks', shortfall: 'Risks', rating: 'Risks' },
    ...{ retirement: 'After the sale', adjustment: 'After the sale' },
  },
  /** Numbered as in `auditQuestions`. That there are eight, and the storage is question 4, pages say in words, which a test compares. */
  questions: {
    registration: {
      name: 'Registration and methodology',
      id: 'Registry ID',
      page: 'Registry page',
      methodology: 'Methodology',
    },
    units: {
      name: 'Unit type and status',
      type: 'Unit type',
      status: 'Status',
      use: 'Use',
      /** Of the Woodland Carbon Code and the Peatland Code. */
      ukOnly: 'Only against emissions in the UK',
      atRegistry: 'At the registry',
    },
    vintage: {
      name: 'Vintage and verifier’s report',
      vintage: 'Vintage',
      report: 'Report',
      /** After the report, of pending credits. */
      unverified: '. No tonnes are verified yet.',
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
    shortfall: {
      name: 'Buffer, reversal and shortfall',
      buffer: 'Buffer',
      share: '{share} of the credits issued',
      reversal: 'Reversal',
      /** By whether anything is stored. */
      reversals: {
        'nothing stored': 'Nothing is stored, so nothing can be released again',
        stored: 'What is stored could be released again',
        'not stated': 'Depends on how long the carbon is stored, which question 4 leaves open',
      },
      terms: 'Who bears a shortfall or a reversal',
    },
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
      /** On certificates. */
      values: {
        Applied: 'Applied: the host country has adjusted its own accounts',
        Committed: 'Committed: the host country has yet to adjust its own accounts',
        'Not Required': 'Not required',
      },
      authorisation: 'Authorisation, Article 6',
      /** Of a project's labels, those that answer this question. */
      labels: {
        'Corresponding adjustment committed': 'Committed: the host country has yet to adjust its accounts',
        'Corresponding adjustment applied': 'Applied: the host country has adjusted its accounts',
        'Corresponding adjustment not required': 'Not required',
      },
      authorised: { 'Article 6 authorised': 'Authorised by the host country' } satisfies Partial<Record<LabelName, string>>,
    },
  },
  people: {
    title: 'Who reviewed it, and who is behind it',
    parties: 'Parties',
    developer: 'Developer',
    verifier: { issued: 'Verified by', expected: 'Validated by', 'not stated': 'Verified by' },
    website: 'Website',
    certifications: 'Further certifications',
  },
  documents: { title: 'Documents', none: 'No documents are stated.' },
} as const;
