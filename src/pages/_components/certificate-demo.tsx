import { encode } from 'uqr';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { TermList } from '#src/client/tooltips/term-list.tsx';
import { certificate, certificatePanel, certificateTerms, demo, retirement } from '#src/content/impact-hub.ts';
import { audit } from '#src/content/projects/audit.ts';
import { later, certificate as sheetTexts } from '#src/content/record/index.ts';
import type { Project } from '#src/schemas/project.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { DemoPanel, type DemoProps } from '#src/ui/routes/impact-hub/demo-panel.tsx';
import { CertificateSheet } from '#src/ui/routes/record/certificate-sheet.tsx';
import { RetirementSpecimen } from '#src/ui/sections/retirement-specimen.tsx';
import type { CertifiedProject } from '#verify/entry.ts';

type Retired = { found: ReadEntry; projects: CertifiedProject[] };

/** The latest certificate, or a specimen, and, once the demo is open, what each field of a real one contains. */
export function CertificateDemo({ project, retired, failure }: DemoProps<{ project: Project; retired: Retired }>) {
  const { title, source, specimen, rest, termsLabel, listTitle, fields, open, checkIt } = certificatePanel;
  const number = retired?.found.entry.certificate;
  return (
    <DemoPanel
      content={retirement}
      title={title}
      source={number ? source : specimen}
      moreLabel={rest}
      labels={demo.labels}
      failure={failure}
    >
      {project && (
        <>
          <div className="bg-paper-deep/60 px-4 pt-4 pb-2 md:(px-10 pt-10)">
            {retired && number ? (
              <Static as="div">
                <RetiredUnits retired={retired} />
                <p className="mt-3 flex flex-wrap gap-x-6">
                  <TextLink href={`/certificates/${number}`}>{open}</TextLink>
                  <TextLink href={`/verify?certificate=${number}`}>{checkIt}</TextLink>
                </p>
              </Static>
            ) : (
              <RetirementSpecimen content={certificate} project={project} />
            )}
            <div className="mt-3">
              <TermList label={termsLabel} terms={certificateTerms} />
            </div>
          </div>
          <Static as="div" className="hidden border-t border-clay/40 px-4 py-5 group-target/demo:block md:px-6">
            <h4 className="font-semibold">{listTitle}</h4>
            <dl className="mt-3">
              {fields.map((field) => (
                <div key={field.title} className="grid gap-x-6 border-t border-rule py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  <dt className="font-semibold">{field.title}</dt>
                  <dd className="text-[0.9375rem] leading-[1.5] text-ink-soft">{field.body}</dd>
                </div>
              ))}
            </dl>
          </Static>
        </>
      )}
    </DemoPanel>
  );
}

/** A certificate as on its own page. */
function RetiredUnits({ retired: { found, projects } }: { retired: Retired }) {
  const address = `${env().PUBLIC_URL}/certificates/${found.entry.certificate}`;
  return (
    <CertificateSheet
      texts={sheetTexts}
      words={later}
      found={found}
      projects={projects}
      adjustments={audit.questions.adjustment.values}
      qr={encode(address, { border: 1 }).data}
      address={address}
    />
  );
}
