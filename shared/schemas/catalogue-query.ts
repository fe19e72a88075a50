import { z } from 'zod';
import { maxInteger } from './limits.ts';
import { auditQuestions, labels, saleStatuses } from './project.ts';
import { isStorable, storableRule, storableText } from './storable-text.ts';
import { readCount } from './typed.ts';

/** The catalogue's sort orders, as in the address. Without one: best match first, or featured projects first if there is no search. */
export const catalogueSorts = ['price', 'price-desc', 'available', 'available-desc', 'impact', 'impact-desc', 'name', 'name-desc'] as const;
/** How the list is shown. */
export const catalogueViews = ['table', 'cards', 'map', 'prices'] as const;
/** Whether a list is shown as a picture of all its projects: it then has no pages. */
export const isPicture = (view: (typeof catalogueViews)[number]) => view === 'map' || view === 'prices';
/** The minimum values of the impact filter, in tCO2e a year. */
export const impactSteps = [100, 1_000, 10_000] as const;
/** The filters that can have several values at once. */
export const facetNames = [
  ...(['category', 'type', 'standard', 'country', 'status', 'units'] as const),
  ...(['label', 'mechanism', 'vintage', 'record', 'rating'] as const),
] as const;
/** Whether the credits are issued or expected. */
export const unitsValues = ['issued', 'expected', 'not stated'] as const;
/** What a tonne stands for: carbon removed from the air, or emissions reduced or avoided. */
const mechanisms = ['Removal', 'Reduction', 'Avoidance', 'not stated'] as const;
/** Whether the project's units are on the record, or their number is only our own statement. */
const recordValues = ['on the record', 'stated by us'] as const;
/** Whether a rating agency has rated the credits. */
const ratingValues = ['rated', 'not rated'] as const;
export type FacetName = (typeof facetNames)[number];

/** The most characters of a search, or of a value of a filter. */
export const maxFilterLength = 200;
/** The most values of a filter. */
export const maxValues = 50;
const maxPage = 10_000;

const anyTexts = z.array(z.string().min(1).max(maxFilterLength).refine(isStorable, storableRule)).max(maxValues);
/** The filters that take any texts: only the catalogue says which there are. */
const openParameters = {
  category: anyTexts.meta({ description: 'Categories, as projects have them.', examples: [['Reforestation']] }),
  type: anyTexts.meta({ description: 'Project types, as in `projectType`.', examples: [['UK tree planting']] }),
  standard: anyTexts.meta({ description: 'Standards, as in `verificationStandard`.', examples: [['Woodland Carbon Code']] }),
  country: anyTexts.meta({ description: 'Countries, ISO 3166-1 alpha-2.', examples: [['GB']] }),
};
export const openFilters = Object.keys(openParameters) as (keyof typeof openParameters)[];
/** An amount in pounds as people type it, with or without separators between thousands, or in thousands (`40k`): becomes pence. */
export const typedPence = z
  .string()
  .regex(
    /^£?\s?(?:\d{1,8}|[1-9]\d{0,2}(?:(?:,\d{3}){1,2}|(?:\s\d{3}){1,2}))(?:\.\d{1,2}|k)?\s?(?:GBP)?$/i,
    'An amount in pounds, such as 12.50 or 40,000',
  )
  // Exact: with so few digits a float is off by far less than half a penny.
  .transform((text) => Math.round(Number(text.replace(/[£\s,]|GBP/gi, '').replace(/k$/i, '000')) * 100))
  .refine((amount) => amount <= maxInteger, `At most ${maxInteger / 100}`);

/** A filter that takes any of these values. */
const anyOf = <const Value extends string>(known: readonly Value[], description: string, example: Value) =>
  z
    .array(z.enum(known))
    .max(known.length)
    .meta({ description, examples: [[example]] });

/** An ignored parameter: its name is unknown, its value invalid, one too many or no page of its view, or another came first (`isLater`). */
export type IgnoredParameter = { name: string; value: string; isLater?: true };

