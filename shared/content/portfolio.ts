import type { LimitName, NeedField, PortfolioNeed } from '#shared/schemas/portfolio.ts';
import { reply } from './reply.ts';
import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Find a carbon portfolio for your tonnes and budget | Carma',
  description:
    'Enter tonnes, a budget and a date: up to three mixes of the carbon projects on sale, side by side, each priced with VAT, with its places and what its evidence lacks.',
} satisfies PageMeta;

export const finder = {
  back: { label: 'All projects', href: '/projects' },
  title: 'Find a Portfolio',
  lede: 'How many tonnes, at what cost, by when? Up to three mixes of the projects on sale, side by side.',
  form: {
    label: 'What you need',
    /** By parameter of the address: `year` is the last vintage. */
    fields: {
      tonnes: 'Tonnes',
      budget: 'Budget, £',
      deliverBy: 'Needed by',
      removal: 'Credits',
      max: 'Highest price per tonne, £',
      each: 'That price applies to',
      vat: 'Amounts are',
      removals: 'Lowest share of removals, %',
      vintageFrom: 'Earliest vintage',
      year: 'Latest vintage',
      storage: 'Shortest storage, years',
      units: 'Issued or pending',
      country: 'Country',
      type: 'Project type',
      nature: 'Nature-based only',
      contested: 'Include forest protection and renewable energy',
      projects: 'Projects in a mix',
      label: 'Labels',
    },
    more: 'More conditions',
    choices: {
      removal: { '': 'Any', yes: 'Removals only' },
      each: { '': 'the mix', yes: 'each project' },
      vat: { '': 'excl. VAT', incl: 'incl. VAT' },
      units: { '': 'No pending', issued: 'Issued only', pending: 'Also pending' },
      country: { '': 'Anywhere' },
      type: { '': 'Any' },
      projects: { '': 'At least 2' },
    } satisfies Partial<Record<NeedField, Record<string, string>>>,
    /** By how many projects a mix has at least; two is the rule. */
    projects: { 1: 'One is enough', 3: 'At least 3', 4: 'At least 4', 5: 'At least 5' },
    /** What the closed list of labels says: nothing is ticked in it, or something is. */
    labels: { any: 'Any', some: 'Only those chosen' },
    /** What a price, what it applies to and its VAT are together. */
    price: 'Highest price',
    submit: 'Find mixes',
    clear: 'Clear all',
  },
  /** The parts of a need, in words. */
  need: {
    tonnes: '{tonnes}\u00a0t',
    budget: 'at most {excl} excl. VAT, {incl} incl. VAT',
    max: 'at most {excl} a tonne on average, excl. VAT, {incl} incl. VAT',
    each: 'no project above {excl} a tonne excl. VAT, {incl} incl. VAT',
    vintageFrom: 'vintages from {year}',
    year: 'vintages up to {year}',
    storage: 'stored for at least {years}',
    deliverBy: 'needed by {day}',
    removal: 'removals only',
    removals: 'at least {share}% removals',
    nature: 'nature-based only',
    units: { issued: 'issued only', pending: 'including pending', '': 'pending credits left out' },
    contested: 'including forest protection and renewable energy',
    projects: 'at least {projects}',
  },
  answer: {
    /** While the form has something that cannot be read. */
    earlier: 'Still the answer to what you asked before, not to what the form says now.',
    titles: ['No mix fits', 'One mix fits', 'Two mixes fit', 'Three mixes fit'],
    /** {missing}: the parts that the answer to a question lacks, or the question itself. */
    lacks: { title: 'Missing for every project', text: '{missing} (question {number} of 8: {question})' },
    chosen: {
      title: 'How they are chosen',
      text: 'On sale and within your conditions: {projects}, with {tonnes}\u00a0t.',
      share:
        'From {from}\u00a0t, no project supplies over {share} of a mix (rounded up), so one failure can’t cost you everything, and none supplies under {percent}% or {tonnes}\u00a0t.',
      shares: { 2: 'half', 3: 'a third', 4: 'a quarter', 5: 'a fifth' } as Record<number, string>,
      contested: 'Forest protection and renewable energy are left out, because their tonnes need the closest check.',
      include: 'Include them: {projects}',
    },
    asOf: 'Catalogue and prices of {date}. Nothing is reserved until you accept a quote.',
    /** Not on paper, which has the address at its head. */
    share: 'To share these mixes, send this page’s address.',
  },
  reasons: { cheapest: 'Lowest price', durable: 'Longest storage', blend: 'A blend with storage', evidenced: 'Best evidenced' },
  why: {
    cheapest: 'The least you can pay for {tonnes}\u00a0t under these conditions: {price} a tonne.',
    most: 'The most tonnes for the money: {tonnes}\u00a0t.',
    durable: 'The longest that fits under these conditions.',
    blend: 'The most storage that fits under these conditions.',
    evidenced: 'The most answers for an auditor: {answered} of 8 questions{average}.',
    /** Of several projects. */
    average: ' on average',
    minimum: 'This is less than our minimum order of {tonnes}\u00a0t.',
  },
  mix: {
    caption: 'Projects of this mix. Prices and costs are excl. VAT.',
    columns: { project: 'Project', share: 'Share', tonnes: 'Tonnes', price: 'A tonne', cost: 'Cost' },
    vintage: 'vintage {years}',
    noVintage: 'vintage not stated',
    delivered: 'pending, forecast by {day}',
    deliveryNotStated: 'pending, day of delivery not stated',
    issuanceNotStated: 'issuance not stated',
    /** Beside the cost of the whole mix. */
    exclVat: 'for {tonnes}\u00a0t, excl. VAT',
    inclVat: 'for {tonnes}\u00a0t, incl. VAT',
    sums: { subtotal: 'Total, excl. VAT', total: 'Total, incl. VAT', rest: 'Budget left' },
    /** The heading of a mix that is wholly pending. */
    allPending: ', all pending',
    map: 'Places: {places}',
    facts: { storage: 'Storage', removals: 'Removals', issued: 'Issued', answered: 'Evidence', record: 'On the record', open: 'Open' },
    /** How much of a mix is issued, or removals. */
    part: { all: 'All {tonnes}\u00a0t', share: '{tonnes}\u00a0t, {share}', none: 'None' },
    pending: '{tonnes}\u00a0t pending',
    notStated: '{tonnes}\u00a0t not stated',
    /** `each`: of two or three durations; only the first names the unit. */
    years: { each: '{tonnes}\u00a0t for {years}', several: '{shortest} to {longest} years, {average} on average' },
    nothingStored: 'Nothing stored: emissions avoided or reduced',
    withNothingStored: '{tonnes}\u00a0t with nothing stored',
    answered: '{answered} of an auditor’s 8 questions answered{average}',
    gap: '{question} ({projects})',
    onRecord: '{count} of {projects}',
    add: 'Add all to shortlist',
    compare: 'Compare its projects',
    /** In place of `compare`. */
    tooMany: 'A comparison takes up to {limit} projects.',
    ofMix: ': {title}',
  },
  none: {
    nothing: 'No project on sale meets your conditions.',
    some: 'On sale and within your other conditions: {projects}, with {tonnes}\u00a0t.',
    loosen: 'Change one condition and a mix fits:',
    other: 'Changing one limit isn’t enough. Change two, or ask us.',
    /** {tonnes}, {subtotal}, {total} and {price}: of the cheapest mix. */
    possible: '{tonnes}\u00a0t for {subtotal} excl. VAT ({total} incl. VAT), {price} a tonne',
    limits: {
      tonnes: '{tonnes}\u00a0t: the most your limits allow',
      budget: 'A budget of {budget}',
      max: 'Up to {max} a tonne',
      year: 'Vintages up to {year}',
      vintageFrom: 'Vintages from {vintageFrom}',
      storage: 'Stored for at least {storage}',
      country: 'Any country',
      type: 'Any project type',
      removal: 'Not just removals',
      removals: 'At least {removals}% removals',
      nature: 'Not just nature-based',
      label: 'Without the labels',
      units: 'Pending credits as well',
      deliverBy: 'Pending credits, forecast for later',
      contested: 'With forest protection and renewable energy',
      projects: 'From at least {projects}',
    },
    /** Where what limits the mix is our rule on shares, and no condition of the buyer's. */
    one: '{tonnes}\u00a0t, even all from one project',
    ownRule: '{tonnes}\u00a0t: the most with at most {share} from one project, which is our own rule',
    /** Of conditions that are left out altogether. They have the same names in a need. */
    without: {
      year: 'Later vintages, or vintage not stated',
      vintageFrom: 'Earlier vintages, or vintage not stated',
      storage: 'Shorter storage, or none',
      removals: 'Any share of removals',
    } satisfies Partial<Record<LimitName & keyof PortfolioNeed, string>> as Partial<Record<LimitName, string>>,
    /** The link to the catalogue, filtered by the limits that are filters there. */
    browse: 'Browse projects on sale with these filters',
    ask: 'Ask us for this',
  },
  failed: { text: 'The catalogue could not be read, so there are no mixes for now.', again: 'Try Again' },
} as const;

/** Shown until something is asked. */
export const example = {
  title: 'An example: 500\u00a0t',
  search: 'tonnes=500',
  try: 'Try:',
  others: [
    { label: '1,200\u00a0t within £40,000', href: '/portfolio?tonnes=1200&budget=40000#found' },
    { label: '250\u00a0t, removals only', href: '/portfolio?tonnes=250&removal=yes#found' },
    { label: '£25,000 in UK tree planting', href: '/portfolio?budget=25000&type=UK+tree+planting#found' },
  ],
};

export const closing = {
  title: 'Ask for a mix of your own',
  body: `Several years, set delivery dates, exclusions: tell us what the form doesn’t ask. ${reply}`,
  enquire: 'Enquire',
  explore: { label: 'Explore Enterprise Portfolios', href: '/enterprise/portfolios' },
};
