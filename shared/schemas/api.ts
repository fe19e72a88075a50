import { z } from 'zod';
import {
  type CatalogueQuery,
  catalogueParameters,
  emptyCatalogueQuery,
  type FacetName,
  facetNames,
  pricesCross,
} from './catalogue-query.ts';
import { maxInteger } from './limits.ts';
import { inPence, sums, tonnesByIssuance } from './portfolio.ts';
import { type FieldError, refusal } from './problem.ts';
import { carbonProject, project, projectFigures, saleStatuses } from './project.ts';
import { isStorable, storableRule } from './storable-text.ts';

/** What an Idempotency-Key consists of: 1 to 128 visible ASCII characters. */
export const wellFormedKey = /^[\x21-\x7e]{1,128}$/;

/** Projects on a page of `/api/v1/projects`. */
export const pageLimit = { default: 24, max: 100 } as const;
/** Changes in a response of `/api/v1/changes`. */
export const changesLimit = { default: 100, max: 500 } as const;

/** The filters of the page /projects. Prices are in pence here, and a page of the list is found by its cursor. */
const { view: _view, page: _page, min: _min, max: _max, ...filters } = catalogueParameters;

/** A parameter that is a whole number: an address has its digits, and it is published as the number. */
const wholeNumber = (number: z.ZodInt) => z.preprocess((text) => (/^\d{1,15}$/.test(String(text)) ? Number(text) : text), number);
const wholePence = wholeNumber(z.int('A whole number of pence, such as 1250').min(0).max(maxInteger, `At most ${maxInteger}`));
const penceMeta = (description: string, example: number) => ({
  description: `${description}, in whole pence (GBP) excl. VAT. Leaves out projects without a price.`,
  param: { example },
});
/** Returns the parameter that says how many items a page has at most. */
export const limitOf = ({ default: defaultLimit, max }: { default: number; max: number }) => {
  const wrong = `A whole number from 1 to ${max}`;
  return wholeNumber(z.int(wrong).min(1, wrong).max(max, wrong)).meta({
    param: { example: max / 2 },
    override: { default: defaultLimit, description: `How many at most, 1 to ${max}. Default: ${defaultLimit}.` },
  });
};

const cursorText = z
  .string()
  .max(2_000, 'A cursor from an earlier answer')
  .regex(/^[\w-]+$/, 'A cursor from an earlier answer')
  .describe('Opaque: `nextCursor` from the previous page. Use it with the same filters and order.');

/** The parameters of `/api/v1/projects.csv`: the filters, words and order of the page /projects, with prices in pence. */
export const filterParameters = z
  .strictObject(filters)
  .partial()
  .extend({
    minPence: wholePence.optional().meta(penceMeta('Lowest price per credit', 1_250)),
    maxPence: wholePence.optional().meta(penceMeta('Highest price per credit', 4_000)),
  })
  .superRefine(refuseCrossedPrices);

/** The parameters of `/api/v1/projects`: those of `projects.csv`, pagination, and counts. */
export const projectsParameters = filterParameters.extend({
  limit: limitOf(pageLimit).optional(),
  cursor: cursorText.optional(),
  facets: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Whether to include the counts for each filter. Default: on the first page only.', examples: ['true'] }),
});

/** Checks for a moment from 1970 on, in the years that PostgreSQL and `Date` write alike. */
export const hasPlainYear = (moment: Date): boolean => moment.getTime() >= 0 && moment.getUTCFullYear() < 9_999;
/** A moment with its time zone. */
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine(hasPlainYear);

/** What is wrong with a `since` that is neither a cursor nor a moment. */
export const sinceMessage =
  'A cursor from an earlier answer, or a moment with its time zone such as 2026-11-26T09:00:00Z. Leave it out to begin with every project';

/** The parameters of `/api/v1/changes`. */
export const changesParameters = z.strictObject({
  since: z
    .string()
    .max(2_000, sinceMessage)
    .regex(/^(?:[\w-]+|\d{4}-\d\d-\d\dT[\d:.]{4,18}(?:Z|[+-]\d\d:\d\d))$/, sinceMessage)
    .optional()
    .meta({
      description:
        'Opaque: `cursor` from the previous answer. For the first call leave it out, to begin with every project, or send a moment up to now (ISO 8601, with time zone), to begin with what has changed from then on.',
      examples: ['2026-11-26T09:00:00Z'],
    }),
  limit: limitOf(changesLimit).optional(),
});

