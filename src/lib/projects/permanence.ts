import type { Project } from '#src/schemas/project.ts';

/** How many years the carbon is meant to stay stored. Nothing is stored if emissions are avoided. */
export type Permanence = number | 'nothing stored' | 'not stated';

/** Words of categories and project types that prevent emissions or destroy the gas, so that there is no store that could leak. */
export const nothingStored = ['methane', 'solar', 'wind', 'renewable'];

/** Returns a project's permanence, in years, as far as the catalogue states it. */
export function permanenceOf({
  permanenceYears,
  category,
  projectType,
}: Pick<Project, 'permanenceYears' | 'category' | 'projectType'>): Permanence {
  if (permanenceYears !== null) return permanenceYears;
  const words = `${category} ${projectType ?? ''}`.toLowerCase().match(/\w+/g);
  return words?.some((word) => nothingStored.includes(word)) ? 'nothing stored' : 'not stated';
}
