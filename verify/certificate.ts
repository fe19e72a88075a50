import {
  type Confirmation,
  confirmationsOf,
  confirmedUnits,
  type EntryProject,
  linesOfProject,
  type NamedProject,
  periodOf,
  quantityIn,
  type RecordLine,
  type RelatedEntry,
  type RetirementDay,
  type RetirementEntry,
  type RetirementPeriod,
  retiredParts,
  statedDayOf,
  type TextField,
  unitsOf,
} from './entry.ts';
import type { ProvedText } from './file.ts';
import { registryName } from './registries.ts';
import { printSerial } from './serials.ts';
import {
  entryNumber,
  fill,
  formatCount,
  formatDay,
  formatUtcDate,
  formatUtcInstant,
  isolate,
  joinWords,
  unitTypeName,
  vintageOf,
} from './text.ts';

/** A project that an entry is about: title and registry id that it had at the entry, and where it is now. */
export type ShownProject = EntryProject & {
  /** Its id and its slug today. Undefined: the catalogue does not have it. */
  today?: { id: number; slug: string } | undefined;
};

/** A project whose units were retired (`quantity`: tCO2e), with the catalogue's facts. Null: not stated; undefined: not looked up. */
export type CertifiedProject = ShownProject & { location?: string | null; standard?: string | null; adjustment?: string | null };

export type Retirement = RetirementEntry & { texts: Partial<Record<TextField, ProvedText>> };

/** A certificate: a retirement with what the catalogue says of its projects. Where that was not looked up, only what is proven is shown. */
export type Certificate = Retirement & { projects: readonly CertifiedProject[] };

export const factWords = {
  texts: {
    labels: {
      quantity: 'Quantity',
      beneficiary: 'Retired for',
      retired: 'Retired on',
      recorded: 'Recorded by Carma on',
      registryRetirement: 'Retirement in the registry',
      atRegistry: 'At the registry',
      purpose: 'Claimed for',
      project: 'Project',
      projects: 'Projects',
      place: 'Place',
      standard: 'Standard',
      reference: 'Buyer’s reference',
      entry: 'Entry on the record',
      registry: 'Registry',
      composition: 'Vintage and unit type',
      serials: 'Serial numbers',
      adjustment: 'Corresponding adjustment',
    },
    units: {
      oneGroup: 'Vintage {vintage}, {type}',
      group: '{quantity} tCO₂e of vintage {vintage}, {type}',
    },
    /** Of one project among several; {units}: its groups. */
    share: '{project}: {units}',
    range: '{quantity} tCO₂e: {line}',
    /** Where the registry's day of the other units is not known. */
    partRetired: '{days}: {units} of {quantity} tCO₂e',
    moreRanges: '{count} more, in the JSON of the certificate',
    tonnes: 'tonnes of CO₂ equivalent (tCO₂e)',
    erased: 'The name was erased on request',
    notOnFile: 'Not on file since our database was restored; the holder’s file has it',
    notStated: 'Not stated',
  },
  /** What later entries say. */
  later: {
    correction: 'Entry {entry}, {day}',
    correctionOf: 'Entry {entry}, {day}, about entry {corrected}',
    confirmation: '{registry} shows {quantity} tCO₂e as {facts}. Checked on {day} by {who}.',
    retiredOn: 'retired on {day}',
    retirement: 'number {id}',
    source: 'in {source}',
    erased: 'a name that was erased or is not on file',
    unnamed: 'somebody whom the file does not name',
    yearsDiffer: 'At the registry it was retired in {year}, which decides the period. Carma recorded it in {recorded}.',
    confirmedWith: 'Confirmed with entry {entry}',
    withdrawn: 'This confirmation was corrected and does not count:',
    unconfirmed: 'Not yet confirmed at the registry',
    partlyUnconfirmed: '{open} of {quantity} tCO₂e not yet confirmed at the registry',
  },
} as const;
const { texts: words, later } = factWords;

/** Words for the catalogue's values of the corresponding adjustment. */
export type Adjustments = Readonly<Record<string, string>>;

/** A fact as it is shown: one value a line. */
export type CertificateFact = { name: FactName; label: string; values: string[] };

/** A range of serials of one day, with its certificate: a row of a file. */
type Row = Retirement & { line: RecordLine & RetirementDay; project: NamedProject | null; today: ShownProject['today'] };

