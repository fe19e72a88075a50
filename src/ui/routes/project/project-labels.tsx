import type { AuditTexts } from '#src/content/projects/audit.ts';
import type { LabelsTexts } from '#src/content/projects/labels.ts';
import { own } from '#src/lib/input/own.ts';
import { isSoldWith } from '#src/lib/projects/labels.ts';
import { statedVintage } from '#src/lib/projects/vintage.ts';
import { fill } from '#src/lib/text/fill.ts';
import { type Project, type ProjectLabel, sortedLabels } from '#src/schemas/project.ts';
import { Day, Source } from './facts.tsx';

type ProjectLabelsProps = { project: Project; texts: LabelsTexts; adjustments: AuditTexts['questions']['adjustment'] };

/** The labels of a project's credits, each with source and day; those that answer the question about the adjustment stand there. */
export function ProjectLabels({ project, texts, adjustments }: ProjectLabelsProps) {
  const isAnswer = ({ label }: ProjectLabel) => own(adjustments.labels, label) ?? own(adjustments.authorised, label);
  const labels = sortedLabels(project.labels ?? []).filter((label) => !(isAnswer(label) && isSoldWith(label, project)));
  return (
    <section id="labels" aria-labelledby="labels-title" className="mt-10 print:mt-5">
      <h3 id="labels-title" className="display-3">
        {texts.title}
      </h3>
      <p className="copy mt-3 text-ink-soft">{labels.length > 0 ? texts.intro : texts.none}</p>
      {labels.length > 0 && (
        <ul className="mt-4 grid border-t border-rule md:(grid-cols-2 gap-x-12) print:(grid-cols-2 gap-x-8)">
          {labels.map((label) => (
            <Label key={`${label.label} ${label.vintageStart} ${label.source}`} label={label} project={project} texts={texts} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Label({ label, project, texts }: { label: ProjectLabel; project: Project; texts: LabelsTexts }) {
  const { name, meaning } = texts.texts[label.label];
  const isSold = isSoldWith(label, project);
  return (
    <li className="border-b border-rule py-4 md:last:odd:col-span-full print:(break-inside-avoid last:odd:col-span-full)">
      <h4 className="font-semibold">{name}</h4>
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
