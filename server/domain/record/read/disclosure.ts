import { listCertificates } from '#server/domain/record/read/certificates.ts';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { adjustmentOf, citedMethodology } from '#shared/lib/projects/facts.ts';
import type { DisclosedLine } from '#shared/lib/record/disclosure.ts';
import type { Project } from '#shared/schemas/project.ts';
import { textIn } from '#verify/certificate.ts';
import { correctionsOf, linesOfProject, retiredParts } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';

/**
 * Returns what certificates have retired, one line for each range of serials, in the requested order. `unknown` lists the numbers
 * that have no certificate.
 */
export async function readDisclosure(numbers: readonly string[]): Promise<{ lines: DisclosedLine[]; unknown: string[] }> {
  const found = new Map((await listCertificates(numbers)).map((one) => [one.entry.certificate, one]));
  const ids = [...found.values()].flatMap(({ projects }) => projects.flatMap(({ today }) => today?.id ?? []));
  const rows = await query<DisclosedProject[]>`
    select
      id, registry_url, country, location, verification_standard as standard, methodology, methodology_version, verifier, labels,
      coalesce(project_type, category) as project_type
    from carbon_projects
    where id = any(${ids}::integer[])
    order by slug
  `;
  return {
    lines: numbers.flatMap((number) => rows.flatMap((project) => linesOf(found.get(number), project))),
    unknown: numbers.filter((number) => !found.has(number)),
  };
}

type DisclosedProject = Pick<Project, 'methodologyVersion' | 'labels'> &
  Pick<DisclosedLine, 'registryUrl' | 'country' | 'location' | 'standard' | 'methodology' | 'verifier' | 'projectType'> & { id: number };

function linesOf(found: ReadEntry | undefined, { id, labels, methodologyVersion, ...project }: DisclosedProject): DisclosedLine[] {
  const named = found?.projects.find(({ today }) => today?.id === id);
  if (!found || !named) return [];
  const { index, entry, related, texts } = found;
  const parts = retiredParts({ index, related, entry: { ...entry, lines: linesOfProject(entry, named) } });
  const corrections = correctionsOf(index, related);
  return parts.map((part) => ({
    ...project,
    ...part,
    methodology: citedMethodology(project.methodology, methodologyVersion) ?? null,
    project: named.title,
    registryId: named.registryId,
    certificate: entry.certificate ?? '',
    entry: index,
    beneficiary: textIn(texts.beneficiary),
    purpose: textIn(texts.purpose),
    isSample: entry.sample ?? false,
    registry: registryName(part.registry),
    serial: printSerial(part),
    adjustment: adjustmentOf(labels, [part]),
    corrections,
  }));
}