type Described = {
  /** The label, where it is not the one in `labels` that has the fact's name. */
  label?: (certificate: Certificate) => string;
  /** The values of the fact, each a line of its own. Without any, the fact is not shown. */
  show: (certificate: Certificate, adjustments: Adjustments) => (string | null | undefined)[];
  /** The columns that have the fact in a file of retirements. */
  columns?: Record<string, (row: Row) => string | number>;
};

/** How many ranges of serials a text lists: a certificate may have a thousand. */
const rangesShown = 20;

/** The words in a cell of a file in place of a text that was erased or is not on file. */
const absent = { erased: '(erased)', notOnFile: '(not on file)' };
const onlyProjectOf = ({ projects }: Certificate) => (projects.length === 1 ? projects[0] : undefined);

/** Everything that a certificate says, in the order in which page, PDF, file of retirements and readme say it. */
const described = {
  quantity: {
    show: ({ entry }) => [`${formatCount(entry.quantity)} ${words.tonnes}`],
    columns: { quantity: ({ line }) => line.quantity },
  },
  beneficiary: {
    // A retirement always has this text; only the type, which is of any texts, lets it be absent.
    show: ({ texts: { beneficiary } }) => [beneficiary ? textOr(beneficiary, words) : words.erased],
    columns: { beneficiary: ({ texts: { beneficiary } }) => (beneficiary ? textOr(beneficiary, absent) : absent.erased) },
  },
  purpose: {
    show: ({ texts: { purpose } }) => [textUnlessErased(purpose)],
    columns: { purpose: ({ texts: { purpose } }) => (purpose ? textOr(purpose, absent) : '') },
  },
  project: {
    label: ({ projects }) => (projects.length === 1 ? words.labels.project : words.labels.projects),
    show: ({ entry, projects }, adjustments) => {
      const { units: unitWords, share } = words;
      const names = projects.map(({ title, registryId }) => [title, registryId].filter((name) => name !== null).join('; '));
      if (projects.length === 1) return names;
      // Of several, the units of each.
      return projects.map((project, at) => {
        const groups = describeUnits(linesOfProject(entry, project), { ...unitWords, oneGroup: unitWords.group });
        const units = joinWords(groups);
        return [fill(share, { project: names[at] ?? '', units }), ...describeProject(project, adjustments)].join('; ');
      });
    },
    columns: {
      // The project's slug today: the slug that it had at the entry may be another project's by now.
      project: ({ today }) => today?.slug ?? '',
      projectTitle: ({ project }) => project?.title ?? '',
      registryId: ({ project }) => project?.registryId ?? '',
    },
  },
  atRegistry: {
    show: ({ index, entry, related }) => {
      const confirmations = confirmationsOf(index, related);
      return [...confirmations.map(confirmationText), describeUnconfirmed(entry.quantity, confirmations)];
    },
    columns: {
      confirmedAtRegistry: ({ line }) => (line.isConfirmed ? line.quantity : 0),
      confirmationIndexes: ({ index, related }) => Array.from(confirmationsOf(index, related), (one) => one.index).join(' '),
    },
  },
  retired: {
    show: (certificate) => {
      const parts = retiredParts(certificate);
      // Of units whose day at the registry is not known, the day is that of `recorded`.
      const known = parts.filter(({ registryRetiredOn }) => registryRetiredOn !== null);
      if (known.length === 0) return [];
      const days = describeRetired(periodOf(known));
      const part = { days, units: formatCount(quantityIn(known)), quantity: formatCount(certificate.entry.quantity) };
      return [known.length === parts.length ? days : fill(words.partRetired, part), describeYears(periodOf(known))];
    },
    columns: { retiredOn: ({ line }) => statedDayOf(line) ?? '', registryRetiredOn: ({ line }) => line.registryRetiredOn ?? '' },
  },
  recorded: {
    show: ({ entry }) => [formatUtcInstant(new Date(entry.time))],
    columns: { recordedAt: ({ entry }) => entry.time },
  },
  registryRetirement: {
    show: ({ entry }) => [entry.registryRetirementId],
    columns: { registryRetirementId: ({ entry }) => entry.registryRetirementId ?? '' },
  },
  place: { show: (certificate) => [onlyProjectOf(certificate)?.location] },
  standard: { show: (certificate) => [onlyProjectOf(certificate)?.standard] },
  registry: {
    show: ({ entry }) => [[...new Set(entry.lines.map(({ registry }) => registryName(registry)))].join(', ')],
    columns: { registry: ({ line }) => registryName(line.registry) },
  },
  composition: {
    show: (certificate) => (onlyProjectOf(certificate) ? describeUnits(certificate.entry.lines, words.units) : []),
    columns: {
      vintageStart: ({ line }) => line.vintageStart,
      vintageEnd: ({ line }) => line.vintageEnd,
      unitType: ({ line }) => line.unitType,
      issuance: ({ line }) => line.issuance,
    },
  },
  adjustment: {
    show: (certificate, adjustments) => [describeAdjustment(onlyProjectOf(certificate)?.adjustment, adjustments)],
  },
  reference: { show: ({ texts: { reference } }) => [textUnlessErased(reference)] },
  entry: { show: ({ index }) => [entryNumber(index)], columns: { entryIndex: ({ index }) => index } },
  serials: {
    show: ({ entry: { lines } }) => [
      ...lines.slice(0, rangesShown).map((line) => fill(words.range, { quantity: formatCount(line.quantity), line: describeRange(line) })),
      lines.length > rangesShown ? fill(words.moreRanges, { count: formatCount(lines.length - rangesShown) }) : null,
    ],
    columns: {
      serial: ({ line }) => printSerial(line),
      series: ({ line }) => line.series,
      first: ({ line }) => line.first,
      last: ({ line }) => line.last,
    },
  },
} as const satisfies Record<string, Described>;

