import type { compare } from '#shared/content/projects/compare.ts';
import type { Project, projectFields, StoredName } from '#shared/schemas/project.ts';
import { fill, formatCount, unitTypeName } from '#verify/text.ts';
import { formatAvailable, formatPrice } from '../money/money.ts';
import { formatDate } from '../text/dates.ts';
import { formatShare } from '../text/numbers.ts';
import { countryName, isSoldWith, permanenceOf, statedVintage } from './facts.ts';

type Texts = typeof compare;
type Said = string | null | undefined;

/** A fact in a comparison of projects. */
export type ComparedFact = {
  name: string;
  group: string;
  /** What a project says, as people read it. */
  text: (project: Project) => string;
  /** A figure, which a file states as a number in a unit; null where the text is no number. */
  figure?: { unit: string; number: (project: Project) => number | null };
};

const day = (value: string | null) => value && formatDate(new Date(value));
const joined = (...values: Said[]) => values.filter(Boolean).join(', ');

/** The numbers of the figures. */
const numbers: Record<keyof Texts['fileUnits'], (project: Project) => number | null> = {
  pricePerCredit: ({ pricePerCredit }) => pricePerCredit && pricePerCredit / 100,
  availableCredits: ({ status, availableCredits }) => (status === 'On sale' ? availableCredits : null),
  impactPerYear: ({ impactPerYear }) => impactPerYear || null,
};

type FactName = { [Group in keyof Texts['facts']]: keyof Texts['facts'][Group] }[keyof Texts['facts']];
type Kind<Name extends StoredName> = (typeof projectFields)[Name]['type']['kind'];
/** The fields that are read as they are. */
type PlainName = { [Name in StoredName]: Kind<Name> extends 'text' | 'oneOf' | 'webAddress' ? Name : never }[StoredName];
type Reader = (project: Project, texts: Texts) => Said;

/** What is said of all other facts, and of a field together with another. */
const said: Record<Exclude<FactName, PlainName>, Reader> & Partial<Record<FactName, Reader>> = {
  pricePerCredit: formatPrice,
  availableCredits: (project, { credits }) =>
    project.status === 'On sale' ? fill(credits, { count: formatAvailable(project) }) : project.status,
  impactPerYear: ({ impactPerYear }) => (impactPerYear > 0 ? `${formatCount(impactPerYear)} tCO₂e` : null),
  category: ({ category, projectType }) =>
    projectType?.toLowerCase() === category.toLowerCase() ? category : joined(category, projectType),
  country: ({ country }) => country && countryName(country),
  unitsStatus: ({ unitsStatus }, { units }) => unitsStatus && units[unitsStatus],
  permanenceYears: (project, { permanence }) => permanenceText(project, permanence),
  unitType: ({ unitType }) => unitType && unitTypeName(unitType),
  vintageEnd: statedVintage,
  serials: ({ serials, isOnRecord }, { serials: texts, notStated }) =>
    isOnRecord ? joined(serials, texts.onRecord) : fill(texts.stated, { serials: serials ?? notStated }),
  verificationReport: ({ verificationReport, verificationReportUrl, verifiedOn }) =>
    joined(verificationReport ?? verificationReportUrl, day(verifiedOn)),
  labels: (project, { labels }) => labelsText(project, labels),
  ratings: ({ ratings }) => ratings?.map(({ rating, agency, date }) => joined(rating, agency, day(date))).join('; '),
  surveyedOn: ({ surveyedOn }) => day(surveyedOn),
  reviewer: ({ reviewer, reviewedOn }) => joined(reviewer, day(reviewedOn)),
  bufferShare: ({ bufferShare }) => (bufferShare === null ? null : formatShare(bufferShare)),
  adjustment: (project, { adjustments }) => labelsText(project, adjustments),
  figuresSource: ({ figuresSource, figuresAsOf }, { notStated }) => joined(figuresSource || notStated, day(figuresAsOf)),
  updatedAt: ({ updatedAt }) => formatDate(updatedAt),
};

/** Returns the facts in which projects are compared, on the page and in its files, in order. */
export function comparedFacts(texts: Texts): ComparedFact[] {
  return Object.entries(texts.facts).flatMap(([group, facts]) =>
    (Object.entries(facts) as [FactName, string][]).map(([fact, name]) => ({
      name,
      group,
      text: (project) => (said[fact] ? said[fact](project, texts) : project[fact as PlainName]) || texts.notStated,
      ...(fact in numbers && {
        figure: { unit: texts.fileUnits[fact as keyof typeof numbers], number: numbers[fact as keyof typeof numbers] },
      }),
    })),
  );
}

/** Returns a comparison as the rows of a file: the header with the projects' names, their addresses, and a row for each fact. */
export function comparisonRows(projects: readonly Project[], texts: Texts, publicUrl: string): (string | number)[][] {
  return [
    [texts.project, ...projects.map(({ title }) => title)],
    [texts.address, ...projects.map(({ slug }) => `${publicUrl}/projects/${slug}`)],
    ...comparedFacts(texts).map(({ name, text, figure }) => [
      figure ? `${name}, ${figure.unit}` : name,
      ...projects.map((project) => figure?.number(project) ?? text(project)),
    ]),
  ];
}

/** Returns the labels with these names that units on sale have, in the order of the names, each with its vintages. */
function labelsText(project: Project, names: Record<string, string>): string {
  return Object.entries(names)
    .flatMap(([label, name]) =>
      (project.labels ?? [])
        .filter((stated) => stated.label === label && isSoldWith(stated, project))
        .map((stated) => [name, statedVintage(stated)].filter(Boolean).join(', ')),
    )
    .join('; ');
}

function permanenceText(project: Project, texts: Texts['permanence']): string {
  const permanence = permanenceOf(project);
  if (typeof permanence !== 'number') return texts[permanence];
  return permanence === 1 ? texts.oneYear : fill(texts.manyYears, { years: formatCount(permanence) });
}
