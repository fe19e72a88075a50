import type { Project, ProjectLabel, ProjectRating } from '#src/schemas/project.ts';

type Vintages = Pick<Project, 'vintageStart' | 'vintageEnd'>;

/**
 * Returns whether units on sale have a label: those of any vintage do, or those of the vintages that both name. Null: the project
 * does not state its vintage. `catalogue_sold_labels` in db/migrations is its counterpart.
 */
export function isSoldWith(label: ProjectLabel, { vintageStart, vintageEnd }: Vintages): boolean | null {
  if (label.vintageStart === null || label.vintageEnd === null) return true;
  const [first, last] = [vintageStart ?? vintageEnd, vintageEnd ?? vintageStart];
  return first === null || last === null ? null : label.vintageStart <= last && label.vintageEnd >= first;
}

/**
 * Returns the corresponding adjustment (Paris Agreement, Article 6) of units, whose vintages are ISO dates, in the words of the
 * Climate Action Data Trust and, where the host country has made it already, 'Applied'. Null: nothing is stated of all of them.
 */
export function adjustmentOf(
  claims: readonly ProjectLabel[] | null,
  units: readonly { vintageStart: string; vintageEnd: string }[],
): 'Applied' | 'Committed' | 'Not Required' | null {
  const years = units.flatMap(({ vintageStart, vintageEnd }) => [Number(vintageStart.slice(0, 4)), Number(vintageEnd.slice(0, 4))]);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const stated = (claims ?? [])
    .filter(({ vintageStart, vintageEnd }) => (vintageStart ?? first) <= first && (vintageEnd ?? last) >= last)
    .map(({ label }) => label);
  if (stated.includes('Corresponding adjustment applied')) return 'Applied';
  if (stated.includes('Corresponding adjustment committed')) return 'Committed';
  return stated.includes('Corresponding adjustment not required') ? 'Not Required' : null;
}

/** Writes a label with its vintages: `CCP-labelled, vintages 2021-2023`, `CCP-labelled, vintage 2022`. */
function labelWithVintages({ label, vintageStart, vintageEnd }: Omit<ProjectLabel, 'source' | 'asOf'>): string {
  if (vintageStart === null) return label;
  return vintageStart === vintageEnd ? `${label}, vintage ${vintageStart}` : `${label}, vintages ${vintageStart}-${vintageEnd}`;
}

/**
 * Writes labels or ratings as a cell of a file: `CCP-labelled, vintages 2021-2023 (Verra Registry, 2026-03-31); SDG 13 (...)`,
 * `AA (BeZero Carbon, 2026-03-31)`; as JSON if a name in them has the marks that separate them.
 */
export function statementsCell(list: readonly (ProjectLabel | ProjectRating)[]): string {
  const statements = list.map((item) =>
    'label' in item
      ? { words: labelWithVintages(item), source: item.source, day: item.asOf }
      : { words: item.rating, source: item.agency, day: item.date },
  );
  if (statements.some(({ words, source }) => /[;()]/.test(words + source))) return JSON.stringify(list);
  return statements.map(({ words, source, day }) => `${words} (${source}, ${day})`).join('; ');
}
