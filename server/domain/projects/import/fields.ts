import { projectFields, type StoredName } from '#src/schemas/project-fields.ts';

/** What a column of a file can be: a field of a project, or a help to find one. */
export type FieldName = StoredName | HelperName;
type HelperName = keyof typeof helpers;

/** Columns that are not stored: fields are worked out from them. */
const helpers = {
  /** In pounds. */
  price: 'pricegbp pricepounds priceinpounds unitprice pricepertonne',
  issued: 'creditsissued totalcreditsissued totalissued totalnumberofoffsetcreditsregistered',
  retired: 'creditsretired totalcreditsretired totalretired',
  site: 'projectsitelocation projectsite',
  state: 'projectsitestate province',
};

/** The names of each field as `plainName` gives them, the likeliest first. */
const aliases = new Map<FieldName, string[]>(
  [...Object.entries(projectFields).map(([field, { names }]) => [field, names] as const), ...Object.entries(helpers)].map(
    ([field, names]) => {
      const others = names.split(' ').filter(Boolean);
      const own = plainName(field);
      return [field as FieldName, others.includes(own) ? others : [own, ...others]];
    },
  ),
);

/** Every field and helper. */
export const fieldNames = [...aliases.keys()];

/** The names of a field as `plainName` gives them, the likeliest first. */
export function aliasesOf(field: FieldName): string[] {
  return aliases.get(field) ?? [];
}

/** The field that a name or one of its aliases means, or undefined. */
export function fieldOf(name: string): FieldName | undefined {
  return fieldNames.find((field) => aliasesOf(field).includes(plainName(name)));
}

/** A column's name as it is compared: "Project Name", "project_name" and "projectName" are the same. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
