import { projectIdOf } from '#server/domain/projects/find.ts';
import { containsWords, matchesText, searchWords } from '#server/domain/projects/match-text.ts';
import { findNamedUnits } from '#server/domain/record/read/book.ts';
import { findCertificate, listForBeneficiary, sumByBeneficiary } from '#server/domain/record/read/certificates.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { FoundOnRecord } from '#shared/schemas/record-api.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { findRegistries } from '#verify/registries.ts';

const limit = 25;

/**
 * Searches the record for, in this order: a certificate by its number in any common writing; units by a serial as its registry or this
 * site writes it, by a series or by a bare number; names. Names are those of beneficiaries and, of projects with batches, slug, title,
 * words of the catalogue's search, standard and registry of their units; each in part too, from three letters on, fewer where letters
 * are syllables or words. Returns the first kind that is found.
 */
export async function lookUp(text: string): Promise<FoundOnRecord> {
  const words = text.trim().slice(0, 300);
  if (words === '') return { kind: 'nothing' };
  const number = readCertificateNumber(words);
  if (number && (await findCertificate(number))) return { kind: 'certificate', number };
  const { places } = await findNamedUnits(words, { limit });
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
