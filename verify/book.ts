import {
  broughtBy,
  certificateNumber,
  finalStatuses,
  type Issuance,
  isAboutEntry,
  type OperationKind,
  quantityIn,
  quantityOf,
  type RecordEntry,
  type RecordLine,
  retirementIn,
  type ServedOwner,
  type UnitStatus,
  unitsInBoth,
} from './entry.ts';
import { printSerial, serialsOf } from './serials.ts';
import { entryNamed, entryNumber } from './text.ts';

/** `to`: the state of units after an operation. `from`: the states in which it may find them. `only`: the issuance that they must have. */
type Move = { to: UnitStatus; from: readonly UnitStatus[]; only?: Issuance };
/** What each kind of entry does. Null: it moves nothing, or all its units are new, or each line states what becomes of its units. */
export const moves: Record<OperationKind, Move | null> = {
  receive: null,
  reserve: { to: 'Reserved', from: ['Held'] },
  release: { to: 'Held', from: ['Reserved', 'Assigned'] },
  assign: { to: 'Assigned', from: ['Held', 'Reserved'], only: 'expected' },
  transfer: { to: 'Transferred', from: ['Held', 'Reserved', 'Assigned'] },
  retire: { to: 'Retired', from: ['Held', 'Reserved', 'Assigned', 'Transferred'], only: 'issued' },
  cancel: { to: 'Cancelled', from: ['Held', 'Reserved', 'Assigned', 'Transferred'] },
  deliver: null,
  confirm: null,
  correct: null,
};
const withOwner: readonly UnitStatus[] = ['Reserved', 'Assigned', 'Transferred'];
/** What becomes of expected units that a delivery does not make issued ones. */
const ended: readonly UnitStatus[] = ['Delivered', 'Not delivered'];

/** The state of units. `owner`: the entry of the reservation, assignment or transfer that they belong to; null: they belong to none. */
type State = { status: UnitStatus; issuance: Issuance; owner: number | null };
/** The state of each serial of a batch: ranges in order, without gaps. */
export type StateRanges = ({ first: number; last: number } & State)[];

/**
 * The book, rebuilt from the entries of the log alone. It finds an entry that contradicts those before it: units received twice or
 * under serials that their registry does not write, sums that are wrong, units moved that are not there, are in a final state, belong
 * to another entry, or are expected and retired, units confirmed that were not retired, and a time before that of the entry before.
 */
export class Replay {
  /** The state of every unit after the entries so far, by batch. */
  readonly batches = new Map<number, StateRanges>();
  /** The line with which each batch was received, and its project, by its identity. */
  readonly #facts = new Map<number, RecordLine & { projectId: number }>();
  /** The units of each retirement, and the ranges of them that were confirmed, each with the index of the confirmation. */
  readonly #retirements = new Map<number, { lines: RecordLine[]; confirmed: (RecordLine & { entry: number })[] }>();
  readonly #corrected = new Set<number>();
  #time = '';
  /** All units received so far, by registry, numbering and numbers, whatever the spelling of their entries: ranges in order. */
  readonly #received = new Map<string, { first: number; last: number; entry: number }[]>();
  /** How many entries of earlier logs were lost. The numbers of their certificates are not given again. */
  #lost = 0;

  /** Applies the next entry as `readEntry` reads it. Returns what is wrong with it, in a sentence; null if nothing is. */
  add(index: number, entry: RecordEntry | undefined): string | null {
    const wrong = entry ? this.#apply(index, entry) : 'cannot be read';
    return wrong && `Entry ${entryNumber(index)} ${wrong}`;
  }

