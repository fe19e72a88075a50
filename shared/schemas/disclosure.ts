import { z } from 'zod';
import { unitTypes } from '#verify/entry.ts';

const text = (description: string) => z.string().meta({ description });
const units = (description: string) => z.int().positive().describe(`${description}, each one tCO2e.`);
const orNotStated = 'or "Not stated"';
const corrections = text(
  'The corrections of the retirement, empty without any. There only where one of the rows was corrected.',
).optional();
const certificate = text('The address of the certificate.');

/** How every file dates a retirement. */
const retiredDay =
  'The day of the retirement in the registry, as the entry or a confirmation states it; where a confirmation states none, the day in UTC on which the retirement was recorded';
const dayOrNotStated = z.union([z.iso.date(), z.literal('Not stated')]);
const untilKnown = '"Not stated" until the entry states it, or a confirmation is recorded';

/**
 * A unit as version 2 of the Climate Action Data Trust's model bounds it. What is optional is left out where it is not stated. The last
 * year of a vintage may be later on the record (`vintageYears`) than in the model, but only of expected units: none of these is retired.
 */
const cadTrust = z.strictObject({
  unitSerialId: text('The range of serials as its registry writes it.'),
  unitStartBlock: text('First serial.'),
  unitEndBlock: text('Last serial.'),
  unitCount: units('Units'),
  unitType: z.enum(unitTypes).describe('As the Climate Action Data Trust names it.'),
  unitVintageYear: z.int().min(1900).max(2100).describe('The last year of the vintage; if it has several, unitRetirementDetail says so.'),
  unitStatus: z.enum(['Retired', 'Held']).describe('Held: their retirement is not yet confirmed at the registry.'),
  unitStatusReason: text('What the retirement is claimed for, or that it is not yet confirmed.').optional(),
  unitStatusDate: z.iso.date().describe(`${retiredDay}. Of units that are Held, the day on which the seller recorded it.`),
  unitRetirementDetail: text('The day of recording, the project, corrections, a vintage of several years, and whether it is sample data.'),
  unitRetirementBeneficiary: text(
    'On whose behalf the units were retired. Left out where the name was erased or is not on file, and of units that are Held.',
  ).optional(),
  unitLink: z
    .union([z.url().max(500), z.literal('')])
    .optional()
    .describe('The page of the project in its registry; empty if that is not stated as an address, or is too long.'),
  unitMetric: z.literal('tCO2e'),
  marketplace: text('Who sold the units.'),
  marketplaceIdentifier: text('The number of the certificate.'),
  marketplaceLink: certificate,
});

const regulation = text('The law that asks for this.');
const parts = {
  confirmedAtRegistry: z.int().nonnegative().describe('How many of the credits were seen as retired in their registry, each one tCO2e.'),
  notYetConfirmed: z.int().nonnegative().describe('The others: recorded by the seller, and not yet confirmed at the registry.'),
};
const sample = text('There only where retirements are sample data, and invented.').optional();

const esrs = z.strictObject({
  regulation,
  split: z
    .enum([
      'total',
      'confirmation at the registry',
      'year of retirement',
      'removal or reduction',
      'sink of removals',
      'quality standard',
      'place of the project',
      'corresponding adjustment',
      'in the total, but corrected',
      'in the total, but without a name',
      'not in the total',
    ])
    .describe(
      'By what the total is divided. The rows of a split add up to the total. The last three are no splits: they name certificates in the total that were corrected, those in it whose name was erased or is not on file, and what was asked for but is not in it.',
    ),
  name: text('The part of the split, or the certificate.'),
  tCO2e: z.int().nonnegative().describe('Credits, each one tCO2e: those of the next two columns.'),
  ...parts,
  percent: z.number().min(0).max(100).describe('Of the total, with one decimal place. Those of a split add up to exactly 100.'),
  beneficiary: text(`On whose behalf, several separated by semicolons; ${orNotStated} where a name was erased or is not on file.`),
  firstRetirement: dayOrNotStated.describe(`The first day of retirement. ${retiredDay}; ${untilKnown}.`),
  lastRetirement: dayOrNotStated.describe(`The last day of retirement. ${retiredDay}; ${untilKnown}.`),
  firstRecorded: z.iso.date().describe('The first day on which these retirements were recorded by the seller, in UTC.'),
  lastRecorded: z.iso.date().describe('The last such day.'),
  sample,
});

const ab1305 = z.strictObject({
  regulation,
  seller: text('(a) Who sold the credits.'),
  registryOrProgram: text('(a) The registry or programme of the credits.'),
  projectIdentificationNumber: text(`(b) The id of the project in its registry, ${orNotStated}.`),
  projectName: text('(c) The name of the project.'),
  projectType: text(`(d) The type of the project, ${orNotStated}.`),
  removalOrAvoidedEmission: z
    .enum(['removal', 'avoided emission', 'a combination of both'])
    .describe('(d) What the credits of the project were derived from.'),
  siteLocation: text(`(d) Where the project is, ${orNotStated}.`),
  protocol: text(`(e) The methodology, ${orNotStated}.`),
  companyVerification: text('(f) Whether the data and claims of the company are verified by a third party: for the company to state.'),
  projectVerifiedBy: text(`Not asked for: who verified the project, ${orNotStated}.`),
  quantity: units('Credits'),
  retiredOn: dayOrNotStated.describe(`${retiredDay}; ${untilKnown}.`),
  recordedOn: z.iso.date().describe('The day on which the seller recorded it, in UTC.'),
  beneficiary: text(`On whose behalf, ${orNotStated} where the name was erased or is not on file.`),
  certificate,
  ...parts,
  corrections,
  sample,
});

/** The row schemas of a disclosure's exports. */
export const disclosureSchemas = {
  'cad-trust': z.array(cadTrust).meta({ title: 'Retired units, as version 2 of the Climate Action Data Trust’s model has them' }),
  'esrs-e1-7': z.array(esrs).meta({ title: 'Quantities and shares that ESRS E1-7 asks for (Delegated Regulation (EU) 2023/2772)' }),
  'ab-1305': z.array(ab1305).meta({ title: 'Facts of California Health and Safety Code, section 44475.1' }),
};
