import type { z } from 'zod';
import {
  country,
  day,
  degrees,
  type FieldType,
  flag,
  listOf,
  oneOf,
  pence,
  picture,
  share,
  slug,
  text,
  webAddress,
  wholeNumber,
} from './field-types.ts';
import { type Project, projectDocument, projectLabel, projectRating, unitTypes } from './project.ts';

/** The stored fields of a project: all but those that PostgreSQL generates. */
export type StoredName = Exclude<keyof Project, 'id' | 'isOnRecord' | 'isSample' | 'unanswered' | 'updatedAt'>;
export type ProjectField = {
  type: FieldType;
  /**
   * Alternative column names in imported files, in order of preference, including those in registries' exports (Verra, Gold
   * Standard, ACR, CAR, OffsetsDB). In lower case, without spaces and punctuation.
   */
  names: string;
  /** Whether an imported project must have it, or something from which it is derived. */
  isRequired?: true;
  /** Whether it identifies the project or says what is sold: a row is refused if it cannot be read. All else is left out with a note. */
  isEssential?: true;
  /** The field that must be stated where this one is. */
  needs?: StoredName;
  /** Whether it is omitted from /projects.csv, /projects.json and /api/v1/projects.csv. */
  isLeftOutOfFiles?: true;
};
type TypeFits = { [Name in StoredName]: { type: { schema: z.ZodType<NonNullable<Project[Name]>> } } };

/**
 * The fields of a project, in the column order of an exported catalogue. Import, database columns, export, files and the API
 * derive from this table and the schema in project.ts. The limits match the constraints of the database columns.
 */
