import type { AuditTexts } from '#src/content/projects/audit.ts';
import type { LabelsTexts } from '#src/content/projects/labels.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { Project } from '#src/schemas/project.ts';
import { Day, ExternalLink, Facts, Missing } from './facts.tsx';

type DocumentsAndSurveyProps = { project: Project; texts: AuditTexts; survey: LabelsTexts['survey'] };

/** The documents of a project and its survey of species, or that none are stated. */
export function DocumentsAndSurvey({ project, texts: { documents, ask, otherEvidence }, survey }: DocumentsAndSurveyProps) {
  const missing = (evidence: 'documents' | 'survey', text: string) => (
    <Missing text={text} slug={project.slug} evidence={evidence} label={ask} name={otherEvidence[evidence] ?? ''} />
  );
  return (
    <section
      id="documents"
      aria-labelledby="documents-title"
      className="page grid gap-10 pb-14 md:(grid-cols-2 gap-x-12) print:(grid-cols-2 gap-x-8 pb-6)"
    >
      <div>
        <h2 id="documents-title" className="display-3">
          {documents.title}
        </h2>
        {project.documents ? (
          <ul className="mt-3 border-b border-rule">
            {project.documents.map(({ title, address, date }) => (
              <li key={title} className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2.5">
                {address ? <ExternalLink address={address} text={title} /> : <bdi>{title}</bdi>}
                {date && <Day date={date} />}
              </li>
            ))}
          </ul>
        ) : (
          missing('documents', documents.none)
        )}
      </div>
      <div id="survey">
        <Facts
          title={survey.title}
          level="h2"
          facts={[
            [survey.date, project.surveyedOn && <Day date={project.surveyedOn} />],
            [survey.points, project.surveyPoints !== null && formatCount(project.surveyPoints)],
            [survey.species, project.surveySpecies !== null && formatCount(project.surveySpecies)],
            [survey.list, project.surveySpeciesList && <bdi>{project.surveySpeciesList}</bdi>],
            [survey.laboratory, project.surveyLaboratory && <bdi>{project.surveyLaboratory}</bdi>],
            [survey.report.label, project.surveyReportUrl && <ExternalLink address={project.surveyReportUrl} text={survey.report.link} />],
          ]}
          missing={missing('survey', survey.none)}
        />
        {isAboutBiodiversity(project) && <p className="copy mt-4 text-ink-soft">{survey.planning}</p>}
      </div>
    </section>
  );
}

/** Checks whether a project is sold for biodiversity beside its tonnes, which might be taken for the units that planning law asks for. */
const isAboutBiodiversity = ({ category, projectType }: Project) => /biodiversity/i.test(`${category} ${projectType ?? ''}`);
