/** What a column of a file can be. All but the last five are columns of `carbon_projects`. */
export type FieldName = (typeof storedFields)[number]['name'] | HelperName;
type HelperName = 'price' | 'issued' | 'retired' | 'site' | 'state';
export type StoredName = (typeof storedFields)[number]['name'];

/** A project's fields as the table has them, in the order of an exported file. Limits: the table's constraints. */
export const storedFields = [
  { name: 'externalId', column: 'external_id', type: 'text' },
  { name: 'slug', column: 'slug', type: 'text' },
  { name: 'title', column: 'title', type: 'text' },
  { name: 'description', column: 'description', type: 'text' },
  { name: 'monitoring', column: 'monitoring', type: 'text' },
  { name: 'category', column: 'category', type: 'text' },
  { name: 'projectType', column: 'project_type', type: 'text' },
  { name: 'imageUrl', column: 'image_url', type: 'text' },
  { name: 'pricePerCredit', column: 'price_per_credit', type: 'integer' },
  { name: 'availableCredits', column: 'available_credits', type: 'integer' },
  { name: 'verificationStandard', column: 'verification_standard', type: 'text' },
  { name: 'location', column: 'location', type: 'text' },
  { name: 'country', column: 'country', type: 'text' },
  { name: 'latitude', column: 'latitude', type: 'double precision' },
  { name: 'longitude', column: 'longitude', type: 'double precision' },
  { name: 'impactPerYear', column: 'impact_per_year', type: 'integer' },
  { name: 'featured', column: 'featured', type: 'boolean' },
  { name: 'status', column: 'status', type: 'text' },
  { name: 'unitsStatus', column: 'units_status', type: 'text' },
  { name: 'permanenceYears', column: 'permanence_years', type: 'integer' },
  { name: 'figuresSource', column: 'figures_source', type: 'text' },
  { name: 'figuresAsOf', column: 'figures_as_of', type: 'date' },
] as const;

/**
 * Names that files give to a field, the likeliest first, without case, blanks and signs. The first name of a field that
 * a file has is taken. Those of registries' exports are among them (Verra, Gold Standard, ACR, CAR, OffsetsDB).
 */
const aliases: Record<FieldName, string> = {
  externalId: 'externalid projectid registryid registryprojectid gsid id',
  slug: 'slug',
  title: 'title projecttitle projectname name',
  description: 'description projectdescription summary abstract',
  monitoring: 'monitoring monitoringplan measurement mrv',
  category: 'category projectcategory scope sector sectoralscope',
  projectType: 'projecttype type subcategory methodology protocol methodologyprotocol',
  imageUrl: 'imageurl image picture',
  pricePerCredit: 'pricepercredit pricepence pricepercreditpence',
  price: 'price pricegbp pricepounds priceinpounds unitprice pricepertonne',
  availableCredits: 'availablecredits available creditsavailable creditsremaining totalcreditsremaining remaining',
  verificationStandard: 'verificationstandard standard registry voluntaryregistry program programme',
  location: 'location projectlocation place',
  country: 'country countrycode countryarea countryname hostcountry projectsitecountry countries iso2',
  latitude: 'latitude lat',
  longitude: 'longitude lon lng long',
  impactPerYear:
    'impactperyear impact annualimpact estimatedannualemissionreductions estimatedannualcredits annualemissionreductions estimatedannualreductions averageannualemissionreductions',
  featured: 'featured',
  status: 'salestatus status availability',
  unitsStatus: 'unitsstatus',
  permanenceYears: 'permanenceyears permanence durabilityyears durability',
  figuresSource: 'figuressource source datasource projecturl sourceurl registryurl url website',
  figuresAsOf: 'figuresasof asof dataasof sourcedate dateofdata',
  issued: 'issued creditsissued totalcreditsissued totalissued totalnumberofoffsetcreditsregistered',
  retired: 'retired creditsretired totalcreditsretired totalretired',
  site: 'site projectsitelocation projectsite',
  state: 'state projectsitestate province',
};

export const fieldNames = Object.keys(aliases) as FieldName[];

/** The names of a field as `plainName` gives them, the likeliest first. */
export function aliasesOf(field: FieldName): string[] {
  return aliases[field].split(' ');
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
