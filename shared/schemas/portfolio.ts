import { z } from 'zod';
import './field-messages.ts';
import { catalogueParameters, catalogueSearch, emptyCatalogueQuery, pence, poundsField, unitsValues } from './catalogue-query.ts';
import { auditQuestions, labels } from './project.ts';
import { quoteLimits, quoteTexts, today } from './quote-request.ts';
import { isStorable, notStorable, storableText } from './storable-text.ts';

/** What a mix can be the best at, of what is listed. */
export const mixReasons = ['cheapest', 'durable', 'evidenced'] as const;
export type MixReason = (typeof mixReasons)[number];

/** What can keep a need from being met: its own limits, and ours on the share of one project. */
export const limitNames = [
  ...(['tonnes', 'budget', 'max', 'year', 'country', 'type', 'removal', 'nature', 'label', 'units'] as const),
  ...(['deliverBy', 'share'] as const),
] as const;
export type LimitName = (typeof limitNames)[number];

export const needTexts = {
  quantityMissing: 'Enter tonnes or a budget',
  /** Of the tonnes, and of the budget. */
  quantityTwice: {
    tonnes:
      'With a budget, this can be read in two ways: what these tonnes cost, or how many tonnes the budget buys. Leave one of them out',
    budgetPence: 'Leave this or the tonnes out',
  },
  amountTooSmall: 'Must be at least one penny',
} as const;

const amount = z.int().min(1, needTexts.amountTooSmall).max(2_147_483_647);
const [firstYear, lastYear] = [1990, 2200];

