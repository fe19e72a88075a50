import { z } from 'zod';
import { day, itemText, webAddress } from './field-types.ts';

/** Most projects on a page that shows the whole list; decisions.md, "Catalogue data". */
export const wholeListLimit = 60;
/** How many featured projects the home page shows; decisions.md, "Catalogue data". */
export const featuredLimit = 6;

/** How many projects a page of the catalogue shows. */
export const cataloguePageSize = 24;
/** How many other projects a project's page shows. */
export const relatedLimit = 3;

/** Unit types, as named by the Climate Action Data Trust. */
export const unitTypes = ['Avoidance', 'Reduction - nature', 'Reduction - technical', 'Removal - nature', 'Removal - technical'] as const;
/** Whether the host country makes a corresponding adjustment, also as named by the Climate Action Data Trust. */
export const correspondingAdjustments = ['Committed', 'Not Required', 'Unknown'] as const;

/** Whether a project can be bought, as shown to buyers: the database's `sale_status`, which is the only rule. */
export const saleStatuses = ['On sale', 'Sold out', 'Not yet on sale'] as const;

/** A document of a project. */
export const projectDocument = z.strictObject({
  title: itemText(200),
  address: webAddress().schema.nullable().default(null).meta({ description: 'Its web address. Null: it is not published.' }),
  date: day().schema.nullable().default(null).meta({ description: 'Its day, as 2026-03-31. Null: not stated.' }),
});

