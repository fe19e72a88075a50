import { projectIdOf } from '#server/domain/projects/find.ts';
import { containsWords, matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import { findNamedUnits, findUnits } from '#server/domain/record/read/book.ts';
import { findCertificate, listForBeneficiary, sumByBeneficiary } from '#server/domain/record/read/certificates.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { FoundOnRecord, UnitWay } from '#shared/schemas/record-api.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { findRegistries } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';

const limit = 25;

/**
 * Searches the record for, in this order: a certificate by its number in any common writing; units by a serial as its registry or this
 * site writes it, by a series, by a bare number or by a batch, as in “Batch 3”; names. Names are those of beneficiaries and, of projects with batches, slug, title,
 * words of the catalogue's search, standard and registry of their units; each in part too, from three letters on, fewer where letters
 * are syllables or words. Returns the first kind that is found.
 */
export async function lookUp(text: string): Promise<FoundOnRecord> {
  const words = text.trim().slice(0, 300);
  if (words === '') return { kind: 'nothing' };
  const number = readCertificateNumber(words);
  if (number && (await findCertificate(number))) return { kind: 'certificate', number };
  const batch = /^batch\s+(\d{1,9})$/i.exec(words)?.[1];
  const { places } = batch ? { places: await findUnits({ batch: Number(batch) }, { limit }) } : await findNamedUnits(words, { limit });
  if (places.length > 0) return { kind: 'serials', places };
  const isName = searchWords(words).some((word) => word.length >= 3 || /\P{ASCII}/u.test(word));
  const [beneficiaries, retirements, projects] = await Promise.all([
    isName ? sumByBeneficiary(words, limit) : [],
    isName ? listForBeneficiary(words, limit) : [],
    findProjects(words, isName),
  ]);
  const isFound = beneficiaries.length > 0 || projects.length > 0;
  const isWhole = retirements.length < limit;
  return isFound ? { kind: 'names', beneficiaries, retirements, isWhole, projects } : { kind: 'nothing' };
}

/** Most ways that a search shows. */
export const waysLimit = 3;

/** Searches the record as `lookUp`, and reads the ways of the first units that it finds, or that a certificate is about. */
export async function lookUpWays(text: string): Promise<{ found: FoundOnRecord; ways: UnitWay[] }> {
  const found = await lookUp(text);
  if (found.kind !== 'serials' && found.kind !== 'certificate') return { found, ways: [] };
  const ranges =
    found.kind === 'certificate'
      ? sql`
          select retired.batch_id, retired.serials
          from record_certificates as certificate
          join unit_holdings as retired on retired.entry_index = certificate.entry_index and retired.status = 'Retired'
          where certificate.number = ${found.number}
          order by retired.batch_id, retired.serials
          limit ${waysLimit}
        `
      : sql`
          select batch_id, held.serials
          from unnest(${found.places.map(({ batch }) => batch)}::integer[], ${found.places.map(({ first }) => first)}::bigint[]) as place (batch_id, first)
          join unit_holdings as held using (batch_id)
          where lower(held.serials) = place.first and held.ended_entry is null
          order by batch_id, held.serials
          limit ${waysLimit}
        `;
  const rows = await query<(Parameters<typeof printSerial>[0] & UnitWay['steps'][number])[]>`
    select distinct on (ranges.batch_id, ranges.serials, held.entry_index)
      batch.registry, batch.series, lower(ranges.serials)::float8 as first, (upper(ranges.serials) - 1)::float8 as last,
      held.entry_index::float8 as index, entry.kind, held.status, held.since, certificate.number as certificate
    from (${ranges}) as ranges
    join credit_batches as batch on batch.id = ranges.batch_id
    join unit_holdings as held on held.batch_id = ranges.batch_id and held.serials && ranges.serials
    join record_entries as entry on entry.index = held.entry_index
    left join record_certificates as certificate on certificate.entry_index = held.entry_index and held.status = 'Retired'
    order by ranges.batch_id, ranges.serials, held.entry_index
  `;
  return { found, ways: [...Map.groupBy(rows, printSerial)].map(([serial, steps]) => ({ serial, steps })) };
}

/** Finds projects with batches by a name of the project, or of the standard or registry of its units, or by a part of one (`isName`). */
async function findProjects(words: string, isName: boolean): Promise<{ slug: string; title: string }[]> {
  const hasWords = searchWords(words).length > 0 ? matchesText(words, false) : sql`false`;
  const projects = await query<{ slug: string; title: string }[]>`
    select slug, title
    from carbon_projects
    where (id = ${projectIdOf(words.toLowerCase())} or ${hasWords}
        or ${isName ? sql`(${containsWords(sql`title_order`, words)} or ${containsWords(sql`catalogue_fold(verification_standard)`, words)})` : sql`false`}
        or id in (select project_id from credit_batches where registry = any(${findRegistries(words)})))
      and exists (select from credit_batches where project_id = carbon_projects.id)
    order by title_order, id
    limit ${limit}
  `;
  return projects.map(({ slug, title }) => ({ slug, title }));
}
