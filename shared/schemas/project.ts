import { z } from 'zod';
import { unitTypes } from '#verify/entry.ts';
import {
  country,
  day,
  degrees,
  field,
  flag,
  itemText,
  listOf,
  oneOf,
  type ProjectField,
  pence,
  picture,
  share,
  slug,
  text,
  webAddress,
  wholeNumber,
} from './field-types.ts';
import { vintageYears } from './limits.ts';

/** How many projects a page of all of them shows; if there are more, it links to the rest. decisions.md, "Catalogue data". */
export const wholeListLimit = 60;
/** The most projects in one response: serialising more would hold up everybody else. The files have all of them. */
export const maxListed = 500;
/** How many featured projects the home page shows; decisions.md, "Catalogue data". */
export const featuredLimit = 12;

/** How many projects a page of the catalogue shows. */
export const cataloguePageSize = 24;
/** How many other projects a project's page shows. */
export const relatedLimit = 3;

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

/** A year of a vintage. */
const vintage = wholeNumber(vintageYears);
/** One of those that have a label, or null. */
const labelYear = vintage.schema.nullable().default(null);

/** A label, with its source and day. */
const projectLabel = z
  .strictObject({
    label: z.enum(labels),
    vintageStart: labelYear.meta({ description: 'First vintage that has it. Null, with `vintageEnd`: all units on sale.' }),
    vintageEnd: labelYear.meta({ description: 'Last vintage that has it.' }),
    source: itemText(500).meta({ description: 'Where that is stated: words or a web address.' }),
    asOf: day().schema.meta({ description: 'The day of that statement, as 2026-03-31.' }),
  })
  .refine(
    ({ vintageStart, vintageEnd }) =>
      (vintageStart === null) === (vintageEnd === null) && (vintageStart === null || vintageStart <= Number(vintageEnd)),
    'has vintages that are no range of years',
  );
export type ProjectLabel = z.infer<typeof projectLabel>;

/** A rating, as the agency writes it. */
const projectRating = z.strictObject({
  rating: itemText(50),
  agency: itemText(200),
  date: day().schema.meta({ description: 'Its day, as 2026-03-31.' }),
});
export type ProjectRating = z.infer<typeof projectRating>;

/** Whether a project can be bought, as shown to buyers: the database's `sale_status`, which is the only rule. */
export const saleStatuses = ['On sale', 'Sold out', 'Not yet on sale'] as const;

/**
 * The questions of an auditor, in the order of a project's page, each with the parts of its answer. A part is stated if one of its fields
 * is, and a question is answered if all its parts are. server/domain/projects/carbon-projects.ts has the SQL of it, and says of which
 * fields a value alone is not what counts (`statedBy`); shared/content/projects/audit.ts has the words, under the same names.
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
const projectDocument = z.strictObject({
  title: itemText(200),
  address: webAddress().schema.nullable().default(null).meta({ description: 'Its web address. Null: it is not published.' }),
  date: day().schema.nullable().default(null).meta({ description: 'Its day, as 2026-03-31. Null: not stated.' }),
});

/** Rules that many fields have. */
const neverNull = { isNeverNull: true } as const;
const required = { isNeverNull: true, isRequired: true } as const;
const essential = { isEssential: true } as const;

/**
 * The stored fields of a project, in the column order of an exported catalogue. Schema, import, export, files and the API follow
 * from this table. Each has its column in the database, whose constraints have the same limits.
 */
