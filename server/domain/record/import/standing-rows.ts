import { query } from '#server/platform/database/query.ts';
import { plainName } from '#server/platform/tables/match-columns.ts';
import type { Operation, OperationRequest } from '#src/schemas/record.ts';
import type { NamedPart } from './find-named-units.ts';
import { readStates } from './find-retirements.ts';

/** A row that says what a retirement of the record says; `differs`: in what not, as a person reads it, or '' for nothing. */
export type StandingRow<Row> = { row: Row; certificate: string; differs: string };

type Retire = OperationRequest<'retire'>;
const factNames = ['quantity', 'beneficiary', 'registryRetiredOn', 'registryRetirementId', 'purpose', 'note'] as const;
type Fact = (typeof factNames)[number];
/** What a retirement says; '' for what it does not say, or what was erased. */
type Facts = Record<Fact, string>;
type Retirement = { certificate: string; project: string; refersTo: string; facts: Facts };

/**
 * Finds the rows of a list of retirements that the record has already: such a list grows, and is imported whole. A row with serials is
 * one whose units a certificate has, and no others. One by quantity is known by what it says, and each retirement that the operator
 * made stands for one row, so that of two equal rows in a list both count.
 *
 * A row that says almost the same may be an earlier one that was changed, or another retirement: nobody but a person knows. It is
 * returned with what differs, if no row is that retirement itself, and words alone differ or what one of the two does not say. In a
 * list that goes on from an earlier one, because other rows stand, it is one of which any single fact differs.
 */
export async function findStandingRows<Row extends { operation: Operation }>(
  rows: readonly Row[],
  partsOf: (row: Row) => readonly NamedPart[],
): Promise<StandingRow<Row>[]> {
  const asked = rows.flatMap((row) => (row.operation.kind === 'retire' ? [{ row, request: row.operation.request }] : []));
  const [named, counted] = [asked.filter(({ request }) => request.serials), asked.filter(({ request }) => !request.serials)];
  const certificates = await certificatesOf(named.map(({ row }) => partsOf(row)));
  const found = await findRetirements(
    counted.map(({ request }) => request),
    certificates.flatMap((one) => one ?? []),
  );
  const byNumber = new Map(found.map((one) => [one.certificate, one]));
  const standing: StandingRow<Row>[] = named.flatMap(({ row, request }, at) => {
    const retirement = byNumber.get(certificates[at] ?? '');
    if (!retirement) return [];
    const facts = { ...factsOf(request), quantity: String(sumOf(request.serials ?? [])) };
    return facts.quantity === retirement.facts.quantity
      ? [{ row, certificate: retirement.certificate, differs: told(facts, retirement.facts) }]
      : [];
  });

  const used = new Set(standing.map(({ certificate }) => certificate));
  const unused = () => found.filter(({ certificate }) => !used.has(certificate));
  const index = (list: Retirement[], keyOf: (facts: Facts) => string) =>
    Map.groupBy(list, (one) => `${one.project} ${one.refersTo} ${keyOf(one.facts)}`);
  const equal = index(unused(), keyOfAll);
  const others = counted.filter(({ row, request }) => {
    const same = equal.get(placeOf(request, keyOfAll(factsOf(request))))?.shift();
    if (!same) return true;
    used.add(same.certificate);
    standing.push({ row, certificate: same.certificate, differs: '' });
    return false;
  });
  const goesOn = standing.length > 0;
  const left = unused();
  const places = { beneficiary: index(left, ({ beneficiary }) => plainName(beneficiary)), others: index(left, keyOfOthers) };
  /** Takes the first of some retirements, so that it stands for no other row. */
  const take = (list: Retirement[] = [], accepts: (one: Retirement) => boolean = () => true): Retirement | undefined => {
    const one = list.find((retirement) => !used.has(retirement.certificate) && accepts(retirement));
    if (one) used.add(one.certificate);
    return one;
  };
  for (const { row, request } of others) {
    const facts = factsOf(request);
    const isLike = (one: Retirement) => {
      const contradicting = factNames.filter((fact) => facts[fact] !== '' && one.facts[fact] !== '' && !isSame(facts, one.facts, fact));
      return contradicting.every((fact) => fact === 'purpose' || fact === 'note') || (goesOn && contradicting.length === 1);
    };
    const like =
      take(places.beneficiary.get(placeOf(request, plainName(facts.beneficiary))), isLike) ??
      take(places.beneficiary.get(placeOf(request, '')), isLike) ??
      (goesOn ? take(places.others.get(placeOf(request, keyOfOthers(facts)))) : undefined);
    if (like) standing.push({ row, certificate: like.certificate, differs: told(facts, like.facts) });
  }
  return standing;
}

