import { findCarriedOut, type KeyedOperation } from '#server/domain/record/book/operate.ts';
import { query } from '#server/platform/database/query.ts';
import type { Serials } from '#verify/serials.ts';
import { findNamedUnits, type NamedPart } from './find-named-units.ts';
import { readStates } from './find-retirements.ts';
import type { UnitField } from './unit-columns.ts';

/** An operation of a file with the units that its row names, and the parts of them that the book has. */
export type RowOperation = KeyedOperation & { serials: Serials | undefined; parts: readonly NamedPart[] };
type Refused<Row> = { of: Row; field: UnitField; reason: string };

/**
 * Checks whether operations of a file are independent of each other, so that they can be carried out in pieces: they receive units,
 * confirm, or retire Held ones, either all by serial or all by quantity.
 */
export function areIndependent(list: readonly KeyedOperation[]): boolean {
  const kinds = new Set(list.map(({ operation: { kind, request } }) => kindOf(kind, request)));
  return !kinds.has('dependent') && !(kinds.has('by serial') && kinds.has('by quantity'));
}

function kindOf(kind: string, request: KeyedOperation['operation']['request']) {
  if (kind !== 'retire') return kind === 'receive' || kind === 'confirm' ? kind : 'dependent';
  if (
    (['reservation', 'assignment', 'transfer'] as const).some(
      (owner) => Object.hasOwn(request, owner) && request[owner as never] !== undefined,
    )
  )
    return 'dependent';
  return 'serials' in request && request.serials ? 'by serial' : 'by quantity';
}

/**
 * Finds the operations of a file that the book refuses as it is now, in a few queries, so that nothing of the file is stored. Those
 * that were carried out before under the same keys are none of them.
 */
export async function findRefused<Row extends RowOperation>(list: readonly Row[]): Promise<Refused<Row>[]> {
  const done = await findCarriedOut(list);
  const open = list.filter((one) => !done.has(one));
  const of = (wanted: ReturnType<typeof kindOf>) => open.filter(({ operation: { kind, request } }) => kindOf(kind, request) === wanted);
  return [...(await findReceived(of('receive'))), ...(await findUnavailable(of('by serial'))), ...(await findTooMany(of('by quantity')))];
}

async function findReceived<Row extends RowOperation>(rows: readonly Row[]): Promise<Refused<Row>[]> {
  const named = rows.flatMap((of) => (of.serials ? [{ of, serials: of.serials }] : []));
  const found = await findNamedUnits(named.map(({ serials }) => serials));
  const reason = 'Some of these serials have already been received';
  return named.flatMap(({ of }, at) => (found[at]?.length ? [{ of, field: 'serial' as const, reason }] : []));
}

async function findUnavailable<Row extends RowOperation>(rows: readonly Row[]): Promise<Refused<Row>[]> {
  const { states } = await readStates(rows.flatMap(({ parts }) => parts));
  return rows.flatMap((of) => {
    const wrong = of.parts
      .flatMap((part) => states.get(part) ?? [])
      .find(({ status, issuance }) => status !== 'Held' || issuance !== 'issued');
    if (!wrong) return [];
    const { first, last, batch, status, owner } = wrong;
    const units = `${first} to ${last} of batch ${batch} are`;
    const reason =
      status === 'Held'
        ? `${units} expected: nothing has been issued yet`
        : `Not Held: ${units} ${status}${owner === null ? '' : ` with entry ${owner}`}`;
    return [{ of, field: 'serial' as const, reason }];
  });
}

async function findTooMany<Row extends RowOperation>(rows: readonly Row[]): Promise<Refused<Row>[]> {
  const asked = rows.flatMap((of) => {
    const { project = '', quantity = 0 } = { project: '', ...of.operation.request } as { project?: string; quantity?: number };
    return [{ of, project, quantity }];
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
    const reason = `Only ${units} issued units of ${project} are Held, and this and the earlier rows take more`;
    return [{ of, field: 'quantity' as const, reason }];
  });
}
