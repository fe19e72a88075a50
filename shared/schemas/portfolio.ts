import { z } from 'zod';
import './field-messages.ts';
import { catalogueParameters, catalogueSearch, emptyCatalogueQuery, poundsField, typedPence, unitsValues } from './catalogue-query.ts';
import { fieldTexts } from './form-fields.ts';
import { maxInteger, tonnesLimit, vintageYears } from './limits.ts';
import { auditQuestions, labels } from './project.ts';
import { neededDay } from './quote-request.ts';
import { isStorable, storableRule, storableText } from './storable-text.ts';
import { readCount } from './typed.ts';

/** What a mix can be the best at. No answer has both a durable mix and a blend. */
const mixReasons = ['cheapest', 'durable', 'blend', 'evidenced'] as const;
export type MixReason = (typeof mixReasons)[number];

/** What can keep a need from being met. */
const limitNames = [
  ...(['tonnes', 'budget', 'max', 'year', 'vintageFrom', 'storage', 'country', 'type', 'removal', 'removals', 'nature'] as const),
  ...(['label', 'units', 'deliverBy', 'contested', 'projects'] as const),
] as const;
export type LimitName = (typeof limitNames)[number];

const needTexts = {
  quantityMissing: 'Enter tonnes or a budget',
  amountTooSmall: 'Must be at least one penny',
  yearWrong: `A year from ${vintageYears.min} to ${vintageYears.max}`,
  yearsCross: 'The earliest vintage is after the latest',
  storageWrong: 'A whole number of years, up to 1,000,000',
  shareWrong: 'A whole number from 0 to 100, such as 34 for a third',
} as const;

const amount = z.int().min(1, needTexts.amountTooSmall).max(maxInteger);
const year = z.int().min(vintageYears.min, needTexts.yearWrong).max(vintageYears.max, needTexts.yearWrong);
const share = z.int().min(0, needTexts.shareWrong).max(100, needTexts.shareWrong);

