import { vatPercent } from '#shared/lib/money/money.ts';
import { linesLimit } from '#shared/schemas/limits.ts';

/** Texts of the cost calculator. {tonnes}, {price}, {available}, {credits} (`1 credit`) and {title} are filled in. */
export const calculator = {
  title: 'What your tonnes cost',
  pending: 'Pending: vintage {years}. Nothing can be retired or claimed before a verifier confirms it.',
  tonnes: 'Tonnes of CO₂e',
  hint: 'Whole tonnes, 1 to {available}.',
  work: 'Calculate',
  credits: '{tonnes} t at {price}, excl. VAT',
  vat: `VAT at ${vatPercent}%`,
  total: 'Total, incl. VAT',
  unreadable: 'Enter whole tonnes, such as 1,200. The cost below is for {tonnes}.',
  tooMany: { text: 'You can buy at most {credits} here.', take: 'Calculate for {available}' },
  /** At the field, if tonnes that cannot be read were to be added. `unreadable` then says how to write them. */
  notAdded: 'Nothing was added: these tonnes can’t be read.',
  add: 'Add to shortlist',
  /** Beside the button, if the shortlist has other tonnes of the project than the field; `change` is a link behind it. */
  listed: 'Your shortlist has {tonnes} t of it.',
  change: 'Change them there',
  purchase: 'Purchase',
  added: '{tonnes} t of {title} are on your shortlist.',
  /** Adding changes nothing where the project is on the list already. */
  kept: '{title} is on your shortlist already, with {tonnes} t: change them there.',
  full: { title: 'Your shortlist is full', description: `It takes ${linesLimit} projects. Remove one to add another.` },
  /** By sale status. */
  notOnSale: {
    'Sold out': 'No credits are left, so there is no cost to show. Ask when the next issuance is due.',
    'Not yet on sale': 'These credits are not yet on sale, so there is no cost to show. Ask when they will be.',
  },
} as const;
export type CalculatorTexts = typeof calculator;
