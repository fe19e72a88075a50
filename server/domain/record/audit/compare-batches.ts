import type { Transaction } from '#server/platform/database/transaction.ts';
import type { RecordEntry, RecordLine } from '#src/schemas/record.ts';
import type { Replay } from '#verify/book.ts';
import { findRegistry } from '#verify/registries.ts';
import { readSerial, serialsOf } from '#verify/serials.ts';

/** What entries said of a batch. */
type Facts = {
  line: RecordLine;
  entry: number;
  project: RecordEntry['project'];
  serialText: string | null;
  isFromDelivery: boolean;
  registryUrl: string | null;
};

/** The facts of batches, as entries give them one after the other. */
export class BatchFacts {
  readonly #facts = new Map<number, Facts>();

  add(index: number, entry: RecordEntry): void {
    const { kind, lines, received, verified = 0, project, serialText = null, registryUrl = null } = entry;
    const isFromDelivery = kind === 'deliver';
    for (const line of kind === 'receive' ? lines : (received ?? []))
      this.#facts.set(line.batch, { line, entry: index, project: line.project ?? project, serialText, isFromDelivery, registryUrl });
    // A delivery under the same serials may say where the registry shows the units now.
    if (!isFromDelivery || received || verified === 0 || registryUrl === null) return;
    for (const { batch } of lines) {
      const facts = this.#facts.get(batch);
      if (facts) facts.registryUrl = registryUrl;
    }
  }

  get(batch: number): Facts | undefined {
    return this.#facts.get(batch);
  }

  get count(): number {
    return this.#facts.size;
  }
}

type StoredBatch = RecordLine & {
  numbering: string;
  serialText: string | null;
  registryUrl: string | null;
  entry: number;
  projectId: number;
  slugs: string[];
  registryId: string | null;
  availableCredits: number | null;
  unitsStatus: string | null;
};

/**
 * Compares every batch with the entry that received it, and what each project has on sale with what is Held of its batches.
 * @returns the first difference, in words; null if there is none.
 */
export async function compareBatches(db: Transaction, facts: BatchFacts, replay: Replay): Promise<string | null> {
  const rows = await db<StoredBatch[]>`
    select
      batch.id as batch, batch.registry, batch.series, batch.numbering, lower(batch.serials)::float8 as first,
      (upper(batch.serials) - 1)::float8 as last, (upper(batch.serials) - lower(batch.serials))::float8 as quantity,
      to_char(batch.vintage_start, 'YYYY-MM-DD') as vintage_start, to_char(batch.vintage_end, 'YYYY-MM-DD') as vintage_end,
      batch.unit_type, batch.issuance, batch.serial_text, batch.registry_url, batch.received_entry::float8 as entry,
      project.id as project_id, project.external_id as registry_id, project.available_credits, project.units_status,
      array[project.slug] || array(select slug from former_slugs where project_id = project.id) as slugs
    from credit_batches as batch
    left join carbon_projects as project on project.id = batch.project_id
    order by batch.id
  `;
  for (const row of rows) {
    const difference = compareBatch(row, facts.get(row.batch));
    if (difference) return difference;
  }
  if (rows.length !== facts.count) return `The entries have ${facts.count} batches, and ${rows.length} are stored`;
  for (const batches of Map.groupBy(rows, ({ projectId }) => projectId).values()) {
    const difference = compareProject(batches, replay);
    if (difference) return difference;
  }
  return null;
}

function compareBatch(stored: StoredBatch, facts: Facts | undefined): string | null {
  const { batch } = stored;
  if (!facts) return `Batch ${batch} is stored, and no entry received it`;
  const registry = findRegistry(facts.line.registry);
  const serials = registry && serialsOf(registry, facts.line.series, facts.line.first, facts.line.last);
  const numbering = serials && 'numbering' in serials ? serials.numbering : undefined;
  const expected = { ...facts.line, numbering, entry: facts.entry, registryUrl: facts.registryUrl };
  const differing = comparedColumns.find((column) => stored[column] !== expected[column]);
  if (differing) return `The ${differing} of batch ${batch} is ${stored[differing]}, and entry ${facts.entry} says ${expected[differing]}`;
  // A delivery keeps the serials as they were read, and not as they were written.
  const read = stored.serialText === null || !registry ? undefined : readSerial(stored.serialText, { registry });
  const isText =
    facts.isFromDelivery && read
      ? 'numbering' in read && read.numbering === numbering && read.first === stored.first && read.last === stored.last
      : stored.serialText === facts.serialText;
  if (!isText)
    return `The serial of batch ${batch} is written ${stored.serialText}, and entry ${facts.entry} says ${facts.serialText ?? 'nothing'}`;
  const { project } = facts;
  const isProject =
    project !== null &&
    (project.id === undefined
      ? stored.slugs.includes(project.slug) || (project.registryId !== null && project.registryId === stored.registryId)
      : project.id === stored.projectId);
  return isProject
    ? null
    : `Batch ${batch} is stored as of ${stored.slugs[0]}, and entry ${facts.entry} says ${project?.slug ?? 'no project'}`;
}

const comparedColumns = [
  'registry',
  'series',
  'numbering',
  'first',
  'last',
  'quantity',
  'vintageStart',
  'vintageEnd',
  'unitType',
  'issuance',
  'registryUrl',
  'entry',
] as const;

/** All of a project's batches are given. */
function compareProject(batches: readonly StoredBatch[], replay: Replay): string | null {
  const [{ slugs: [slug] = [], availableCredits, unitsStatus }] = batches as [StoredBatch];
  const units = { issued: 0, expected: 0 };
  for (const { batch } of batches)
    for (const { status, issuance, first, last } of replay.batches.get(batch) ?? [])
      if (status === 'Held') units[issuance] += last - first + 1;
  const held = Math.min(units.issued + units.expected, 2_147_483_647);
  if (held !== availableCredits) return `The catalogue has ${availableCredits} credits of ${slug}, but the entries give ${held}`;
  // With nothing on sale, what was stated stays.
  const status = units.expected > 0 ? 'expected' : held > 0 ? 'issued' : unitsStatus;
  return status === unitsStatus ? null : `The catalogue has ${unitsStatus} units of ${slug}, but the entries give ${status}`;
}
