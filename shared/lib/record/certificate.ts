import type { certificate, later } from '#shared/content/record/index.ts';
import { unitTypeName, vintageOf } from '#shared/lib/projects/facts.ts';
import {
  type Confirmation,
  confirmationsOf,
  confirmedPart,
  confirmedUnits,
  type EntryProject,
  linesOfProject,
  type NamedProject,
  periodOf,
  type RecordEntry,
  type RecordLine,
  type RelatedEntry,
  type RetirementDay,
  type RetirementPeriod,
  retiredParts,
  type TextField,
} from '#verify/entry.ts';
import type { ProvedText } from '#verify/file.ts';
import { registryName } from '#verify/registries.ts';
import { entryNumber, formatUtcInstant } from '#verify/text.ts';
import { describeConfirmation, describeRetired, nameCorrection } from '#verify/words.ts';
import { own } from '../input/own.ts';
import { fill } from '../text/fill.ts';
import { formatCount } from '../text/numbers.ts';

/** A project that an entry is about: title and registry id that it had at the entry, and where it is now. */
export type ShownProject = EntryProject & {
  /** Its id and its slug today. Undefined: the catalogue does not have it. */
  today: { id: number; slug: string } | undefined;
};

/** A project whose units were retired, with the catalogue's facts about it; null: not stated. `quantity`: tCO2e. */
export type CertifiedProject = ShownProject & { location: string | null; standard: string | null; adjustment: string | null };

/** The entry of a retirement with only the units of its certificate, its texts, and what later entries say of it. */
export type Retirement = {
  index: number;
  entry: RecordEntry;
  texts: Partial<Record<TextField, ProvedText>>;
  related: readonly RelatedEntry[];
};

/** A certificate: a retirement with what the catalogue says of its projects. Without that, facts that are only stated are left out. */
export type Certificate = Retirement & { projects: readonly CertifiedProject[] };

export type CertificateWords = {
  texts: typeof certificate;
  later: typeof later;
  /** The catalogue's values of the corresponding adjustment, in words. */
  adjustments: Readonly<Record<string, string>>;
};

/** A fact as it is shown: one value a line. */
export type CertificateFact = { name: FactName; label: string; values: string[] };

/** A range of serials of one day, with its certificate: a row of a file. */
type Row = Retirement & { line: RecordLine & RetirementDay; project: NamedProject | null; today: ShownProject['today'] };

type Described = {
  /**
   * `proven`: it is in an entry, and so in the signed log. `salted`: its hash is, and the text can be erased. `stated`: the catalogue
   * says it today.
   */
  standing: 'proven' | 'salted' | 'stated';
  /** Its label, where that is not the word of its name. */
  label?: (certificate: Certificate, words: CertificateWords) => string;
  /** What it says, one value a line. None: it is not shown. */
  show: (certificate: Certificate, words: CertificateWords) => (string | null | undefined)[];
  /** Its columns in a file of retirements. */
  columns?: Record<string, (row: Row) => string | number>;
};

const periodIn = (retirement: Retirement) => periodOf(retiredParts(retirement));
/** What a cell says in place of a text that is not there. */
const absent = { erased: '(erased)', notOnFile: '(not on file)' };
const onlyOf = ({ projects }: Certificate) => (projects.length === 1 ? projects[0] : undefined);

