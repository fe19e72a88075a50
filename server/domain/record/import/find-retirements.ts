import { query } from '#server/platform/database/query.ts';
import type { Issuance, RecordEntry, UnitStatus } from '#src/schemas/record.ts';
import type { NamedPart } from './find-named-units.ts';

/** A part of named units in one state, and the certificate that it was retired with. */
export type FoundUnits = Pick<NamedPart, 'batch' | 'registry' | 'series' | 'first' | 'last'> & {
  status: UnitStatus;
  issuance: Issuance;
  /** The entry that they belong to. */
  owner: number | null;
  certificate: string | null;
};

/** A retirement of the record, as far as a file can differ from it. */
export type FoundRetirement = {
  certificate: string;
  entry: RecordEntry;
  index: number;
  isCorrected: boolean;
  /** Its confirmations that were not corrected. */
  confirmations: { index: number; entry: RecordEntry }[];
};

/** The states of named units, and the retirements among them. */
export type States = { states: Map<NamedPart, FoundUnits[]>; retirements: Map<string, FoundRetirement> };

/** Reads the states of parts of the book. */
export async function readStates(all: readonly NamedPart[]): Promise<States> {
  const found = await findStates(all);
  const numbers = new Set(found.flat().flatMap(({ certificate }) => certificate ?? []));
  return { states: new Map(all.map((part, at) => [part, found[at] ?? []])), retirements: await findRetirements([...numbers]) };
}

/** How many parts are looked up at once. */
const chunk = 5_000;

/** Returns, for each part of a batch, the states that its units are in, in order of numbers. */
async function findStates(parts: readonly NamedPart[]): Promise<FoundUnits[][]> {
  const found: FoundUnits[][] = parts.map(() => []);
  for (let start = 0; start < parts.length; start += chunk) {
    const some = parts.slice(start, start + chunk);
    const rows = await query<(Pick<FoundUnits, 'first' | 'last' | 'status' | 'issuance' | 'owner' | 'certificate'> & { at: number })[]>`
      select
        part.at::int, greatest(lower(held.serials), part.first)::float8 as first,
        least(upper(held.serials) - 1, part.last)::float8 as last, held.status, held.issuance, held.owner_entry::float8 as owner,
        certificate.number as certificate
      from unnest(
        ${some.map(({ batch }) => batch)}::integer[], ${some.map(({ first }) => first)}::bigint[], ${some.map(({ last }) => last)}::bigint[]
      ) with ordinality as part (batch, first, last, at)
      join unit_holdings as held
        on held.batch_id = part.batch and held.ended_entry is null and held.serials && int8range(part.first, part.last, '[]')
      left join record_certificates as certificate on certificate.entry_index = held.entry_index and held.status = 'Retired'
      order by part.at, first
    `;
    for (const { at, ...units } of rows) {
      const { batch, registry, series } = some[at - 1] as NamedPart;
      found[start + at - 1]?.push({ batch, registry, series, ...units });
    }
  }
  return found;
}

/** Returns the retirements of certificates, by number. */
async function findRetirements(numbers: readonly string[]): Promise<Map<string, FoundRetirement>> {
  const rows = await query<
    { certificate: string; index: number; entry: Buffer; isCorrected: boolean; confirmations: { index: number; entry: string }[] | null }[]
  >`
    select
      certificate.number as certificate, entries.index::float8 as index, entries.entry,
      exists (select from record_entries where about = entries.index and kind = 'correct') as is_corrected,
      (
        select json_agg(json_build_object('index', confirmation.index, 'entry', convert_from(confirmation.entry, 'UTF8')))
        from record_entries as confirmation
        where confirmation.about = entries.index and confirmation.kind = 'confirm'
          and not exists (select from record_entries as correction where correction.about = confirmation.index)
      ) as confirmations
    from record_certificates as certificate
    join record_entries as entries on entries.index = certificate.entry_index
    where certificate.number = any(${numbers as string[]}::text[])
  `;
  return new Map(
    rows.map(({ entry, confirmations, ...row }) => [
      row.certificate,
      {
        ...row,
        entry: JSON.parse(entry.toString('utf8')) as RecordEntry,
        confirmations: (confirmations ?? []).map((one) => ({ index: one.index, entry: JSON.parse(one.entry) as RecordEntry })),
      },
    ]),
  );
}