type FactName = keyof typeof described;
const everyFact = Object.entries(described) as [FactName, Described][];

/** Returns the facts of a certificate that have something to show. */
export function factsOf(certificate: Certificate, adjustments: Adjustments): CertificateFact[] {
  const labels: Readonly<Record<FactName, string>> = words.labels;
  return everyFact
    .map(([name, { label, show }]) => ({
      name,
      label: label?.(certificate) ?? labels[name],
      values: show(certificate, adjustments).filter((value) => value !== null && value !== undefined),
    }))
    .filter(({ values }) => values.length > 0);
}

/** Writes facts as lines of plain text, several values one below another. */
export function printFacts(facts: readonly CertificateFact[]): string[] {
  return facts.flatMap(({ label, values: [value = '', ...others] }) =>
    others.length === 0 ? [`  ${label}: ${value}`] : [`  ${label}:`, ...[value, ...others].map((one) => `    ${one}`)],
  );
}

/** The columns in which a file of retirements has the facts of each range of serials of one day. */
export const factColumns: Record<string, (row: Row) => string | number> = Object.assign({}, ...everyFact.map(([, { columns }]) => columns));

/** Returns what the catalogue says of the corresponding adjustment of a project's units; undefined if it was not looked up. */
function describeAdjustment(adjustment: CertifiedProject['adjustment'], adjustments: Adjustments): string | undefined {
  if (adjustment === undefined) return undefined;
  return (adjustment && Object.hasOwn(adjustments, adjustment) && adjustments[adjustment]) || words.notStated;
}

/** Returns what a certificate of several projects says below the title of each: as much of the catalogue as was looked up. */
export function describeProject({ location, standard, adjustment }: CertifiedProject, adjustments: Adjustments): string[] {
  const said = describeAdjustment(adjustment, adjustments);
  return [location, standard, said && `${words.labels.adjustment}: ${said}`].filter((fact) => fact !== null && fact !== undefined);
}

/** Returns what a registry shows of a retirement: the corrections of the confirmation, its words, its entry, and the registry's page. */
function confirmationText(confirmation: Confirmation): string {
  const { index, entry, corrections } = confirmation;
  const withdrawn = corrections.map((one) => `${nameCorrection(one, index)}: ${one.entry.correction}`);
  return [
    ...(withdrawn.length > 0 ? [later.withdrawn, ...withdrawn] : []),
    describeConfirmation(confirmation),
    `${fill(later.confirmedWith, { entry: entryNumber(index) })}.`,
    ...(entry.registryUrl ? [entry.registryUrl] : []),
  ].join(' ');
}

/** Says how many units (tCO2e) of a retirement of `quantity` are not confirmed at a registry; undefined if all are. */
export function describeUnconfirmed(quantity: number, confirmations: readonly Confirmation[]): string | undefined {
  const open = quantity - confirmedUnits(confirmations);
  if (open <= 0) return undefined;
  return open === quantity
    ? later.unconfirmed
    : fill(later.partlyUnconfirmed, { open: formatCount(open), quantity: formatCount(quantity) });
}

