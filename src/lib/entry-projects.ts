import type { RecordEntry } from '#src/schemas/record.ts';

/** A project that an entry is about, and how many of its units (tCO2e) the entry moves. */
export type EntryProject = { slug: string; registryId: string | null; quantity: number };

/** The projects that an entry is about, in the order in which its lines name them. A correction has no lines, and may have none. */
export function projectsOf({ project, quantity, lines }: Pick<RecordEntry, 'project' | 'quantity' | 'lines'>): EntryProject[] {
  if (project) return [{ ...project, quantity }];
  const named = lines.filter((line) => line.project);
  return [...Map.groupBy(named, (line) => line.project?.slug ?? '')].map(([slug, of]) => ({
    slug,
    registryId: of[0]?.project?.registryId ?? null,
    quantity: of.reduce((sum, line) => sum + line.quantity, 0),
  }));
}