/** Everything that a certificate says, in the order in which page, PDF, file of retirements and readme say it. */
const described = {
  quantity: {
    standing: 'proven',
    show: ({ entry }, { texts }) => [`${formatCount(entry.quantity)} ${texts.pdf.unit}`],
    columns: { quantity: ({ line }) => line.quantity },
  },
  beneficiary: {
    standing: 'salted',
    show: ({ texts: { beneficiary } }, { texts }) => [beneficiary ? textOr(beneficiary, texts) : texts.erased],
    columns: { beneficiary: ({ texts: { beneficiary } }) => (beneficiary ? textOr(beneficiary, absent) : absent.erased) },
  },
  purpose: {
    standing: 'salted',
    show: ({ texts: { purpose } }, { texts }) => [textUnlessErased(purpose, texts)],
    columns: { purpose: ({ texts: { purpose } }) => (purpose ? textOr(purpose, absent) : '') },
  },
  project: {
    standing: 'proven',
    label: ({ projects }, { texts: { labels } }) => (projects.length === 1 ? labels.project : labels.projects),
    show: ({ projects }) => projects.map(({ title, registryId }) => [title, registryId].filter((name) => name !== null).join('; ')),
    columns: {
      // Its address today: the slug that it had may be another project's.
      project: ({ today }) => today?.slug ?? '',
      projectTitle: ({ project }) => project?.title ?? '',
      registryId: ({ project }) => project?.registryId ?? '',
    },
  },
  atRegistry: {
    standing: 'proven',
    label: (_, { later: { atRegistry } }) => atRegistry,
    show: ({ index, entry, related }, { later: words }) => {
      const confirmations = confirmationsOf(index, related);
      return [...confirmations.map((one) => confirmationText(one, words)), describeUnconfirmed(entry.quantity, confirmations, words)];
    },
    columns: {
      confirmedAtRegistry: ({ index, related, line }) => confirmedPart(line, confirmationsOf(index, related)),
      confirmations: ({ index, related }) =>
        confirmationsOf(index, related)
          .map((one) => one.index)
          .join(' '),
    },
  },
  retired: {
    standing: 'proven',
    show: (certificate, { later: words }) => {
      const period = periodIn(certificate);
      return period.isOurs ? [] : [describeRetired(period), describeYears(period, words)];
    },
    columns: { retiredOn: ({ line }) => line.retiredOn, registryRetiredOn: ({ line }) => line.registryRetiredOn ?? '' },
  },
  recorded: {
    standing: 'proven',
    label: (certificate, { texts: { labels } }) => (periodIn(certificate).isOurs ? labels.retired : labels.recorded),
    show: ({ entry }) => [formatUtcInstant(new Date(entry.time))],
    columns: { recordedAt: ({ entry }) => entry.time },
  },
  registryRetirement: {
    standing: 'proven',
    show: ({ entry }) => [entry.registryRetirementId],
    columns: { registryRetirementId: ({ entry }) => entry.registryRetirementId ?? '' },
  },
  place: { standing: 'stated', show: (certificate) => [onlyOf(certificate)?.location] },
  standard: { standing: 'stated', show: (certificate) => [onlyOf(certificate)?.standard] },
  registry: {
    standing: 'proven',
    show: ({ entry }) => [[...new Set(entry.lines.map(({ registry }) => registryName(registry)))].join(', ')],
    columns: { registry: ({ line }) => registryName(line.registry) },
  },
  composition: {
    standing: 'proven',
    show: (certificate, { texts }) => (onlyOf(certificate) ? describeUnits(certificate.entry.lines, texts.units) : []),
    columns: {
      vintageStart: ({ line }) => line.vintageStart,
      vintageEnd: ({ line }) => line.vintageEnd,
      unitType: ({ line }) => line.unitType,
      issuance: ({ line }) => line.issuance,
    },
  },
  adjustment: {
    standing: 'stated',
    show: (certificate, words) => {
      const project = onlyOf(certificate);
      return project ? [describeAdjustment(project, words)] : [];
    },
  },
  reference: { standing: 'salted', show: ({ texts: { reference } }, { texts }) => [textUnlessErased(reference, texts)] },
  entry: { standing: 'proven', show: ({ index }) => [entryNumber(index)], columns: { entry: ({ index }) => index } },
} as const satisfies Record<string, Described>;

type FactName = keyof typeof described;
const facts: [FactName, Described][] = Object.entries(described) as [FactName, Described][];

/** Returns the facts of a certificate that have something to show; with `proven`, those alone that the signed log proves. */
export function factsOf(certificate: Certificate, words: CertificateWords, { proven = false } = {}): CertificateFact[] {
  const labels: Readonly<Record<string, string>> = words.texts.labels;
  return facts
    .filter(([, { standing }]) => !proven || standing !== 'stated')
    .map(([name, { label, show }]) => ({
      name,
      label: label?.(certificate, words) ?? labels[name] ?? name,
      values: show(certificate, words).filter((value) => value !== null && value !== undefined),
    }))
    .filter(({ values }) => values.length > 0);
}

/** The columns in which a file of retirements has the facts of each range of serials of one day. */
export const factColumns: Record<string, (row: Row) => string | number> = Object.assign({}, ...facts.map(([, { columns }]) => columns));

/** Returns what the catalogue says of the corresponding adjustment of a project's units. */
export function describeAdjustment({ adjustment }: CertifiedProject, { adjustments, texts }: CertificateWords): string {
  return own(adjustments, adjustment ?? '') ?? texts.notStated;
}

/** Returns what of a project a certificate of several says below its title. */
export function describeProject(project: CertifiedProject, words: CertificateWords): string[] {
  const { location, standard } = project;
  const adjustment = `${words.texts.labels.adjustment}: ${describeAdjustment(project, words)}`;
  return [location, standard, adjustment].filter((fact) => fact !== null);
}

/** What a registry shows, with its address, the entry that says so, and the corrections of that. */
function confirmationText(confirmation: Confirmation, words: typeof later): string {
  const { index, entry, corrections } = confirmation;
  const withdrawn = corrections.map((one) => `${nameCorrection(one, index)}: ${one.entry.correction}`);
  return [
    ...(withdrawn.length > 0 ? [words.withdrawn, ...withdrawn] : []),
    describeConfirmation(confirmation),
    `${fill(words.confirmedWith, { index: entryNumber(index) })}.`,
    ...(entry.registryUrl ? [entry.registryUrl] : []),
  ].join(' ');
}

