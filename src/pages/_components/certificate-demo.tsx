import { TermList } from '#src/client/tooltips/term-list.tsx';
import { certificate, certificatePanel, certificateTerms, demo, retirement } from '#src/content/impact-hub.ts';
import type { Project } from '#src/schemas/project.ts';
import { DemoPanel } from '#src/ui/routes/impact-hub/demo-panel.tsx';
import { RetirementSpecimen } from '#src/ui/sections/retirement-specimen.tsx';
import type { DemoProps } from './demo-props.ts';

/** The specimen, and, once the feature is open, what each field of a real one holds. */
export function CertificateDemo({ project, failure }: DemoProps<{ project: Project }>) {
  const { title, source, rest, termsLabel, listTitle, fields } = certificatePanel;
  return (
    <DemoPanel content={retirement} title={title} source={source} rest={rest} labels={demo.labels} failure={failure}>
      {project && (
        <>
          <div className="bg-paper-deep/60 px-4 pt-4 pb-2 md:(px-10 pt-10)">
            <RetirementSpecimen content={certificate} project={project} />
            <div className="mt-3">
              <TermList label={termsLabel} terms={certificateTerms} />
            </div>
          </div>
          <div className="hidden border-t border-clay/40 px-4 py-5 group-target/demo:block md:px-6">
            <h4 className="font-semibold">{listTitle}</h4>
            <dl className="mt-3">
              {fields.map((field) => (
                <div key={field.title} className="grid gap-x-6 border-t border-rule py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  <dt className="font-semibold">{field.title}</dt>
                  <dd className="text-[0.9375rem] leading-[1.5] text-ink-soft">{field.body}</dd>
                </div>
              ))}
            </dl>
          </div>
        </>
      )}
    </DemoPanel>
  );
}