/** The schema of each parameter. The API takes and documents the same, but prices in whole pence, and neither `view` nor `page`. */
export const catalogueParameters = {
  q: z
    .string()
    .trim()
    .max(maxFilterLength)
    .refine(isStorable, storableRule)
    .meta({
      description:
        'Up to eight words that a project must contain, whole or, from three letters on, as the beginning of a word; further ones do not count. If no project has them, similar words are found.',
      examples: ['oak hedges'],
    }),
  ...openParameters,
  status: anyOf(saleStatuses, 'Whether the credits can be bought.', 'On sale'),
  units: anyOf(unitsValues, 'Whether the credits have been issued by the registry or are pending (`expected`).', 'issued'),
  label: anyOf(
    labels,
    'Labels of the units that a project sells, of one of its vintages at least. Unlike with other filters, it must have each of them.',
    'CCP-labelled',
  ),
  mechanism: anyOf(mechanisms, 'Whether the tonnes are removed, reduced or avoided: the first word of `unitType`.', 'Removal'),
  vintage: z
    .array(z.string().regex(/^(19|2[0-2])\d\d$/, 'A year, such as 2024'))
    .max(maxValues)
    .meta({ description: 'Years within the vintage of a project.', examples: [['2024']] }),
  record: anyOf(
    recordValues,
    'Whether units of the project are on the record, with serial numbers, or their number is stated by us.',
    'on the record',
  ),
  rating: anyOf(ratingValues, 'Whether a rating is stated, with its agency.', 'rated'),
  min: typedPence.meta({
    description: 'Lowest price per credit, in pounds excl. VAT, with or without pence. Leaves out projects without a price.',
    param: { example: '12.50' },
  }),
  max: typedPence.meta({
    description: 'Highest price per credit, in pounds excl. VAT. Leaves out projects without a price.',
    param: { example: '40' },
  }),
  available: z
    .string()
    .refine((text) => readCount(text) !== null, 'A whole number, such as 500')
    .transform((text) => readCount(text))
    .refine((credits) => (credits ?? 0) <= maxInteger, `At most ${maxInteger}`)
    // A minimum of 0 filters nothing.
    .transform((credits) => credits || undefined)
    .meta({ description: 'Minimum number of credits available, in tCO2e.', param: { example: '500' } }),
  unanswered: z.enum(auditQuestions).meta({
    description: "A question of an auditor that the project's page does not answer in full.",
    examples: ['rating'],
  }),
  impact: z
    .enum(impactSteps.map(String) as [`${(typeof impactSteps)[number]}`, ...`${(typeof impactSteps)[number]}`[]])
    .transform((step) => Number(step) as (typeof impactSteps)[number])
    .meta({ description: 'Minimum annual impact, in tCO2e per year.', param: { example: '1000' } }),
  sort: z.enum(catalogueSorts).meta({
    description:
      'The order. By default: the best match for the words, otherwise featured projects first, then those on sale, then by title.',
    examples: ['price'],
  }),
  view: z.enum(catalogueViews),
  page: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((page) => page >= 1 && page <= maxPage),
};

type Values = { [Name in keyof typeof catalogueParameters]: z.output<(typeof catalogueParameters)[Name]> };
type Always = 'q' | 'view' | 'page';
/** The parameters of a catalogue address. Prices in pence, excl. VAT; impact in tCO2e a year; available in credits. */
export type CatalogueQuery = Record<FacetName, string[]> &
  Pick<Values, Always> & { [Name in Exclude<keyof Values, FacetName | Always>]: Values[Name] | undefined };

/**
 * Parses the parameters of a catalogue address. Never throws: what is unknown, invalid, too many or later is ignored and listed in `notes`.
 * An empty field of the form counts as absent.
 */
export function parseCatalogueQuery(parameters: URLSearchParams): { query: CatalogueQuery; notes: IgnoredParameter[] } {
  const notes: IgnoredParameter[] = [];
  const query: CatalogueQuery = { ...emptyCatalogueQuery };
  for (const name of new Set(parameters.keys())) {
    const given = [...new Set(parameters.getAll(name).map((value) => storableText(value).trim()))].filter((value) => value !== '');
    if (!Object.hasOwn(catalogueParameters, name)) {
      notes.push(...(given.length > 0 ? given : ['']).map((value) => ({ name, value })));
      continue;
    }
    for (const value of given) {
      const isFacet = (facetNames as readonly string[]).includes(name);
      const result = catalogueParameters[name as keyof typeof catalogueParameters].safeParse(isFacet ? [value] : value);
      const isFull = isFacet && query[name as FacetName].length >= maxValues;
      if (!isFacet && value !== given[0]) notes.push({ name, value, isLater: true });
      else if (!result.success || isFull) notes.push({ name, value });
      else Object.assign(query, { [name]: isFacet ? [...query[name as FacetName], value] : result.data });
    }
  }
  if (isPicture(query.view) && query.page > 1) {
    notes.push({ name: 'page', value: String(query.page) });
    query.page = 1;
  }
  return { query, notes };
}

/** Checks whether a lowest price is above a highest one: no project has such a price, and whoever typed them meant something else. */
export const pricesCross = ({ min, max }: { min?: number | undefined; max?: number | undefined }): boolean =>
  min !== undefined && max !== undefined && min > max;

/** The query of `/projects` alone: no filter, no words, the first page. */
export const emptyCatalogueQuery = {
  ...Object.fromEntries(Object.keys(catalogueParameters).map((name) => [name, undefined])),
  ...Object.fromEntries(facetNames.map((name) => [name, []])),
  ...({ q: '', view: 'table', page: 1 } satisfies Pick<Values, Always>),
} as unknown as Readonly<CatalogueQuery>;

/** Writes a query as the parameters of an address, in a fixed order and without defaults: `?...`, or an empty string. */
export function catalogueSearch(query: CatalogueQuery, change: Partial<CatalogueQuery> = {}): string {
  const asked: CatalogueQuery = { ...query, ...change };
  const parameters = new URLSearchParams();
  for (const name of Object.keys(catalogueParameters) as (keyof CatalogueQuery)[]) {
    const write = (value: unknown) => (name === 'min' || name === 'max' ? poundsField(Number(value)) : String(value));
    const given = asked[name] === emptyCatalogueQuery[name] ? [] : [asked[name] ?? []].flat().toSorted();
    for (const value of given) parameters.append(name, write(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Returns the address of the list of a project type's credits on sale, the cheapest first. */
export const typeAddress = (type: string): string =>
  `/projects${catalogueSearch(emptyCatalogueQuery, { type: [type], status: ['On sale'], sort: 'price' })}`;

/** Formats pence as pounds for an input field: `12` or `12.50`. */
export function poundsField(amount: number): string {
  return amount % 100 === 0 ? String(amount / 100) : `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}
