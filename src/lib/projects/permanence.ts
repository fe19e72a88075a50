import type { Project } from '#src/schemas/project.ts';

/** How many years the carbon is meant to stay stored. Nothing is stored if emissions are avoided. */
export type Permanence = number | 'nothing stored' | 'not stated';

/** Returns a project's permanence, in years, as far as the catalogue states it. */
export function permanenceOf({
  permanenceYears,
  category,
  projectType,
}: Pick<Project, 'permanenceYears' | 'category' | 'projectType'>): Permanence {
  if (permanenceYears !== null) return permanenceYears;
  // These prevent emissions or destroy the gas, so there is no store that could leak.
  return /\b(methane|solar|wind|renewable)\b/i.test(`${category} ${projectType ?? ''}`) ? 'nothing stored' : 'not stated';
}