  /** Returns what is wrong with an entry, in words that follow its number; null if nothing is. So does each method that it calls. */
  #apply(index: number, entry: RecordEntry): string | null {
    const wrong = findWrongSum(entry) ?? this.#continueLog(index, entry) ?? this.#findWrongCertificate(index, entry);
    if (wrong) return wrong;
    if (entry.lines.length === 0 && !isAboutEntry(entry)) return 'moves no units';
    if (entry.refersTo !== null && entry.refersTo >= index) return `is about ${entryNamed(entry.refersTo)}, which is not before it`;
    // Times are written in one way (`isTime`), in which the order of letters is that of time.
    if (entry.time < this.#time) return `is of ${entry.time}, before the entry before it`;
    this.#time = entry.time;
    for (const line of broughtBy(entry)) {
      const projectId = projectOf(entry, line);
      if (projectId === undefined) return 'does not say of which project its units are';
      const refused = this.#receive(index, entry.kind, { ...line, projectId });
      if (refused) return refused;
    }
    const misplaced = [...entry.lines, ...(entry.confirmed ?? [])].find((line) => {
      const facts = this.#facts.get(line.batch);
      return facts && facts.projectId !== projectOf(entry, line);
    });
    if (misplaced) return `says that batch ${misplaced.batch} is of another project than it was received for`;
    if (entry.certificate) this.#retirements.set(index, { lines: retirementIn(entry).lines, confirmed: [] });
    if (entry.kind === 'receive') return null;
    if (isAboutEntry(entry)) return this.#refer(index, entry);
    return entry.kind === 'deliver' ? this.#deliver(index, entry) : this.#moveAll(index, entry);
  }

  /** Returns the state that serials of a batch are all in; undefined if there are several, or the batch does not have all of them. */
  stateOf({ batch, first, last }: { batch: number; first: number; last: number }): Readonly<State> | undefined {
    const ranges = this.batches.get(batch) ?? [];
    const range = ranges[placeOf(ranges, first)];
    return range && range.first <= first && last <= range.last ? range : undefined;
  }

  /** Returns how many units are in each state. */
  unitsByStatus(): Map<UnitStatus, number> {
    const units = new Map<UnitStatus, number>();
    for (const ranges of this.batches.values())
      for (const range of ranges) units.set(range.status, (units.get(range.status) ?? 0) + quantityOf(range));
    return units;
  }