/** Says which year counts where registries retired all units, not all in the record's year; undefined where the years are the same. */
export function describeYears({ first, last, recordedOn, isRegistrys }: RetirementPeriod): string | undefined {
  const yearOf = (day: string) => day.slice(0, 4);
  const [from, to, recorded] = [yearOf(first), yearOf(last), yearOf(recordedOn)];
  if (!isRegistrys || (from === recorded && to === recorded)) return undefined;
  return fill(later.yearsDiffer, { year: from === to ? from : `${from} to ${to}`, recorded });
}

/** Describes units by vintage and type, in the order of the vintages, with quantities (tCO2e) if there are several groups. */
export function describeUnits(lines: readonly RecordLine[], { oneGroup, group }: Record<'oneGroup' | 'group', string>): string[] {
  const groups = new Map<string, { vintage: string; type: string; quantity: number }>();
  for (const line of lines) {
    const [vintage, type] = [vintageOf(line), unitTypeName(line.unitType)];
    const quantity = (groups.get(`${vintage} ${type}`)?.quantity ?? 0) + line.quantity;
    groups.set(`${vintage} ${type}`, { vintage, type, quantity });
  }
  return [...groups.values()]
    .sort((a, b) => a.vintage.localeCompare(b.vintage) || a.type.localeCompare(b.type))
    .map(({ vintage, type, quantity }) => fill(groups.size === 1 ? oneGroup : group, { vintage, type, quantity: formatCount(quantity) }));
}

/** Names a range of serials, with its registry, its vintage and, where the entry is of several projects, its project. */
export function describeRange(line: RecordLine): string {
  const range = `${printSerial(line)} (${registryName(line.registry)}, ${vintageOf(line)})`;
  return line.project ? `${range}, ${line.project.title}` : range;
}

/** Returns a text; null if it was erased or is not on file, or the entry has none. */
export function textIn(text: ProvedText | undefined): string | null {
  return text && 'text' in text ? text.text : null;
}

/** Returns a text, or the words that say why it is not there. `notOnFile`: it was lost with a database. */
export function textOr(text: ProvedText, instead: Record<'erased' | 'notOnFile', string>): string {
  return 'text' in text ? text.text : 'erased' in text ? instead.erased : instead.notOnFile;
}

/** Returns a text, or the words for a text that is not on file; undefined if the entry has no such text or it was erased. */
function textUnlessErased(text: ProvedText | undefined): string | undefined {
  return text === undefined || 'erased' in text ? undefined : textOr(text, words);
}

/** Names a correction: its entry, and the entry that it corrects if that is not `about`. The text of the correction follows it. */
export function nameCorrection({ index, entry }: RelatedEntry, about: number): string {
  const place = { entry: entryNumber(index), day: formatDay(entry.time.slice(0, 10)) };
  return entry.refersTo === null || entry.refersTo === about
    ? fill(later.correction, place)
    : fill(later.correctionOf, { ...place, corrected: entryNumber(entry.refersTo) });
}

/** Describes what a registry shows of a retirement, and who looked when. */
export function describeConfirmation({ entry, checkerName }: RelatedEntry): string {
  const { registryRetiredOn, registryRetirementId, source, checkedOn = entry.time.slice(0, 10), checkedByRole, confirmed = [] } = entry;
  const name =
    entry.checkedBy === undefined ? undefined : isolate(checkerName === undefined ? later.unnamed : (checkerName ?? later.erased));
  const role = checkedByRole && isolate(checkedByRole);
  return fill(later.confirmation, {
    registry: registryName(confirmed[0]?.registry ?? ''),
    quantity: formatCount(unitsOf(entry)),
    facts: [
      ...(registryRetiredOn ? [fill(later.retiredOn, { day: formatDay(registryRetiredOn) })] : []),
      ...(registryRetirementId ? [fill(later.retirement, { id: isolate(registryRetirementId) })] : []),
      ...(source ? [fill(later.source, { source: isolate(source) })] : []),
    ].join(', '),
    day: formatDay(checkedOn),
    who: role && name ? `${role} (${name})` : (role ?? name ?? ''),
  });
}

/** Says when units were retired: the day, or the first and the last; where not all are the registry's own, as days in UTC. */
export function describeRetired({ first, last, isRegistrys }: RetirementPeriod): string {
  const format = (day: string) => (isRegistrys ? formatDay(day) : formatUtcDate(new Date(day)));
  return first === last ? format(first) : `${format(first)} – ${format(last)}`;
}
