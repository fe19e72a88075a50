import type { ReactNode } from 'react';
import { audit } from '#shared/content/projects/audit.ts';
import { limitOfUse, texts } from '#shared/content/projects/project.ts';
import { own } from '#shared/lib/input/own.ts';
import { citedMethodology, isSoldWith, permanenceOf, withVintage } from '#shared/lib/projects/facts.ts';
import { countOf, formatShare } from '#shared/lib/text/numbers.ts';
import { type AuditQuestion, auditAnswers, auditQuestions, type LabelName, type Project } from '#shared/schemas/project.ts';
import { InlineLink } from '#src/ui/controls/links.tsx';
import { FactList, Heading, Ordinal } from '#src/ui/controls/texts.tsx';
import { fill, formatCount, unitTypeName } from '#verify/text.ts';
import { AskFor, Day, ExternalLink, nameOfEvidence, Source, WithNote } from './evidence.tsx';

const { facts } = texts;

/** A part of an answer: its name, and what the catalogue states, or nothing. */
type Part = [name: string, answer: ReactNode];
/** The answers to a question's parts: to those of `auditAnswers`, and to others of which the words have a name. */
type Answers<Question extends AuditQuestion> = Record<keyof (typeof auditAnswers)[Question], ReactNode> &
  Partial<Record<keyof (typeof audit.questions)[Question], ReactNode>>;
/** A question with the parts of its answer. */
type Answered = [question: AuditQuestion, parts: Part[]];
/** The words of each question have a name for every part of its answer. */
const partNames: { [Question in AuditQuestion]: Record<keyof (typeof auditAnswers)[Question], string> } = audit.questions;