  /** If the entry continues a log that lost some entries, notes how many. */
  #continueLog(index: number, { kind, continues }: RecordEntry): string | null {
    if (!continues) return null;
    if (kind !== 'correct' || continues.kept !== index || continues.size < index) return `does not continue the log ${continues.log}`;
    this.#lost += continues.size - index;
    return null;
  }

  #findWrongCertificate(index: number, { kind, lines, certificate }: RecordEntry): string | null {
    const isRetirement = kind === 'retire' || lines.some(({ status }) => status === 'Retired');
    if (certificate === (isRetirement ? certificateNumber(index + 1 + this.#lost) : undefined)) return null;
    return certificate === undefined ? 'has no certificate' : `has the certificate ${certificate}, which is not its own`;
  }

  #receive(index: number, kind: OperationKind, line: RecordLine & { projectId: number }): string | null {
    const { batch, first, last, issuance } = line;
    if (this.batches.has(batch)) return `receives batch ${batch} a second time`;
    const serials = serialsOf(line);
    if ('refusal' in serials) return `receives ${printSerial(line)}, which its registry does not write`;
    const numbering = `${serials.registry} ${serials.numbering}`;
    const ranges = this.#received.get(numbering) ?? [];
    this.#received.set(numbering, ranges);
    // They do not overlap: if any shares a unit with these, so does the first that does not end before them.
    const place = placeOf(ranges, first);
    const next = ranges[place];
    if (next && next.first <= last) return `receives ${printSerial(line)}, some of which ${entryNamed(next.entry)} received`;
    ranges.splice(place, 0, { first, last, entry: index });
    // The delivery itself owns the units that it brings, until one of its lines says whose they are.
    this.batches.set(batch, [{ first, last, status: 'Held', issuance, owner: kind === 'deliver' ? index : null }]);
    this.#facts.set(batch, line);
    return null;
  }

  #moveAll(index: number, { kind, lines, refersTo }: RecordEntry): string | null {
    const move = moves[kind];
    if (!move) return 'does not say what becomes of its units';
    const { to: status, from, only } = move;
    for (const line of lines) {
      const found = this.#find(line);
      if (typeof found === 'string') return found;
      if (only !== undefined && line.issuance !== only) return `${kind}s ${line.issuance} units`;
      if (found.some(({ issuance }) => issuance !== line.issuance)) return `calls units ${line.issuance} that are not`;
      if (found.some(({ owner }) => owner !== refersTo)) return 'moves units of another owner';
      const other = found.find((units) => !from.includes(units.status));
      if (other) return `moves units that are ${other.status}`;
      this.#set(line, { status, issuance: line.issuance, owner: withOwner.includes(status) ? index : null });
    }
    return null;
  }

  /** Notes a correction or a confirmation, which moves nothing. */
  #refer(index: number, { kind, lines, refersTo, continues, confirmed = [] }: RecordEntry): string | null {
    if (lines.length > 0) return 'does not say what becomes of its units';
    if ((refersTo === null) !== (continues !== undefined)) return 'does not say which entry it is about';
    // Only a correction that continues a log refers to no entry.
    const about = refersTo ?? index;
    if (kind === 'correct') {
      this.#corrected.add(about);
      return null;
    }
    const retirement = this.#retirements.get(about);
    if (!retirement || confirmed.length === 0) return 'confirms no retirement';
    for (const line of confirmed) {
      const retired = retirement.lines.filter(({ issuance }) => issuance === line.issuance);
      if (retired.reduce((sum, one) => sum + unitsInBoth(one, line), 0) !== quantityOf(line))
        return `confirms units that ${entryNamed(about)} did not retire`;
      const differs = this.#findOtherFact(line);
      if (differs) return differs;
      const before = retirement.confirmed.find((one) => unitsInBoth(one, line) > 0 && !this.#corrected.has(one.entry));
      if (before) return `confirms units that ${before.entry === index ? 'it' : entryNamed(before.entry)} confirms already`;
      retirement.confirmed.push({ ...line, entry: index });
    }
    return null;
  }

  #deliver(index: number, entry: RecordEntry): string | null {
    const brought = new Set(entry.received?.map(({ batch }) => batch));
    // The expected units, and those of them that were delivered, by their owner before; and the issued units, by their owner after.
    const [expected, delivered, given] = [new UnitsByOwner(), new UnitsByOwner(), new UnitsByOwner()];
    for (const line of entry.lines) {
      const { batch, issuance, status, owner = null } = line;
      if (!status) return 'does not say what becomes of its units';
      const found = this.#find(line);
      if (typeof found === 'string') return found;
      const isBrought = brought.has(batch);
      const canTake = (units: State) => (isBrought ? units.issuance === 'issued' && units.owner === index : units.issuance === 'expected');
      if (!found.every(canTake)) return `delivers units that are not ${isBrought ? 'issued, or twice' : 'expected'}`;
      if (issuance === 'expected' && (isBrought || !ended.includes(status))) return `leaves expected units ${status}`;
      if (owner !== null && !withOwner.includes(status)) return `gives ${status} units an owner`;
      if (!isBrought) {
        for (const units of found) {
          expected.add(units, quantityOf(units));
          if (status !== 'Not delivered') delivered.add(units, quantityOf(units));
        }
      }
      // Units that are retired at once were those of the assignment that the entry is about.
      const receiver: Pick<State, 'status' | 'owner'> =
        status === 'Retired' ? { status: 'Assigned', owner: entry.refersTo } : { status, owner };
      const keepsOwner = (units: State) => units.owner === receiver.owner && units.status === receiver.status;
      if (issuance === 'issued' && !isBrought && !found.every(keepsOwner)) return 'delivers units to another owner';
      if (issuance === 'issued') given.add(receiver, quantityOf(line));
      this.#set(line, { status, issuance, owner });
    }
    const [statedExpected, statedDelivered] = [new UnitsByOwner(), new UnitsByOwner()];
    for (const one of entry.owners ?? []) {
      statedExpected.add(one, one.expected);
      statedDelivered.add(one, one.delivered);
    }
    const isAsStated = statedExpected.equals(expected) && statedDelivered.equals(delivered);
    // Units beyond the expected ones, which `findWrongSum` has counted, belong to nobody, and `owners` does not have them.
    delivered.add({ status: 'Held', owner: null }, Math.max(0, entry.quantity - (entry.expected ?? 0)));
    if (!given.equals(delivered)) return 'delivers units to another owner';
    return isAsStated ? null : 'states other owners than those of the units that it delivers';
  }

  /** Returns the units of a line by their present states, or what is wrong with the line: a final state is one such fault. */
  #find(line: RecordLine): StateRanges | string {
    const { batch, first, last } = line;
    const differs = this.#findOtherFact(line);
    if (differs) return differs;
    const ranges = this.batches.get(batch) ?? [];
    const found = ranges
      .slice(placeOf(ranges, first), placeOf(ranges, last) + 1)
      .filter((range) => range.first <= last)
      .map((range) => ({ ...range, first: Math.max(range.first, first), last: Math.min(range.last, last) }));
    if (quantityIn(found) !== quantityOf(line)) return `moves serials that batch ${batch} does not have`;
    const over = found.find(({ status }) => finalStatuses.includes(status));
    return over ? `moves units that are ${over.status}` : found;
  }

  /** Compares the facts of a line with those with which its batch was received. */
  #findOtherFact(line: RecordLine): string | null {
    const facts = this.#facts.get(line.batch);
    if (!facts) return `is about batch ${line.batch}, which was never received`;
    const differs = (['registry', 'series', 'vintageStart', 'vintageEnd', 'unitType'] as const).find((fact) => line[fact] !== facts[fact]);
    return differs ? `states another ${differs} of batch ${line.batch} than it was received with` : null;
  }

  /** Gives the units of a line a state. The batch must have all of them (`#find`). */
  #set({ batch, first, last }: RecordLine, state: State): void {
    const ranges = this.batches.get(batch) ?? [];
    const [from, to] = [placeOf(ranges, first), placeOf(ranges, last)];
    const [before, after] = [ranges[from], ranges[to]];
    // The neighbours on both sides may be in the same state.
    const [start, end] = [Math.max(from - 1, 0), to + 2];
    const changed = [
      ...ranges.slice(start, from),
      ...(before && before.first < first ? [{ ...before, last: first - 1 }] : []),
      { first, last, ...state },
      ...(after && after.last > last ? [{ ...after, first: last + 1 }] : []),
      ...ranges.slice(to + 1, end),
    ];
    ranges.splice(start, end - start, ...mergeNeighbours(changed));
  }
}

