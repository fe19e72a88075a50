import type { DisclosureFile, RequiredFact, SplitName } from '#src/lib/record/disclosure.ts';
import type { PageMeta } from '../types.ts';

export const disclosure = {
  meta: {
    title: 'Disclosure pack: your retirements for CSRD, AB 1305 and CAD Trust | Carma',
    description:
      'Paste the numbers of your certificates and download what a report asks for: ESRS E1-7, California AB 1305 and CAD Trust, with the proofs.',
  } satisfies PageMeta,
  title: 'Disclosure pack',
  lede: 'Paste the numbers of your certificates. You get the figures that a report asks for, as files, with the proof of each retirement.',
  field: 'Certificate numbers',
  hint: 'For example CR-000005. Up to 50, separated by spaces, commas or lines.',
  button: 'Show the figures',
  tooMany: 'These are more than 50 certificates. Only the first 50 are shown, and no files are made: split them into several packs.',
  unknown: 'Not on the record: {numbers}. Check them for typing errors.',
  none: 'The record has none of these certificates.',
  failed: 'The record is unavailable at the moment. Please try again.',
  total: '{quantity} tCO₂e retired, {certificates}',
  certificate: 'certificate',
  corrected: {
    title: 'Corrected on the record',
    intro: 'These retirements are in the total, and a later entry corrects them. Read it before you report them.',
    one: '{number}, {quantity} tCO₂e',
  },
  unconfirmed: {
    title: 'Not yet confirmed at the registry',
    one: '{number}: {open} of {quantity} tCO₂e',
  },
  splits: {
    type: 'By removal or reduction',
    standard: 'By quality standard',
    union: 'By place of the project',
    adjustment: 'By corresponding adjustment',
  } satisfies Record<SplitName, string>,
  columns: { name: 'Group', quantity: 'tCO₂e', share: 'Share' },
  /** Groups that are not displayed as they are stored. */
  groups: { 'Not Required': 'Not required' } as Record<string, string>,
  missing: {
    title: 'Not stated',
    intro: 'The exports say “Not stated” for these. Ask us before you report.',
    facts: {
      beneficiary: 'Beneficiary (erased on request)',
      registryId: 'Registry ID of the project',
      country: 'Country of the project',
      methodology: 'Methodology',
      verifier: 'Verifier',
      adjustment: 'Corresponding adjustment',
    } satisfies Record<RequiredFact, string>,
  },
  /** The file formats of each export, with the endings of their addresses. */
  kinds: [
    { name: 'CSV', ending: 'csv' },
    { name: 'JSON', ending: 'json' },
    { name: 'JSON Schema', ending: 'schema.json' },
  ],
  files: {
    title: 'Files',
    'cad-trust': 'Units for CAD Trust',
    'esrs-e1-7': 'Figures for ESRS E1-7',
    'ab-1305': 'Facts for California AB 1305, section 44475.1',
    zip: 'Everything, with certificates, proofs and verifier (ZIP)',
  } satisfies Record<DisclosureFile | 'title' | 'zip', string>,
  source:
    'Columns follow the CAD Trust data model, ESRS E1-7 as adopted in 2023 and California Health and Safety Code section 44475.1, read on 23 November 2026. Check with your auditor what your report needs.',
} as const;
export type DisclosureTexts = typeof disclosure;
