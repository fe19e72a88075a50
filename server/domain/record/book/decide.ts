import { projectsMeantBy, severalMeant } from '#server/domain/projects/find.ts';
import { listCertificates } from '#server/domain/record/read/certificates.ts';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import type { Transaction } from '#server/platform/database/query.ts';
import { type ChosenUnits, facts, longestReservationDays, type Operation, type OperationRequest } from '#shared/schemas/record.ts';
import {
  confirmationsOf,
  correctionsOf,
  type Issuance,
  type NamedProject,
  publicFacts,
  quantityIn,
  quantityOf,
  type RecordEntry,
  type RecordLine,
  unitsInBoth,
} from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import type { statusAfter } from './apply-entry.ts';
import { deliver, receive } from './incoming-units.ts';
import { type Decision, type DecisionContext, invalid, RecordProblem, unavailable } from './operation.ts';
import { lineOf, type PickedOfProject, pickUnits, type SerialRange, sourceOf } from './pick-units.ts';

/**
 * Decides what the entries of operations say: of a single operation of any kind, or of several that receive units. Several need no more SQL
 * statements than a single one, apart from the search for each project that they name. The log must be locked.
 * @throws RecordProblem if an operation is rejected, without saying which of several.
 */
export async function decide(context: DecisionContext, operations: readonly Operation[]): Promise<Decision[]> {
  const { transaction } = context;
  const list = await withFoundSlugs(transaction, operations);
  const [first] = list;
  if (!first) return [];
  switch (first.kind) {
    case 'receive':
      return receive(
        transaction,
        list.map(({ request }) => request as OperationRequest<'receive'>),
      );
    case 'deliver':
      return [await deliver(context, first.request)];
    case 'confirm':
      return [await confirm(context, first.request)];
    case 'correct':
      return [await correct(transaction, first.request)];
  }
  if (first.kind === 'reserve') await assertUntil(transaction, first.request.until);
  return [movementOf(first.kind, first.request, await pickUnits(context, first.request, issuanceMoved[first.kind]))];
}

/**
 * Returns operations in which slugs stand in place of all references to projects. The slugs are those of this moment: the lock of the log
 * does not keep them from changing. The hash of a request is made from what was sent, so it does not depend on what a project is called.
 * @throws RecordProblem for a reference that means several projects, and as `mapReferences`.
 */
async function withFoundSlugs(db: Transaction, list: readonly Operation[]): Promise<Operation[]> {
  const searches = new Map<string, ReturnType<typeof projectsMeantBy>>();
  const slugOf = async (reference: string, field: string) => {
    const search = searches.get(reference) ?? projectsMeantBy(reference, db, 'ours first');
    searches.set(reference, search);
    const [project, ...more] = await search;
    if (more.length > 0) throw new RecordProblem('record_unknown', severalMeant(reference, await search), field);
    return project?.slug ?? reference;
  };
  return Promise.all(list.map((operation) => mapReferences(operation, slugOf)));
}

/**
 * Returns an operation with what `replace` returns, such as a slug, in place of each reference to a project in a field of the request.
 * @throws RecordProblem for two references to one project; whatever `replace` throws.
 */
export async function mapReferences(
  { kind, request }: Operation,
  replace: (reference: string, field: string) => Promise<string>,
): Promise<Operation> {
  // Some kinds have one of these fields, others neither.
  const { project, projects } = request as ChosenUnits;
  const shares = await Promise.all((projects ?? []).map(async (one) => ({ ...one, project: await replace(one.project, 'projects') })));
  if (new Set(shares.map((one) => one.project)).size < shares.length) throw invalid('names a project twice', 'projects');
  const replaced = { ...(project && { project: await replace(project, 'project') }), ...(projects && { projects: shares }) };
  return { kind, request: { ...request, ...replaced } } as Operation;
}

type MoveKind = Exclude<keyof typeof statusAfter, 'receive'>;
/** The issuance that some kinds of operations move. Only units of it are picked by quantity; named units of the other are refused. */
const issuanceMoved: Partial<Record<MoveKind, Issuance>> = { assign: 'expected', retire: 'issued' };

