import { shortlist } from '#shared/content/shortlist.ts';
import type { PageMeta } from '#shared/content/types.ts';
import { audit } from './audit.ts';
import { labelNameTexts } from './labels.ts';
import { limitOfUse } from './project.ts';

export const meta = {
  title: 'Compare carbon projects side by side | Carma',
  description:
    'Up to four carbon projects in one table: price per credit excl. VAT, credits available, annual impact, standard, type and place. Share the comparison by its address.',
} satisfies PageMeta;

const { refused, tonnesOf, unreadable, update, quote } = shortlist.table;

export const compare = {
  back: 'All projects',
  backToMixes: 'Back to the mixes',
  backToShortlist: 'Back to the shortlist',
  title: 'Compare projects',
  lede: 'Up to four projects, line by line. Your choice is part of this page’s address: send the link to whoever approves the purchase.',
  caption: 'Projects side by side. Prices are per credit, excl. VAT.',
  project: 'Project',
  /** What was asked for in a mix or on a shortlist, and the sum, of all lines or of those that are not refused. */
  asked: {
    tonnes: 'Your tonnes',
    cost: 'Their cost, excl. VAT',
    none: '–',
    all: 'Your tonnes in all',
    part: 'In all, without what cannot be bought or read',
    /** Of the tonnes, unless all are issued. */
    units: { issued: '{tonnes} issued', expected: '{tonnes} pending', notStated: '{tonnes} not stated' },
    ...{ refused, tonnesOf, unreadable, update, quote },
    sums: ['{tonnes}', '{cost} excl.\u00a0VAT', '{total} incl.\u00a0VAT'],
    inclVat: 'Cost in all, incl. VAT',
  },
  /** The facts that are compared, in groups, in order. Texts stand as they are, others as shared/lib/projects/comparison.ts has them. */
  facts: {
    Price: {
      pricePerCredit: 'Price per credit, excl. VAT',
      availableCredits: 'Available',
      unitsStatus: 'Units',
    },
    'What you buy': {
      category: 'Category and type',
      description: 'What it does',
      location: 'Place',
      country: 'Country',
      developer: 'Developer',
      verificationStandard: 'Standard',
      unitType: 'Unit type',
      vintageEnd: 'Vintage',
      use: 'Use',
      impactPerYear: 'Annual impact',
    },
    Evidence: {
      serials: 'Serial numbers',
      methodology: 'Methodology',
      monitoring: 'How it is measured',
      verificationReport: 'Verifier’s report',
      reviewer: 'Independent review',
      ratings: 'Ratings',
      labels: 'Labels',
      surveyedOn: 'Survey of species',
      figuresSource: 'Source of the figures',
      updatedAt: 'Catalogue entry last changed',
    },
    'Storage and risk': {
      permanenceYears: 'Duration of storage',
      bufferShare: 'Buffer',
      shortfallTerms: 'Who bears a shortfall or a reversal',
      adjustment: 'Corresponding adjustment',
    },
  },
  next: 'Next step',
  /** The row of a file with the addresses of the projects' pages, and the units of its figures. */
  address: 'Address',
  fileUnits: {
    pricePerCredit: 'in pounds',
    availableCredits: 'in credits',
    impactPerYear: 'in tCO₂e',
    permanenceYears: 'in years',
    tonnes: 'in t',
    cost: 'in pounds',
  },
  files: { label: 'This comparison as a file', csv: 'CSV', xlsx: 'Excel' },
  /** Puts every project that is on sale on the shortlist: all of the comparison, or {count} of it. */
  shortlistAll: 'Add all to shortlist',
  shortlistSome: 'Add the {count} on sale to shortlist',
  units: { issued: 'Issued', expected: 'Pending' },
  /** Those of the corresponding adjustment have a fact of their own. */
  labels: Object.fromEntries(Object.entries(labelNameTexts).filter(([label]) => !(label in audit.questions.adjustment.labels))),
  adjustments: audit.questions.adjustment.labels,
  ofVintage: audit.ofVintage,
  /** {serials}: as the catalogue's entry states them. */
  serials: { onRecord: 'On the record', stated: '{serials}; not yet on the record, so the number of credits is our own statement' },
  permanence: { 'nothing stored': 'Nothing is stored', 'not stated': 'Not stated' },
  asOf: 'Prices as in the catalogue on {date}',
  /** The facts whose values are all the same. */
  same: 'The same for all',
  notStated: 'Not stated',
  limitOfUse,
  anyUse: 'No limit stated',
  remove: 'Remove',
  /** `added`: also once all are. */
  shortlist: { add: 'Add to shortlist', added: 'Shortlisted ✓', remove: 'Remove' },
  empty: 'Nothing is being compared yet. Find the first project below, or choose “Compare” on a project in the catalogue.',
  one: 'One project so far. Find another below to compare it with.',
  unknown: shortlist.unknown,
  more: 'The table holds four projects. Any others in the address are left out.',
} as const;

/** The search below a comparison or a shortlist. */
export const finder = {
  title: 'Add a project',
  label: 'Name, place, type or standard',
  button: 'Find',
  exclVat: ' excl. VAT',
  add: 'Add',
  none: 'No project matches that. Try a place, a type or a standard.',
};
