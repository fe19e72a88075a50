import { query } from '#server/platform/database/query.ts';
import { printSerial, quantityIn, type Serials } from '#verify/serials.ts';

/** The part of a batch that a row names. */
export type NamedPart = {
  batch: number;
  project: string;
  registry: string;
  series: string;
  /** The first number of the batch. */
  batchFirst: number;
  first: number;
  last: number;
  vintageStart: string;
  vintageEnd: string;
};

/** The units of a project that are in the book, without their numbers. */
export type HeldKind = { project: string; registry: string; vintageStart: string; vintageEnd: string };

/** Returns which registries and vintages the book has of projects, by their slugs. */
export async function findKinds(slugs: readonly string[]): Promise<HeldKind[]> {
  return query<HeldKind[]>`
    select distinct
      project.slug as project, batch.registry,
      to_char(batch.vintage_start, 'YYYY-MM-DD') as vintage_start, to_char(batch.vintage_end, 'YYYY-MM-DD') as vintage_end
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where project.slug = any(${slugs}::text[])
  `;
}

/** How many rows are looked up at once. */
const chunk = 5_000;

/** Returns, for each range of units, the parts of it that the book has, in order of numbers. */
export async function findNamedUnits(ranges: readonly Serials[]): Promise<NamedPart[][]> {
  const found: NamedPart[][] = ranges.map(() => []);
  for (let start = 0; start < ranges.length; start += chunk) {
    const some = ranges.slice(start, start + chunk);
    const rows = await query<(NamedPart & { at: number })[]>`
      select
        named.at::int, batch.id as batch, project.slug as project, batch.registry, batch.series,
        lower(batch.serials)::float8 as batch_first, greatest(lower(batch.serials), named.first)::float8 as first,
        least(upper(batch.serials) - 1, named.last)::float8 as last,
        to_char(batch.vintage_start, 'YYYY-MM-DD') as vintage_start, to_char(batch.vintage_end, 'YYYY-MM-DD') as vintage_end
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
      order by named.at, first
    `;
    for (const { at, ...part } of rows) found[start + at - 1]?.push(part);
  }
  return found;
}

/** Returns why the book does not have all of a range, or undefined. */
export function missingPart(range: Serials, parts: readonly NamedPart[]): string | undefined {
  if (parts.length === 0) return 'The book has no units with these serials';
  const there = quantityIn(parts);
  if (there === range.last - range.first + 1) return undefined;
  return `The book has only a part of them: ${parts.map(printSerial).join(', ')}`;
}
