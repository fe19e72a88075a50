import { findCertifiedProjects } from '#server/domain/record/read/certificates.ts';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { audit } from '#src/content/projects/audit.ts';
import type { CertifiedProject } from '#src/lib/entry-projects.ts';

/** The projects of a retirement as a certificate shows them. @throws the driver's error when Postgres does not answer in time. */
export async function certifiedProjects(retirement: ReadEntry): Promise<CertifiedProject[]> {
  const found = await findCertifiedProjects(retirement);
  return found.map(({ adjustment, ...one }) => ({
    ...one,
    adjustment: adjustment && audit.questions.adjustment.values[adjustment],
  }));
}
