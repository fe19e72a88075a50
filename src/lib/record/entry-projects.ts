import type { RecordEntry } from '#src/schemas/record.ts';

/** A project named by an entry, and how many of its units (tCO2e) the entry moves. */
export type EntryProject = { slug: string; registryId: string | null; quantity: number };

/** A project whose units were retired, with the catalogue's facts about it; null: not stated. `quantity`: tCO2e. */
export type CertifiedProject = {
  slug: string;
  title: string;
  quantity: number;
  location: string | null;
  standard: string | null;
  adjustment: string | null;
};

/** Returns the lines of an entry that move units of a project. */
export function linesOfProject({ project, lines }: Pick<RecordEntry, 'project' | 'lines'>, slug: string): RecordEntry['lines'] {
  return lines.filter((line) => (line.project ?? project)?.slug === slug);
}

/** Returns the title that a project had at an entry; the first entries have its slug alone. */
export function titleOf({ slug, title }: { slug: string; title?: string | undefined }): string {
  return title ?? slug;
}

/** Lists the projects of an entry, in the order in which its lines name them. A correction has no lines, and may have no project. */
export function projectsOf({ project, quantity, lines }: Pick<RecordEntry, 'project' | 'quantity' | 'lines'>): EntryProject[] {
  if (project) return [{ ...project, quantity }];
  // Not Map.groupBy: the verifier also runs on Node 20.
  const projects = new Map<string, EntryProject>();
  for (const line of lines) {
    if (!line.project) continue;
    const units = (projects.get(line.project.slug)?.quantity ?? 0) + line.quantity;
    projects.set(line.project.slug, { ...line.project, quantity: units });
  }
  return [...projects.values()];
}

/**
 * Returns an entry with only the units that its certificate is about. A delivery that retires units for a buyer has others too; a
 * retirement has none.
 */
export function retirementIn(entry: RecordEntry): RecordEntry {
  if (entry.kind !== 'deliver') return entry;
  const lines = entry.lines.filter(({ status }) => status === 'Retired');
  return { ...entry, lines, quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0) };
}
