import { stringify } from 'csv-stringify/sync';
import { guardFormula, lineBreak } from '#server/platform/csv.ts';
import { type Project, saleStatus } from '#src/schemas/project.ts';

/** A project as the files give it. */
export function fileRow(project: Project, publicUrl: string) {
  return {
    slug: project.slug,
    title: project.title,
    description: project.description,
    category: project.category,
    projectType: project.projectType,
    pricePerCredit: project.pricePerCredit,
    availableCredits: project.availableCredits,
    verificationStandard: project.verificationStandard,
    location: project.location,
    country: project.country,
    latitude: project.latitude,
    longitude: project.longitude,
    impactPerYear: project.impactPerYear,
    status: saleStatus(project),
    unitsStatus: project.unitsStatus,
    permanenceYears: project.permanenceYears,
    figuresSource: project.figuresSource,
    figuresAsOf: project.figuresAsOf,
    updatedAt: project.updatedAt.toISOString(),
    url: `${publicUrl}/projects/${project.slug}`,
    monitoring: project.monitoring,
  };
}

const columns = [
  ...['slug', 'title', 'description', 'category', 'projectType', 'pricePerCredit', 'availableCredits', 'verificationStandard'],
  ...['location', 'country', 'latitude', 'longitude', 'impactPerYear', 'status', 'unitsStatus', 'permanenceYears'],
  ...['figuresSource', 'figuresAsOf', 'updatedAt', 'url', 'monitoring'],
];

/** RFC 4180, with a header row unless told otherwise, and with the id where asked for. Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function projectsCsv(projects: Project[], publicUrl: string, { header = true, withId = false } = {}): string {
  const rows = projects.map((project) => ({ id: project.id, ...fileRow(project, publicUrl) }));
  const chosen = withId ? ['id', ...columns] : columns;
  return stringify(rows, { header, columns: chosen, record_delimiter: 'windows', quoted_match: lineBreak, cast: { string: guardFormula } });
}
