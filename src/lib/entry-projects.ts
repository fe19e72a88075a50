import type { RecordEntry } from '#src/schemas/record.ts';

/** A project that an entry is about, and how many of its units (tCO2e) the entry moves. */
export type EntryProject = { slug: string; registryId: string | null; quantity: number };

/** A project of which units were retired, with what the catalogue says of it; null where that is not stated. `quantity`: tCO2e. */
export type CertifiedProject = {
  slug: string;
  title: string;
  quantity: number;
  location: string | null;
  standard: string | null;
  adjustment: string | null;
};

/** The projects that an entry is about, in the order in which its lines name them. A correction has no lines, and may have none. */
export function projectsOf({ project, quantity, lines }: Pick<RecordEntry, 'project' | 'quantity' | 'lines'>): EntryProject[] {
  if (project) return [{ ...project, quantity }];
  // Without Map.groupBy: the verifier runs this on Node 20.
  const found = new Map<string, EntryProject>();
  for (const line of lines) {
    if (!line.project) continue;
    const units = (found.get(line.project.slug)?.quantity ?? 0) + line.quantity;
    found.set(line.project.slug, { ...line.project, quantity: units });
  }
  return [...found.values()];
}
