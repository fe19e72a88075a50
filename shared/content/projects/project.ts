import { reply } from '#shared/content/reply.ts';
import { findRegistry } from '#verify/registries.ts';
import { audit } from './audit.ts';

/** Texts of a project's page, besides the project's own. */
export const texts = {
  back: 'All projects',
  /** In print. */
  asOf: 'As in the catalogue on {date}',
  figures: {
    price: { label: 'Price, excl. VAT', unit: '/ tCO₂e' },
    available: { label: 'Available' },
    impact: { label: 'Annual impact', unit: 'tCO₂e' },
    standard: { label: 'Standard' },
  },
  history: {
    since: '{price} since',
    title: 'Earlier prices and volumes',
    caption:
      'Price and credits available, with the date from which they applied. Of changes of volume or status alone, only the newest are listed.',
    columns: { since: 'From', price: 'Price, excl. VAT', available: 'Available', status: 'Status' },
  },
  ask: 'Ask about it',
  compare: 'Compare',
  drawn: 'A drawing based on the project’s type and name, not a photograph of the site.',
  what: 'What the project does',
  measured: 'How it is measured',
  /** The common source of price, volume and impact, named below them. */
  source: {
    label: 'Source of price, volume and impact:',
    none: 'not stated',
    asOf: 'Figures as at',
    noDate: 'The date of the figures is not stated.',
  },
  facts: {
    notStated: 'Not stated',
    /** `held` is shown instead of `meaning` if the project is not on sale. */
    unitsStatuses: {
      issued: {
        name: 'Issued',
        held: 'The credits exist on the registry. They aren’t on sale here at the moment.',
        meaning:
          'The credits exist on the registry. Once they’re yours they can be retired straight away, and claimed once the registry has confirmed it.',
      },
      expected: {
        name: 'Pending',
        held: 'The credits are forecast and not issued yet. They aren’t on sale here at the moment.',
        meaning:
          'The credits are forecast and not issued yet. You order now and receive them once a verifier has confirmed the tonnes; until then nothing can be retired or claimed.',
      },
    },
    registryTotals: {
      issued: '{issued} issued by the registry to date',
      issuedAndRetired: '{issued} issued by the registry to date, {retired} of them retired',
      meaning: 'To all account holders together; it isn’t the number on sale here.',
    },
    permanences: {
      years: 'The carbon is meant to stay out of the air for at least this long.',
      'nothing stored': {
        name: 'Nothing is stored',
        meaning: 'The project reduces or avoids emissions. No carbon is stored, so no storage period applies.',
      },
    },
    aboutStandard: 'What this standard checks',
    updated: 'Catalogue entry last changed',
  },
  map: {
    title: 'Where it is',
    label: 'Map: {title}, {location}',
    country: 'Country',
    coordinates: 'Coordinates',
    boundary: 'Boundary',
  },
  related: 'Projects like this one',
} as const;

/** The project's units on the record. */
export const onRecord = {
  title: 'On the record',
  intro: 'What is on sale here is on the record, unit by unit. Each serial number has one status, and anyone can check it.',
  stated:
    'No units of this project are on the record yet. The number of credits is our own statement; you receive serial numbers on delivery.',
  link: { label: 'How the record works', href: '/record#check' },
};

/** The pages on standards, each with the words by which its standard is known. */
const standardPages = {
  '/vcs': /\bvcs\b|verra|verified carbon standard/i,
  '/gold-standard': /\bgold standard\b|^gold$|\b(gsf?|gs4gg)\b/i,
  '/woodland-carbon': /woodland carbon|\bwcc\b/i,
  '/puro-earth': /\bpuro\b/i,
};

/** Returns the page that explains a verification standard, or the page on all standards if it has none of its own. */
export function standardPageOf(standard: string): string {
  return Object.entries(standardPages).find(([, names]) => names.test(standard))?.[0] ?? '/carbon-standards';
}

/** What credits of a standard can be used for, where that is limited: both codes of the UK, which have one registry, limit it alike. */
export const limitOfUse = (standard: string) =>
  (findRegistry(standard) === 'uk-land-carbon' || standardPageOf(standard) === '/woodland-carbon') && audit.questions.units.ukOnly;

export const closing = {
  title: 'Ask for documents and a quote',
  body: `We’ll send the project documents we have and a written quote at the listed price. ${reply}`,
  quote: 'Request a Quote',
  call: { label: 'Book a Call', href: '/book-call' },
};

/** Shown if the project cannot be bought now. */
export const closingNotOnSale = {
  title: 'Ask about this project',
  body: 'We’ll send the documents we have, say whether and when credits are due, and name similar projects that are on sale.',
};