/** An auditor's eight questions, each answered or marked as not stated, with a link that asks for what is missing. */
export function AuditAnswers({ project }: { project: Project }) {
  const answered = answersOf(project);
  return (
    <section id="audit" aria-labelledby="audit-title" className="border-y border-rule bg-paper-deep py-14 print:(bg-transparent py-6)">
      <div className="page">
        <Heading id="audit-title" className="display-2 print:display-3" text={audit.title} />
        <p className="copy mt-3 text-ink-soft">
          {audit.intro} <InlineLink link={audit.article} className="print:hidden" />
        </p>
        {[...Map.groupBy(answered, ([question]) => audit.groups[question])].map(([title, inGroup]) => (
          <div key={title} className="mt-8 border-t border-ink pt-4 print:mt-4">
            <h3 className="display-3">{title}</h3>
            <ol className="mt-2 grid md:(grid-cols-2 gap-x-12) lg:grid-cols-3 print:(grid-cols-2 gap-x-8)">
              {inGroup.map((item) => (
                <Question key={item[0]} number={answered.indexOf(item) + 1} answered={item} project={project} />
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Returns the names of the parts that the answer to a question lacks; none for a question that does not exist. */
export function missingParts(project: Project, asked: string): string[] {
  const parts = answersOf(project).find(([question]) => question === asked)?.[1] ?? [];
  return parts.filter(([, answer]) => !answer).map(([part]) => part);
}

/**
 * Returns the message that asks for a piece of a project's evidence: for what the answer to a question lacks, or for one of
 * `otherEvidence`.
 * @param evidence the name of the piece in the address.
 * @returns undefined if there is no such piece.
 */
export function requestFor(project: Project, evidence: string): string | undefined {
  const missing = missingParts(project, evidence);
  const name = nameOfEvidence(evidence);
  if (name === undefined) return undefined;
  return fill(audit.request, { title: project.title, evidence: missing.length > 0 ? `${name} (${missing.join(', ')})` : name });
}

/**
 * Returns each question with the parts of its answer. Parts named in `auditAnswers` are always there, so that a missing one is seen; the
 * others, which an answer may have besides, only if something is stated.
 */
function answersOf(project: Project): Answered[] {
  const { questions } = audit;
  const { vintage, storage, shortfall, rating, retirement, adjustment } = questions;
  const { methodology, methodologyVersion, vintageStart, vintageEnd, verificationReport, verificationReportUrl, verifiedOn } = project;
  const [start, end] = [vintageStart ?? vintageEnd, vintageEnd ?? vintageStart];
  const { registryTotals, unitsStatuses } = facts;
  const units = project.unitsStatus && unitsStatuses[project.unitsStatus];
  const permanence = permanenceOf(project);
  const mechanism = project.unitType?.split(' ')[0];
  /** Adds a note to a fact that the record, and not the catalogue's entry, states. */
  const ofRecord = (fact: Project['fromRecord'][number], shown: ReactNode) =>
    project.fromRecord.includes(fact) ? <WithNote note={audit.fromRecord}>{shown}</WithNote> : shown;
  const cited = citedMethodology(methodology, methodologyVersion);
  const answers: { [Question in AuditQuestion]: Answers<Question> } = {
    registration: {
      id: project.externalId && <bdi className="figure">{project.externalId}</bdi>,
      page: project.registryUrl && <ExternalLink address={project.registryUrl} text={new URL(project.registryUrl).hostname} />,
      methodology: cited && <bdi>{cited}</bdi>,
    },
    units: {
      type: project.unitType && ofRecord('unitType', unitTypeName(project.unitType)),
      status: units && <WithNote note={project.status === 'On sale' ? units.meaning : units.held}>{units.name}</WithNote>,
      use: limitOfUse(project.verificationStandard),
      atRegistry: project.registryIssued !== null && (
        <WithNote note={registryTotals.meaning}>
          {fill(project.registryRetired === null ? registryTotals.issued : registryTotals.issuedAndRetired, {
            issued: countOf(project.registryIssued, 'credit'),
            retired: formatCount(project.registryRetired ?? 0),
          })}
        </WithNote>
      ),
    },
    vintage: {
      vintage:
        start &&
        ofRecord(
          'vintage',
          <span className="figure">{start === end ? start : fill(vintage.years, { start: String(start), end: String(end) })}</span>,
        ),
      report: verificationReport && (
        <>
          <ExternalLink address={verificationReportUrl} text={verificationReport} />
          {verifiedOn && (
            <>
              , <Day date={verifiedOn} />
            </>
          )}
          {project.unitsStatus === 'expected' && vintage.unverified}
        </>
      ),
    },
    storage: { effect: mechanism && storage.effects[mechanism], duration: durationOf(project) },
    shortfall: {
      buffer: project.bufferShare !== null && fill(shortfall.share, { share: formatShare(project.bufferShare) }),
      reversal: shortfall.reversals[typeof permanence === 'number' ? 'stored' : permanence],
      terms: project.shortfallTerms && <bdi>{project.shortfallTerms}</bdi>,
    },
    rating: {
      rating: project.ratings && (
        <ul>
          {project.ratings.map(({ rating: grade, agency, date }) => (
            <li key={`${agency} ${date}`}>
              <bdi>{fill(rating.by, { rating: grade, agency })}</bdi>, <Day date={date} />
            </li>
          ))}
        </ul>
      ),
    },
    retirement: {
      // Serial numbers on the record prevail over those in the catalogue's entry, because the record has the state of each.
      serials: project.isOnRecord ? (
        <InlineLink link={retirement.onRecord} />
      ) : (
        project.serials && <bdi className="figure break-all">{project.serials}</bdi>
      ),
      place: project.retirementPlace && <bdi>{project.retirementPlace}</bdi>,
    },
    adjustment: {
      adjustment: labelsOf(project, adjustment.labels satisfies Record<AdjustmentLabel, string>),
      // An authorisation alone is no adjustment.
      authorisation: labelsOf(project, adjustment.authorised),
    },
  };
  return auditQuestions.map((question) => {
    const names: Record<string, string> = partNames[question];
    const parts = Object.entries(answers[question]).filter(([part, answer]) => part in auditAnswers[question] || answer);
    return [question, parts.map(([part, answer]): Part => [names[part] ?? part, answer])];
  });
}

type AdjustmentLabel = Extract<LabelName, `Corresponding adjustment ${string}`>;

/** The names of these labels that units on sale have, with their sources and days. */
function labelsOf(project: Project, labels: Record<string, string>): ReactNode {
  const stated = (project.labels ?? []).filter((label) => own(labels, label.label) && isSoldWith(label, project));
  return (
    stated.length > 0 && (
      <ul>
        {stated.map((label) => (
          <li key={`${label.label} ${label.vintageStart} ${label.source}`}>
            {withVintage(own(labels, label.label) ?? '', label, audit.ofVintage)} (<Source source={label.source} />,{' '}
            <Day date={label.asOf} />)
          </li>
        ))}
      </ul>
    )
  );
}

function durationOf(project: Project): ReactNode {
  const { permanences } = facts;
  const permanence = permanenceOf(project);
  if (permanence === 'not stated') return null;
  if (permanence === 'nothing stored') return <WithNote note={permanences[permanence].meaning}>{permanences[permanence].name}</WithNote>;
  return <WithNote note={permanences.years}>{countOf(permanence, 'year')}</WithNote>;
}

function Question({ number, answered: [question, parts], project }: { number: number; answered: Answered; project: Project }) {
  return (
    <li className="grid content-start border-b border-rule py-4 md:max-lg:last:odd:col-span-full lg:nth-2:last:col-span-2 print:(break-inside-avoid last:odd:col-span-full)">
      <h4 className="flex items-baseline gap-3 font-semibold">
        <Ordinal number={number} look="plain" className="text-ink-faint" />
        {audit.questions[question].name}
      </h4>
      <FactList
        look="plain"
        className="mt-2"
        facts={parts.map(([part, answer]) => [part, answer || <span className="text-clay">{audit.notStated}</span>])}
      />
      {project.unanswered.includes(question) && <AskFor slug={project.slug} evidence={question} />}
    </li>
  );
}
