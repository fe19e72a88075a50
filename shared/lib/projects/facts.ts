import type { Project, ProjectLabel, ProjectRating } from '#shared/schemas/project.ts';
import { fill, unitTypeName } from '#verify/text.ts';

type Vintages = Pick<Project, 'vintageStart' | 'vintageEnd'>;

/**
 * Returns whether units on sale have a label: one for all vintages, or one whose vintages overlap those of the project. Null: the label is
 * for some vintages, and the project states none. `catalogue_sold_labels` in db/migrations is its counterpart.
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
  labels: readonly ProjectLabel[] | null,
  units: readonly { vintageStart: string; vintageEnd: string }[],
): 'Applied' | 'Committed' | 'Not Required' | null {
  const years = units.flatMap(({ vintageStart, vintageEnd }) => {
    const [first = 0, last = 0] = [vintageStart, vintageEnd].map((day) => Number(day.slice(0, 4)));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  const isStated = (adjustment: string) =>
    years.length > 0 &&
    years.every((year) =>
      labels?.some((one) => one.label === adjustment && (one.vintageStart ?? year) <= year && (one.vintageEnd ?? year) >= year),
    );
  if (isStated('Corresponding adjustment applied')) return 'Applied';
  if (isStated('Corresponding adjustment committed')) return 'Committed';
  return isStated('Corresponding adjustment not required') ? 'Not Required' : null;
}

/** Writes a label with its vintages: `CCP-labelled, vintages 2021-2023`, `CCP-labelled, vintage 2022`. */
function labelWithVintages({ label, vintageStart, vintageEnd }: Omit<ProjectLabel, 'source' | 'asOf'>): string {
  if (vintageStart === null) return label;
  return vintageStart === vintageEnd ? `${label}, vintage ${vintageStart}` : `${label}, vintages ${vintageStart}-${vintageEnd}`;
}

/**
 * Writes labels or ratings as a cell of a file: `CCP-labelled, vintages 2021-2023 (Verra Registry, 2026-03-31); SDG 13 (...)`,
 * `AA (BeZero Carbon, 2026-03-31)`; as JSON if a name in them has the marks that separate them, or begins as JSON does.
 */
export function statementsCell(list: readonly (ProjectLabel | ProjectRating)[]): string {
  const statements = list.map((item) =>
    'label' in item
      ? { words: labelWithVintages(item), source: item.source, day: item.asOf }
      : { words: item.rating, source: item.agency, day: item.date },
  );
  if (statements.some(({ words, source }) => /^\[|[;()]/.test(words + source))) return JSON.stringify(list);
  return statements.map(({ words, source, day }) => `${words} (${source}, ${day})`).join('; ');
}

/** Formats a project's vintage as `2023` or `2023 to 2024`; undefined if the catalogue states none. */
export function statedVintage({ vintageStart, vintageEnd }: Vintages): string | undefined {
  const years = new Set([vintageStart, vintageEnd].filter((year) => year !== null));
  return years.size === 0 ? undefined : [...years].join(' to ');
}

/** Returns the name of a statement, followed by its vintages, if it has some. `template`: how these are said, with `{years}`. */
export function withVintage(name: string, vintages: Vintages, template: string): string {
  const years = statedVintage(vintages);
  return years ? name + fill(template, { years }) : name;
}

/** Returns vintage and type of a project's units as a line states them, as far as they are known: `2023 to 2024, Removal – nature`. */
export function statedUnits({ unitType, ...vintages }: Vintages & Pick<Project, 'unitType'>): string {
  return [statedVintage(vintages), unitType && unitTypeName(unitType)].filter(Boolean).join(', ');
}

/** Cites a methodology, if there is one: "VM0047, version 1.0", or "Biochar Methodology, Edition 2022" if the version says what it is. */
export function citedMethodology(methodology: string | null, version: string | null): string | undefined {
  if (!methodology) return undefined;
  if (!version) return methodology;
  return `${methodology}, ${/^\d(?!.*(?:edition|version))/i.test(version) ? `version ${version}` : version}`;
}

/** Whether units of a type take carbon out of the air; false if it is not stated. */
export const isRemoval = ({ unitType }: { unitType: string | null }): boolean => unitType?.startsWith('Removal') ?? false;

// Created on first use: it takes several ms, which would delay startup.
let regions: Intl.DisplayNames | undefined;

/** Returns the English name of a country: `United Kingdom` for `GB`. What is no code of a country is returned unchanged. */
export function countryName(code: string): string {
  // Intl throws for what has not the form of a code, and has names for some that are no country's.
  if (!/^(?!E[UZ]|QO|UN|X[AB]|ZZ)[A-Z]{2}$/.test(code)) return code;
  regions ??= new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });
  return regions.of(code) ?? code;
}

/** Formats `57.365` as `57.365° N` and `-3.5` as `3.500° S`. */
export const formatLatitude = (degrees: number) => inDegrees(degrees, degrees < 0 ? 'S' : 'N');
/** Formats `-4.215` as `4.215° W`. */
export const formatLongitude = (degrees: number) => inDegrees(degrees, degrees < 0 ? 'W' : 'E');
/** Three decimals are about 100 m on the ground. */
const inDegrees = (degrees: number, side: string) => `${Math.abs(degrees).toFixed(3)}° ${side}`;

/** How many years the carbon is meant to stay stored. Nothing is stored if emissions are avoided. */
type Permanence = number | 'nothing stored' | 'not stated';

/** Words of categories and project types that prevent emissions or destroy the gas, so that there is no store that could leak. */
export const nothingStoredWords = ['methane', 'solar', 'wind', 'renewable'];

/**
 * Returns a project's permanence, in years, as far as the catalogue states it. What removes carbon stores it, whatever powers it.
 * `statedBy` (server/domain/projects/carbon-projects.ts) asks the same in SQL.
 */
export function permanenceOf(project: Pick<Project, 'permanenceYears' | 'category' | 'projectType' | 'unitType'>): Permanence {
  const { permanenceYears, category, projectType } = project;
  if (permanenceYears !== null) return permanenceYears;
  const words = `${category} ${projectType ?? ''}`.toLowerCase().match(/\w+/g);
  return !isRemoval(project) && words?.some((word) => nothingStoredWords.includes(word)) ? 'nothing stored' : 'not stated';
}
