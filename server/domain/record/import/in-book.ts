import { dependenceOf, findNew, type KeyedOperation } from '#server/domain/record/book/operate.ts';
import { columnsNamed, liveNamed, type PickedUnits, sayState, sourceOf } from '#server/domain/record/book/pick-units.ts';
import { query } from '#server/platform/database/query.ts';
import { plainName } from '#server/platform/tables/rows.ts';
import type { Operation, OperationRequest } from '#shared/schemas/record.ts';
import { quantityIn, type RecordLine, textFields } from '#verify/entry.ts';
import type { Serials } from '#verify/serials.ts';
import { entryNamed } from '#verify/text.ts';
import type { UnitField } from './unit-columns.ts';

/** Units in one state, and the certificate that they were retired with. */
export type FoundUnits = PickedUnits & { certificate: string | null };

/** The part of a batch that a row names. */
export type NamedPart = Pick<
  RecordLine,
  'batch' | 'registry' | 'series' | 'first' | 'last' | 'vintageStart' | 'vintageEnd' | 'unitType'
> & {
  /** The states that its units are in, in order of numbers. */
  units: FoundUnits[];
  project: string;
  /** The first number of the batch. */
  batchFirst: number;
};

/** A vintage of a project of which the book has units, in whatever state. */
export type VintageInBook = { project: string; registry: string; vintageStart: string; vintageEnd: string };

/** Returns the vintages that the book has of projects, by their slugs. */
export async function findVintages(slugs: readonly string[]): Promise<VintageInBook[]> {
  return query<VintageInBook[]>`
    select distinct project.slug as project, batch.registry, batch.vintage_start, batch.vintage_end
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where project.slug = any(${slugs}::text[])
  `;
}

/** How many rows are looked up at once. */
const chunk = 5_000;

/** Returns, for each range of units, the parts of it that the book has, in order of numbers. */
export async function findNamedParts(ranges: readonly Serials[]): Promise<NamedPart[][]> {
  const found: NamedPart[][] = ranges.map(() => []);
  for (let start = 0; start < ranges.length; start += chunk) {
    const some = ranges.slice(start, start + chunk);
    const rows = await query<(FoundUnits & Pick<NamedPart, 'project' | 'batchFirst'> & { at: number })[]>`
      select
        named.at::int, project.slug as project, lower(batch.serials)::float8 as batch_first, certificate.number as certificate, ${columnsNamed}
      from unnest(
        ${some.map(({ registry }) => registry)}::text[], ${some.map(({ numbering }) => numbering)}::text[],
        ${some.map(({ first }) => first)}::bigint[], ${some.map(({ last }) => last)}::bigint[]
      ) with ordinality as named (registry, numbering, first, last, at)
      -- One search of the index for each row: joined as tables, every row may meet every batch of its numbering.
      cross join lateral (
        select *
        from credit_batches
        where registry = named.registry and numbering = named.numbering and serials && int8range(named.first, named.last, '[]')
        offset 0
      ) as batch
      join carbon_projects as project on project.id = batch.project_id
      join ${liveNamed}
      left join record_certificates as certificate on certificate.entry_index = held.entry_index and held.status = 'Retired'
      order by named.at, first
    `;
    for (const { at, project, batchFirst, ...units } of rows) {
      const parts = found[start + at - 1] ?? [];
      const before = parts.at(-1);
      // Every serial of a batch lies in a live holding, so that these follow each other.
      if (before?.batch === units.batch) {
        before.last = units.last;
        before.units.push(units);
      } else parts.push({ ...units, project, batchFirst, units: [units] });
    }
  }
  return found;
}

/** An operation of a file with the parts of the book that its row names. */
export type RowOperation = KeyedOperation & { parts: readonly NamedPart[] };
type Refused<Row> = { of: Row; field: UnitField; reason: string };

/**
 * Checks whether operations of a file do not depend on each other, so that they can be carried out in pieces: if they receive units,
 * confirm retirements, or retire Held units, either all by serial or all by quantity.
 */
export function areIndependent(list: readonly KeyedOperation[]): boolean {
  const dependences = new Set(list.map(({ operation }) => dependenceOf(operation)));
  return !dependences.has('dependent') && !(dependences.has('by serial') && dependences.has('by quantity'));
}

/**
 * Finds, in a few queries, the operations of a file that the book as it is now refuses, so that nothing of the file is stored. An operation
 * that was carried out before under the same key is not refused. One that depends on others of the file may be refused later, when it is
 * carried out.
 */
export async function findRefused<Row extends RowOperation>(list: readonly Row[]): Promise<Refused<Row>[]> {
  const rows = await findNew(list);
  const rowsOf = (dependence: ReturnType<typeof dependenceOf>) => rows.filter(({ operation }) => dependenceOf(operation) === dependence);
  const received = rowsOf('receive').filter(({ parts }) => parts.length > 0);
  return [
    ...received.map((row) => ({ of: row, field: 'serial' as const, reason: 'Some of these serials have already been received' })),
    ...findUnavailable(rowsOf('by serial')),
    ...(await findTooMany(rowsOf('by quantity'))),
  ];
}

