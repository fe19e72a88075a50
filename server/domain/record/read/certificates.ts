import { findProject } from '#server/domain/projects/find.ts';
import { findEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import type { CertifiedProject } from '#src/lib/entry-projects.ts';
import type { Project } from '#src/schemas/project.ts';

/** The retirement that a certificate's number is of; undefined when there is none. @throws the driver's error when Postgres does not answer in time. */
export async function findCertificate(number: string): Promise<ReadEntry | undefined> {
  const [row] = await query<{ entryIndex: number }[]>`
    select entry_index::float8 as entry_index from record_certificates where number = ${number.toUpperCase()}
  `;
  return row && findEntry(row.entryIndex);
}

/** With the corresponding adjustment as the catalogue has it. */
type FoundProject = CertifiedProject & { adjustment: Project['correspondingAdjustment'] };

/** The projects of a retirement, in the order of its entry. @throws as `findCertificate`. */
export async function findCertifiedProjects({ projects }: ReadEntry): Promise<FoundProject[]> {
  return Promise.all(
    projects.map(async ({ slug, title, quantity }) => {
      const project = await findProject(slug);
      const { location = null, verificationStandard = null, correspondingAdjustment = null } = project ?? {};
      return { slug, title, quantity, location, standard: verificationStandard, adjustment: correspondingAdjustment };
    }),
  );
}

/** The numbers of retirements for a beneficiary whose name has these words, the newest first. @throws as `findCertificate`. */
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

/** Words as `catalogue_fold` makes them, with nothing in them that `like` takes for a pattern. */
function escapeLike(words: string): string {
  return words
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');
}
