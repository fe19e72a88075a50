import { findSerial } from '#server/domain/record/read/book.ts';
import { findByBeneficiary, findCertificate } from '#server/domain/record/read/certificates.ts';
import { query } from '#server/platform/database/query.ts';
import { readSerial } from '#src/lib/record/serials.ts';

/** The result of a search of the record. */
export type Found =
  | { kind: 'certificate'; number: string }
  | { kind: 'serials'; places: Awaited<ReturnType<typeof findSerial>> }
  | { kind: 'beneficiary'; certificates: string[] }
  | { kind: 'projects'; projects: { slug: string; title: string }[] }
  | { kind: 'nothing' };

const limit = 25;

/**
 * Searches the record for, in this order: a certificate by its number, units by a serial in a registry's format or a bare number,
 * retirements by the beneficiary's name, and projects with batches by slug or title. Returns the first kind that is found.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function lookUp(text: string): Promise<Found> {
  const words = text.trim().slice(0, 300);
  if (words === '') return { kind: 'nothing' };
  if (/^CR-\d{6,}$/i.test(words) && (await findCertificate(words))) return { kind: 'certificate', number: words.toUpperCase() };
  const serial = readSerial(words);
  const number = /^\d{1,15}$/.test(words) ? Number(words) : undefined;
  if (serial || number !== undefined) {
    const places = await findSerial(serial ? { ...serial, limit } : { first: number ?? 0, last: number ?? 0, limit });
    if (places.length > 0) return { kind: 'serials', places };
  }
  if (words.length >= 3) {
    const certificates = await findByBeneficiary(words, limit);
    if (certificates.length > 0) return { kind: 'beneficiary', certificates };
  }
  const projects = await query<{ slug: string; title: string }[]>`
    select slug, title
    from carbon_projects
    where (slug = ${words.toLowerCase()} or catalogue_fold(title) = catalogue_fold(${words}))
      and exists (select from credit_batches where project_id = carbon_projects.id)
    limit ${limit}
  `;
  return projects.length > 0 ? { kind: 'projects', projects: projects.map(({ slug, title }) => ({ slug, title })) } : { kind: 'nothing' };
}
