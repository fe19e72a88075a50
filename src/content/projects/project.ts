import type { Closing } from '../types.ts';

/** Texts of a project's page; the facts are the project's own. */
export const texts = {
  back: 'All projects',
  figures: {
    price: { label: 'Price, excl. VAT', unit: '/ tCO₂e' },
    available: { label: 'Available', unit: 'credits' },
    impact: { label: 'Impact a year', unit: 'tCO₂e' },
    standard: { label: 'Standard' },
  },
  oneCredit: 'One credit is one tonne of CO₂ equivalent. VAT is charged on top at the UK rate.',
  quote: 'Request Quote',
  what: 'What the project does',
  facts: {
    title: 'On the record',
    category: 'Category',
    type: 'Project type',
    place: 'Place',
    coordinates: 'Coordinates',
    standard: 'Verification standard',
    updated: 'Catalogue entry changed',
  },
  aboutStandard: 'What this standard checks',
  map: { title: 'Where it is', label: 'Map: {title}, {location}' },
  related: 'Projects like this one',
};

/** Which page explains a verification standard. */
export const standardPages: Record<string, string> = {
  VCS: '/vcs',
  'Gold Standard': '/gold-standard',
  'Woodland Carbon Code': '/woodland-carbon',
  'Puro.Earth': '/puro-earth',
};
export const allStandards = '/carbon-standards';

export const closing = {
  title: 'Ask what its verifier was asked.',
  body: 'We send the project documents, the monitoring report and a price for your volume within 24 hours.',
  actions: [
    { label: 'Request Quote', href: '/contact' },
    { label: 'Book a Call', href: '/book-call' },
  ],
} satisfies Closing;
