/**
 * The one account of the ledger, on every page that speaks of it: product.md's registry and tokens, and what a visitor can open here,
 * which is the record.
 */
export const ledger = {
  paragraph:
    'The registry is built on a permissioned, Ethereum-based platform, where each credit is a token. What you can open here is the record: a signed public log of every unit we have received, reserved, sold or retired, which anyone can check without us.',
  record: { label: 'Open the record', href: '/record' },
  /** The explorer of the chain itself, where its address is set. */
  explorer: 'Open the chain’s own explorer',
  /** What a step of a credit’s life is on the record, with the latest entry of that kind. */
  onRecord: 'On the record',
  latest: '{status}: entry {entry}, {date}',
  none: '{status}: none yet',
} as const;

/** The kind of entry that each step of a credit’s life leaves on the record. Metadata has none: it is part of what was received. */
export const recordedAs = { minted: 'receive', transferred: 'transfer', retired: 'retire' } as const;