const needFields = z.strictObject({
  tonnes: z
    .int(quoteTexts.tonnesWrong)
    .min(1, quoteTexts.tonnesWrong)
    .max(quoteLimits.tonnes, quoteTexts.tonnesWrong)
    .optional()
    .meta({ description: 'Whole tonnes (tCO2e), which equals credits. Give these or `budgetPence`.', examples: [500] }),
  budgetPence: amount.optional().describe('What the credits may cost, in pence: as many as it buys. Give this or `tonnes`.'),
  maxPence: amount.optional().meta({ description: 'The highest price of a tonne of each project, in pence.', examples: [3000] }),
  vat: z.enum(['excl', 'incl']).default('excl').describe('Whether these two amounts include VAT. Default: excl.'),
  year: z
    .int()
    .min(firstYear)
    .max(lastYear)
    .optional()
    .meta({
      description: 'The year of the claim: leaves out later vintages, and those that are not stated.',
      examples: [2026],
    }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .optional()
    .meta({ description: 'Where the projects are, ISO 3166-1 alpha-2.', examples: ['GB'] }),
  type: z
    .string()
    .min(1)
    .max(200)
    .refine(isStorable, notStorable)
    .optional()
    .meta({ description: 'The project type, as in `projectType`.', examples: ['UK tree planting'] }),
  removal: z.boolean().default(false).describe('Whether only removals count: `unitType` begins with Removal. Default: false.'),
  nature: z.boolean().default(false).describe('Whether only nature-based credits count: `unitType` ends with nature. Default: false.'),
  label: z
    .array(z.enum(labels))
    .max(labels.length)
    .default([])
    .meta({ description: 'Labels that the units on sale must all have. Default: none.', examples: [['CCP-labelled']] }),
  units: z
    .enum(['issued', 'pending'])
    .optional()
    .describe(
      'Only issued credits, or pending ones too. Without it, pending ones are left out; those whose issuance is not stated are left out if `year` or `deliverBy` is given.',
    ),
  deliverBy: z.iso
    .date(quoteTexts.dayWrong)
    .refine((day) => day >= today(), quoteTexts.dayPast)
    .optional()
    .describe('The day by which the credits are needed. Pending ones that are delivered later are left out.'),
});

/** What somebody needs: tonnes or a budget, and limits on the projects. Amounts in pence. */
export const portfolioNeed = needFields
  .superRefine(({ tonnes, budgetPence }, context) => {
    if (tonnes === undefined && budgetPence === undefined) {
      context.addIssue({ code: 'custom', path: ['tonnes'], message: needTexts.quantityMissing });
    } else if (tonnes !== undefined && budgetPence !== undefined) {
      for (const [field, message] of Object.entries(needTexts.quantityTwice)) context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .meta({ id: 'PortfolioNeed' });
export type PortfolioNeed = z.output<typeof portfolioNeed>;

const penceOf = (description: string) => z.int().nonnegative().meta({ description });
const unitsCount = z
  .object({ total: z.int(), issued: z.int(), expected: z.int(), notStated: z.int() })
  .describe('Tonnes, by whether the credits have been issued.');

const mixLine = z
  .object({
    slug: z.string(),
    title: z.string(),
    location: z.string(),
    verificationStandard: z.string(),
    tonnes: z.int().positive(),
    pricePerCredit: penceOf('Pence, excl. VAT.'),
    cost: penceOf('Pence, excl. VAT.'),
    unitsStatus: z.enum(['issued', 'expected']).nullable(),
    delivery: z.iso.date().nullable().describe('The day by which pending credits are delivered. Null: issued, or not stated.'),
    vintageStart: z.int().nullable(),
    vintageEnd: z.int().nullable(),
    permanence: z
      .union([z.int().positive(), z.enum(['nothing stored', 'not stated'])])
      .describe('For how many years the carbon is stored.'),
    unanswered: z.array(z.enum(auditQuestions)).describe('The questions of an auditor that it does not answer in full.'),
    isOnRecord: z.boolean().describe('Whether it has units on the record, with serial numbers.'),
    isSample: z.boolean().describe('Whether it is an invented sample project, whose credits do not exist.'),
  })
  .meta({ id: 'MixLine' });
export type MixLine = z.output<typeof mixLine>;

const sums = {
  subtotal: penceOf('Pence, excl. VAT.'),
  vat: penceOf('Pence: charged once, on the subtotal, rounded half up.'),
  total: penceOf('Pence, incl. VAT.'),
};

const mix = z
  .object({
    reasons: z
      .array(z.enum(mixReasons))
      .describe(
        'What no other mix of as many tonnes beats it at, of what is listed and meets the need. `cheapest`: its cost; with a budget, also its tonnes. `durable`: the years of storage, on average over its tonnes. `evidenced`: the questions answered, on average over its tonnes. Not a recommendation.',
      ),
    lines: z.array(mixLine),
    tonnes: unitsCount,
    storage: z
      .object({
        shortest: z.int().positive().nullable(),
        longest: z.int().positive().nullable(),
        average: z.number().nullable().describe('Years, over the tonnes that state them, rounded down to a tenth.'),
        nothingStored: z.int().describe('Tonnes of projects that store nothing, because they avoid emissions.'),
        notStated: z.int().describe('Tonnes of projects that do not state it.'),
      })
      .describe('For how long the carbon is stored, in years.'),
    labels: z
      .array(z.object({ label: z.enum(labels), tonnes: z.int() }))
      .describe('The labels of its units, with the tonnes that have each.'),
    lacks: z
      .array(z.object({ question: z.enum(auditQuestions), slugs: z.array(z.string()), tonnes: z.int() }))
      .describe('What the evidence lacks: questions of an auditor, with the projects that do not answer them in full.'),
    answered: z.number().describe('Of the eight questions, how many are answered, on average over its tonnes, rounded down to a tenth.'),
    leftOut: z.int().describe('Matching projects that were left out, the smallest ones, because a mix has at most 20.'),
    ...sums,
    vatPercent: z.int(),
    currency: z.literal('GBP'),
  })
  .meta({ id: 'Mix' });
export type PricedMix = z.output<typeof mix>;

/** A need in an answer, with its defaults: as it was read, or with a limit loosened. It can be asked again. */
const readNeedFields = needFields.meta({ id: 'ReadNeed', description: 'A need with its defaults, which can be asked again.' });

const loosened = z
  .object({
    limit: z.enum(limitNames).describe('`share` is ours: the largest share of one project.'),
    need: readNeedFields,
    isEnough: z.boolean().describe('Whether there is then a mix with all tonnes that were asked for; with a budget, a mix.'),
    lines: z.array(z.object({ slug: z.string(), tonnes: z.int().positive() })),
    tonnes: z.int().positive(),
    highestPrice: penceOf('The price of its dearest project: pence per tonne, excl. VAT.'),
    ...sums,
  })
  .meta({ id: 'Loosened' });
export type LoosenedLimit = z.output<typeof loosened>;

/** The answer to a need. Money in pence (GBP). */
export const portfolios = z
  .object({
    need: readNeedFields,
    budget: z
      .object({ exclVat: penceOf('Pence.'), inclVat: penceOf('Pence.') })
      .nullable()
      .describe('The budget, without and with VAT. Null: tonnes were given.'),
    highestPrice: z
      .object({ exclVat: penceOf('Pence per tonne.'), inclVat: penceOf('Pence per tonne.') })
      .nullable()
      .describe('The highest price, without and with VAT. Null: none was given.'),
    largestShare: z.int().describe('The largest share of a mix that comes from one project, in per cent.'),
    matching: z
      .object({ projects: z.int(), tonnes: z.int(), stored: z.int().describe('Tonnes that state the years of storage.') })
      .describe('What can be bought and meets the limits on projects.'),
    mixes: z.array(mix).max(mixReasons.length).describe('None: see `loosened`.'),
    loosened: z.array(loosened).describe('If there is no mix: what would be possible with one limit loosened, all others kept.'),
  })
  .meta({ id: 'Portfolios' });
export type Portfolios = z.output<typeof portfolios>;
/** A need with its amounts, each without and with VAT. */
export type AskedFor = Pick<Portfolios, 'need' | 'budget' | 'highestPrice'>;

/** An amount in pounds, with or without commas between thousands: becomes pence. */
const typedPounds = z
  .string()
  .transform((text) => text.replace(/,(?=\d{3}(?:\D|$))/g, ''))
  .pipe(pence)
  .refine((amountPence) => amountPence > 0, needTexts.amountTooSmall);

/** The parameters of the page's address, as people type them: amounts in pounds. */
const needParameters = {
  tonnes: z
    .string()
    .regex(/^(\d{1,7}|\d{1,3}([,\s]\d{3}){1,2})$/, quoteTexts.tonnesWrong)
    .transform((text) => Number(text.replace(/[,\s]/g, ''))),
  budget: typedPounds,
  max: typedPounds,
  vat: z.enum(['excl', 'incl']),
  year: z
    .string()
    .regex(/^\d{4}$/, `A year from ${firstYear} to ${lastYear}`)
    .transform(Number)
    .refine((year) => year >= firstYear && year <= lastYear, `A year from ${firstYear} to ${lastYear}`),
  country: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, such as GB'),
  type: z.string().max(200),
  removal: z.literal('yes'),
  nature: z.literal('yes'),
  label: catalogueParameters.label,
  units: z.enum(['issued', 'pending']),
  deliverBy: needFields.shape.deliverBy,
} as const;
export type NeedField = keyof typeof needParameters;
export const needParameterNames = Object.keys(needParameters) as NeedField[];

/** An address of the page, read. */
export type ReadNeed = {
  /** What was typed, by field. */
  typed: Partial<Record<NeedField, string>>;
  labels: string[];
  /** Absent: nothing was asked, or something is wrong. */
  need?: PortfolioNeed;
  /** What is wrong, by field. Empty if nothing was asked. */
  errors: Partial<Record<NeedField, string>>;
  /** If tonnes and a budget were both given, and nothing else is wrong: the two needs that this can mean. */
  readings?: PortfolioNeed[];
};

const pageNames: Record<string, NeedField> = { budgetPence: 'budget', maxPence: 'max' };

/** Reads the parameters of the page's address. Never throws; an empty field counts as absent. */
export function readNeed(parameters: URLSearchParams): ReadNeed {
  const given = new Map(
    needParameterNames
      .map(
        (name) =>
          [
            name,
            parameters
              .getAll(name)
              .map((value) => storableText(value).trim())
              .filter((value) => value !== ''),
          ] as const,
      )
      .filter(([, values]) => values.length > 0),
  );
  const errors: ReadNeed['errors'] = {};
  const values: Record<string, unknown> = {};
  for (const [name, texts] of given) {
    const parsed = needParameters[name].safeParse(name === 'label' ? texts : texts[0]);
    if (!parsed.success || (name !== 'label' && new Set(texts).size > 1))
      errors[name] = parsed.error?.issues[0]?.message ?? 'Give this once';
    else values[name] = parsed.data;
  }
  const { budget, max, removal, nature, ...rest } = values;
  const fields = { ...rest, budgetPence: budget, maxPence: max, removal: removal === 'yes', nature: nature === 'yes' };
  const need = portfolioNeed.safeParse(fields);
  const typed = Object.fromEntries([...given].map(([name, [text]]) => [name, text]));
  const read = { typed, labels: given.get('label') ?? [], errors };
  if (given.size === 0) return read;
  if (need.success) return Object.keys(errors).length === 0 ? { ...read, need: need.data } : read;
  const isAlone = Object.keys(errors).length === 0;
  for (const { path, message } of need.error.issues) {
    const field = pageNames[String(path[0])] ?? (String(path[0]) as NeedField);
    // What is wrong with the budget says enough.
    if (message !== needTexts.quantityMissing || !errors.budget) errors[field] ??= message;
  }
  if (!isAlone || budget === undefined || fields.budgetPence === undefined || values.tonnes === undefined) return read;
  const readings = [
    { ...fields, budgetPence: undefined },
    { ...fields, tonnes: undefined },
  ].flatMap((reading) => portfolioNeed.safeParse(reading).data ?? []);
  return { ...read, readings };
}

/** Returns the address at which we are asked about a need: its message says it. */
export function askAddress(need: PortfolioNeed | undefined): string {
  return need ? `/contact?need=${encodeURIComponent(needSearch(need).slice(1))}` : '/contact';
}

/**
 * Returns the address of the catalogue with what is on sale and, of a need's limits on projects, those that are filters there: place, type,
 * removal, labels, issuance and the highest price. The year and "nature-based" are none.
 */
export function catalogueAddress({ need, highestPrice }: Pick<AskedFor, 'need' | 'highestPrice'>): string {
  const { country, type, removal, label, units, year, deliverBy } = need;
  const isStated = year !== undefined || deliverBy !== undefined || units === 'issued';
  const issuance = unitsValues.filter((value) => value === 'issued' || (value === 'expected' ? units === 'pending' : !isStated));
  return `/projects${catalogueSearch(emptyCatalogueQuery, {
    status: ['On sale'],
    country: country ? [country] : [],
    type: type ? [type] : [],
    mechanism: removal ? ['Removal'] : [],
    label,
    units: issuance.length === unitsValues.length ? [] : issuance,
    max: highestPrice?.exclVat,
  })}`;
}

/** Writes a need as the query of the page's address, in a fixed order and without defaults: `?tonnes=500`. */
export function needSearch({ tonnes, budgetPence, maxPence, vat, removal, nature, label, ...rest }: PortfolioNeed): string {
  const texts: Partial<Record<NeedField, string | undefined>> = {
    tonnes: tonnes?.toString(),
    budget: budgetPence === undefined ? undefined : poundsField(budgetPence),
    max: maxPence === undefined ? undefined : poundsField(maxPence),
    vat: vat === 'incl' && (budgetPence ?? maxPence) !== undefined ? vat : undefined,
    ...rest,
    year: rest.year?.toString(),
    removal: removal ? 'yes' : undefined,
    nature: nature ? 'yes' : undefined,
  };
  const parameters = new URLSearchParams();
  for (const name of needParameterNames) {
    for (const value of name === 'label' ? label.toSorted() : [texts[name]]) if (value !== undefined) parameters.append(name, value);
  }
  return `?${parameters}`;
}
