import type { Link } from './types.ts';

/**
 * The one account of the ledger, on every page that speaks of it: product.md's registry and tokens, and what a visitor can open here,
 * which is the record.
 */
export const ledger = {
  paragraph:
    'Credits are tokens on Carma’s own registry, a permissioned, Ethereum-based platform. What you can open here is its public record: a signed public log of units received, reserved, sold and retired, which anyone can check without us.',
  /** What proves a retirement, wherever a page says it. */
  retirement:
    'A unit is retired in the registry of its standard, and that registry’s own entry proves it. Our entry proves what we recorded and when, and each certificate says whether the retirement has been confirmed at the registry.',
  record: { label: 'Open the record', href: '/record' },
  /** Shown if the address of the chain's own explorer is set. */
  explorer: 'Open the chain’s explorer',
  onRecord: 'On the record',
  lookUp: 'Look it up',
  latest: '{status}: entry {entry}, {date}',
  none: '{status}: none yet',
} as const;

/** The one place that says what a step, a certificate or a rating does not settle. */
export const whatIsLeftOpen = { label: 'What each step leaves open', href: '/how-it-works#project-selection' } satisfies Link;

/** The proof to look at first, on pages where people decide; it follows a text of the page's own. */
export const proofLinks: Link[] = [
  { label: 'The record', href: '/record' },
  { label: 'A certificate', href: '/impact-hub#demo-certificate' },
  { label: 'Check a certificate', href: '/verify' },
];