function findUnavailable<Row extends RowOperation>(rows: readonly Row[]): Refused<Row>[] {
  return rows.flatMap((of) => {
    const wrong = of.parts.flatMap(({ units }) => units).find(({ status, issuance }) => status !== 'Held' || issuance !== 'issued');
    if (!wrong) return [];
    const { first, last, batch, status } = wrong;
    const expected = `${first} to ${last} of batch ${batch} are expected: nothing has been issued yet`;
    const reason = status === 'Held' ? expected : `Not Held: ${sayState(wrong)}`;
    return [{ of, field: 'serial' as const, reason }];
  });
}

async function findTooMany<Row extends RowOperation>(rows: readonly Row[]): Promise<Refused<Row>[]> {
  const asked = rows.map((of) => {
    const { project = '', quantity = 0 } = of.operation.request as RetireRequest;
    return { of, project, quantity };
  });
  const held = await query<{ slug: string; units: number }[]>`
    select slug, record_for_sale(id, 'issued')::float8 as units
    from carbon_projects
    where slug = any(${[...new Set(asked.map(({ project }) => project))]}::text[])
  `;
  const left = new Map(held.map(({ slug, units }) => [slug, units]));
  return asked.flatMap(({ of, project, quantity }) => {
    const there = left.get(project) ?? 0;
    left.set(project, there - quantity);
    if (quantity <= there) return [];
    const units = held.find(({ slug }) => slug === project)?.units ?? 0;
    const reason = `Only ${units} issued units of ${project} are Held${there < units ? ', and this and the earlier rows take more' : ''}`;
    return [{ of, field: 'quantity' as const, reason }];
  });
}

/** A row that says what a retirement of the record says. `differs`: what it says otherwise, in words; empty: nothing. */
type RecordedRow<Row> = { of: Row; certificate: string; differs: string };

type RetireRequest = OperationRequest<'retire'>;
const comparedFacts = ['quantity', 'beneficiary', 'registryRetiredOn', 'registryRetirementId', 'purpose', 'note', 'owner'] as const;
type Fact = (typeof comparedFacts)[number];
/** What a row or a retirement says. Empty: it does not say so, or the text was erased. `owner`: the entry whose units it takes, if any. */
type Facts = Record<Fact, string>;
type Statement = { project: string; facts: Facts };
type Retirement = Statement & { certificate: string };

/**
 * Finds the rows of a list of retirements that the record has already: such a list grows, and is imported whole. The record has a row with
 * serials if one certificate has exactly its units. It has a row by quantity if a retirement that the operator made, alone or with a
 * delivery, says the same. Each such retirement stands for one row only, so that two equal rows need two retirements.
 *
 * A row that says almost the same may be an earlier row that was changed, or another retirement: only a person knows. Such a row is
 * returned with what differs, unless another row is that retirement. Either may lack a fact. Of the facts that both have these may differ:
 * - the purpose, the note, or both;
 * - if other rows of the list are on the record already, also any one fact alone.
 */
export async function findRecordedRows<Row extends { operation: Operation; parts: readonly NamedPart[] }>(
  rows: readonly Row[],
): Promise<RecordedRow<Row>[]> {
  const asked = rows.flatMap((row) => (row.operation.kind === 'retire' ? [{ row, request: row.operation.request }] : []));
  const named = asked.filter(({ request }) => request.serials);
  const counted = asked.filter(({ request }) => !request.serials).map(({ row, request }) => ({ row, ...statementIn(request) }));
  const certificates = named.map(({ row }) => certificateOf(row.parts));
  const found = await findSameRetirements(counted, certificates);
  const byNumber = new Map(found.map((one) => [one.certificate, one]));
  const recorded: RecordedRow<Row>[] = named.flatMap(({ row, request }, at) => {
    const retirement = byNumber.get(certificates[at] ?? '');
    const quantity = String(quantityIn(request.serials ?? []));
    if (!retirement || quantity !== retirement.facts.quantity) return [];
    // The units say whose they were.
    const facts = { ...factsOf(request, null), quantity, owner: retirement.facts.owner };
    return [{ of: row, certificate: retirement.certificate, differs: sayDifferences(facts, retirement.facts) }];
  });

  const used = new Set(recorded.map(({ certificate }) => certificate));
  /** Takes the first of some retirements that stands for no other row yet. */
  const take = (list: Retirement[] = [], accepts: (one: Retirement) => boolean = () => true): Retirement | undefined => {
    const free = list.find((retirement) => !used.has(retirement.certificate) && accepts(retirement));
    if (free) used.add(free.certificate);
    return free;
  };
  const foundBy = (keyOf: (facts: Facts) => string) => Map.groupBy(found, (one) => groupKey(one, keyOf(one.facts)));
  const equal = foundBy(keyOfAll);
  const unmatched = counted.filter(({ row, ...said }) => {
    const same = take(equal.get(groupKey(said, keyOfAll(said.facts))));
    if (same) recorded.push({ of: row, certificate: same.certificate, differs: '' });
    return !same;
  });
  const hasRecorded = recorded.length > 0;
  const byBeneficiary = foundBy(({ beneficiary }) => plainName(beneficiary));
  const byQuantity = foundBy(({ quantity }) => quantity);
  for (const { row, ...said } of unmatched) {
    const { facts } = said;
    const isLike = (one: Retirement) => {
      const contradicting = comparedFacts.filter((fact) => facts[fact] !== '' && one.facts[fact] !== '' && !isSame(facts, one.facts, fact));
      return contradicting.every((fact) => fact === 'purpose' || fact === 'note') || (hasRecorded && contradicting.length === 1);
    };
    const like =
      take(byBeneficiary.get(groupKey(said, plainName(facts.beneficiary))), isLike) ??
      // Those whose beneficiary was erased.
      take(byBeneficiary.get(groupKey(said, '')), isLike) ??
      // Those of another beneficiary, in which all else may agree.
      (hasRecorded ? take(byQuantity.get(groupKey(said, facts.quantity)), isLike) : undefined);
    if (like) recorded.push({ of: row, certificate: like.certificate, differs: sayDifferences(facts, like.facts) });
  }
  return recorded;
}

