import type { compare } from '#shared/content/projects/compare.ts';
import type { Project } from '#shared/schemas/project.ts';
import { fill, formatCount, unitTypeName } from '#verify/text.ts';
import { formatAvailable, formatPrice } from '../money/money.ts';
import { formatDate } from '../text/dates.ts';
import { formatShare } from '../text/numbers.ts';
import { countryName, isSoldWith, permanenceOf, statedVintage } from './facts.ts';

type Texts = typeof compare;

/** A fact in a comparison of projects. */
export type ComparedFact = {
  name: string;
  /** What a project says, as people read it. */
  text: (project: Project) => string;
  /** A figure, which a file states as a number in a unit; null where the text is no number. */
  figure?: { unit: string; number: (project: Project) => number | null };
};

/** Returns the facts in which projects are compared, on the page and in its files, in order. */
export function comparedFacts({ rows, units, ...texts }: Texts): ComparedFact[] {
  const stated = (value: string | null | undefined) => value || texts.notStated;
  const day = (value: string | null) => value && formatDate(new Date(value));
  const joined = (...values: (string | null)[]) => stated(values.filter(Boolean).join(', '));
  return [
    {
      name: rows.price,
      text: formatPrice,
      figure: { unit: texts.fileUnits.price, number: ({ pricePerCredit }) => pricePerCredit && pricePerCredit / 100 },
    },
    {
      name: rows.available,
      text: (project) => (project.status === 'On sale' ? fill(texts.credits, { count: formatAvailable(project) }) : project.status),
      figure: {
        unit: texts.fileUnits.available,
        number: ({ status, availableCredits }) => (status === 'On sale' ? availableCredits : null),
      },
    },
    {
      name: rows.impact,
      text: ({ impactPerYear }) => (impactPerYear > 0 ? `${formatCount(impactPerYear)} tCO₂e` : texts.notStated),
      figure: { unit: texts.fileUnits.impact, number: ({ impactPerYear }) => impactPerYear || null },
    },
    { name: rows.standard, text: ({ verificationStandard }) => verificationStandard },
    { name: rows.category, text: ({ category }) => category },
    { name: rows.type, text: ({ projectType }) => stated(projectType) },
    { name: rows.place, text: ({ location }) => location },
    { name: rows.country, text: ({ country }) => stated(country && countryName(country)) },
    { name: rows.units, text: ({ unitsStatus }) => stated(unitsStatus && units[unitsStatus]) },
    { name: rows.permanence, text: (project) => permanenceText(project, texts.permanence) },
    { name: rows.unitType, text: ({ unitType }) => stated(unitType && unitTypeName(unitType)) },
    { name: rows.vintage, text: (project) => stated(statedVintage(project)) },
    { name: rows.record, text: ({ isOnRecord }) => texts.record[isOnRecord ? 'on the record' : 'stated by us'] },
    { name: rows.serials, text: ({ serials, isOnRecord }) => stated(serials ?? (isOnRecord ? texts.serialsOnRecord : null)) },
    { name: rows.methodology, text: ({ methodology }) => stated(methodology) },
    {
      name: rows.verification,
      text: ({ verificationReport, verificationReportUrl, verifiedOn }) =>
        joined(verificationReport ?? verificationReportUrl, day(verifiedOn)),
    },
    { name: rows.labels, text: (project) => stated(labelsText(project, texts.labels)) },
    {
      name: rows.rating,
      text: ({ ratings }) => stated(ratings?.map(({ rating, agency, date }) => joined(rating, agency, day(date))).join('; ')),
    },
    { name: rows.survey, text: ({ surveyedOn }) => stated(day(surveyedOn)) },
    { name: rows.review, text: ({ reviewer, reviewedOn }) => joined(reviewer, day(reviewedOn)) },
    { name: rows.buffer, text: ({ bufferShare }) => stated(bufferShare === null ? null : formatShare(bufferShare)) },
    { name: rows.shortfall, text: ({ shortfallTerms }) => stated(shortfallTerms) },
    {
      name: rows.adjustment,
      text: (project) => stated(labelsText(project, texts.adjustments)),
    },
    { name: rows.developer, text: ({ developer }) => stated(developer) },
    { name: rows.what, text: ({ description }) => stated(description) },
    { name: rows.monitoring, text: ({ monitoring }) => stated(monitoring) },
    { name: rows.source, text: ({ figuresSource, figuresAsOf }) => joined(stated(figuresSource), day(figuresAsOf)) },
    { name: rows.changed, text: ({ updatedAt }) => formatDate(updatedAt) },
  ];
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
