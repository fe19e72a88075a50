import { containsWords, matchesText, searchWords } from '#server/domain/projects/carbon-projects.ts';
import { projectIdOf } from '#server/domain/projects/find.ts';
import { query, sql } from '#server/platform/database/query.ts';
import type { FoundOnRecord, UnitWay } from '#shared/schemas/record-api.ts';
import { readCertificateNumber, readEntryNumber } from '#verify/file.ts';
import { findRegistries } from '#verify/registries.ts';
import { foldSerial, printSerial } from '#verify/serials.ts';
import { findNamedUnits, findUnits } from './book.ts';
import { findCertificate, listedRetirementOf, sumByBeneficiary } from './certificates.ts';
import { findEntry, listEntries } from './entries.ts';

/** The most characters of a search; what follows is left out. */
export const searchLength = 300;
/** Most units, names or projects that a search lists. */
const listLimit = 25;

/**
 * Searches the record for, in this order: a certificate by its number in any common writing; an entry by its number, as in “Entry 12”;
 * units by a serial as its registry or this site writes it, by a series, by a bare number or by a batch, as in “Batch 3”; names. Names are
 * those of beneficiaries and, of projects with batches, slug, title, words of the catalogue's search, standard and registry of their units.
 * A part of a name is enough, from three letters on, or fewer with one outside ASCII: in some scripts a letter is a syllable or a word.
 * Returns the first kind that is found.
 */
export async function lookUp(text: string): Promise<FoundOnRecord> {
  const words = text.trim().slice(0, searchLength);
  if (words === '') return { kind: 'nothing' };
  const number = readCertificateNumber(words);
  if (number && (await findCertificate(number))) return { kind: 'certificate', number };
  const index = readEntryNumber(words);
  const entry = index === undefined ? undefined : await findEntry(index);
  if (entry) return { kind: 'entry', index: entry.index, operation: entry.entry.kind };
  const batch = /^BATCH (\d{1,9})$/.exec(foldSerial(words))?.[1];
  const places = batch
    ? await findUnits({ batch: Number(batch) }, { limit: listLimit + 1 })
    : (await findNamedUnits(words, { limit: listLimit + 1 })).places;
  if (places.length > 0) return { kind: 'serials', places: places.slice(0, listLimit), isWhole: places.length <= listLimit };
  const isName = searchWords(words).some((word) => word.length >= 3 || /\P{ASCII}/u.test(word));
  const [beneficiaries, retirements, projects] = await Promise.all([
    isName ? sumByBeneficiary(words, listLimit + 1) : [],
    isName ? listEntries({ limit: listLimit + 1, certified: true, beneficiary: words }) : [],
    findNamedProjects(words, isName),
  ]);
  if (beneficiaries.length + projects.length === 0) return { kind: 'nothing' };
  return {
    ...{ kind: 'names', beneficiaries: beneficiaries.slice(0, listLimit), areAllBeneficiaries: beneficiaries.length <= listLimit },
    ...{ retirements: retirements.slice(0, listLimit).map(listedRetirementOf), isWhole: retirements.length <= listLimit },
    ...{ projects: projects.slice(0, listLimit), areAllProjects: projects.length <= listLimit },
  };
}

/** Most ways that a search shows, and most steps of a way: units may be reserved and released any number of times. */
const [waysLimit, stepsLimit] = [3, 24];

/** Searches the record as `lookUp`, and reads the ways of the first units that it finds, or that a certificate is about. */
export async function lookUpWays(text: string): Promise<{ found: FoundOnRecord; ways: UnitWay[]; areAll: boolean }> {
  const found = await lookUp(text);
  if (found.kind !== 'serials' && found.kind !== 'certificate') return { found, ways: [], areAll: true };
  const isFound =
    found.kind === 'certificate'
      ? sql`status = 'Retired' and entry_index = (select entry_index from record_certificates where number = ${found.number})`
      : sql`(batch_id, lower(serials)) in (
          select * from unnest(${found.places.map(({ batch }) => batch)}::integer[], ${found.places.map(({ first }) => first)}::bigint[])
        )`;
  // A holding's earlier state ended with the entry that its later state began with.
  const rows = await query<(Parameters<typeof printSerial>[0] & UnitWay['steps'][number])[]>`
    with recursive way as (
      (
        select batch_id, serials, entry_index, status, since, 0 as steps
        from unit_holdings
        where ended_entry is null and ${isFound}
        order by batch_id, serials
        limit ${waysLimit + 1}
      )
      union all
      select way.batch_id, way.serials, before.entry_index, before.status, before.since, way.steps + 1
      from way
      join unit_holdings as before
        on before.ended_entry = way.entry_index and before.batch_id = way.batch_id and before.serials && way.serials
      where way.steps < ${stepsLimit}
    )
    select
      batch.registry, batch.series, lower(way.serials)::float8 as first, (upper(way.serials) - 1)::float8 as last,
      way.entry_index::float8 as index, entry.kind, way.status, way.since, certificate.number as certificate
    from way
    join credit_batches as batch on batch.id = way.batch_id
    join record_entries as entry on entry.index = way.entry_index
    left join record_certificates as certificate on certificate.entry_index = way.entry_index and way.status = 'Retired'
    order by way.batch_id, way.serials, way.steps desc
  `;
  const ways = [...Map.groupBy(rows, printSerial)].map(([serial, steps]) => ({
    serial,
    steps: steps.slice(-stepsLimit),
    isWhole: steps.length <= stepsLimit,
  }));
  return { found, ways: ways.slice(0, waysLimit), areAll: ways.length <= waysLimit };
}

/** Finds projects with batches by a name of theirs, or of the standard or registry of their units, or by a part of one (`isName`). */
async function findNamedProjects(words: string, isName: boolean): Promise<{ slug: string; title: string }[]> {
  return query<{ slug: string; title: string }[]>`
    select slug, title
    from carbon_projects
    -- A bare number may be a project's number at a registry, which matchesText reads, but is no id of ours.
    where (id = ${/\D/.test(words) ? projectIdOf(words.toLowerCase()) : null}::integer or ${matchesText(words)}
        or ${isName ? sql`(${containsWords(sql`title_order`, words)} or ${containsWords(sql`catalogue_fold(verification_standard)`, words)})` : sql`false`}
        or id in (select project_id from credit_batches where registry = any(${findRegistries(words)})))
      and exists (select from credit_batches where project_id = carbon_projects.id)
    order by title_order, id
    limit ${listLimit + 1}
  `;
}
