import { statedColumn } from '#server/domain/projects/carbon-projects.ts';
import { captures, nature, unitKindOf } from '#server/domain/projects/import/registry-words.ts';
import { sql } from '#server/platform/database/query.ts';
import { unitTypes } from '#verify/entry.ts';

/** What is known of the type of a project's units: what the catalogue says, what is done there, and the types of its batches. */
export type TypedProject = { slug: string; unitType: string | null; category: string; projectType: string | null; receivedTypes: string[] };

/** The columns of `carbon_projects` for a `TypedProject`. */
export const typeColumns = sql`
  slug, ${sql.unsafe(statedColumn('unit_type'))} as unit_type, category, project_type,
  array(select distinct unit_type from credit_batches where project_id = carbon_projects.id) as received_types
`;

/** Registries' words for what stores nothing. Pages use only the plainest: `nothingStoredWords` (shared/lib/projects/facts.ts). */
const storesNothing =
  /\b(?:methane|solar|wind(?:farms?)?|renewables?|photovoltaics?|pv|hydro(?:power|electric(?:ity)?)?|geothermal|biogas|landfills?|energy[ -](?:efficiency|demand)|fuel[ -]switch(?:ing)?|cook[ -]?stoves?|cooking|transport|fugitive|refrigerants?|ozone[ -]depleting|(?:nitric|adipic) acid|n2o)\b/i;
/** Words for what may store carbon by technology or by nature, whatever powers it. */
const perhapsCaptures = /\b(?:(?:air|carbon|co[2₂]) capture|removals?)\b/i;

/**
 * Adds a unit type to those received of a project. The claim of a certificate rests on the type, so this returns what contradicts it: the
 * type of the project, the types of its other batches, or what is done there. A registry may issue both removals and reductions of one
 * project: whoever receives both says why.
 */
export function addReceivedType(unitType: string, project: TypedProject): string | undefined {
  const { slug, category, projectType, receivedTypes } = project;
  const others = receivedTypes.filter((type) => type !== unitType);
  if (!receivedTypes.includes(unitType)) receivedTypes.push(unitType);
  const done = [...new Set([category, projectType].flatMap((text) => text ?? []))].join(', ');
  if (project.unitType !== null && project.unitType !== unitType) return `the catalogue says ${project.unitType} of ${slug}`;
  if (others.length > 0) return `other batches of ${slug} are ${others.join(' and ')}`;
  return possibleTypes(done, project.unitType).includes(unitType) ? undefined : `${slug} is ${done}`;
}

/** Returns the types that fit what is done: all if its words are not clear, or if they say nature and the catalogue states a type. */
function possibleTypes(done: string, stated: string | null): readonly string[] {
  const [isNature, isNothingStored] = [nature.test(done), storesNothing.test(done)];
  if (captures.test(done) || perhapsCaptures.test(done) || isNature === isNothingStored) return unitTypes;
  if (isNothingStored) return ['Avoidance', 'Reduction - technical'];
  return stated === null ? unitTypes.filter((type) => !type.endsWith('technical')) : unitTypes;
}

/** Checks whether what a registry says of units ("Emission Reduction") contradicts their type. Only removals are told from all else. */
export function contradictsKind(unitType: string, said: string): boolean {
  const kind = unitKindOf(said);
  return kind !== undefined && (kind === 'Removal') !== unitType.startsWith('Removal');
}