/** A project as returned by version 1 of the REST API and in the catalogue's files. */
export const apiProject = project
  .omit({ isOnRecord: true, unanswered: true, updatedAt: true })
  .extend({
    priceGbp: z
      .number()
      .positive()
      .nullable()
      .meta({ description: 'The price in pounds: `pricePerCredit` divided by 100. Null: it has no price.', examples: [14.5] }),
    priced: z.boolean().describe('Whether `pricePerCredit` is a price, and not null.'),
    updatedAt: z.iso.datetime().describe('When the project last changed.'),
    url: z.string().meta({ description: 'Its page on this site.', format: 'uri' }),
  })
  .meta({ id: 'Project', description: 'A carbon project. One credit is one tonne of CO2 equivalent (tCO2e).' });

/** What names one project. */
export const projectReference = z
  .string()
  .max(200)
  .meta({
    description:
      'The slug of a project, or one that it had, its `id`, or its ID in its registry in any spelling (`VCS1764`, `verra-1764`), unless several projects have that. Digits alone are first an `id` of ours, then a number in a registry.',
    examples: ['7'],
  });

const facetCount = z
  .object({
    value: z.string().describe('A value of the filter.'),
    count: z.int().nonnegative().describe('How many projects it would show, with all other filters as they are.'),
  })
  .meta({ id: 'FacetCount' });
const counts = z.array(facetCount);

export const projectsPage = z
  .object({
    projects: z.array(apiProject),
    total: z.int().nonnegative().describe('How many projects match, on all pages.'),
    nextCursor: z.string().nullable().describe('For the next page, also in `Link`. Null on the last page.'),
    facets: z
      .object({ ...(Object.fromEntries(facetNames.map((name) => [name, counts])) as Record<FacetName, typeof counts>), impact: counts })
      .optional()
      .describe('Counts for each filter: on the first page, or with facets=true.'),
  })
  .meta({ id: 'ProjectsPage' });

const formerFigures = z
  .object({ since: z.iso.datetime().describe('From when on they held.'), ...projectFigures.shape })
  .meta({ id: 'FormerFigures' });

const projectChange = z
  .object({
    seq: z.int().positive().describe('Increases in the order of the commits.'),
    change: z.enum(['created', 'updated', 'deleted']),
    id: z.int().positive().describe('The ID of the project. Use it as the key of your copy: a slug may change.'),
    slug: z.string(),
    changedAt: z.iso.datetime(),
    project: apiProject.nullable().describe('The project as it is now. Null: deleted.'),
    former: formerFigures.nullable().describe('The previous figures. Null: there were none, or the project is deleted.'),
  })
  .meta({ id: 'ProjectChange', description: 'The last change of a project.' });

export const changesPage = z
  .object({
    changes: z.array(projectChange).describe('Oldest first, each project once.'),
    cursor: z.string().describe('For the next call, as `since`. Keep it with your copy.'),
    hasMore: z.boolean().describe('Whether to call again at once.'),
  })
  .meta({ id: 'ChangesPage' });

/** `GET /api/carbon-projects`; product.md, section 7. */
export const carbonProjectList = z.array(
  carbonProject.meta({ id: 'CarbonProject', description: 'The fields of the original call, unchanged.' }),
);

/** `POST /api/v1/baskets`: money in pence (GBP). */
export const basket = z
  .object({
    lines: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        tonnes: z.int().describe('As asked.'),
        refusal: refusal
          .extend({ message: z.string() })
          .nullable()
          .describe('Why the credits cannot be bought as asked; the line is then in no total. Null: they can.'),
        delivery: z.iso.date().nullable().describe('The day by which pending credits are forecast. Null: issued, or not stated.'),
        status: z.enum(saleStatuses),
        unitsStatus: z.enum(['issued', 'expected']).nullable(),
        pricePerCredit: inPence.nullable().describe('Pence, excl. VAT. Null: it has no price.'),
        cost: inPence.nullable().describe('Pence, excl. VAT. Null: the line is refused.'),
      }),
    ),
    tonnes: tonnesByIssuance.describe('Tonnes in the totals, by whether the credits have been issued.'),
    ...sums,
    vatPercent: z.int(),
    currency: z.literal('GBP'),
  })
  .meta({ id: 'Basket' });

