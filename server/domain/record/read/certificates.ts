import { findProject } from '#server/domain/projects/find.ts';
import { findEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { own } from '#src/lib/input/own.ts';
import { adjustmentOf } from '#src/lib/projects/labels.ts';
import { type CertifiedProject, linesOfProject, projectsOf, retirementIn } from '#src/lib/record/entry-projects.ts';
import type { RecordEntry } from '#src/schemas/record.ts';

/**
 * Finds the retirement of a certificate by its number. Of a delivery, `entry` has only the units that were retired; `canonical` is
 * all of it.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function findCertificate(number: string): Promise<ReadEntry | undefined> {
  const [row] = await query<{ entryIndex: number }[]>`
    select entry_index::float8 as entry_index from record_certificates where number = ${number.toUpperCase()}
  `;
  const found = row && (await findEntry(row.entryIndex));
  if (!found) return undefined;
  const entry = retirementIn(found.entry);
  return { ...found, entry, projects: found.projects.map((project) => ({ ...project, ...own(quantities(entry), project.slug) })) };
}

function quantities(entry: RecordEntry): Record<string, { quantity: number }> {
  return Object.fromEntries(projectsOf(entry).map(({ slug, quantity }) => [slug, { quantity }]));
}

/** A certified project with its corresponding adjustment from the catalogue. */
type FoundProject = CertifiedProject & { adjustment: ReturnType<typeof adjustmentOf> };

/** Returns the projects of a retirement, in the order of its entry. @throws as `findCertificate`. */
export async function findCertifiedProjects({ projects, entry }: ReadEntry): Promise<FoundProject[]> {
  return Promise.all(
    projects.map(async ({ slug, title, quantity }) => {
      const project = await findProject(slug);
      const { location = null, verificationStandard = null, labels = null } = project ?? {};
      const adjustment = adjustmentOf(labels, linesOfProject(entry, slug));
      return { slug, title, quantity, location, standard: verificationStandard, adjustment };
    }),
  );
}

/** Finds the numbers of certificates whose beneficiary's name contains these words, the newest first. @throws as `findCertificate`. */
export async function findByBeneficiary(words: string, limit: number): Promise<string[]> {
  const rows = await query<{ number: string }[]>`
    select certificate.number
    from record_texts as beneficiary
    join record_certificates as certificate on certificate.entry_index = beneficiary.entry_index
    where beneficiary.field = 'beneficiary' and catalogue_fold(beneficiary.text) like '%' || ${escapeLike(words)} || '%'
    order by certificate.entry_index desc
    limit ${limit}
  `;
  return rows.map(({ number }) => number);
}

/** Folds words as `catalogue_fold` does, and escapes them for `like`. */
function escapeLike(words: string): string {
  return words
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');
}
