import type { ReactNode } from 'react';
import type { AuditTexts } from '#src/content/projects/audit.ts';
import type { LabelsTexts } from '#src/content/projects/labels.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import type { Project } from '#src/schemas/project.ts';
import { Day, ExternalLink, Facts, Missing } from './facts.tsx';

type ProjectPeopleProps = {
  project: Project;
  texts: AuditTexts;
  review: LabelsTexts['review'];
  /** The name of the day on which the entry changed last. */
  updated: string;
  /** The labels. */
  children: ReactNode;
};

/** Who reviewed a project and when, who is behind it, and what others state about its credits. */
export function ProjectPeople({ project, texts: { people, ask, otherEvidence }, review, updated, children }: ProjectPeopleProps) {
  const name = otherEvidence.review ?? '';
  return (
    <section aria-labelledby="people-title" className="page border-t border-rule py-12 print:py-4">
      <h2 id="people-title" className="display-2 print:display-3">
        {people.title}
      </h2>
      <div className="mt-6 grid gap-10 md:(grid-cols-2 gap-x-12) print:(grid-cols-2 gap-x-8)">
        <Facts
          title={review.title}
          facts={[
            [review.reviewer, project.reviewer && <bdi>{project.reviewer}</bdi>],
            [review.date, project.reviewedOn && <Day date={project.reviewedOn} />],
          ]}
          missing={<Missing text={review.none} slug={project.slug} evidence="review" label={ask} name={name} />}
        />
        <Facts
          title={people.parties}
          facts={[
            [people.developer, project.developer && <bdi>{project.developer}</bdi>],
            [people.verifier, project.verifier && <bdi>{project.verifier}</bdi>],
            [people.certifications, project.certifications && <bdi>{project.certifications}</bdi>],
            [people.website, project.website && <ExternalLink address={project.website} text={new URL(project.website).hostname} />],
            [
              updated,
              <time key="updated" dateTime={project.updatedAt.toISOString()} className="figure text-[0.9375rem] text-ink-soft">
                {formatDate(project.updatedAt)}
              </time>,
            ],
          ]}
        />
      </div>
      {children}
    </section>
  );
}
