import { z } from 'zod';

/** The list is never longer than this on a page that shows it whole; decisions.md, "Catalogue data". */
export const wholeListLimit = 60;
/** How many featured projects the home page shows; decisions.md, "Catalogue data". */
export const featuredLimit = 6;

/** How many projects a page of the catalogue shows. */
export const cataloguePageSize = 24;
/** How many other projects a project's page shows. */
export const relatedLimit = 3;

/** A carbon project as the catalogue shows it: one row of `carbon_projects`, with the picture settled. */
export const project = z.object({
  id: z.int().positive(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  /** One of Carma's product lines, or another term in an imported catalogue. */
  projectType: z.string().nullable(),
  /** Always an address: the default picture where the project has none. */
  imageUrl: z.string(),
  /** Pence, excl. VAT. One credit is one tonne of CO2 equivalent. */
  pricePerCredit: z.int().nonnegative(),
  /** Credits, that is tCO2e. */
  availableCredits: z.int().nonnegative(),
  verificationStandard: z.string(),
  location: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** tCO2e a year. */
  impactPerYear: z.int().nonnegative(),
  featured: z.boolean(),
  /** Sold out is not a status: it is on sale with no credit left; see `saleStatus`. */
  status: z.enum(['on sale', 'not yet on sale']),
  /** Whether the credits are issued or expected later. Null: not stated. */
  unitsStatus: z.enum(['issued', 'expected']).nullable(),
  /** Years. Null: not stated, or nothing is stored. */
  permanenceYears: z.int().positive().nullable(),
  /** Its id in the registry or catalogue that it was imported from. Null: it has none. */
  externalId: z.string().nullable(),
  /** Where the figures come from, in words. */
  figuresSource: z.string().nullable(),
  /** The day the figures are of, as `2026-03-31`. */
  figuresAsOf: z.string().nullable(),
  updatedAt: z.date(),
});
export type Project = z.infer<typeof project>;

/** Whether a project can be bought, in the words a buyer reads. */
export const saleStatuses = ['On sale', 'Sold out', 'Not yet on sale'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

/** Sold out follows from the credits left; a project that is not yet on sale is never sold out. */
export function saleStatus({ status, availableCredits }: Pick<Project, 'status' | 'availableCredits'>): SaleStatus {
  if (status === 'not yet on sale') return 'Not yet on sale';
  return availableCredits > 0 ? 'On sale' : 'Sold out';
}

/** What `GET /api/carbon-projects` answers for each project: exactly the fields of product.md, section 3. */
export const carbonProject = project.pick({
  id: true,
  title: true,
  description: true,
  category: true,
  imageUrl: true,
  pricePerCredit: true,
  availableCredits: true,
  verificationStandard: true,
  location: true,
  impactPerYear: true,
});

/** Input of `projects.list`. Without it: every project. */
export const projectListInput = z
  .object({
    /** Only featured projects that still have credits. */
    featured: z.boolean().optional(),
    limit: z.int().min(1).max(11_000).optional(),
    offset: z.int().min(0).max(1_000_000).optional(),
  })
  .strict();
export type ProjectListInput = z.infer<typeof projectListInput>;

/** A list of projects and how many there are in all, whatever the limit. */
export const projectList = z.object({ projects: z.array(project), total: z.int().nonnegative() });
export type ProjectList = z.infer<typeof projectList>;