/** Says how many of the units of a retirement (`quantity`, in tCO2e) no registry was seen to have retired; undefined if all were. */
export function describeUnconfirmed(quantity: number, confirmations: readonly Confirmation[], words: typeof later): string | undefined {
  const open = quantity - confirmedUnits(confirmations);
  if (open <= 0) return undefined;
  return open === quantity
    ? words.unconfirmed
    : fill(words.partlyUnconfirmed, { open: formatCount(open), quantity: formatCount(quantity) });
}

/** Says which year counts if a registry retired units in another year than the one in which that was recorded; undefined otherwise. */
export function describeYears({ first, last, recordedOn }: RetirementPeriod, words: typeof later): string | undefined {
  const [from, to, recorded] = [first, last, recordedOn].map((day) => day.slice(0, 4));
  if (from === recorded && to === recorded) return undefined;
  return fill(words.yearsDiffer, { year: from === to ? `${from}` : `${from} to ${to}`, recorded: `${recorded}` });
}

type Group = { vintage: string; type: string; quantity: number };

/** Returns units (tCO2e) by vintage and type, in the order of the vintages. */
function groupUnits(lines: readonly RecordLine[]): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const [vintage, type] = [vintageOf(line), unitTypeName(line.unitType)];
    const quantity = (groups.get(`${vintage} ${type}`)?.quantity ?? 0) + line.quantity;
    groups.set(`${vintage} ${type}`, { vintage, type, quantity });
  }
  return [...groups.values()].sort((a, b) => a.vintage.localeCompare(b.vintage) || a.type.localeCompare(b.type));
}

/** Describes units by vintage and type, with quantities if there are several groups. */
export function describeUnits(lines: readonly RecordLine[], { oneGroup, group }: (typeof certificate)['units']): string[] {
  const groups = groupUnits(lines);
  return groups.map(({ vintage, type, quantity }) =>
    fill(groups.length === 1 ? oneGroup : group, { vintage, type, quantity: formatCount(quantity) }),
  );
}

/** The words for a text that was erased, or is not on file because it was lost with a database. */
export type AbsentWords = { erased: string; notOnFile: string };

/** Returns a text; null if it was erased or is not on file, or the entry has none. */
export function textIn(text: ProvedText | undefined): string | null {
  return text && 'text' in text ? text.text : null;
}

/** Returns a text, or the words that say why it is not there. */
export function textOr(text: ProvedText, words: AbsentWords): string {
  return 'text' in text ? text.text : 'erased' in text ? words.erased : words.notOnFile;
}

/** Returns a text; undefined if the entry has none or it was erased. One that is lost is said to be so. */
export function textUnlessErased(text: ProvedText | undefined, words: AbsentWords): string | undefined {
  return text === undefined || 'erased' in text ? undefined : textOr(text, words);
}

type ClaimTexts = (typeof certificate)['claims'];

const namedProjects = 4;
const list = new Intl.ListFormat('en-GB');
/** What became of tonnes, and how the types of such units begin. */
const effects = { removed: 'Removal', reduced: 'Reduction', avoided: 'Avoidance' } as const;

/**
 * Returns what a holder may and may not say about a retirement, depending on the type of the units and the rules of their registry.
 * The sentence keeps tonnes that were removed, reduced and avoided apart, each with its projects.
 */
export function claimsOf(
  entry: RecordEntry,
  projects: readonly (Pick<NamedProject, 'id' | 'slug'> & { title: string })[],
  texts: ClaimTexts,
): { may: string[]; mayNot: string[] } {
  const parts = (Object.keys(effects) as (keyof typeof effects)[]).flatMap((effect) => {
    const isOfIt = ({ unitType }: { unitType: string }) => unitType.startsWith(effects[effect]);
    const quantity = entry.lines.filter(isOfIt).reduce((sum, line) => sum + line.quantity, 0);
    if (quantity === 0) return [];
    const titles = projects.filter((project) => linesOfProject(entry, project).some(isOfIt)).map(({ title }) => title);
    const project = titles.length > namedProjects ? fill(texts.several, { count: String(titles.length) }) : list.format(titles);
    return [fill(texts[effect], { quantity: formatCount(quantity), project })];
  });
  const sentence = fill(texts.sentence, { parts: list.format(parts) });
  const isWoodland = entry.lines.some(({ registry }) => registry === 'uk-land-carbon');
  return { may: [sentence, texts.always], mayNot: [...texts.not, ...(isWoodland ? [texts.wcc] : [])] };
}