/** @throws RecordProblem for expected units that would be retired, issued ones that would be assigned, and as `assertSinceVintage`. */
function movementOf(kind: MoveKind, chosen: ChosenUnits & Retired, picked: readonly PickedOfProject[]): Decision {
  assertSinceVintage(chosen, picked);
  const moved = issuanceMoved[kind];
  const other = moved && picked.find(({ issuance }) => issuance !== moved);
  if (other) {
    const units = `${other.first} to ${other.last} of batch ${other.batch} are ${other.issuance}`;
    const field = chosen.serials && 'serials';
    throw moved === 'issued'
      ? new RecordProblem('units_not_claimable', `${units}: nothing has been issued yet`, field)
      : unavailable(`${units}: transfer them, only expected units are assigned`, field);
  }
  return { entry: { ...listedUnits(picked), refersTo: sourceOf(chosen).owner } };
}

type Retired = { registryRetiredOn?: string | undefined };

/** @throws RecordProblem if the registry is said to have retired units before their vintage began. */
function assertSinceVintage({ registryRetiredOn: day }: Retired, units: readonly Omit<RecordLine, 'status' | 'owner'>[]): void {
  const later = units.find(({ vintageStart }) => day !== undefined && day < vintageStart);
  if (later) throw invalid(`is ${day}, before the vintage of ${printSerial(later)} began, on ${later.vintageStart}`, 'registryRetiredOn');
}

/** Returns units as an entry lists them: if all are of one project, it stands at the entry, and otherwise at each line. */
function listedUnits(picked: readonly PickedOfProject[]): Pick<RecordEntry, 'project' | 'lines'> {
  const project = picked[0]?.project ?? null;
  if (picked.every((units) => units.project.id === project?.id)) return { project, lines: picked.map(lineOf) };
  return { project: null, lines: picked.map((units) => ({ ...lineOf(units), project: units.project })) };
}

/** @throws RecordProblem unless a reservation may last until this day. */
async function assertUntil(transaction: Transaction, until: string): Promise<void> {
  const [{ today, latest }] = await transaction<[{ today: string; latest: string }]>`
    select today, today + ${longestReservationDays}::integer as latest
    from (select (now() at time zone 'Europe/London')::date as today) as london
  `;
  if (until < today || until > latest) throw invalid(`A reservation lasts until a day from ${today} to ${latest}`, 'until');
}

async function correct(transaction: Transaction, { entry: corrected }: OperationRequest<'correct'>): Promise<Decision> {
  const [known] = await transaction`select from record_entries where index = ${corrected}`;
  if (!known) throw new RecordProblem('record_unknown', (entry) => `There is no ${entry(corrected)}`, 'entry');
  const [project = null, ...others] = await transaction<NamedProject[]>`
    select project.id, project.slug, project.title, project.external_id as registry_id
    from record_entry_projects as about
    join carbon_projects as project on project.id = about.project_id
    where about.entry_index = ${corrected}
  `;
  return { entry: { project: others.length > 0 ? null : project, refersTo: corrected } };
}

/**
 * Adds to a retirement what its registry shows. Moves nothing. A unit is confirmed once, and again only if its confirmation was corrected.
 * @throws RecordProblem if units are not of this retirement, are of several registries or are confirmed, or if the retirement states other
 * facts and was not corrected.
 */
async function confirm({ transaction, time }: DecisionContext, request: OperationRequest<'confirm'>): Promise<Decision> {
  const { certificate } = request;
  const [found] = await listCertificates([certificate], transaction);
  if (!found) throw new RecordProblem('record_unknown', `The record has no certificate ${certificate}`, 'certificate');
  const { index, entry: retirement } = found;
  const confirmed = confirmedLines(retirement, request.serials);
  const [again] = confirmedParts(found, confirmed);
  if (again)
    throw unavailable(
      (named) => `${printSerial(again.part)}: confirmed with ${named(again.index)}. If that is wrong, correct ${named(again.index)} first`,
      'serials',
    );
  assertSinceVintage(request, confirmed);
  const contradiction = registryContradiction(found, request);
  if (contradiction) throw contradiction;
  const checkedOn = request.checkedOn ?? time.slice(0, 10);
  return { entry: { project: retirement.project, refersTo: index, confirmed, checkedOn } };
}