export const projectFields = {
  externalId: field(
    text(200),
    'Its ID in the registry or catalogue it comes from. Null: it has none.',
    'projectid registryid registryprojectid gsid sustaincertid id referenceno referencenumber projectreference sourceprojectid projectcode projectno projectnumber verraid vcsid',
    essential,
  ),
  slug: field(slug(), 'The last part of its address on this site.', '', {
    ...neverNull,
    ...essential,
    examples: ['elan-valley-broadleaves'],
  }),
  title: field(text(300, { isName: true }), 'Name of the project.', 'projecttitle projectname name', { ...required, ...essential }),
  description: field(
    text(5000, { hasParagraphs: true }),
    'What it does. Empty: not stated.',
    'projectdescription projectdescriptionenglish summary abstract',
    neverNull,
  ),
  monitoring: field(text(5000, { hasParagraphs: true }), 'How that is measured, and what is deducted.', 'monitoringplan measurement mrv'),
  category: field(text(100), 'Such as Reforestation or Coastal Protection.', 'projectcategory scope sector sectoralscope', {
    ...required,
    examples: ['Reforestation'],
  }),
  projectType: field(text(100), "One of Carma's product lines, or another term.", 'type subcategory'),
  imageUrl: field(picture(), 'Address of its picture, relative to this site; the default picture where it has none.', 'image picture', {
    ...neverNull,
    isLeftOutOfFiles: true,
  }),
  pricePerCredit: field(
    pence(),
    'Pence sterling for one credit, excl. VAT. Divide by 100 once, at the end. Null: it has no price.',
    'pricepence pricepercreditpence',
    { ...essential, examples: [1450] },
  ),
  // What Carma sells. What a registry calls "remaining" are credits that others hold.
  availableCredits: field(
    wholeNumber(),
    'Credits left. One credit is one tonne of CO2 equivalent. 0: sold out.',
    'available creditsavailable volumeavailable availablevolume tonnesavailable availabletonnes stock unitsavailable availableunits quantityavailable availablequantity',
    essential,
  ),
  registryIssued: field(
    wholeNumber(),
    'Credits that its registry has issued to date, to whomever. Not what is for sale.',
    'issued creditsissued totalcreditsissued totalissued totalnumberofoffsetcreditsregistered totalnumberofcreditsregistered issuedcreditstotalcredits',
    { examples: [84267] },
  ),
  registryRetired: field(
    wholeNumber(),
    'Of those, credits retired to date.',
    'retired creditsretired totalcreditsretired totalretired retiredcreditstotalcredits',
  ),
  verificationStandard: field(
    text(200),
    'The standard that it is verified under.',
    'standard registry voluntaryregistry program programme',
    { ...required, ...essential },
  ),
  location: field(text(200), 'Place, in words.', 'projectlocation place', required),
  country: field(
    country(),
    'ISO 3166-1 alpha-2.',
    'countrycode countryarea countryname hostcountry projectsitecountry countries iso2 iso3 locationcountrycode locationcountryname',
    { examples: ['GB'] },
  ),
  latitude: field(degrees(90), 'Degrees north, WGS 84.', 'lat', { needs: 'longitude' }),
  longitude: field(degrees(180), 'Degrees east, WGS 84.', 'lon lng long', { needs: 'latitude' }),
  impactPerYear: field(
    wholeNumber(),
    'tCO2e removed or avoided per year. 0: not stated.',
    'impact annualimpact estimatedannualissuance estimatedannualemissionreductions estimatedannualcredits annualemissionreductions estimatedannualreductions averageannualemissionreductions',
    neverNull,
  ),
  featured: field(flag(), 'Whether it is listed first where nobody has searched or sorted.', '', { ...neverNull, isLeftOutOfFiles: true }),
  // In a registry's export "status" means something else, so a column named "sale status" takes precedence.
  status: field(
    oneOf(['On sale', 'Not yet on sale']),
    'Whether its credits can be bought.',
    'salestatus status availability projectstatus voluntarystatus registrystatus registrationstatus programstatus',
    { ...neverNull, ...essential },
  ),
  deliveryBy: field(
    day(),
    'The day by which expected credits are delivered, such as 2027-12-31; one before the end of their vintage does not count. Null: issued, or not stated; then the forecast is the end of their vintage.',
    'deliverydate deliveredby expecteddelivery',
  ),
  unitsStatus: field(oneOf(['issued', 'expected']), 'Whether the credits are issued or pending (`expected`).', 'units issuance', essential),
  permanenceYears: field(
    wholeNumber({ min: 1, max: 1_000_000 }),
    'Years for which the carbon is stored. Null: not stated, or nothing is stored.',
    'permanence durabilityyears durability',
  ),
  figuresSource: field(text(500), 'Where the figures come from, in words.', 'source datasource sourceurl url'),
  figuresAsOf: field(day(), 'The date of the figures, such as 2026-03-31.', 'asof dataasof sourcedate dateofdata'),
  registryUrl: field(webAddress(), 'Its page on the registry.', 'projecturl registrylink registrypage'),
  methodology: field(
    text(500),
    'The methodology by which its tonnes are calculated.',
    'protocol methodologyprotocol projectmethodologyprotocol projectmethodology protocolname methodologyname',
    { examples: ['VM0047'] },
  ),
  methodologyVersion: field(text(100, { isIndivisible: true }), 'Version of the methodology.', 'protocolversion versionofmethodology', {
    examples: ['1.0'],
  }),
  unitType: field(
    oneOf(unitTypes),
    'Avoidance, reduction or removal, in the words of the Climate Action Data Trust.',
    'reductionremoval removalreduction removalorreduction reductionorremoval creditingtype mitigationtype',
  ),
  // A column whose name begins with `first` has the first year alone, any other may have all of the vintage (map-columns.ts).
  vintageStart: field(
    vintage,
    'First year in which the tonnes on sale arise.',
    'firstvintage vintage vintages vintageyear firstyearofvintage',
    { ...essential, examples: [2023] },
  ),
  vintageEnd: field(vintage, 'Last year in which the tonnes on sale arise.', 'lastvintage latestvintage lastyearofvintage', {
    ...essential,
    examples: [2024],
  }),
  verificationReport: field(text(500), 'Title of the report that verified (pending: validated) the vintage.', 'verificationreporttitle'),
  verificationReportUrl: field(webAddress(), 'Address of that report.', 'verificationreportaddress verificationreportlink'),
  verifiedOn: field(day(), 'Date of that report, such as 2026-03-31.', 'verificationdate dateofverification'),
  bufferShare: field(share(), 'Share of the issued units paid into a buffer, 0 to 1.', 'buffer bufferpercentage buffercontribution', {
    examples: [0.2],
  }),
  shortfallTerms: field(text(1000, { isIndivisible: true }), 'Who makes up for a shortfall or a reversal.', 'shortfall reversalterms'),
  serials: field(
    text(1000, { isIndivisible: true }),
    'Serial numbers of the units on sale, as the registry writes them.',
    'serialnumber serialnumbers creditserialnumbers',
  ),
  retirementPlace: field(text(500, { isIndivisible: true }), 'Where a retirement will appear.', 'retirementregistry'),
  developer: field(
    text(300),
    'Who develops and runs it.',
    'projectdeveloper proponent projectproponent projectowner developername projectdevelopername projectdeveloperorganization',
  ),
  verifier: field(
    text(300),
    'The body that verified it or, if pending, validated it.',
    'verificationbody vvb currentvvb validationverificationbody thirdpartyverifier verificationbodyname',
  ),
  documents: field(listOf(projectDocument), 'Its documents. Null: none.', 'registrydocuments projectdocuments documentation'),
  certifications: field(
    text(500),
    'Certifications that are no label, such as CCB Gold.',
    'additionalcertifications certification cobenefits',
  ),
  website: field(webAddress(), 'Its own website.', 'projectwebsite homepage'),
  labels: field(listOf(projectLabel, 60), 'Labels of its units, each with source and day. Null: none stated.', 'creditlabels'),
  ratings: field(listOf(projectRating), 'Ratings by agencies. Null: none stated.', 'rating qualityrating ratinggrade'),
  surveyedOn: field(day(), 'Day of the latest survey of species, such as 2026-03-31. Null: none stated.', 'surveydate dateofsurvey'),
  surveyPoints: field(wholeNumber({ min: 1 }), 'Sampling points of that survey.', 'samplingpoints', { needs: 'surveyedOn' }),
  surveySpecies: field(wholeNumber(), 'Species that it found.', 'speciesfound', { needs: 'surveyedOn' }),
  surveySpeciesList: field(text(5000), 'Their names.', 'specieslist', { needs: 'surveyedOn' }),
  surveyLaboratory: field(text(300), 'The laboratory that analysed the samples.', 'laboratory', { needs: 'surveyedOn' }),
  surveyReportUrl: field(webAddress(), 'Address of the report of that survey.', 'surveyreport', { needs: 'surveyedOn' }),
  reviewer: field(text(300), 'Who reviewed the project independently.', 'independentreviewer', { needs: 'reviewedOn' }),
  reviewedOn: field(day(), 'Day of that review, such as 2026-03-31.', 'reviewdate dateofreview', { needs: 'reviewer' }),
} satisfies Record<string, ProjectField>;

