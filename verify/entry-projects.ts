import type { NamedProject, RecordEntry } from './entry.ts';

/** A project named by an entry, and how many of its units (tCO2e) the entry moves. */
export type EntryProject = NamedProject & { quantity: number };

/** A project that an entry is about: title and registry id that it had at the entry, and where it is now. */
export type ShownProject = EntryProject & {
  /** Its id and its slug today. Undefined: the catalogue does not have it. */
  today: { id: number; slug: string } | undefined;
};

/** A project whose units were retired, with the catalogue's facts about it; null: not stated. `quantity`: tCO2e. */
export type CertifiedProject = ShownProject & {
  location: string | null;
  standard: string | null;
  adjustment: string | null;
};

/** Returns the lines of an entry that move units of a project, which is given as the entry names it. */
export function linesOfProject(
  { project, lines }: Pick<RecordEntry, 'project' | 'lines'>,
  { id }: Pick<NamedProject, 'id'>,
): RecordEntry['lines'] {
  return lines.filter((line) => (line.project ?? project)?.id === id);
}

/** Lists the projects of an entry, in the order in which its lines name them. A correction has no lines, and may have no project. */
export function projectsOf({ project, quantity, lines }: Pick<RecordEntry, 'project' | 'quantity' | 'lines'>): EntryProject[] {
  if (project) return [{ ...project, quantity }];
  // Not Map.groupBy: the verifier also runs on Node 20.
  const projects = new Map<number, EntryProject>();
  for (const line of lines) {
    if (!line.project) continue;
    const units = (projects.get(line.project.id)?.quantity ?? 0) + line.quantity;
    projects.set(line.project.id, { ...line.project, quantity: units });
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
