import { z } from 'zod';

const text = (description: string) => z.string().meta({ description });
const units = (description: string) =>
  z
    .int()
    .positive()
    .meta({ description: `${description}, each one tCO2e.` });
const orNotStated = 'or "Not stated"';
const sample = text('There only where the retirement is sample data, and invented.').optional();
const corrections = text(
  'The corrections of the retirement, empty without any. There only where one of the rows was corrected.',
).optional();
const certificate = text('The address of the certificate.');

const cadTrust = z.strictObject({
  unitOwner: text(`On whose behalf the units were retired, ${orNotStated} where the name was erased.`),
  serialNumberBlock: text('Series with first and last serial.'),
  unitBlockStart: z.int().nonnegative().meta({ description: 'First serial.' }),
  unitBlockEnd: z.int().nonnegative().meta({ description: 'Last serial.' }),
  unitCount: units('Units'),
  vintageYear: z.int().meta({ description: 'The last year of the vintage.' }),
  unitType: text('As the Climate Action Data Trust names it, such as "Removal - nature".'),
  unitStatus: z.literal('Retired'),
  unitStatusReason: text(`What the retirement is claimed for, ${orNotStated}.`),
  unitRegistryLink: text(`The page of the project in its registry, ${orNotStated}.`),
  marketplace: text('Who sold the units.'),
  marketplaceIdentifier: text('The number of the certificate.'),
  marketplaceLink: certificate,
  correspondingAdjustmentDeclaration: text('"Committed", "Not Required" or "Unknown".'),
  registry: text('The registry that issued the units.'),
  projectId: text(`The id of the project in its registry, ${orNotStated}.`),
  corrections,
  sample,
});

const esrs = z.strictObject({
  split: z
    .enum([
      ...(['total', 'removal or reduction', 'quality standard', 'place of the project', 'corresponding adjustment'] as const),
      'in the total, but corrected',
    ])
    .meta({
      description:
        'By what the total is divided. The rows of a split add up to the total, but for those that name certificates which were corrected.',
    }),
  name: text('The part of the split.'),
  tCO2e: units('Credits'),
  percent: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Of the total, with one decimal place. Those of a split add up to exactly 100.' }),
});

const ab1305 = z.strictObject({
  seller: text('Who sold the credits.'),
  registryOrProgram: text('The registry or programme of the credits.'),
  projectIdentificationNumber: text(`The id of the project in its registry, ${orNotStated}.`),
  projectName: text('The name of the project.'),
  projectType: z.enum(['Carbon removal', 'Avoided emissions']).meta({ description: 'What kind of offset it is.' }),
  siteLocation: text(`Where the project is, ${orNotStated}.`),
  protocol: text(`The methodology, ${orNotStated}.`),
  independentVerification: text(`Who verified the project, ${orNotStated}.`),
  quantity: units('Credits'),
  retiredAt: z.iso.datetime().meta({ description: 'When the retirement was recorded, in UTC.' }),
  certificate,
  confirmedAtRegistry: z
    .int()
    .nonnegative()
    .meta({ description: 'How many of the credits were seen as retired in their registry, each one tCO2e.' }),
  corrections,
  sample,
});

/** The row schemas of a disclosure's exports. */
export const disclosureSchemas = {
  'cad-trust': z.array(cadTrust).meta({ title: 'Retired units, in the columns of the Climate Action Data Trust' }),
  'esrs-e1-7': z.array(esrs).meta({ title: 'Quantities and shares that ESRS E1-7 asks for (Delegated Regulation (EU) 2023/2772)' }),
  'ab-1305': z.array(ab1305).meta({ title: 'Facts of California Health and Safety Code, section 44475.1' }),
};
