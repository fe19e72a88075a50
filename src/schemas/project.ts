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
  id: z
    .int()
    .positive()
    .meta({ description: 'Identifier of the project.', examples: [7] }),
  slug: z.string().meta({ description: 'The last part of its address on this site.', examples: ['elan-valley-broadleaves'] }),
  title: z.string().meta({ description: 'Name of the project.' }),
  description: z.string().meta({ description: 'What it does.' }),
  monitoring: z.string().nullable().meta({ description: 'How that is measured, and what is deducted. Null: not stated.' }),
  category: z.string().meta({ description: 'Such as Reforestation or Coastal Protection.', examples: ['Reforestation'] }),
  projectType: z.string().nullable().meta({ description: "One of Carma's product lines, or another term. Null: not stated." }),
  imageUrl: z.string().meta({ description: 'Address of its picture, relative to this site; the default picture where it has none.' }),
  pricePerCredit: z
    .int()
    .nonnegative()
    .meta({ description: 'Pence sterling for one credit, excl. VAT. Divide by 100 once, at the end.', examples: [1450] }),
  availableCredits: z.int().nonnegative().meta({ description: 'Credits left. One credit is one tonne of CO2 equivalent.' }),
  verificationStandard: z.string().meta({ description: 'The standard that it is verified under.' }),
  location: z.string().meta({ description: 'Place, in words.' }),
  country: z
    .string()
    .length(2)
    .nullable()
    .meta({ description: 'ISO 3166-1 alpha-2. Null: not stated.', examples: ['GB'] }),
  latitude: z.number().nullable().meta({ description: 'Degrees north, WGS 84.' }),
  longitude: z.number().nullable().meta({ description: 'Degrees east, WGS 84.' }),
  impactPerYear: z.int().nonnegative().meta({ description: 'tCO2e removed or avoided a year.' }),
  featured: z.boolean().meta({ description: 'First in the list.' }),
  /** Sold out is not a status: it is on sale with no credit left; see `saleStatus`. */
  status: z.enum(['on sale', 'not yet on sale']),
  unitsStatus: z
    .enum(['issued', 'expected'])
    .nullable()
    .meta({ description: 'Whether the credits are issued or expected later. Null: not stated.' }),
  permanenceYears: z
    .int()
    .positive()
    .nullable()
    .meta({ description: 'Years for which the carbon is stored. Null: not stated, or nothing is stored.' }),
  externalId: z.string().nullable().meta({ description: 'Its id in the registry or catalogue that it comes from. Null: it has none.' }),
  figuresSource: z.string().nullable().meta({ description: 'Where the figures come from, in words.' }),
  figuresAsOf: z.string().nullable().meta({ description: 'The day the figures are of, as 2026-03-31.' }),
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

/** A list of projects and how many there are in all, whatever the limit. */
export type ProjectList = { projects: Project[]; total: number };
