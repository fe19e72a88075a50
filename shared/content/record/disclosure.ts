import { ledger } from '#shared/content/ledger.ts';
import type { PageMeta } from '#shared/content/types.ts';
import { type DisclosureFile, disclosureLimit, type RequiredFact, type SplitName } from '#shared/lib/record/disclosure.ts';

export const disclosure = {
  meta: {
    title: 'Disclosure pack: your retirements for CSRD, AB 1305 and CAD Trust | Carma',
    description:
      'Paste your certificate numbers and download what a report asks for: ESRS E1-7, California AB 1305 and CAD Trust, with the proofs.',
  } satisfies PageMeta,
  title: 'Disclosure pack',
  lede: 'Paste your certificate numbers. You get the figures a report asks for, as files, with the proof of each retirement.',
  field: 'Certificate numbers',
  empty: 'Enter at least one number, such as CR-000003.',
  hint: `For example CR-000003. Up to ${disclosureLimit}, separated by spaces, commas or lines.`,
  together: 'Add up certificates of different beneficiaries',
  button: 'Show the figures',
  beyondLimit: `A pack has room for ${disclosureLimit} certificates. These are more, so no files are made: split them into several packs. Beyond the first ${disclosureLimit}: {list}.`,
  ignored: 'Not certificate numbers: {list}.',
  different:
    'These certificates are for {count} beneficiaries, so we don’t total them: a report covers one beneficiary. Take out those that are not yours or, if you report for all of them, choose “Add up certificates of different beneficiaries”.',
  /** In answers to addresses of files. */
  partInFile:
    'This file can’t say what it leaves out, so it isn’t made. It would have {numbers}: ask for these alone, or for disclosure.zip, whose README.txt says it.',
  noneInFile: `Give certificate numbers as ?c=CR-000001,CR-000002, up to ${disclosureLimit}.`,
  differentInFile:
    'These certificates are for {count} beneficiaries, so they are not added up. Leave out those that are not yours, or add together=1 to the address.',
  added: 'Added up over {count} beneficiaries, as you asked.',
  unknown: 'Not on the record: {list}. Check for typing errors.',
  failed: 'The record is unavailable at the moment. Please try again.',
  total: '{quantity} tCO₂e, {certificates}',
  corrected: {
    title: 'Corrected on the record',
    intro: 'A later entry corrects these retirements, which still count in any total. Read it before you report them.',
    one: '{number}, {quantity} tCO₂e',
  },
  /** {years}: the tonnes of each. */
  years:
    'These retirements are of several calendar years: {years}. A report covers one reporting year: take what is of yours, or make a pack for each.',
  certificates: 'Certificates',
  splits: {
    confirmation: 'By confirmation at the registry',
    year: 'By year of retirement',
    type: 'By removal or reduction',
    sink: 'By sink of removals',
    standard: 'By quality standard',
    union: 'By place of the project',
    adjustment: 'By corresponding adjustment',
  } satisfies Record<SplitName, string>,
  columns: { name: 'Group', quantity: 'tCO₂e', share: 'Share' },
  missing: {
    title: 'Not stated',
    intro:
      'The files for ESRS and AB 1305 say “Not stated” for these, and the file for CAD Trust leaves them out. Ask us before you report.',
    facts: {
      beneficiary: 'Beneficiary (erased, or not on file)',
      registryId: 'Registry ID of the project',
      country: 'Country of the project',
      methodology: 'Methodology',
      verifier: 'Verifier',
      adjustment: 'Corresponding adjustment',
    } satisfies Record<RequiredFact, string>,
  },
  /** The file formats of each export, with the endings of their addresses. */
  formats: [
    { name: 'CSV', ending: 'csv' },
    { name: 'JSON', ending: 'json' },
    { name: 'JSON Schema', ending: 'schema.json' },
  ],
  files: {
    title: 'Files',
    'cad-trust': 'Units for CAD Trust, model v2',
    'esrs-e1-7': 'Figures for ESRS E1-7, (EU) 2023/2772',
    'ab-1305': 'Facts for California AB 1305, section 44475.1',
    zip: 'Everything, with certificates, proofs and verifier (ZIP)',
  } satisfies Record<DisclosureFile | 'title' | 'zip', string>,
  source:
    'Columns follow version 2 of the CAD Trust data model, ESRS E1-7 as adopted in Delegated Regulation (EU) 2023/2772 and California Health and Safety Code section 44475.1, read on 26 November 2026. A standard that replaces this ESRS may ask for other figures. Check with your auditor what your report needs.',
  /** The README of a pack. */
  readme: {
    title: 'Retired carbon credits, for a disclosure',
    sample: 'SAMPLE DATA: these retirements are invented and have no value.',
    files: [
      'cad-trust.*      units, as version 2 of the Climate Action Data Trust model has them',
      'esrs-e1-7.*      quantities and shares that ESRS E1-7, (EU) 2023/2772, asks for;',
      '                 each split adds up to 100%, and the share from removals is among them',
      'ab-1305.*        facts of California Health and Safety Code, section 44475.1',
      '                 (each as CSV and JSON, with its JSON Schema)',
      'certificates/    each certificate with its proof',
    ],
    certificates: 'Certificates in this pack',
    total: 'Together: {quantity} tCO2e',
    erased: 'a name that was erased or is not on file',
    different: 'They are for {count} beneficiaries, and were added up because that was asked for.',
    node: [
      'What only your CAD Trust node can give, so that it is not in cad-trust.*:',
      '- cadTrustIssuanceId: the id of the issuance on the node. A node takes no unit without it.',
      '- cadTrustUnitId and orgUid: the node makes them itself.',
      '- the project, its location, ratings and labels: they are tables of their own, under the issuance.',
      '- corresponding adjustments: they are in the tables of the Article 6 reports (AEF), not with the unit.',
      '- unitRetirementBeneficiaryId, unitCurrentOwner, unitItmosReferenceId: nobody has stated them to us.',
      'A unit whose retirement is not yet confirmed at its registry has the status Held, and no beneficiary.',
      'What is not stated is left out: a node refuses empty texts. In the CSV its cell is empty, so load the JSON.',
      'A vintage of several years is given by its last year, and unitRetirementDetail says so.',
    ],
    company: [
      'What only you can state for AB 1305: (f), whether your data and claims are verified by an independent',
      'third party. projectVerifiedBy is another fact: who verified the project.',
    ],
    adjustment: ['A corresponding adjustment that is committed does not qualify as one yet: ESRS E1-7 asks for the share that does.'],
    check:
      'Check a certificate without us, with Node 20 or newer. Without --log nothing is fetched, and nobody can say whether a later entry corrects it:',
    key: 'Compare carma.key with the key that you got from us before, or from somebody else.',
    missing: 'Not stated on the record or in the catalogue. Ask us before you report:',
    corrected: 'CORRECTED. These retirements are in the totals, and a later entry corrects them. Read it first:',
    limits: ledger.retirement,
  },
} as const;
