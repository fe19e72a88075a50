import type { Memory } from '#server/domain/record/audit/compare-entry.ts';
import type { StoredHolding } from '#server/domain/record/audit/stored-rows.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import type { Replay } from '#verify/book.ts';
import { quantityIn } from '#verify/serials.ts';

type Serials = { batch: number; first: number; last: number };
type Changed = {
  /** The holdings that begin with the entry, and those that end with it, in the order of batches and serials. */
  begun: readonly StoredHolding[];
  ended: readonly StoredHolding[];
  createdAt: number;
  /** The book after the entry. */
  replay: Replay;
  memory: Memory;
};

/**
 * Compares the holdings that begin and end with an entry with what the entry did. Those that begin take the place of those that end, or
 * are all of a batch that is received; the entry's own units are in the state that it says, and others are as they were. So the live
 * holdings are right after each entry if they were before it, now and at every earlier moment.
 * @returns the first difference, in words; null if there is none.
 */
export function compareHoldings(index: number, entry: RecordEntry, { begun, ended, createdAt, replay, memory }: Changed): string | null {
  const own = merge(entry.lines);
  const received = merge(entry.kind === 'receive' ? entry.lines : (entry.received ?? []));
  const differs = (batch: number) => `The holdings of batch ${batch} that entry ${index} changed are not what it says`;
  const [taken, places] = [merge(begun), merge([...ended, ...received])];
  const misplaced = taken.find((range, at) => !areEqual(range, places[at])) ?? places[taken.length];
  if (misplaced) return differs(misplaced.batch);
  const overlapping = begun.find((row, at) => begun[at - 1]?.batch === row.batch && (begun[at - 1]?.last ?? -1) >= row.first);
  if (overlapping) return differs(overlapping.batch);
  const before = new Places(ended);
  const ofEntry = new Places(own);
  let moved = 0;
  for (const row of begun) {
    const state = replay.stateOf(row);
    if (!state || state.status !== row.status || state.issuance !== row.issuance || state.owner !== row.owner) return differs(row.batch);
    if (ofEntry.covering(row)) {
      moved += row.last - row.first + 1;
      const until = row.status === 'Reserved' ? memory.until.get(row.owner ?? -1) : null;
      const isOwn = row.entry === index && row.until === until && row.since === createdAt;
      if (!isOwn) return differs(row.batch);
      continue;
    }
    const rest = before.covering(row);
    if (!rest || rest.entry !== row.entry || rest.until !== row.until || rest.since !== row.since) return differs(row.batch);
    if (rest.status !== row.status || rest.issuance !== row.issuance || rest.owner !== row.owner) return differs(row.batch);
  }
  const early = ended.find((row) => row.begun >= index);
  if (early) return differs(early.batch);
  const stated = quantityIn(own);
  return moved === stated ? null : differs(own[0]?.batch ?? 0);
}

/** Ranges of serials, in order and apart. */
class Places<Range extends Serials> {
  readonly #byBatch: Map<number, Range[]>;
  constructor(ranges: readonly Range[]) {
    this.#byBatch = Map.groupBy(ranges, ({ batch }) => batch);
  }

  /** Returns the range that has all of these serials; undefined if none has. */
  covering({ batch, first, last }: Serials): Range | undefined {
    const ranges = this.#byBatch.get(batch) ?? [];
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle]?.last ?? Infinity) >= first) high = middle;
      else low = middle + 1;
    }
    const range = ranges[low];
    return range && range.first <= first && last <= range.last ? range : undefined;
  }
}

/** Returns ranges in order, with neighbours made one. */
function merge(ranges: readonly Serials[]): Serials[] {
  const merged: Serials[] = [];
  for (const { batch, first, last } of ranges.toSorted((a, b) => a.batch - b.batch || a.first - b.first)) {
    const before = merged.at(-1);
    if (before?.batch === batch && before.last + 1 === first) before.last = last;
    else merged.push({ batch, first, last });
  }
  return merged;
}

function areEqual(range: Serials, other: Serials | undefined): boolean {
  return range.batch === other?.batch && range.first === other.first && range.last === other.last;
}