/** The stored fields of a project: all but those that PostgreSQL generates. */
export type StoredName = keyof typeof projectFields;

/** All stored fields, each with its database column, in the column order of an exported catalogue. */
export const storedFields = Object.entries<ProjectField>(projectFields).map(([name, field]) => {
  return { name: name as StoredName, column: columnOf(name), ...field };
});

/** Returns the column of the database that has this name in code: `project_type` for `projectType`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Published<Field extends ProjectField> = Field extends { isNeverNull: true }
  ? z.infer<Field['type']['schema']>
  : z.infer<Field['type']['schema']> | null;
type Stored = { [Name in StoredName]: Published<(typeof projectFields)[Name]> };

/** The schemas of the stored fields as they are published: what a value may be, not what an import takes. */
const publishedFields = storedFields.map(({ name, type, description, examples, isNeverNull }) => {
  const schema: z.ZodType = isNeverNull ? type.published : type.published.nullable();
  const said = isNeverNull || description.includes(' Null: ') ? description : `${description} Null: not stated.`;
  return [name, schema.meta({ description: said, ...(examples ? { examples: [...examples] } : {}) })];
});

/** A carbon project: one row of `carbon_projects`, with the default picture if it has none, and whether it has units on the record. */
export const project = z.object({
  id: z
    .int()
    .positive()
    .meta({ description: 'Identifier of the project.', examples: [7] }),
  ...(Object.fromEntries(publishedFields) as { [Name in StoredName]: z.ZodType<Stored[Name]> }),
  status: z.enum(saleStatuses).meta({ description: 'Whether its credits can be bought.' }),
  isOnRecord: z.boolean(),
  fromRecord: z
    .array(z.enum(['unitType', 'vintage']))
    .meta({ description: 'Facts that the catalogue does not state, taken from its units on the record: `vintage` is both years.' }),
  unanswered: z.array(z.enum(auditQuestions)),
  isSample: z.boolean().meta({ description: 'Whether it is an invented sample project, whose credits do not exist.' }),
  updatedAt: z.date(),
});
export type Project = z.infer<typeof project>;

/** What a project's card and its row in a table show: a page of /projects reads nothing else. */
export const listedFields = [
  ...(['id', 'slug', 'title', 'description', 'category', 'projectType', 'methodology', 'imageUrl', 'pricePerCredit'] as const),
  ...(['availableCredits', 'verificationStandard', 'location', 'impactPerYear', 'status', 'unitsStatus', 'vintageStart'] as const),
  ...(['vintageEnd', 'surveyedOn', 'surveySpecies', 'isOnRecord'] as const),
];
export type ListedProject = Pick<Project, (typeof listedFields)[number]>;

/** What changes from sale to sale: a project's price, available credits and status. */
export const projectFigures = project.pick({ pricePerCredit: true, availableCredits: true, status: true });
/** The figures that a project has had since a moment. */
export type ProjectFigures = z.infer<typeof projectFigures> & { since: Date };

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
