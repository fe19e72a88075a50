import type { ReactNode } from 'react';
import type { LabelsTexts } from '#src/content/projects/labels.ts';
import { isSoldWith } from '#src/lib/projects/labels.ts';
import { statedVintage } from '#src/lib/projects/vintage.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type Project, type ProjectLabel, sortedLabels } from '#src/schemas/project.ts';
import { Day, ExternalLink, Fact } from './facts.tsx';

/** What is stated of a project's credits, each with source and day; its survey, or that it has none; its review, where there is one. */
export function ProjectLabels({ project, texts }: { project: Project; texts: LabelsTexts }) {
  const { survey, review } = texts;
  const labels = sortedLabels(project.labels ?? []);
  return (
    <section id="labels" aria-labelledby="labels-title" className="page py-14 print:py-6">
      <h2 id="labels-title" className="display-2">
        {texts.title}
      </h2>
      <p className="copy mt-3 text-ink-soft">{labels.length > 0 ? texts.intro : texts.none}</p>
      {labels.length > 0 && (
        <ul className="mt-8 grid border-t border-ink md:(grid-cols-2 gap-x-12)">
          {labels.map((label) => (
            <Label key={`${label.label} ${label.vintageStart} ${label.source}`} label={label} project={project} texts={texts} />
          ))}
        </ul>
      )}
      <div className="mt-10 grid gap-10 md:(grid-cols-2 gap-x-12)">
        {project.surveyedOn ? (
          <Facts
            title={survey.title}
            facts={[
              [survey.date, <Day key="date" date={project.surveyedOn} />],
              [survey.points, project.surveyPoints !== null && formatCount(project.surveyPoints)],
              [survey.species, project.surveySpecies !== null && formatCount(project.surveySpecies)],
              [survey.list, project.surveySpeciesList && <bdi key="list">{project.surveySpeciesList}</bdi>],
              [survey.laboratory, project.surveyLaboratory && <bdi key="laboratory">{project.surveyLaboratory}</bdi>],
              [
                survey.report.label,
                project.surveyReportUrl && <ExternalLink key="report" address={project.surveyReportUrl} text={survey.report.link} />,
              ],
            ]}
          />
        ) : (
          <div>
            <h3 className="display-3">{survey.title}</h3>
            <p className="mt-3 text-ink-soft">{survey.none}</p>
          </div>
        )}
        {project.reviewer && (
          <Facts
            title={review.title}
            facts={[
              [review.reviewer, <bdi key="reviewer">{project.reviewer}</bdi>],
              [review.date, project.reviewedOn && <Day key="date" date={project.reviewedOn} />],
            ]}
          />
        )}
      </div>
      {isAboutBiodiversity(project) && <p className="copy mt-8 text-ink-soft">{survey.planning}</p>}
    </section>
  );
}

/** Checks whether a project is sold for biodiversity beside its tonnes, which might be taken for the units that planning law asks for. */
const isAboutBiodiversity = ({ category, projectType }: Project) => /biodiversity/i.test(`${category} ${projectType ?? ''}`);

function Label({ label, project, texts }: { label: ProjectLabel; project: Project; texts: LabelsTexts }) {
  const { name, meaning } = texts.texts[label.label];
  const isSold = isSoldWith(label, project);
  return (
    <li className="border-b border-rule py-4 print:break-inside-avoid">
      <h3 className="font-semibold">{name}</h3>
      <p className="mt-1 text-[0.9375rem]">{vintagesOf(label, texts.vintages)}</p>
      {isSold !== true && (
        <p className="mt-1 text-[0.9375rem] text-clay">{isSold === null ? texts.vintages.unknown : texts.vintages.notSold}</p>
      )}
      <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{meaning}</p>
      <p className="mt-1 text-[0.9375rem] text-ink-soft break-words">
        {texts.source} <Source source={label.source} />, <Day date={label.asOf} />
      </p>
    </li>
  );
}

function vintagesOf(label: ProjectLabel, { all, one, several }: LabelsTexts['vintages']): string {
  const years = statedVintage(label);
  return years === undefined ? all : fill(label.vintageStart === label.vintageEnd ? one : several, { years });
}

/** A source in words, or as a link if it is a web address. */
function Source({ source }: { source: string }) {
  const url = /^https?:\/\/\S+$/.test(source) ? URL.parse(source) : null;
  return url ? <ExternalLink address={source} text={url.hostname} /> : <bdi>{source}</bdi>;
}

function Facts({ title, facts }: { title: string; facts: [name: string, value: ReactNode][] }) {
  return (
    <div>
      <h3 className="display-3">{title}</h3>
      <dl className="mt-3 border-b border-rule">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
      </dl>
    </div>
  );
}
