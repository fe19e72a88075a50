import { keysOfNumber } from '#server/domain/projects/match-text.ts';
import { query } from '#server/platform/database/query.ts';
import { spelledId } from '#src/lib/registries/spelled-id.ts';
import { type RegistryKey, registries } from '#verify/registries.ts';
import { BadRow, type Cells } from './unit-row.ts';

/** A project of the catalogue, as far as rows of units need it. */
export type UnitProject = { slug: string; externalId: string | null; unitType: string | null };

/** Returns the project that a row names, by its slug or its id in one of these registries. Undefined: none that the catalogue has. */
export type FindProject = (cells: Cells, registries: readonly (RegistryKey | undefined)[]) => UnitProject | undefined;

/** Reads the catalogue's projects. */
export async function readUnitProjects(): Promise<FindProject> {
  const rows = await query<(UnitProject & { registryKey: string | null })[]>`
    select slug, external_id, registry_key, unit_type from carbon_projects
  `;
  const bySlug = new Map(rows.map((project) => [project.slug, project]));
  const byKey = new Map(rows.map((project) => [project.registryKey, project]));
  const byNumber = Map.groupBy(rows, ({ externalId }) => externalId && spelledId(externalId));
  return (cells, keys) => {
    const [slug, id] = [cells('project'), spelledId(cells('projectId'))];
    if (slug !== '') return bySlug.get(slug);
    if (id === '') return undefined;
    // Registries write their ids with or without letters: VCS1340 and 1340.
    const letters = keys.flatMap((key) => (key ? registries[key].projectIds : []));
    const known = ['', ...letters].map((prefix) => byKey.get(spelledId(prefix + id))).find(Boolean);
    if (known) return known;
    // A bare number that the catalogue has without letters, too: of no other registry, and of one project.
    const [only, second] = (byNumber.get(id) ?? []).filter(
      ({ registryKey }) => letters.length === 0 || !keysOfNumber(id).includes(registryKey ?? ''),
    );
    if (second) throw new BadRow('projectId', `is the id of ${only?.slug} and ${second.slug}: write it with the letters of its registry`);
    return only;
  };
}

/** Returns as `find`, for a row that needs a project if it names one. @throws BadRow for one that the catalogue does not have. */
export function projectIn(find: FindProject, cells: Cells, keys: readonly (RegistryKey | undefined)[]): UnitProject | undefined {
  const project = find(cells, keys);
  const named = (['project', 'projectId'] as const).find((field) => cells(field) !== '');
  if (!project && named)
    throw new BadRow(named, `is no project of the catalogue, by its ${named === 'project' ? 'slug' : 'id in the registry'}`);
  return project;
}