const keyOfAll = (facts: Facts) => JSON.stringify(comparedFacts.map((fact) => facts[fact]));
const isSame = (one: Facts, other: Facts, fact: Fact) => plainName(one[fact]) === plainName(other[fact]);
const groupKey = ({ project }: Statement, key: string) => `${project} ${key}`;

function statementIn(request: RetireRequest): Statement {
  return { project: request.project ?? '', facts: factsOf(request, sourceOf(request).owner) };
}

function factsOf(said: Partial<Record<Fact, unknown>>, owner: number | null): Facts {
  const all = { ...said, owner: owner === null ? '' : entryNamed(owner) };
  return Object.fromEntries(comparedFacts.map((fact) => [fact, String(all[fact] ?? '')])) as Facts;
}

/** Says in what a row differs from a retirement; '' in nothing. */
function sayDifferences(row: Facts, retirement: Facts): string {
  return comparedFacts
    .filter((fact) => row[fact] !== retirement[fact])
    .map((fact) => `${fact} ${JSON.stringify(retirement[fact])} there and ${JSON.stringify(row[fact])} here`)
    .join(', ');
}

/** Returns the certificate that retired all of some units; '' if none did, or several. */
function certificateOf(parts: readonly NamedPart[]): string {
  const [one, ...more] = new Set(parts.flatMap(({ units }) => units).map(({ certificate }) => certificate));
  return more.length > 0 ? '' : (one ?? '');
}

/** Returns, oldest first, the retirements with these numbers, and those by the operator, of one project, that a row may repeat. */
async function findSameRetirements(said: readonly Statement[], numbers: readonly string[]): Promise<Retirement[]> {
  const rows = await query<(Omit<Retirement, 'facts'> & { owner: number | null; facts: Partial<Record<Fact, unknown>> })[]>`
    select certificate.number as certificate, project.slug as project, (stated ->> 'refersTo')::float8 as owner, facts
    from record_certificates as certificate
    join record_entries as entries on entries.index = certificate.entry_index
    join record_operations as operation on operation.entry_index = entries.index
    join record_entry_projects as of_entry on of_entry.entry_index = entries.index
    join carbon_projects as project on project.id = of_entry.project_id
    cross join lateral (select convert_from(entries.entry, 'UTF8')::jsonb as stated) as entry
    cross join lateral (
      select coalesce(jsonb_object_agg(field, text), '{}') as texts from record_texts where entry_index = entries.index
    ) as beside
    -- The units of the certificate, which are a part of a delivery.
    cross join lateral (
      select sum((line ->> 'quantity')::bigint) as retired
      from jsonb_array_elements(stated -> 'lines') as line
      where entries.kind = 'retire' or line ->> 'status' = 'Retired'
    ) as moved
    -- Under the name of a text the entry itself has only a hash.
    cross join lateral (
      select jsonb_object_agg(name, value) as facts
      from jsonb_each(stated - ${textFields}::text[] || texts || jsonb_build_object('quantity', retired)) as said (name, value)
      where name = any(${comparedFacts}::text[])
    ) as compared
    where
      certificate.number = any(${numbers}::text[])
      or (
        project.slug = any(${[...new Set(said.map(({ project }) => project))]}::text[]) and operation.key_id is null
        and jsonb_typeof(stated -> 'project') = 'object'
      )
    order by entries.index
  `;
  return rows.map(({ owner, ...row }) => ({ ...row, facts: factsOf(row.facts, owner) }));
}
