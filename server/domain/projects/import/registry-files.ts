import { columnNamesOf, type KnownFile } from '#server/platform/tables/columns.ts';
import type { RegistryKey } from '#verify/registries.ts';
import type { FieldName } from './fields.ts';

export type RegistryFile = KnownFile<FieldName> & {
  /** The standard of all its projects, as buyers know it. */
  standard: string;
  registry: RegistryKey;
};

/**
 * The lists of projects that registries publish, by their header rows (CarbonPlan's offsets-db-data has them all). They do not
 * name the registry in their rows, and write numbers with a decimal point.
 */
export const registryFiles: readonly RegistryFile[] = [
  { registry: 'verra', standard: 'VCS', columns: ['ID', 'Name', 'Proponent', 'Country/Area', 'Estimated Annual Emission Reductions'] },
  { registry: 'gold-standard', standard: 'Gold Standard', columns: ['GSID', 'Project Name', 'Project Developer Name'] },
  // Its API has the number of its serials and certificates beside that of its database.
  {
    registry: 'gold-standard',
    standard: 'Gold Standard',
    columns: ['sustaincert_id', 'gsf_standards_version', 'name'],
    map: { id: '', sustaincert_id: 'externalId', sustaincert_url: 'registryUrl', sustainable_development_goals: 'sdgs', labels: '' },
  },
  {
    registry: 'acr',
    standard: 'American Carbon Registry',
    columns: ['Project ID', 'Project Methodology/Protocol', 'Total Number of Credits Registered'],
  },
  {
    registry: 'car',
    standard: 'Climate Action Reserve',
    columns: ['Project ID', 'Project Type', 'Total Number of Offset Credits Registered'],
  },
  {
    registry: 'art',
    standard: 'ART TREES',
    columns: ['Program ID', 'Program Name', 'Sovereign Program Developer'],
    map: {
      'Program ID': 'externalId',
      'Program Name': 'title',
      'Sovereign Program Developer': 'developer',
      'Program Type': 'projectType',
      'Program Country': 'country',
      'Program Jurisdiction(s)': 'site',
      'Crediting Program and Standard': 'methodology',
      'Program Website': 'website',
    },
  },
  {
    registry: 'cercarbono',
    standard: 'Cercarbono',
    columns: ['code', 'name', 'evaluation_criteria', 'owner'],
    map: { id: '', code: 'externalId', evaluation_criteria: 'methodology', owner: 'developer', locations: 'places' },
  },
  {
    registry: 'isometric',
    standard: 'Isometric',
    columns: ['short_code', 'name', 'pathway'],
    map: {
      id: '',
      short_code: 'externalId',
      pathway: 'category',
      protocol_slug: 'methodology',
      'supplier.organisation.name': 'developer',
      url: 'registryUrl',
    },
  },
];

export const registryColumns = columnNamesOf(registryFiles);