const sumOf = (ranges: readonly { first: number; last: number }[]) => ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
const keyOfAll = (facts: Facts) => JSON.stringify(factNames.map((fact) => facts[fact]));
const keyOfOthers = (facts: Facts) => keyOfAll({ ...facts, beneficiary: '' });
const isSame = (one: Facts, other: Facts, fact: Fact) => plainName(one[fact]) === plainName(other[fact]);
const ownerOf = ({ reservation, assignment, transfer }: Retire) => String(reservation ?? assignment ?? transfer ?? '');
const placeOf = (request: Retire, key: string) => `${request.project} ${ownerOf(request)} ${key}`;

function factsOf(request: Retire): Facts {
  return Object.fromEntries(factNames.map((fact) => [fact, String(request[fact] ?? '')])) as Facts;
}

/** Says in what a row differs from a retirement; '' in nothing. */
function told(row: Facts, retirement: Facts): string {
  return factNames
    .filter((fact) => row[fact] !== retirement[fact])
    .map((fact) => `${fact} ${JSON.stringify(retirement[fact])} there and ${JSON.stringify(row[fact])} here`)
    .join(', ');
}

/** Returns for each list of units the certificate that retired all of them; undefined: none, or several. */
async function certificatesOf(lists: readonly (readonly NamedPart[])[]): Promise<(string | undefined)[]> {
  if (lists.length === 0) return [];
  const { states } = await readStates(lists.flat());
  return lists.map((parts) => {
    const [one, ...more] = new Set(parts.flatMap((part) => states.get(part) ?? []).map(({ certificate }) => certificate));
    return more.length > 0 ? undefined : (one ?? undefined);
  });
}

/** Returns retirements of single projects that the operator made, oldest first, which one of the requests may say again; and some by number. */
async function findRetirements(requests: readonly Retire[], numbers: readonly string[]): Promise<Retirement[]> {
  const distinct = (of: (request: Retire) => unknown) => [...new Set(requests.map((request) => String(of(request))))];
  const rows = await query<(Facts & Omit<Retirement, 'facts'>)[]>`
    select
      certificate.number as certificate, project.slug as project, coalesce(said ->> 'refersTo', '') as refers_to,
      said ->> 'quantity' as quantity, coalesce(said ->> 'registryRetiredOn', '') as registry_retired_on,
      coalesce(said ->> 'registryRetirementId', '') as registry_retirement_id, coalesce(texts.beneficiary, '') as beneficiary,
      coalesce(texts.purpose, '') as purpose, coalesce(texts.note, '') as note
    from record_certificates as certificate
    join record_entries as entries on entries.index = certificate.entry_index
    join record_operations as operation on operation.entry_index = entries.index
    join record_entry_projects as of_entry on of_entry.entry_index = entries.index
    join carbon_projects as project on project.id = of_entry.project_id
    cross join lateral (select convert_from(entries.entry, 'UTF8')::jsonb as said) as entry
    left join lateral (
      select
        max(text) filter (where field = 'beneficiary') as beneficiary, max(text) filter (where field = 'purpose') as purpose,
        max(text) filter (where field = 'note') as note
      from record_texts
      where record_texts.entry_index = entries.index
    ) as texts on true
    where entries.kind = 'retire' and (
      certificate.number = any(${numbers as string[]}::text[])
      or (
        project.slug = any(${distinct(({ project }) => project)}::text[]) and operation.key_id is null
        and jsonb_typeof(said -> 'project') = 'object'
        and (said ->> 'quantity' = any(${distinct(({ quantity }) => quantity)}::text[])
          or texts.beneficiary is null or texts.beneficiary = any(${distinct(({ beneficiary }) => beneficiary)}::text[]))
      )
    )
    order by entries.index
  `;
  return rows.map(({ certificate, project, refersTo, ...facts }) => ({ certificate, project, refersTo, facts }));
}
