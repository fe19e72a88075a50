import type { compare } from '#shared/content/projects/compare.ts';
import { formatPounds, formatPrice } from '#shared/lib/money/money.ts';
import { type Quote, type QuotedLine, quote, refusalText } from '#shared/lib/money/quote.ts';
import { abbreviated, linesWithTonnes, type readCompared } from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { countOf, formatShare } from '#shared/lib/text/numbers.ts';
import type { Project, projectFields, StoredName } from '#shared/schemas/project.ts';
import { fill, formatCount, unitTypeName } from '#verify/text.ts';
import { citedMethodology, countryName, isSoldWith, permanenceOf, statedVintage, withVintage } from './facts.ts';

type Texts = typeof compare;
type Said = string | false | null | undefined;

export type ComparedFact = {
  name: string;
  /** Undefined: the fact is about the tonnes that were asked for. */
  group?: string;
  /** What a project says, as people read it. */
  text: (project: Project) => string;
  /** Whether that is not stated, or only to come. */
  isOpen?: (project: Project) => boolean;
  /** A figure, which a file states as a number in a unit; null where the text is no number. `inAll`: of all lines that can be bought. */
  figure?: { unit: string; number: (project: Project) => number | null; inAll?: number };
};

const day = (value: string | null) => value && formatDate(new Date(value));
const joined = (...values: Said[]) => values.filter(Boolean).join(', ');

/** Each figure as files state it: pounds, credits, tCO2e a year, years. */
const numbers: Record<Exclude<keyof Texts['fileUnits'], 'tonnes' | 'cost'>, (project: Project) => number | null> = {
  pricePerCredit: ({ pricePerCredit }) => pricePerCredit && pricePerCredit / 100,
  availableCredits: ({ status, availableCredits }) => (status === 'On sale' ? availableCredits : null),
  impactPerYear: ({ impactPerYear }) => impactPerYear || null,
  permanenceYears: ({ permanenceYears }) => permanenceYears,
};
const isFigure = (fact: FactName): fact is keyof typeof numbers => fact in numbers;

type FactName = { [Group in keyof Texts['facts']]: keyof Texts['facts'][Group] }[keyof Texts['facts']];
type Kind<Name extends StoredName> = (typeof projectFields)[Name]['type']['kind'];
/** The fields that are read as they are. */
type PlainName = { [Name in StoredName]: Kind<Name> extends 'text' | 'oneOf' | 'webAddress' ? Name : never }[StoredName];
type Reader = (project: Project, texts: Texts) => Said;

/** How facts are read whose words are not simply one field's. */
const readers: Record<Exclude<FactName, PlainName>, Reader> & Partial<Record<FactName, Reader>> = {
  pricePerCredit: formatPrice,
  availableCredits: ({ status, availableCredits }) => (status === 'On sale' ? countOf(availableCredits ?? 0, 'credit') : status),
  methodology: ({ methodology, methodologyVersion }) => citedMethodology(methodology, methodologyVersion),
  impactPerYear: ({ impactPerYear }) => (impactPerYear > 0 ? `${formatCount(impactPerYear)} tCO₂e` : null),
  category: ({ category, projectType }) =>
    projectType?.toLowerCase() === category.toLowerCase() ? category : joined(category, projectType),
  country: ({ country }) => country && countryName(country),
  unitsStatus: ({ unitsStatus }, { units }) => unitsStatus && units[unitsStatus],
  permanenceYears: (project, { permanence }) => {
    const years = permanenceOf(project);
    return typeof years === 'number' ? countOf(years, 'year') : permanence[years];
  },
  unitType: ({ unitType, fromRecord }, { serials }) =>
    unitType && joined(unitTypeName(unitType), fromRecord.includes('unitType') && serials.onRecord),
  use: ({ verificationStandard }, { limitOfUse, anyUse }) => limitOfUse(verificationStandard) || anyUse,
  vintageEnd: (project, { serials }) => joined(statedVintage(project), project.fromRecord.includes('vintage') && serials.onRecord),
  serials: ({ serials, isOnRecord }, { serials: texts, notStated }) =>
    isOnRecord ? joined(serials, texts.onRecord) : fill(texts.stated, { serials: serials ?? notStated }),
  verificationReport: ({ verificationReport, verificationReportUrl, verifiedOn }) =>
    joined(verificationReport ?? verificationReportUrl, day(verifiedOn)),
  labels: (project, { labels, ofVintage }) => labelsText(project, labels, ofVintage),
  ratings: ({ ratings }) => ratings?.map(({ rating, agency, date }) => joined(rating, agency, day(date))).join('; '),
  surveyedOn: ({ surveyedOn }) => day(surveyedOn),
  reviewer: ({ reviewer, reviewedOn }) => joined(reviewer, day(reviewedOn)),
  bufferShare: ({ bufferShare }) => (bufferShare === null ? null : formatShare(bufferShare)),
  adjustment: (project, { adjustments, ofVintage }) => labelsText(project, adjustments, ofVintage),
  figuresSource: ({ figuresSource, figuresAsOf }, { notStated }) => joined(figuresSource || notStated, day(figuresAsOf)),
  updatedAt: ({ updatedAt }) => formatDate(updatedAt),
};