/** A carbon project: one row of `carbon_projects`, with the default picture if it has none, and whether it has units on the record. */
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
    .positive()
    .nullable()
    .meta({
      description: 'Pence sterling for one credit, excl. VAT. Divide by 100 once, at the end. Null: it has no price.',
      examples: [1450],
    }),
  availableCredits: z
    .int()
    .nonnegative()
    .nullable()
    .meta({ description: 'Credits left. One credit is one tonne of CO2 equivalent. 0: sold out. Null: not stated.' }),
  verificationStandard: z.string().meta({ description: 'The standard that it is verified under.' }),
  location: z.string().meta({ description: 'Place, in words.' }),
  country: z
    .string()
    .length(2)
    .nullable()
    .meta({ description: 'ISO 3166-1 alpha-2. Null: not stated.', examples: ['GB'] }),
  latitude: z.number().nullable().meta({ description: 'Degrees north, WGS 84.' }),
  longitude: z.number().nullable().meta({ description: 'Degrees east, WGS 84.' }),
  impactPerYear: z.int().nonnegative().meta({ description: 'tCO2e removed or avoided per year.' }),
  featured: z.boolean().meta({ description: 'Whether it is listed first.' }),
  status: z.enum(saleStatuses).meta({ description: 'Whether its credits can be bought.' }),
  deliveryBy: z
    .string()
    .nullable()
    .meta({ description: 'The day by which expected credits are delivered, such as 2027-12-31. Null: not stated, or they are issued.' }),
  unitsStatus: z
    .enum(['issued', 'expected'])
    .nullable()
    .meta({ description: 'Whether the credits are issued or pending (`expected`). Null: not stated.' }),
  permanenceYears: z
    .int()
    .positive()
    .nullable()
    .meta({ description: 'Years for which the carbon is stored. Null: not stated, or nothing is stored.' }),
  externalId: z.string().nullable().meta({ description: 'Its ID in the registry or catalogue it comes from. Null: it has none.' }),
  figuresSource: z.string().nullable().meta({ description: 'Where the figures come from, in words.' }),
  figuresAsOf: z.string().nullable().meta({ description: 'The date of the figures, such as 2026-03-31.' }),
  registryUrl: z.string().nullable().meta({ description: 'Its page on the registry. Null: not stated.' }),
  methodology: z
    .string()
    .nullable()
    .meta({ description: 'The methodology by which its tonnes are calculated. Null: not stated.', examples: ['VM0047'] }),
  methodologyVersion: z
    .string()
    .nullable()
    .meta({ description: 'Version of the methodology. Null: not stated.', examples: ['1.0'] }),
  unitType: z
    .enum(unitTypes)
    .nullable()
    .meta({ description: 'Avoidance, reduction or removal, in the words of the Climate Action Data Trust. Null: not stated.' }),
  vintageStart: z
    .int()
    .nullable()
    .meta({ description: 'First year in which the tonnes on sale arise. Null: not stated.', examples: [2023] }),
  vintageEnd: z
    .int()
    .nullable()
    .meta({ description: 'Last year in which the tonnes on sale arise. Null: not stated.', examples: [2024] }),
  verificationReport: z
    .string()
    .nullable()
    .meta({ description: 'Title of the verification report that covers the vintage. Null: not stated.' }),
  verificationReportUrl: z.string().nullable().meta({ description: 'Address of that report. Null: not stated.' }),
  verifiedOn: z.string().nullable().meta({ description: 'Date of that report, such as 2026-03-31. Null: not stated.' }),
  bufferShare: z
    .number()
    .nullable()
    .meta({ description: 'Share of the issued units paid into a buffer, 0 to 1. Null: not stated.', examples: [0.2] }),
  shortfallTerms: z.string().nullable().meta({ description: 'Who makes up for a shortfall or a reversal. Null: not stated.' }),
  rating: z
    .string()
    .nullable()
    .meta({ description: 'The rating, as the agency writes it. Null: none, or not stated.', examples: ['AA'] }),
  ratingAgency: z.string().nullable().meta({ description: 'The rating agency. Null: not stated.' }),
  ratedOn: z.string().nullable().meta({ description: 'Date of the rating, such as 2026-03-31. Null: not stated.' }),
  serials: z
    .string()
    .nullable()
    .meta({ description: 'Serial numbers of the units on sale, as the registry writes them. Null: not stated.' }),
  retirementPlace: z.string().nullable().meta({ description: 'Where a retirement will appear. Null: not stated.' }),
  correspondingAdjustment: z
    .enum(correspondingAdjustments)
    .nullable()
    .meta({ description: 'Whether the host country makes a corresponding adjustment (Paris Agreement, Article 6). Null: not stated.' }),
  developer: z.string().nullable().meta({ description: 'Who develops and runs it. Null: not stated.' }),
  verifier: z.string().nullable().meta({ description: 'The body that verified it. Null: not stated.' }),
  documents: z.array(projectDocument).nullable().meta({ description: 'Its documents. Null: none.' }),
  certifications: z.string().nullable().meta({ description: 'Further certifications. Null: none, or not stated.' }),
  website: z.string().nullable().meta({ description: 'Its own website. Null: not stated.' }),
  isOnRecord: z.boolean(),
  isSample: z.boolean().meta({ description: 'Whether it is an invented sample project, which nobody can buy.' }),
  updatedAt: z.date(),
});
export type Project = z.infer<typeof project>;

/** What a project's card and its row in a table show: a page of the catalogue reads nothing else. */
export const listedProject = project.pick({
  id: true,
  slug: true,
  title: true,
  description: true,
  monitoring: true,
  category: true,
  projectType: true,
  imageUrl: true,
  pricePerCredit: true,
  availableCredits: true,
  verificationStandard: true,
  location: true,
  impactPerYear: true,
  status: true,
  unitsStatus: true,
  vintageStart: true,
  vintageEnd: true,
  isOnRecord: true,
});
export type ListedProject = z.infer<typeof listedProject>;

/** A project's price (pence, excluding VAT), available credits (tCO2e) and status since a point in time. */
export type ProjectFigures = Pick<Project, 'pricePerCredit' | 'availableCredits' | 'status'> & { since: Date };

/** A project in `GET /api/carbon-projects`: exactly the fields of product.md, section 3. */
export const carbonProject = project
  .pick({
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
  })
  .extend({
    pricePerCredit: z
      .int()
      .positive()
      .meta({ description: 'Pence sterling for one credit, excl. VAT.', examples: [1450] }),
    availableCredits: z.int().nonnegative().meta({ description: 'Credits left. 0: sold out, or not stated.' }),
  });

/** A list of projects, and the total number regardless of the limit. */
export type ProjectList = { projects: Project[]; total: number };