/** The response to an accepted message. */
export const contactReceipt = z
  .object({
    id: z.string().describe('The message is stored under this id.'),
    receivedAt: z.iso.datetime(),
    reference: z.string().meta({ description: 'The reference to quote in correspondence.', examples: ['Q-1A2B3C4D'] }),
  })
  .meta({ id: 'MessageReceipt' });
export type ContactReceipt = z.infer<typeof contactReceipt>;

/** The response to an accepted subscription, whether or not the address was new: it must not reveal who is on the list. */
export const newsletterReceipt = z.object({ subscribed: z.literal(true) }).meta({ id: 'SubscriptionReceipt' });
export type NewsletterReceipt = z.infer<typeof newsletterReceipt>;

/** The response to a request for a quote. */
export const quoteReceipt = contactReceipt
  .extend({
    pricesValidUntil: z.iso.date().describe('The last day on which its prices hold, in London.'),
    total: z.int().describe('What its lines come to, in pence incl. VAT.'),
    url: z.url().meta({
      description: 'The page of the quote: its lines, its totals and where it stands. Whoever has the address can read it.',
      examples: ['https://carma.example/quotes/Q-1A2B3C4D-0123456789abcdef0123456789abcdef'],
    }),
  })
  .meta({ id: 'QuoteReceipt' });
export type QuoteReceipt = z.infer<typeof quoteReceipt>;

/**
 * Parses the parameters of an address strictly: nothing is ignored. An empty value counts as absent, because forms send empty fields.
 * A parameter may be there several times if its schema is a list or an optional list.
 * @returns the values, or an error for each parameter that is unknown or invalid, with the allowed values.
 */
export function readParameters<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  parameters: URLSearchParams,
): { values: z.output<z.ZodObject<Shape>>; errors?: undefined } | { values?: undefined; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const given: Record<string, string | string[]> = {};
  const names = Object.keys(schema.shape);
  for (const name of new Set(parameters.keys())) {
    const values = [...new Set(parameters.getAll(name).map((value) => value.trim()))].filter((value) => value !== '');
    if (!names.includes(name)) errors.push({ field: name, message: 'No such parameter', allowed: names });
    else if (!values.every(isStorable)) errors.push({ field: name, message: storableRule });
    else if (isList(schema.shape[name])) given[name] = values;
    else if (values.length > 1) errors.push({ field: name, message: 'Give this parameter once' });
    else if (values[0] !== undefined) given[name] = values[0];
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return errors.length > 0 ? { errors } : { values: parsed.data };
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? '');
    if (errors.some((error) => error.field === field)) continue;
    const allowed = 'values' in issue && issue.values ? issue.values.map(String) : undefined;
    errors.push({ field, message: allowed ? 'Not one of the allowed values' : issue.message, ...(allowed ? { allowed } : {}) });
  }
  return { errors };
}

const isList = (type: unknown) => (type instanceof z.ZodOptional ? type.unwrap() : type) instanceof z.ZodArray;

/** Converts parsed filters to a catalogue query. */
export function catalogueQueryOf(parsed: z.output<typeof filterParameters>): CatalogueQuery {
  const given = Object.entries(parsed).filter(([name, value]) => Object.hasOwn(filters, name) && value !== undefined);
  return { ...emptyCatalogueQuery, ...Object.fromEntries(given), min: parsed.minPence, max: parsed.maxPence };
}

/** Refuses a price range whose lowest is above its highest, at both: either may be the wrong one. */
function refuseCrossedPrices({ minPence: min, maxPence: max }: { minPence?: number; maxPence?: number }, context: z.RefinementCtx): void {
  if (!pricesCross({ min, max })) return;
  context.addIssue({ code: 'custom', path: ['minPence'], message: `Must not be above maxPence, which is ${max}` });
  context.addIssue({ code: 'custom', path: ['maxPence'], message: `Must not be below minPence, which is ${min}` });
}
