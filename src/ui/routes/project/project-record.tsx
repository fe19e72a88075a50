import type { ReactNode } from 'react';
import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatLatitude, formatLongitude } from '#src/lib/projects/coordinates.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { permanenceOf } from '#src/lib/projects/permanence.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { Project } from '#src/schemas/project.ts';

type ProjectRecordProps = { project: Project; texts: (typeof projectTexts)['facts']; standardPage: string };

/** The catalogue's facts about a project, besides its figures. Missing ones are marked as not stated. */
export function ProjectRecord({ project, texts, standardPage }: ProjectRecordProps) {
  const permanence = permanenceOf(project);
  const units = texts.unitsStatuses[project.unitsStatus ?? 'not stated'];
  return (
    <section aria-labelledby="project-record">
      <h2 id="project-record" className="display-3 border-t border-ink pt-4">
        {texts.title}
      </h2>
      <dl className="mt-4 border-b border-rule">
        <Fact label={texts.units} note={'held' in units && project.status !== 'On sale' ? units.held : units.meaning}>
          {units.name}
        </Fact>
        {project.registryIssued !== null && (
          <Fact label={texts.registryTotals.label} note={texts.registryTotals.meaning}>
            {fill(project.registryRetired === null ? texts.registryTotals.issued : texts.registryTotals.issuedAndRetired, {
              issued: formatCount(project.registryIssued),
              retired: formatCount(project.registryRetired ?? 0),
            })}
          </Fact>
        )}
        <Fact
          label={texts.permanence}
          note={typeof permanence === 'number' ? texts.permanences.years : texts.permanences[permanence].meaning}
        >
          {typeof permanence === 'number' ? years(permanence) : texts.permanences[permanence].name}
        </Fact>
        <Fact label={texts.standard}>
          <bdi>{project.verificationStandard}</bdi>
          <a href={standardPage} className="text-link flex min-h-11 w-fit items-center text-canopy print:hidden">
            {texts.aboutStandard}
          </a>
        </Fact>
        <Fact label={texts.category}>
          <bdi>{project.category}</bdi>
        </Fact>
        <Fact label={texts.type}>{project.projectType ? <bdi>{project.projectType}</bdi> : texts.notStated}</Fact>
        <Fact label={texts.place}>
          <bdi>{project.location}</bdi>
        </Fact>
        <Fact label={texts.country}>{project.country ? countryName(project.country) : texts.notStated}</Fact>
        <Fact label={texts.coordinates}>
          {project.latitude !== null && project.longitude !== null ? (
            <span className="figure">
              {formatLatitude(project.latitude)}, {formatLongitude(project.longitude)}
            </span>
          ) : (
            texts.notStated
          )}
        </Fact>
        {project.externalId && (
          <Fact label={texts.externalId}>
            <bdi className="figure">{project.externalId}</bdi>
          </Fact>
        )}
        <Fact label={texts.updated}>
          <time dateTime={project.updatedAt.toISOString()} className="figure">
            {formatDate(project.updatedAt)}
          </time>
        </Fact>
      </dl>
    </section>
  );

  function years(count: number): string {
    return fill(count === 1 ? texts.permanences.oneYear : texts.permanences.manyYears, { years: formatCount(count) });
  }
}

function Fact({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-t border-rule py-3 sm:grid-cols-[9rem_minmax(0,1fr)] print:(break-inside-avoid py-1.5)">
      <dt className="label pt-1">{label}</dt>
      <dd className="min-w-0 break-words">
        {children}
        {note && <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</p>}
      </dd>
    </div>
  );
}
