import { z } from 'zod';
import { day, itemText, webAddress } from './field-types.ts';

/** Most projects on a page that shows the whole list; decisions.md, "Catalogue data". */
export const wholeListLimit = 60;
/** How many featured projects the home page shows; decisions.md, "Catalogue data". */
export const featuredLimit = 12;

/** How many projects a page of the catalogue shows. */
export const cataloguePageSize = 24;
/** How many other projects a project's page shows. */
export const relatedLimit = 3;

/** Unit types, as named by the Climate Action Data Trust. */
export const unitTypes = ['Avoidance', 'Reduction - nature', 'Reduction - technical', 'Removal - nature', 'Removal - technical'] as const;

/**
 * The labels that buyers filter by. Of CORSIA's compliance periods there are the pilot phase, the first phase and the second, which
 * begins in 2027 (ICAO, "CORSIA Eligible Emissions Units"). That a programme is CCP-eligible does not label its credits: the
 * Integrity Council (ICVCM) has to approve the methodology, too.
 */
export const labels = [
  ...(['CCP-labelled', 'CCP-eligible programme'] as const),
  ...(['CORSIA 2021-2023', 'CORSIA 2024-2026', 'CORSIA from 2027'] as const),
  ...(['Article 6 authorised', 'Corresponding adjustment committed', 'Corresponding adjustment applied'] as const),
  'Corresponding adjustment not required',
  ...(['SDG 1', 'SDG 2', 'SDG 3', 'SDG 4', 'SDG 5', 'SDG 6', 'SDG 7', 'SDG 8', 'SDG 9', 'SDG 10', 'SDG 11', 'SDG 12'] as const),
  ...(['SDG 13', 'SDG 14', 'SDG 15', 'SDG 16', 'SDG 17'] as const),
] as const;
export type LabelName = (typeof labels)[number];

/** A label, with its source and day. */
export const projectLabel = z
  .strictObject({
    label: z.enum(labels),
    vintageStart: labelYear().meta({ description: 'First vintage that has it. Null, with `vintageEnd`: all units on sale.' }),
    vintageEnd: labelYear().meta({ description: 'Last vintage that has it.' }),
    source: itemText(500).meta({ description: 'Where that is stated: words or a web address.' }),
    asOf: day().schema.meta({ description: 'The day of that statement, as 2026-03-31.' }),
  })
  .refine(
    ({ vintageStart, vintageEnd }) =>
      (vintageStart === null) === (vintageEnd === null) && (vintageStart === null || vintageStart <= Number(vintageEnd)),
    'has vintages that are no range of years',
  );
export type ProjectLabel = z.infer<typeof projectLabel>;

/** Sorts labels in the order of the list of labels. */
export function sortedLabels(stated: readonly ProjectLabel[]): ProjectLabel[] {
  return stated.toSorted((a, b) => labels.indexOf(a.label) - labels.indexOf(b.label));
}

/** A rating, as the agency writes it. */
export const projectRating = z.strictObject({
  rating: itemText(50),
  agency: itemText(200),
  date: day().schema.meta({ description: 'Its day, as 2026-03-31.' }),
});
export type ProjectRating = z.infer<typeof projectRating>;

/** Whether a project can be bought, as shown to buyers: the database's `sale_status`, which is the only rule. */
export const saleStatuses = ['On sale', 'Sold out', 'Not yet on sale'] as const;

/**
 * The questions of an auditor, in the order of a project's page, each with the parts of its answer. A part is stated if one of its fields
 * is, and a question is answered if all its parts are: server/domain/projects/columns.ts has the SQL of it, and
 * src/content/projects/audit.ts the words, under the same names.
 */
export const auditAnswers = {
  registration: { id: ['externalId'], page: ['registryUrl'], methodology: ['methodology'] },
  units: { type: ['unitType'], status: ['unitsStatus'] },
  vintage: { vintage: ['vintageStart', 'vintageEnd'], report: ['verificationReport'] },
  storage: { effect: ['unitType'], duration: ['permanenceYears'] },
  shortfall: { buffer: ['bufferShare'], terms: ['shortfallTerms'] },
  rating: { rating: ['ratings'] },
  retirement: { serials: ['serials', 'isOnRecord'], place: ['retirementPlace'] },
  adjustment: { adjustment: ['labels'] },
} as const;
export type AuditQuestion = keyof typeof auditAnswers;
export const auditQuestions = Object.keys(auditAnswers) as AuditQuestion[];

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
  registryIssued: z
    .int()
    .nonnegative()
    .nullable()
    .meta({
      description: 'Credits that its registry has issued to date, to whomever. Not what is for sale. Null: not stated.',
      examples: [84267],
    }),
  registryRetired: z.int().nonnegative().nullable().meta({ description: 'Of those, credits retired to date. Null: not stated.' }),
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
  serials: z
    .string()
    .nullable()
    .meta({ description: 'Serial numbers of the units on sale, as the registry writes them. Null: not stated.' }),
  retirementPlace: z.string().nullable().meta({ description: 'Where a retirement will appear. Null: not stated.' }),
  developer: z.string().nullable().meta({ description: 'Who develops and runs it. Null: not stated.' }),
  verifier: z.string().nullable().meta({ description: 'The body that verified it. Null: not stated.' }),
  documents: z.array(projectDocument).nullable().meta({ description: 'Its documents. Null: none.' }),
  certifications: z.string().nullable().meta({ description: 'Certifications that are no label, such as CCB Gold. Null: not stated.' }),
  labels: z.array(projectLabel).nullable().meta({ description: 'Labels of its units, each with source and day. Null: none stated.' }),
  ratings: z.array(projectRating).nullable().meta({ description: 'Ratings by agencies. Null: none stated.' }),
  surveyedOn: z.string().nullable().meta({ description: 'Day of the latest survey of species, such as 2026-03-31. Null: none stated.' }),
  surveyPoints: z.int().positive().nullable().meta({ description: 'Sampling points of that survey. Null: not stated.' }),
  surveySpecies: z.int().nonnegative().nullable().meta({ description: 'Species that it found. Null: not stated.' }),
  surveySpeciesList: z.string().nullable().meta({ description: 'Their names. Null: not stated.' }),
  surveyLaboratory: z.string().nullable().meta({ description: 'The laboratory that analysed the samples. Null: not stated.' }),
  surveyReportUrl: z.string().nullable().meta({ description: 'Address of the report of that survey. Null: not stated.' }),
  reviewer: z.string().nullable().meta({ description: 'Who reviewed the project independently. Null: not stated.' }),
  reviewedOn: z.string().nullable().meta({ description: 'Day of that review, such as 2026-03-31. Null: not stated.' }),
  website: z.string().nullable().meta({ description: 'Its own website. Null: not stated.' }),
  isOnRecord: z.boolean(),
  unanswered: z.array(z.enum(auditQuestions)),
  isSample: z.boolean().meta({ description: 'Whether it is an invented sample project, whose credits do not exist.' }),
  updatedAt: z.date(),
});
export type Project = z.infer<typeof project>;

/** A year of a vintage, or null. */
function labelYear() {
  return z.int().min(1990).max(2200).nullable().default(null);
}

/** What a project's card and its row in a table show: a page of the catalogue reads nothing else. */
export const listedProject = project.pick({
  id: true,
  slug: true,
  title: true,
  description: true,
  category: true,
  projectType: true,
  methodology: true,
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
  surveyedOn: true,
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

export type CarbonProject = z.infer<typeof carbonProject>;

/** A list of projects, and the total number regardless of the limit. */
export type ProjectList = { projects: Project[]; total: number };