export const projectFields = {
  externalId: { type: text(200), names: 'projectid registryid registryprojectid gsid sustaincertid id', isEssential: true },
  slug: { type: slug(), names: '', isEssential: true },
  title: { type: text(300, { isName: true }), names: 'projecttitle projectname name', isRequired: true, isEssential: true },
  description: { type: text(5000, { paragraphs: true }), names: 'projectdescription summary abstract' },
  monitoring: { type: text(5000, { paragraphs: true }), names: 'monitoringplan measurement mrv' },
  category: { type: text(100), names: 'projectcategory scope sector sectoralscope', isRequired: true },
  projectType: { type: text(100), names: 'type subcategory' },
  imageUrl: { type: picture(), names: 'image picture', isLeftOutOfFiles: true },
  pricePerCredit: { type: pence(), names: 'pricepence pricepercreditpence', isEssential: true },
  // What Carma sells. What a registry calls "remaining" are credits that others hold.
  availableCredits: { type: wholeNumber(), names: 'available creditsavailable', isEssential: true },
  registryIssued: {
    type: wholeNumber(),
    names:
      'issued creditsissued totalcreditsissued totalissued totalnumberofoffsetcreditsregistered totalnumberofcreditsregistered issuedcreditstotalcredits',
  },
  registryRetired: {
    type: wholeNumber(),
    names: 'retired creditsretired totalcreditsretired totalretired retiredcreditstotalcredits',
  },
  verificationStandard: {
    type: text(200),
    names: 'standard registry voluntaryregistry program programme',
    isRequired: true,
    isEssential: true,
  },
  location: { type: text(200), names: 'projectlocation place', isRequired: true },
  country: {
    type: country(),
    names: 'countrycode countryarea countryname hostcountry projectsitecountry countries iso2 iso3 locationcountrycode locationcountryname',
  },
  latitude: { type: degrees(90), names: 'lat', needs: 'longitude' },
  longitude: { type: degrees(180), names: 'lon lng long', needs: 'latitude' },
  impactPerYear: {
    type: wholeNumber(),
    names:
      'impact annualimpact estimatedannualemissionreductions estimatedannualcredits annualemissionreductions estimatedannualreductions averageannualemissionreductions',
  },
  featured: { type: flag(), names: '', isLeftOutOfFiles: true },
  // In a registry's export "status" means something else, so a column named "sale status" takes precedence.
  status: { type: oneOf(['On sale', 'Not yet on sale']), names: 'salestatus status availability', isEssential: true },
  deliveryBy: { type: day(), names: 'deliverydate deliveredby expecteddelivery' },
  unitsStatus: { type: oneOf(['issued', 'expected']), names: 'units issuance', isEssential: true },
  permanenceYears: { type: wholeNumber({ min: 1, max: 1_000_000, unit: 'years' }), names: 'permanence durabilityyears durability' },
  figuresSource: { type: text(500), names: 'source datasource sourceurl url' },
  figuresAsOf: { type: day(), names: 'asof dataasof sourcedate dateofdata' },
  registryUrl: { type: webAddress(), names: 'projecturl registrylink registrypage' },
  methodology: {
    type: text(500),
    names: 'protocol methodologyprotocol projectmethodologyprotocol projectmethodology protocolname methodologyname',
  },
  methodologyVersion: { type: text(100, { isIndivisible: true }), names: 'protocolversion versionofmethodology' },
  unitType: { type: oneOf(unitTypes), names: 'reductionremoval removalreduction creditingtype' },
  vintageStart: { type: vintage(), names: 'firstvintage vintage vintageyear firstyearofvintage', isEssential: true },
  vintageEnd: { type: vintage(), names: 'lastvintage latestvintage lastyearofvintage', isEssential: true },
  verificationReport: { type: text(500), names: 'verificationreporttitle' },
  verificationReportUrl: { type: webAddress(), names: 'verificationreportaddress verificationreportlink' },
  verifiedOn: { type: day(), names: 'verificationdate dateofverification' },
  bufferShare: { type: share(), names: 'buffer bufferpercentage buffercontribution' },
  shortfallTerms: { type: text(1000, { isIndivisible: true }), names: 'shortfall reversalterms' },
  serials: { type: text(1000, { isIndivisible: true }), names: 'serialnumber serialnumbers creditserialnumbers' },
  retirementPlace: { type: text(500, { isIndivisible: true }), names: 'retirementregistry' },
  developer: {
    type: text(300),
    names: 'projectdeveloper proponent projectproponent projectowner developername projectdevelopername projectdeveloperorganization',
  },
  verifier: {
    type: text(300),
    names: 'verificationbody vvb currentvvb validationverificationbody thirdpartyverifier verificationbodyname',
  },
  documents: { type: listOf(projectDocument), names: 'registrydocuments projectdocuments documentation' },
  certifications: { type: text(500), names: 'additionalcertifications certification cobenefits' },
  website: { type: webAddress(), names: 'projectwebsite homepage' },
  labels: { type: listOf(projectLabel, 60), names: 'creditlabels' },
  ratings: { type: listOf(projectRating), names: 'rating qualityrating ratinggrade' },
  surveyedOn: { type: day(), names: 'surveydate dateofsurvey' },
  surveyPoints: { type: wholeNumber({ min: 1, unit: 'points' }), names: 'samplingpoints', needs: 'surveyedOn' },
  surveySpecies: { type: wholeNumber(), names: 'speciesfound', needs: 'surveyedOn' },
  surveySpeciesList: { type: text(5000), names: 'specieslist', needs: 'surveyedOn' },
  surveyLaboratory: { type: text(300), names: 'laboratory', needs: 'surveyedOn' },
  surveyReportUrl: { type: webAddress(), names: 'surveyreport', needs: 'surveyedOn' },
  reviewer: { type: text(300), names: 'independentreviewer', needs: 'reviewedOn' },
  reviewedOn: { type: day(), names: 'reviewdate dateofreview', needs: 'reviewer' },
} satisfies Record<StoredName, ProjectField> & TypeFits;

/** A year of a vintage. Woodland units can be promised up to a hundred years ahead. */
function vintage() {
  return wholeNumber({ min: 1990, max: 2200, unit: 'years' });
}

/** A field with its name and database column. */
export type StoredField = { name: StoredName; column: string } & ProjectField;

/** Converts a table of fields to a list with names and columns, in the same order. */
export function fieldList(fields: Record<string, ProjectField>): StoredField[] {
  return Object.entries(fields).map(([name, field]) => ({ name: name as StoredName, column: columnOf(name), ...field }));
}

/** All stored fields, in the column order of an exported catalogue. */
export const storedFields = fieldList(projectFields);

/** Returns a field's column in `carbon_projects`: `project_type` for `projectType`. */
function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