/** Returns the parts of a retirement's units that are confirmed, each with its confirmation. One that was corrected does not count. */
export function confirmedParts<Units extends SerialRange>({ index, related }: ReadEntry, units: readonly Units[]) {
  const valid = confirmationsOf(index, related).filter(({ corrections }) => corrections.length === 0);
  return valid.flatMap(({ index: confirmation, entry }) => {
    const parts = units.flatMap((range) => (entry.confirmed ?? []).flatMap((shown) => partWithin(range, shown)));
    return parts.map((part) => ({ index: confirmation, entry, part }));
  });
}

/** The facts that both a retirement and its confirmation may state. */
const statedTwice = publicFacts.filter((name) => 'retire' in facts[name].of && 'confirm' in facts[name].of);

/**
 * Returns the problem, with its remedy, of a retirement that states a fact differently from what its registry shows; undefined if both
 * agree, or if the retirement was corrected.
 */
export function registryContradiction(
  { index, entry, related }: ReadEntry,
  shown: { [Field in (typeof statedTwice)[number]]?: string | undefined },
): RecordProblem | undefined {
  const field = statedTwice.find((name) => entry[name] !== undefined && shown[name] !== undefined && entry[name] !== shown[name]);
  if (field === undefined || correctionsOf(index, related).length > 0) return undefined;
  const differs = `is ${shown[field]}, and ${entry.certificate} says ${entry[field]}`;
  return invalid((named) => `${differs}: if the registry is right, correct ${named(index)} first`, field);
}

/**
 * Returns the units of a retirement that `ranges` name, or all of its units.
 * @throws RecordProblem if `ranges` name other units, or some twice, or if several registries issued the units: a confirmation is by one.
 */
function confirmedLines(retirement: RecordEntry, ranges: readonly SerialRange[] | undefined): RecordLine[] {
  const lines = ranges?.flatMap((range) => linesWithin(retirement, range)) ?? retirement.lines;
  const twice = lines.find((line, at) => lines.slice(0, at).some((other) => unitsInBoth(line, other) > 0));
  if (twice) throw invalid(`names ${printSerial(twice)} twice`, 'serials');
  const byRegistry = [...Map.groupBy(lines, ({ registry }) => registry)];
  if (byRegistry.length === 1) return lines;
  const ways = byRegistry.map(([registry, some]) => {
    return `serials=${some.map(({ batch, first, last }) => `${batch}:${first}-${last}`).join(',')} of ${registryName(registry)}`;
  });
  const state = ranges ? 'are' : 'is missing, and the units are';
  throw invalid(`${state} of several registries: ${ways.join('; or ')}`, 'serials');
}

/** Returns the units of a retirement in a range. @throws RecordProblem unless all units of the range were retired with it. */
function linesWithin({ lines, certificate }: RecordEntry, range: SerialRange): RecordLine[] {
  const parts = lines.flatMap((line) => partWithin(line, range));
  if (quantityIn(parts) === quantityOf(range)) return parts;
  const text = `${range.first} to ${range.last} of batch ${range.batch} are not retired with ${certificate}, or not all of them`;
  throw unavailable(text, 'serials');
}

/** Returns the part of some units that lies in a range, or nothing. */
function partWithin<Units extends SerialRange>(units: Units, { batch, first, last }: SerialRange): (Units & { quantity: number })[] {
  const part = { first: Math.max(units.first, first), last: Math.min(units.last, last) };
  return units.batch === batch && part.first <= part.last ? [{ ...units, ...part, quantity: quantityOf(part) }] : [];
}
