import { aggregateRelated, relatedOf, type StoredRelated } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { adjustmentOf, citedMethodology } from '#shared/lib/projects/facts.ts';
import type { DisclosedLine } from '#shared/lib/record/disclosure.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { RecordEntry } from '#shared/schemas/record.ts';
import { confirmationsOf, confirmedPart, correctionsOf, linesOfProject, projectsOf, retiredParts, retirementIn } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';

/**
 * Returns what certificates have retired, one line for each range of serials, in the requested order. `unknown` lists the numbers
 * that have no certificate.
 */
export async function readDisclosure(numbers: readonly string[]): Promise<{ lines: DisclosedLine[]; unknown: string[] }> {
  if (numbers.length === 0) return { lines: [], unknown: [] };
  const rows = await query<Row[]>`
    select
      certificate.number, entries.index::float8 as index, entries.entry, project.id as project_id, beneficiary.text as beneficiary, purpose.text as purpose, project.registry_url,
      project.country, project.location, project.verification_standard as standard, project.methodology, project.methodology_version,
      project.verifier, project.labels, coalesce(project.project_type, project.category) as project_type,
      ${aggregateRelated(sql`entries.index`, undefined)} as related
    from record_certificates as certificate
    join record_entries as entries on entries.index = certificate.entry_index
    join record_entry_projects as about on about.entry_index = entries.index
    join carbon_projects as project on project.id = about.project_id
    left join record_texts as purpose on purpose.entry_index = entries.index and purpose.field = 'purpose'
    left join record_texts as beneficiary on beneficiary.entry_index = entries.index and beneficiary.field = 'beneficiary'
    where certificate.number = any (${numbers as string[]}::text[])
    order by array_position(${numbers as string[]}::text[], certificate.number), project.slug
  `;
  const found = new Set(rows.map(({ number }) => number));
  return { lines: rows.flatMap(linesOf), unknown: numbers.filter((number) => !found.has(number)) };
}

type Row = {
  number: string;
  index: number;
  related: StoredRelated[] | null;
  entry: Buffer;
  projectId: number;
  beneficiary: string | null;
  purpose: string | null;
  registryUrl: string | null;
  country: string | null;
  location: string | null;
  standard: string | null;
  methodology: string | null;
  methodologyVersion: string | null;
  verifier: string | null;
  projectType: string | null;
  labels: Project['labels'];
};

function linesOf({
  number,
  index,
  related: stored,
  entry: bytes,
  projectId,
  methodology,
  methodologyVersion,
  ...row
}: Row): DisclosedLine[] {
  const entry = retirementIn(JSON.parse(bytes.toString('utf8')) as RecordEntry);
  const named = projectsOf(entry).find(({ id }) => id === projectId);
  if (!named) return [];
  const related = relatedOf(stored);
  const confirmations = confirmationsOf(index, related);
  const corrections = correctionsOf(index, related);
  const parts = retiredParts({ index, related, entry: { ...entry, lines: linesOfProject(entry, named) } });
  return parts.map(({ batch, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, ...days }) => ({
    certificate: number,
    entry: index,
    retiredOn: days.retiredOn,
    registryRetiredOn: days.registryRetiredOn,
    recordedOn: days.recordedOn,
    quantity,
    beneficiary: row.beneficiary,
    purpose: row.purpose,
    isSample: entry.sample ?? false,
    registry: registryName(registry),
    serial: printSerial({ registry, series, first, last }),
    first,
    last,
    vintageStart,
    vintageEnd,
    unitType,
    project: named.title,
    projectType: row.projectType,
    registryId: named.registryId,
    registryUrl: row.registryUrl,
    country: row.country,
    location: row.location,
    standard: row.standard,
    methodology: citedMethodology(methodology, methodologyVersion) ?? null,
    verifier: row.verifier,
    adjustment: adjustmentOf(row.labels, [{ vintageStart, vintageEnd }]),
    confirmed: confirmedPart({ batch, first, last }, confirmations),
    corrections,
  }));
}
