import type { Project } from '#src/schemas/project.ts';

/** For how many years the carbon is meant to stay stored; or that none is, because emissions are avoided; or unknown. */
export type Permanence = number | 'nothing stored' | 'not stated';

/** What the catalogue knows of a project's permanence, in years. */
export function permanenceOf({
  permanenceYears,
  category,
  projectType,
}: Pick<Project, 'permanenceYears' | 'category' | 'projectType'>): Permanence {
  if (permanenceYears !== null) return permanenceYears;
  // These keep gas from being made or burn it: there is no store that could leak.
  return /\b(methane|solar|wind|renewable)\b/i.test(`${category} ${projectType ?? ''}`) ? 'nothing stored' : 'not stated';
}
