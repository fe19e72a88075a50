import { createHash } from 'node:crypto';
import { currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readRoot } from '#server/domain/record/log/read-log.ts';
import { query } from '#server/platform/database/query.ts';
import { areEqual } from '#src/lib/record-log/bytes.ts';
import { readCheckpoint } from '#src/lib/record-log/note.ts';
import { type RecordEntry, recordEntry, type UnitStatus } from '#src/schemas/record.ts';

/** What an audit found: the first difference in words, or none. */
export type AuditResult = { entries: number; batches: number; units: number; difference: string | null };

const batchSize = 5_000;
const states: Partial<Record<RecordEntry['kind'], UnitStatus>> = {
  receive: 'Held',
  reserve: 'Reserved',
  release: 'Held',
  transfer: 'Transferred',
  retire: 'Retired',
  cancel: 'Cancelled',
};

/** Ranges of serials with their state, in order and without gaps. */
type Ruler = { first: number; last: number; status: UnitStatus }[];

/**
 * Works everything out anew from the entries alone: the tree and its root, which unit of which batch is in which state, and
 * what each project has on sale; and compares it with what is stored.
 * @throws the driver's error.
 */
export async function audit(): Promise<AuditResult> {
  const rulers = new Map<number, Ruler>();
  const tree = new GrowingTree();
  let entries = 0;
  const done = (difference: string | null): AuditResult => ({
    entries,
    batches: rulers.size,
    units: [...rulers.values()].flat().reduce((sum, { first, last }) => sum + last - first + 1, 0),
    difference,
  });

  for (;;) {
    const rows = await query<{ index: number; entry: Buffer; leafHash: Buffer }[]>`
      select index::float8 as index, entry, leaf_hash from record_entries where index >= ${entries} order by index limit ${batchSize}
    `;
    for (const { index, entry: bytes, leafHash: stored } of rows) {
      if (index !== entries) return done(`Entry ${entries} is missing`);
      entries += 1;
      const leaf = hash(leafPrefix, bytes);
      if (!leaf.equals(stored)) return done(`The hash of entry ${index} is not that of its bytes`);
      tree.add(leaf);
      const difference = apply(index, bytes, rulers);
      if (difference) return done(difference);
    }
    if (rows.length < batchSize) break;
  }
  if (entries === 0) return done(null);

  const root = tree.root();
  if (!areEqual(root, await readRoot(entries))) return done('The root of the stored tree is not that of the entries');
  const checkpoint = await currentCheckpoint();
  const signed = checkpoint && readCheckpoint(checkpoint.note)?.checkpoint;
  if (!signed || (signed.size === entries && !areEqual(signed.root, root))) return done('The newest checkpoint is not over these entries');
  return done((await compareBook(rulers)) ?? (await compareCatalogue(rulers)));
}

function apply(index: number, bytes: Buffer, rulers: Map<number, Ruler>): string | null {
  let entry: RecordEntry;
  try {
    entry = recordEntry.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return `Entry ${index} cannot be read`;
  }
  const status = states[entry.kind];
  if (!status) return null;
  for (const { batch, first, last } of entry.lines) {
    if (entry.kind === 'receive') {
      if (rulers.has(batch)) return `Entry ${index} receives batch ${batch} a second time`;
      rulers.set(batch, [{ first, last, status }]);
      continue;
    }
    const ruler = rulers.get(batch);
    if (!ruler) return `Entry ${index} is about batch ${batch}, which was never received`;
    const moved = ruler.filter((range) => range.first <= last && range.last >= first);
    const covered = moved.reduce((sum, range) => sum + Math.min(range.last, last) - Math.max(range.first, first) + 1, 0);
    if (covered !== last - first + 1) return `Entry ${index} moves serials that batch ${batch} does not have`;
    if (moved.some((range) => range.status === 'Retired' || range.status === 'Cancelled'))
      return `Entry ${index} moves units that were retired or cancelled`;
    const rest = ruler.flatMap((range) => [
      ...(range.last < first || range.first > last ? [range] : []),
      ...(range.first < first && range.last >= first ? [{ ...range, last: first - 1 }] : []),
      ...(range.last > last && range.first <= last ? [{ ...range, first: last + 1 }] : []),
    ]);
    rulers.set(batch, joined([...rest, { first, last, status }]));
  }
  return null;
}

async function compareBook(rulers: Map<number, Ruler>): Promise<string | null> {
  const rows = await query<{ batch: number; first: number; last: number; status: UnitStatus }[]>`
    select batch_id as batch, lower(serials)::float8 as first, (upper(serials) - 1)::float8 as last, status
    from unit_holdings
    where ended_entry is null
    order by batch_id, serials
  `;
  const held = Map.groupBy(rows, ({ batch }) => batch);
  for (const batch of new Set([...rulers.keys(), ...held.keys()])) {
    const stored = joined((held.get(batch) ?? []).map(({ first, last, status }) => ({ first, last, status })));
    if (JSON.stringify(stored) !== JSON.stringify(rulers.get(batch) ?? [])) return `Batch ${batch} of the book is not what its entries say`;
  }
  return null;
}

async function compareCatalogue(rulers: Map<number, Ruler>): Promise<string | null> {
  const rows = await query<{ batch: number; slug: string; availableCredits: number }[]>`
    select batch.id as batch, project.slug, project.available_credits
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
  `;
  for (const [slug, batches] of Map.groupBy(rows, (row) => row.slug)) {
    const held = batches.flatMap(({ batch }) => rulers.get(batch) ?? []).filter(({ status }) => status === 'Held');
    const worked = held.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const stated = batches[0]?.availableCredits;
    if (Math.min(worked, 2_147_483_647) !== stated) return `The catalogue has ${stated} credits of ${slug}, the entries ${worked}`;
  }
  return null;
}

/** Neighbours in one state as one range. */
function joined(ranges: Ruler): Ruler {
  const whole: Ruler = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = whole.at(-1);
    if (before && before.status === range.status && before.last + 1 === range.first) before.last = range.last;
    else whole.push({ ...range });
  }
  return whole;
}

/** The tree over leaves that come one after the other: the hashes of the complete subtrees on its right edge. */
class GrowingTree {
  readonly #edge: { level: number; hash: Buffer }[] = [];

  add(leaf: Buffer): void {
    let grown = { level: 0, hash: leaf };
    for (let last = this.#edge.at(-1); last?.level === grown.level; last = this.#edge.at(-1)) {
      this.#edge.pop();
      grown = { level: grown.level + 1, hash: hash(nodePrefix, last.hash, grown.hash) };
    }
    this.#edge.push(grown);
  }

  root(): Buffer {
    const [last, ...others] = this.#edge.toReversed();
    if (!last) throw new RangeError('An empty tree');
    return others.reduce((whole, subtree) => hash(nodePrefix, subtree.hash, whole), last.hash);
  }
}

/** RFC 6962, section 2.1: what a leaf's hash and a node's begin with. */
const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);

/** Node's own, which waits for nothing: src/lib/record-log has the browser's. */
function hash(...parts: Buffer[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
