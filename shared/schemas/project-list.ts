import { z } from 'zod';
import { catalogueParameters, type FacetName, facetNames, impactSteps } from './catalogue-query.ts';
import { project } from './project.ts';

const { view: _view, min: _min, max: _max, impact: _impact, page: _page, ...sameAsPage } = catalogueParameters;

/** The most projects in one response: serialising more would hold up everybody else. The files have all of them. */
export const maxListed = 500;

const pence = z.int().min(0).max(2_147_483_647);

/**
 * The input of `projects.search`: the parameters of the page /projects as typed values (prices in pence, excl. VAT). Without any,
 * it lists every project, at most `maxListed` at a time. `cursor` is the `nextCursor` of a response to the same filters. `limit`
 * defaults to 24 with `page` or `cursor`.
 */
export const projectListInput = z
  .strictObject({
    ...z.object(sameAsPage).partial().shape,
    min: pence.optional(),
    max: pence.optional(),
    impact: z.literal([...impactSteps]).optional(),
    page: z.int().min(1).max(10_000).optional(),
    /** Only featured projects. */
    featured: z.boolean().optional(),
    /** Only projects that have a price. */
    priced: z.boolean().optional(),
    limit: z.int().min(1).max(maxListed).optional(),
    offset: z.int().min(0).max(1_000_000).optional(),
    cursor: z.string().max(2_000).optional(),
    /** Whether to include the counts for each filter. */
    facets: z.boolean().optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, { path: ['min'], error: 'Must not be above max' });
export type ProjectListInput = z.infer<typeof projectListInput>;

const counts = z.array(z.object({ value: z.string(), count: z.int().nonnegative() }));

/** A page of projects, the total number, and the cursor of the next page; null on the last one. */
export const projectListResponse = z.object({
  projects: z.array(project),
  total: z.int().nonnegative(),
  nextCursor: z.string().nullable(),
  facets: z
    .object({ ...(Object.fromEntries(facetNames.map((name) => [name, counts])) as Record<FacetName, typeof counts>), impact: counts })
    .optional(),
});
export type ProjectListResponse = z.infer<typeof projectListResponse>;