/** When a fact with words is open all the same: what matters in it is not stated, or only to come. A fact without words is open anyway. */
const isOpen: Partial<Record<FactName, (project: Project) => boolean>> = {
  pricePerCredit: ({ pricePerCredit }) => pricePerCredit === null,
  unitsStatus: ({ unitsStatus }) => unitsStatus === 'expected',
  permanenceYears: (project) => permanenceOf(project) === 'not stated',
  serials: ({ serials, isOnRecord }) => !isOnRecord && serials === null,
  figuresSource: ({ figuresSource }) => !figuresSource,
};

/** Returns a comparison as its page and its files have it: its facts, in order, the sum of what was asked for, and what is left out. */
export function comparisonOf(asked: ReturnType<typeof readCompared>, projects: readonly Project[], texts: Texts) {
  const lines = asked.lines.filter(({ slug }) => projects.some((project) => project.slug === slug));
  const unknown = asked.lines.filter((line) => !lines.includes(line)).map(({ slug }) => abbreviated(slug));
  const quoted = quote(linesWithTonnes(lines), projects);
  const isSummed = quoted.lines.length > 1 && quoted.tonnes.total > 0;
  const isUnread = lines.some(({ slug }) => asked.wrong.has(slug));
  return {
    lines,
    facts: [...askedFacts(quoted, texts), ...catalogueFacts(texts)],
    sum: isSummed ? { ...quoted, isPart: isUnread || quoted.lines.some(({ refusal }) => refusal) } : undefined,
    notes: [...(unknown.length > 0 ? [fill(texts.unknown, { slugs: unknown.join(', ') })] : []), ...(asked.more ? [texts.more] : [])],
  };
}
type Comparison = ReturnType<typeof comparisonOf>;

/** The tonnes that were asked for, and what they cost or why they cannot be bought. */
function askedFacts({ lines, tonnes, subtotal }: Quote, { asked, fileUnits }: Texts): ComparedFact[] {
  const lineOf = ({ slug }: Project) => lines.find(({ project }) => project.slug === slug);
  const say = (text: (line: QuotedLine) => string) => (project: Project) => {
    const line = lineOf(project);
    return line ? text(line) : asked.none;
  };
  return [
    {
      name: asked.tonnes,
      text: say((line) => `${formatCount(line.tonnes)} t`),
      figure: { unit: fileUnits.tonnes, number: (project) => lineOf(project)?.tonnes ?? null, inAll: tonnes.total },
    },
    {
      name: asked.cost,
      text: say(({ cost, refusal, project }) => (refusal ? refusalText(refusal, project.title, asked.refused) : formatPounds(cost))),
      figure: { unit: fileUnits.cost, number: (project) => (lineOf(project)?.cost ?? 0) / 100 || null, inAll: subtotal / 100 },
    },
  ];
}

function catalogueFacts(texts: Texts): ComparedFact[] {
  return Object.entries(texts.facts).flatMap(([group, facts]) =>
    (Object.entries(facts) as [FactName, string][]).map(([fact, name]) => {
      const said = (project: Project) => (readers[fact] ? readers[fact](project, texts) : project[fact as PlainName]);
      return {
        ...{ name, group },
        text: (project) => said(project) || texts.notStated,
        isOpen: (project) => !said(project) || isOpen[fact]?.(project) === true,
        ...(isFigure(fact) && { figure: { unit: texts.fileUnits[fact], number: numbers[fact] } }),
      };
    }),
  );
}

/**
 * Returns a comparison as the rows of a file: the header with the projects' names, their addresses, and a row for each fact. With a sum,
 * the last column has it.
 */
export function comparisonRows({ lines, facts, sum, notes }: Comparison, projects: readonly Project[], texts: Texts, publicUrl: string) {
  const { asked, fileUnits } = texts;
  const stated = linesWithTonnes(lines).length > 0 ? facts : facts.filter(({ group }) => group);
  const row = (name: string, of: (project: Project) => string | number, inAll?: string | number) => [
    ...[name, ...projects.map(of)],
    ...(sum ? [inAll ?? ''] : []),
  ];
  return [
    row(texts.project, ({ title }) => title, sum?.isPart ? asked.part : asked.all),
    row(texts.address, ({ slug }) => `${publicUrl}/projects/${slug}`),
    ...stated.map(({ name, text, figure }) =>
      row(figure ? `${name}, ${figure.unit}` : name, (project) => figure?.number(project) ?? text(project), figure?.inAll),
    ),
    ...(sum ? [row(`${asked.inclVat}, ${fileUnits.cost}`, () => '', sum.total / 100)] : []),
    [fill(texts.asOf, { date: formatDate(new Date()) })],
    ...notes.map((note) => [note]),
  ];
}

/** Returns the labels with these names that units on sale have, in the order of the names, each with its vintages. */
function labelsText(project: Project, names: Record<string, string>, ofVintage: string): string {
  return Object.entries(names)
    .flatMap(([label, name]) =>
      (project.labels ?? [])
        .filter((stated) => stated.label === label && isSoldWith(stated, project))
        .map((stated) => withVintage(name, stated, ofVintage)),
    )
    .join('; ');
}
