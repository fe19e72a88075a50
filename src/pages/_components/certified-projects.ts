import { findCertifiedProjects } from '#server/domain/record/read/certificates.ts';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { audit } from '#src/content/projects/audit.ts';
import type { CertifiedProject } from '#src/lib/entry-projects.ts';

/** Returns a retirement's projects as shown on its certificate. @throws the driver's error if PostgreSQL does not answer in time. */
export async function certifiedProjects(retirement: ReadEntry): Promise<CertifiedProject[]> {
  const projects = await findCertifiedProjects(retirement);
  return projects.map(({ adjustment, ...project }) => ({
    ...project,
    adjustment: adjustment && audit.questions.adjustment.values[adjustment],
  }));
}
