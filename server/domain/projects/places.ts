import { listProjects } from '#server/domain/projects/list.ts';
import type { Project } from '#src/schemas/project.ts';

/** A project with its location, in degrees, north and east positive (WGS 84). */
export type ProjectPlace = Project & { latitude: number; longitude: number };

/**
 * Lists projects that have coordinates: featured first, then those on sale, then by title.
 * @returns at most `limit` places, and `total`: how many there are altogether.
 */
export async function listPlaces({ limit }: { limit: number }): Promise<{ places: ProjectPlace[]; total: number }> {
  const { projects, total } = await listProjects({}, { located: true, limit });
  return { places: projects as ProjectPlace[], total };
}
