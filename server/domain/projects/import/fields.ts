import { plainName } from '#server/platform/tables/columns.ts';
import { type ProjectField, projectFields, type StoredName } from '#src/schemas/project-fields.ts';

/** What a column of a file can be: a field of a project, or a helper from which one is derived. */
export type FieldName = StoredName | HelperName;
type HelperName = keyof typeof helpers;

/** Columns that are not stored; fields are derived from them. */
const helpers = {
  /** In pounds. */
  price: 'pricegbp pricepounds priceinpounds unitprice pricepertonne',
  /** Of the price. */
  currency: 'pricecurrency currencycode ccy curr currencyofprice',
  site: 'projectsitelocation projectsite',
  state: 'projectsitestate province',
  /** A list of objects, each with a country. */
  places: 'locations',
  /** Labels of one kind each. */
  ccp: 'ccplabel corecarbonprinciples',
  corsia: 'corsiaeligibility corsiaeligible',
  article6: 'article6authorisation article6authorization',
  correspondingAdjustment: 'correspondingadjustments',
  sdgs: 'sdg sustainabledevelopmentgoals',
  /** The source and date of labels, and the agency and date of a rating, that do not name their own. */
  labelsSource: 'labelsource',
  labelsAsOf: 'labeldate labelsdate',
  ratingAgency: 'ratingbody',
  ratedOn: 'ratingdate dateofrating',
};

/** What a field is derived from if a file has no column for it. */
const sources: Partial<Record<StoredName, FieldName[]>> = {
  category: ['projectType'],
  location: ['country', 'state', 'site', 'places'],
  country: ['places'],
  pricePerCredit: ['price'],
  labels: ['ccp', 'corsia', 'article6', 'correspondingAdjustment', 'sdgs'],
};

/** The aliases of each field, as normalised by `plainName`, the likeliest first. */
const aliases = new Map<FieldName, string[]>(
  [...Object.entries(projectFields).map(([field, { names }]) => [field, names] as const), ...Object.entries(helpers)].map(
    ([field, names]) => {
      const listed = names.split(' ').filter(Boolean);
      const own = plainName(field);
      return [field as FieldName, listed.includes(own) ? listed : [own, ...listed]];
    },
  ),
);

/** Every field and helper. */
export const fieldNames = [...aliases.keys()];

/** Returns the aliases of a field, as normalised by `plainName`, the likeliest first. */
export function aliasesOf(field: FieldName): string[] {
  return aliases.get(field) ?? [];
}

/** Returns the field itself and what it is derived from otherwise. */
export function sourcesOf(field: StoredName): FieldName[] {
  return [field, ...(sources[field] ?? [])];
}

/** Returns what is declared of a stored field; undefined for a helper. */
export function storedField(field: FieldName): ProjectField | undefined {
  return (projectFields as Partial<Record<FieldName, ProjectField>>)[field];
}

/** Checks whether a row is refused if this field of it cannot be read. */
export function isEssential(field: FieldName): boolean {
  return field === 'price' || storedField(field)?.isEssential === true;
}

/** Checks whether a name is one under which a field is recognised. */
export function isFieldName(name: string): boolean {
  return allNames.has(plainName(name));
}

const allNames = new Set([...aliases.values()].flat());
