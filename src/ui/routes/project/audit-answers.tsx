import type { ReactNode } from 'react';
import type { AuditTexts } from '#src/content/projects/audit.ts';
import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { own } from '#src/lib/input/own.ts';
import { isSoldWith } from '#src/lib/projects/labels.ts';
import { citedMethodology } from '#src/lib/projects/methodology.ts';
import { permanenceOf } from '#src/lib/projects/permanence.ts';
import { unitTypeName } from '#src/lib/projects/unit-type.ts';
import { statedVintage } from '#src/lib/projects/vintage.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount, formatShare } from '#src/lib/text/numbers.ts';
import type { AuditQuestion, Project } from '#src/schemas/project.ts';
import { Day, ExternalLink, Fact } from './facts.tsx';

type AuditAnswersProps = {
  project: Project;
  texts: AuditTexts;
  facts: (typeof projectTexts)['facts'];
};
/** A part of an answer: its name, and the catalogue's value, or null. */
type Part = [name: string, answer: ReactNode];
/** A question, and the parts of its answer. */
type Answered = [question: AuditQuestion, parts: Part[]];

/** An auditor's eight questions, each answered or marked as not stated; then the project's developer and verifier, and its documents. */
export function AuditAnswers({ project, texts, facts }: AuditAnswersProps) {
  const { people: labels } = texts;
  const people: Part[] = [
    [labels.developer, project.developer && <bdi>{project.developer}</bdi>],
    [labels.verifier, project.verifier && <bdi>{project.verifier}</bdi>],
    [labels.certifications, project.certifications && <bdi>{project.certifications}</bdi>],
    [labels.website, project.website && <ExternalLink address={project.website} text={new URL(project.website).hostname} />],
  ];
  const stated = people.filter(([, answer]) => answer);
  return (
    <section id="audit" aria-labelledby="audit-title" className="border-t border-rule bg-paper-deep py-14 print:(bg-transparent py-6)">
      <div className="page">
        <h2 id="audit-title" className="display-2">
          {texts.title}
        </h2>
        <p className="copy mt-3 text-ink-soft">
          {texts.intro}{' '}
          <a href={texts.article.href} className="text-link text-canopy print:hidden">
            {texts.article.label}
          </a>
        </p>
        <ol className="mt-8 grid border-t border-ink md:(grid-cols-2 gap-x-12)">
          {questionsOf(project, texts, facts).map(([question, parts], index) => (
            <Question key={question} number={index + 1} question={question} parts={parts} texts={texts} project={project} />
          ))}
        </ol>
        {(stated.length > 0 || project.documents) && (
          <div className="mt-10 grid gap-10 md:(grid-cols-2 gap-x-12)">
            {stated.length > 0 && (
              <div>
                <h3 className="display-3">{labels.title}</h3>
                <dl className="mt-3 border-b border-rule">
                  {stated.map(([name, answer]) => (
                    <Fact key={name} name={name}>
                      {answer}
                    </Fact>
                  ))}
                </dl>
              </div>
            )}
            {project.documents && (
              <div>
                <h3 className="display-3">{texts.documents}</h3>
                <ul className="mt-3 border-b border-rule">
                  {project.documents.map(({ title, address, date }) => (
                    <li key={title} className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2.5">
                      {address ? <ExternalLink address={address} text={title} /> : <bdi>{title}</bdi>}
                      {date && <Day date={date} />}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns each question with its parts, in the order of the article. */
function questionsOf(project: Project, { questions }: AuditTexts, facts: (typeof projectTexts)['facts']): Answered[] {
  const { registration, units, vintage, storage, shortfall, rating, retirement, adjustment } = questions;
  const { methodology, methodologyVersion, vintageStart, vintageEnd, verificationReport, verificationReportUrl, verifiedOn } = project;
  const effect = project.unitType?.split(' ')[0] ?? '';
  const [start, end] = [vintageStart ?? vintageEnd, vintageEnd ?? vintageStart];
  // An authorisation is no adjustment. It is shown where there is one.
  const authorisation = labelsOf(project, adjustment.authorised);
  const cited = citedMethodology(methodology, methodologyVersion);
  return [
    [
      'registration',
      [
        [registration.id, project.externalId && <bdi className="figure">{project.externalId}</bdi>],
        [
          registration.page,
          project.registryUrl && <ExternalLink address={project.registryUrl} text={new URL(project.registryUrl).hostname} />,
        ],
        [registration.methodology, cited && <bdi>{cited}</bdi>],
      ],
    ],
    [
      'units',
      [
        [units.type, project.unitType && unitTypeName(project.unitType)],
        [units.status, project.unitsStatus && facts.unitsStatuses[project.unitsStatus].name],
      ],
    ],
    [
      'vintage',
      [
        [
          vintage.vintage,
          start && (
            <span className="figure">{start === end ? start : fill(vintage.years, { start: String(start), end: String(end) })}</span>
          ),
        ],
        [
          vintage.report,
          verificationReport && (
            <>
              {verificationReportUrl ? (
                <ExternalLink address={verificationReportUrl} text={verificationReport} />
              ) : (
                <bdi>{verificationReport}</bdi>
              )}
              {verifiedOn && (
                <>
                  , <Day date={verifiedOn} />
                </>
              )}
            </>
          ),
        ],
      ],
    ],
    [
      'storage',
      [
        [storage.effect, storage.effects[effect]],
        [storage.duration, durationOf(project, facts)],
      ],
    ],
    [
      'shortfall',
      [
        [shortfall.buffer, project.bufferShare !== null && <>{fill(shortfall.share, { share: formatShare(project.bufferShare) })}</>],
        [shortfall.terms, project.shortfallTerms && <bdi>{project.shortfallTerms}</bdi>],
      ],
    ],
    [
      'rating',
      [
        [
          rating.rating,
          project.ratings && (
            <ul>
              {project.ratings.map(({ rating: grade, agency, date }) => (
                <li key={`${agency} ${date}`}>
                  <bdi>{fill(rating.by, { rating: grade, agency })}</bdi>, <Day date={date} />
                </li>
              ))}
            </ul>
          ),
        ],
      ],
    ],
    [
      'retirement',
      [
        [retirement.serials, serialsOf(project, retirement.onRecord)],
        [retirement.place, project.retirementPlace && <bdi>{project.retirementPlace}</bdi>],
      ],
    ],
    [
      'adjustment',
      [
        [adjustment.adjustment, labelsOf(project, adjustment.labels)],
        ...(authorisation ? [[adjustment.authorisation, authorisation] as Part] : []),
      ],
    ],
  ];
}

/** The names of these labels that units on sale have, with their days. */
function labelsOf(project: Project, labels: Record<string, string>): ReactNode {
  const stated = (project.labels ?? []).filter((label) => own(labels, label.label) && isSoldWith(label, project));
  return (
    stated.length > 0 && (
      <ul>
        {stated.map((label) => (
          <li key={`${label.label} ${label.vintageStart} ${label.source}`}>
            {[own(labels, label.label), statedVintage(label)].filter(Boolean).join(', ')}, <Day date={label.asOf} />
          </li>
        ))}
      </ul>
    )
  );
}

/** The serial numbers on the record prevail over those in the catalogue's entry: they have a status each. */
function serialsOf({ serials, isOnRecord }: Project, { href, label }: { href: string; label: string }): ReactNode {
  if (isOnRecord)
    return (
      <a href={href} className="text-link text-canopy">
        {label}
      </a>
    );
  return serials && <bdi className="figure break-all">{serials}</bdi>;
}

function durationOf(project: Project, { permanences }: (typeof projectTexts)['facts']): string | null {
  const permanence = permanenceOf(project);
  if (permanence === 'not stated') return null;
  if (permanence === 'nothing stored') return permanences['nothing stored'].name;
  return fill(permanence === 1 ? permanences.oneYear : permanences.manyYears, { years: formatCount(permanence) });
}

type QuestionProps = { number: number; question: AuditQuestion; parts: Part[]; texts: AuditTexts; project: Project };

function Question({ number, question, parts, texts, project }: QuestionProps) {
  const { name } = texts.questions[question];
  return (
    <li className="grid content-start border-b border-rule py-4 print:break-inside-avoid">
      <h3 className="flex items-baseline gap-3 font-semibold">
        <span aria-hidden="true" className="figure text-[0.8125rem] text-ink-faint">
          {number}
        </span>
        {name}
      </h3>
      <dl className="mt-2">
        {parts.map(([part, answer]) => (
          <Fact key={part} name={part} isPlain>
            {answer || <span className="text-clay">{texts.notStated}</span>}
          </Fact>
        ))}
      </dl>
      {project.unanswered.includes(question) && (
        <a
          href={`/contact?project=${project.slug}`}
          rel="nofollow"
          className="text-link inline-flex min-h-11 w-fit items-center text-[0.9375rem] text-canopy print:hidden"
        >
          {texts.ask}
          <span className="sr-only">: {name}</span>
        </a>
      )}
    </li>
  );
}