const needFields = z.strictObject({
  tonnes: z
    .int(fieldTexts.tonnesWrong)
    .min(1, fieldTexts.tonnesWrong)
    .max(tonnesLimit.max, fieldTexts.tonnesWrong)
    .optional()
    .meta({ description: 'Whole tonnes (tCO2e), which equals credits. Give these, `budgetPence` or both.', examples: [500] }),
  budgetPence: amount.optional().describe('What the credits may cost, in pence. Without `tonnes`: as many as it buys.'),
  maxPence: amount.optional().meta({ description: 'The highest price of a tonne, in pence: on average over a mix.', examples: [3000] }),
  each: z.boolean().default(false).describe('Whether `maxPence` limits the price of each project instead. Default: false.'),
  vat: z.enum(['excl', 'incl']).default('excl').describe('Whether these two amounts include VAT. Default: excl.'),
  vintageFrom: year.optional().meta({ description: 'Leaves out earlier vintages, and those that are not stated.', examples: [2021] }),
  year: year
    .optional()
    .meta({ description: 'The year of the claim: leaves out later vintages, and those that are not stated.', examples: [2026] }),
  storage: z
    .int(needTexts.storageWrong)
    .min(1, needTexts.storageWrong)
    .max(1_000_000, needTexts.storageWrong)
    .optional()
    .meta({
      description: 'For how many years each project stores the carbon at least. Leaves out those that state none.',
      examples: [100],
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
    .refine(isStorable, storableRule)
    .optional()
    .meta({ description: 'The project type, as in `projectType`.', examples: ['UK tree planting'] }),
  removal: z.boolean().default(false).describe('Whether only removals count: `unitType` begins with Removal. Default: false.'),
  removals: share
    .optional()
    .meta({ description: 'Of how many of its tonnes a mix is removals at least, in per cent, rounded up to a tonne.', examples: [50] }),
  nature: z.boolean().default(false).describe('Whether only nature-based credits count: `unitType` ends with nature. Default: false.'),
  label: z
    .array(z.enum(labels))
    .max(labels.length)
    .default([])
    .meta({ description: 'Labels of units that each project sells, of some vintage. Default: none.', examples: [['CCP-labelled']] }),
  units: z
    .enum(['issued', 'pending'])
    .optional()
    .describe(
      'Only issued credits, or pending ones too. Without it, pending ones are left out; those whose issuance is not stated are left out if `year` or `deliverBy` is given.',
    ),
  contested: z
    .boolean()
    .default(false)
    .describe(
      'Whether forest protection (REDD+) and renewable energy count, which need the closest check. They always do as a `type`. Default: false.',
    ),
  projects: z
    .int()
    .min(1)
    .max(5)
    .optional()
    .describe(
      'Of how many projects a mix is at least, 1 to 5: each supplies at most an equal share, rounded up to a tonne. Default: 2. Less than 20 tonnes are of one project unless more than 2 are asked for.',
    ),
  deliverBy: z
    .optional(neededDay)
    .describe(
      'The day by which the credits are retired for the buyer, from tomorrow on. Pending ones that are forecast for later are left out.',
    ),
});

/** What somebody needs: tonnes, a budget or both, and limits on the projects. Amounts in pence. */
export const portfolioNeed = needFields
  .refine(({ tonnes, budgetPence }) => tonnes !== undefined || budgetPence !== undefined, {
    path: ['tonnes'],
    error: needTexts.quantityMissing,
  })
  .refine(({ vintageFrom = 0, year = vintageFrom }) => vintageFrom <= year, { path: ['vintageFrom'], error: needTexts.yearsCross })
  .meta({ id: 'PortfolioNeed' });
export type PortfolioNeed = z.output<typeof portfolioNeed>;

export const inPence = z.int().nonnegative();
export const tonnesByIssuance = z
  .object({ total: z.int(), issued: z.int(), expected: z.int(), notStated: z.int() })
  .describe('Tonnes, by whether the credits have been issued.');
export type TonnesByIssuance = z.output<typeof tonnesByIssuance>;

/** A line of a mix. */
export const mixLine = z
  .object({
    slug: z.string(),
    title: z.string(),
    location: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    verificationStandard: z.string(),
    tonnes: z.int().positive(),
    pricePerCredit: inPence.describe('Pence, excl. VAT.'),
    cost: inPence.describe('Pence, excl. VAT.'),
    unitsStatus: z.enum(['issued', 'expected']).nullable(),
    delivery: z.iso.date().nullable().describe('The day by which pending credits are forecast. Null: issued, or not stated.'),
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

const averagePrice = inPence.describe('Pence per tonne, excl. VAT, on average, rounded half up: to compare by.');
/** What some credits cost together. */
export const sums = {
  subtotal: inPence.describe('Pence, excl. VAT.'),
  vat: inPence.describe('Pence: charged once, on the subtotal, rounded half up.'),
  total: inPence.describe('Pence, incl. VAT.'),
};

const mix = z
  .object({
    reason: z
      .enum(mixReasons)
      .describe(
        'What no other mix under the same limits beats it at, of what is listed. `cheapest`: its cost; without `tonnes`, how many the budget pays for. `durable`: years of storage, on average, of projects that state them. `blend`: the same, where such projects alone are too dear or too few. `evidenced`: the questions answered, on average. Not a recommendation.',
      ),
    lines: z.array(mixLine),
    tonnes: tonnesByIssuance,
    removals: z.int().describe('Tonnes that are removals.'),
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
      .describe('The labels of its projects, with the tonnes of these: a label may be of some of their vintages only.'),
    lacks: z
      .array(z.object({ question: z.enum(auditQuestions), slugs: z.array(z.string()), tonnes: z.int() }))
      .describe('What the evidence lacks: questions of an auditor, with the projects that do not answer them in full.'),
    answered: z.number().describe('Of the eight questions, how many are answered, on average over its tonnes, rounded down to a tenth.'),
    averagePrice,
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
    limit: z.enum(limitNames),
    need: readNeedFields,
    tonnes: z.int().positive(),
    averagePrice,
    ...sums,
  })
  .meta({ id: 'Loosened' });

const withAndWithoutVat = (unit: string) => z.object({ exclVat: inPence.describe(unit), inclVat: inPence.describe(unit) }).nullable();

/** The answer to a need. Money in pence (GBP). */
export const portfolios = z
  .object({
    need: readNeedFields,
    budget: withAndWithoutVat('Pence.').describe('The budget, without and with VAT. Null: none was given.'),
    highestPrice: withAndWithoutVat('Pence per tonne.').describe('The highest price, without and with VAT. Null: none was given.'),
    fewestProjects: z
      .int()
      .describe(
        'Of how many projects a mix is at least; each supplies at most an equal share, rounded up to a tonne, and at least 5% and 10 tonnes. Less than 20 tonnes come from one project, unless more than two are asked for.',
      ),
    matching: z
      .object({
        projects: z.int(),
        tonnes: z.int(),
        contested: z.int().describe('Projects that would count, too, with `contested`.'),
      })
      .describe('What can be bought and meets the limits on projects.'),
    mixes: z.array(mix).max(3).describe('None: see `loosened`.'),
    loosened: z
      .array(loosened)
      .describe(
        'If there is no mix: each limit that alone stands in the way, changed no further than it has to be, with the cheapest mix then. If `projects` was not given, it may be loosened together with `tonnes`, where that gives more of them.',
      ),
  })
  .meta({ id: 'Portfolios' });
export type Portfolios = z.output<typeof portfolios>;
/** A need with its amounts, each without and with VAT. */
export type AskedFor = Pick<Portfolios, 'need' | 'budget' | 'highestPrice'>;

const typedPounds = typedPence.refine((amountPence) => amountPence > 0, needTexts.amountTooSmall);

const yes = z.literal('yes').transform(() => true);
/** What cannot be read fails the need's own rule. */
const typedCount = (unit: 'tonnes' | 'years') => z.string().transform((text): number | undefined => readCount(text, unit) ?? Number.NaN);
const typedInteger = (pattern: RegExp, wrong: string) =>
  z
    .string()
    .regex(pattern, wrong)
    .transform((text) => Number.parseInt(text, 10));
const typedYear = typedInteger(/^\d{4}$/, needTexts.yearWrong).pipe(year);

/** The parameters of the page's address, as people type them: amounts in pounds. */
const needParameters = {
  tonnes: typedCount('tonnes').pipe(needFields.shape.tonnes),
  budget: typedPounds,
  max: typedPounds,
  each: yes,
  vat: needFields.shape.vat,
  vintageFrom: typedYear,
  year: typedYear,
  storage: typedCount('years').pipe(needFields.shape.storage),
  country: z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, such as GB'),
  type: needFields.shape.type,
  removal: yes,
  removals: typedInteger(/^\d{1,3}\s?%?$/, needTexts.shareWrong).pipe(share),
  nature: yes,
  label: catalogueParameters.label,
  units: needFields.shape.units,
  contested: yes,
  projects: z.enum(['1', '2', '3', '4', '5']).transform(Number),
  deliverBy: needFields.shape.deliverBy,
} as const;
export type NeedField = keyof typeof needParameters;
export const needParameterNames = Object.keys(needParameters) as NeedField[];

/** What an address of the page asks for. */
export type NeedInAddress = {
  /** What was typed, by field. */
  typed: Partial<Record<NeedField, string>>;
  labels: string[];
  /** Absent: nothing was asked, or something is wrong. */
  need?: PortfolioNeed;
  /** What is wrong, by field. Empty if nothing was asked. */
  errors: Partial<Record<NeedField, string>>;
};

/** Reads the parameters of the page's address. Never throws; an empty field counts as absent. */
export function readNeed(parameters: URLSearchParams): NeedInAddress {
  const textsOf = (name: NeedField) => new Set(parameters.getAll(name).map((value) => storableText(value).trim()));
  const texts = needParameterNames.map((name) => [name, [...textsOf(name)].filter((value) => value !== '')] as const);
  const given = new Map(texts.filter(([, values]) => values.length > 0));
  const errors: NeedInAddress['errors'] = {};
  const values: Record<string, unknown> = {};
  for (const [name, stated] of given) {
    const parsed = needParameters[name].safeParse(name === 'label' ? stated : stated[0]);
    if (!parsed.success || (name !== 'label' && stated.length > 1)) errors[name] = parsed.error?.issues[0]?.message ?? 'Give this once';
    else values[name] = parsed.data;
  }
  const { budget, max, ...rest } = values;
  const need = portfolioNeed.safeParse({ ...rest, budgetPence: budget, maxPence: max });
  const typed = Object.fromEntries([...given].map(([name, [text]]) => [name, text]));
  const read = { typed, labels: given.get('label') ?? [], errors };
  if (given.size === 0) return read;
  if (need.success) return Object.keys(errors).length === 0 ? { ...read, need: need.data } : read;
  for (const { path, message } of need.error.issues) {
    // Where the budget is wrong, it is not said that tonnes or a budget are missing.
    if (message !== needTexts.quantityMissing || !errors.budget) errors[path[0] as NeedField] ??= message;
    if (message === needTexts.yearsCross) errors.year ??= message;
  }
  return read;
}

/** Returns the address of the contact form, with a need that its message then states. */
export function askAddress(need: PortfolioNeed | undefined): string {
  return need ? `/contact?need=${encodeURIComponent(needSearch(need).slice(1))}` : '/contact';
}

/**
 * Returns the address of the catalogue with what is on sale and, of a need's limits on projects, those that are filters there: place, type,
 * removal, labels, issuance and a highest price of each. Its filter of vintages is another: it finds what overlaps the years.
 */
export function catalogueAddress({ need, highestPrice }: Pick<AskedFor, 'need' | 'highestPrice'>): string {
  const { country, type, removal, label, units, year, deliverBy, each } = need;
  const mustBeStated = year !== undefined || deliverBy !== undefined || units === 'issued';
  const counts = { issued: true, expected: units === 'pending', 'not stated': !mustBeStated };
  const issuance = unitsValues.filter((value) => counts[value]);
  return `/projects${catalogueSearch(emptyCatalogueQuery, {
    status: ['On sale'],
    country: country ? [country] : [],
    type: type ? [type] : [],
    mechanism: removal ? ['Removal'] : [],
    label,
    units: issuance.length === unitsValues.length ? [] : issuance,
    max: each ? highestPrice?.exclVat : undefined,
  })}`;
}

/** Writes a need as the query of the page's address, in a fixed order and without defaults: `?tonnes=500`. */
export function needSearch({ budgetPence, maxPence, ...need }: PortfolioNeed): string {
  const amounts = { budget: budgetPence && poundsField(budgetPence), max: maxPence && poundsField(maxPence) };
  const values: Partial<Record<NeedField, unknown>> = { ...need, ...amounts, label: need.label.toSorted() };
  // Without an amount, `vat` says nothing; nor does `each` without a highest price.
  if (need.vat === 'excl' || (budgetPence ?? maxPence) === undefined) values.vat = undefined;
  if (maxPence === undefined) values.each = false;
  // Where only removals count, a share of them says nothing.
  if (need.removal) values.removals = undefined;
  const parameters = new URLSearchParams();
  for (const name of needParameterNames) {
    for (const value of [values[name]].flat()) if (value) parameters.append(name, value === true ? 'yes' : String(value));
  }
  return `?${parameters}`;
}