/** Returns the id of a line's project; undefined if neither entry nor line states one, or they state different ones. */
function projectOf({ project }: RecordEntry, line: RecordLine): number | undefined {
  const [id, other] = [project?.id ?? line.project?.id, line.project?.id ?? project?.id];
  return id === other ? id : undefined;
}

/** Compares the sums that an entry states with its lines. Returns what is wrong with the first that is; null if none is. */
function findWrongSum(entry: RecordEntry): string | null {
  const { kind, lines, received = [], confirmed = [], quantity } = entry;
  const wrong = [...lines, ...received, ...confirmed].find((line) => line.quantity !== quantityOf(line) || line.quantity < 1);
  if (wrong) return `says that ${printSerial(wrong)} are ${wrong.quantity} units`;
  const brought = new Set(received.map(({ batch }) => batch));
  const sums: [stated: number | undefined, counted: number][] =
    kind === 'deliver'
      ? [
          [quantity, quantityIn(lines.filter(({ issuance }) => issuance === 'issued'))],
          [entry.verified, quantity],
          [entry.expected, quantityIn(lines.filter(({ batch }) => !brought.has(batch)))],
          [quantityIn(received), quantityIn(lines.filter(({ batch }) => brought.has(batch)))],
        ]
      : [[quantity, quantityIn(lines)]];
  const differs = sums.find(([stated, counted]) => stated !== counted);
  return differs ? `states ${differs[0]} units, but its lines have ${differs[1]}` : null;
}

/** How many units each owner has, by the state that they are in. */
class UnitsByOwner {
  readonly #units = new Map<string, number>();

  add({ owner, status }: Pick<ServedOwner, 'owner' | 'status'>, units: number): void {
    const key = `${owner} ${status}`;
    this.#units.set(key, (this.#units.get(key) ?? 0) + units);
  }

  equals(other: UnitsByOwner): boolean {
    return [...this.#units.keys(), ...other.#units.keys()].every((key) => (this.#units.get(key) ?? 0) === (other.#units.get(key) ?? 0));
  }
}

/** Returns the place of the first of sorted ranges that ends at or after a serial. */
function placeOf(ranges: readonly { last: number }[], serial: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.last ?? Infinity) >= serial) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Merges sorted ranges with neighbours in the same state. */
function mergeNeighbours(ranges: StateRanges): StateRanges {
  const merged: StateRanges = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    const isSame = before && before.status === range.status && before.issuance === range.issuance && before.owner === range.owner;
    if (isSame && before.last + 1 === range.first) before.last = range.last;
    else merged.push({ ...range });
  }
  return merged;
}
