import { matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import { findNamedUnits, type Place } from '#server/domain/record/read/book.ts';
import { findByBeneficiary, findCertificate } from '#server/domain/record/read/certificates.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { findRegistry } from '#src/lib/registries/registries.ts';

/** The result of a search of the record. */
export type Found =
  | { kind: 'certificate'; number: string }
  | { kind: 'serials'; places: Place[] }
  | { kind: 'beneficiary'; certificates: string[] }
  | { kind: 'projects'; projects: { slug: string; title: string }[] }
  | { kind: 'nothing' };

const limit = 25;

/**
 * Searches the record for, in this order: a certificate by its number; units by a serial as its registry or this site writes it, by a
 * series or by a bare number; retirements by the beneficiary's name; projects with batches by slug, words of the catalogue's search, or
 * the registry of their units. Returns the first kind that is found.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function lookUp(text: string): Promise<Found> {
  const words = text.trim().slice(0, 300);
  if (words === '') return { kind: 'nothing' };
  const [, digits] = /^CR-(\d{1,15})$/i.exec(words) ?? [];
  const number = digits && `CR-${digits.replace(/^0+(?=\d)/, '').padStart(6, '0')}`;
  if (number && (await findCertificate(number))) return { kind: 'certificate', number };
  const { places } = await findNamedUnits(words, { limit });
  if (places.length > 0) return { kind: 'serials', places };
  if (words.length >= 3) {
    const certificates = await findByBeneficiary(words, limit);
    if (certificates.length > 0) return { kind: 'beneficiary', certificates };
  }
  const registry = findRegistry(words);
  const projects = await query<{ slug: string; title: string }[]>`
    select slug, title
    from carbon_projects
    where (slug = ${words.toLowerCase()} or ${searchWords(words).length > 0 ? matchesText(words, false) : sql`false`}
        or catalogue_fold(verification_standard) = catalogue_fold(${words})
        or id in (select project_id from credit_batches where registry = ${registry ?? ''}))
      and exists (select from credit_batches where project_id = carbon_projects.id)
    order by title_order, id
    limit ${limit}
  `;
  return projects.length > 0 ? { kind: 'projects', projects: projects.map(({ slug, title }) => ({ slug, title })) } : { kind: 'nothing' };
}
