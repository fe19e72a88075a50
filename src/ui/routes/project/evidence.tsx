import type { ReactNode } from 'react';
import { type MapGround, mapSizes, regionAround } from '#shared/art/map/map-grounds.ts';
import { placePoints } from '#shared/art/map/project-map.ts';
import { audit } from '#shared/content/projects/audit.ts';
import { evidenceTexts } from '#shared/content/projects/labels.ts';
import { texts } from '#shared/content/projects/project.ts';
import { own } from '#shared/lib/input/own.ts';
import { countryName, formatLatitude, formatLongitude, isSoldWith, statedVintage } from '#shared/lib/projects/facts.ts';
import { questionAddress } from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { labels as labelsInOrder, type Project, type ProjectLabel } from '#shared/schemas/project.ts';
import { TextLink } from '#src/ui/controls/links.tsx';
import { FactList, figure, Heading } from '#src/ui/controls/texts.tsx';
import { ProjectMap } from '#src/ui/projects/project-map.tsx';
import { NamedSection } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

/** The documents of a project and its survey of species, or a note that none are stated. */
export function DocumentsAndSurvey({ project }: { project: Project }) {
  const { documents } = audit;
  const { survey } = evidenceTexts;
  return (
    <section
      id="documents"
      aria-labelledby="documents-title"
      className="page grid gap-10 pb-14 md:(grid-cols-2 gap-x-16) print:(grid-cols-2 gap-x-8 pb-6)"
    >
      <div>
        <Heading id="documents-title" className="display-3" text={documents.title} />
        {project.documents && (
          <ul className="mt-3 border-b border-rule">
            {project.documents.map(({ title, address, date }) => (
              <li key={title} className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2.5">
                <ExternalLink address={address} text={title} />
                {date && <Day date={date} />}
              </li>
            ))}
          </ul>
        )}
        {!project.documents && <p className="mt-3 text-clay">{documents.none}</p>}
        {!project.documents?.every(({ address }) => address) && <AskFor slug={project.slug} evidence="documents" />}
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
          missing={{ text: survey.none, slug: project.slug, evidence: 'survey' }}
        />
        {isAboutBiodiversity(project) && <p className="copy mt-4 text-ink-soft">{survey.planning}</p>}
      </div>
    </section>
  );
}

/** Checks whether a project mentions biodiversity: its credits might be taken for the biodiversity units that planning law asks for. */
const isAboutBiodiversity = ({ category, projectType }: Project) => /biodiversity/i.test(`${category} ${projectType ?? ''}`);

/**
 * Where a project is, and a note that its boundary is not stated, because the catalogue has only one point of it. A project with
 * coordinates has a map: of the British Isles, if it is in the United Kingdom, otherwise of the region around it.
 */
export function ProjectLocator({ project }: { project: Project }) {
  const { notStated } = audit;
  const { latitude, longitude, country, title, location, slug } = project;
  const place = latitude !== null && longitude !== null ? { latitude, longitude } : undefined;
  const size = mapSizes.band;
  const spotOn = (bounds: MapGround['bounds']) => place && placePoints({ ...size, bounds }, [place]).points[0];
  const isInBritain = country === 'GB' && spotOn('uk') !== undefined;
  const ground: MapGround = { size: 'band', bounds: isInBritain || !place ? 'uk' : regionAround(place) };
  const spot = spotOn(ground.bounds);
  const label = fill(texts.map.label, { title, location });
  return (
    <section
      id="place"
      aria-labelledby="place-title"
      className="page grid gap-x-16 gap-y-6 pb-14 lg:grid-cols-2 print:(grid grid-cols-2 break-inside-avoid pb-6)"
    >
      <div>
        <Heading id="place-title" className="display-3" text={texts.map.title} />
        <FactList
          className="mt-3"
          facts={[
            [texts.map.country, country ? countryName(country) : notStated],
            [texts.map.coordinates, place ? figure(`${formatLatitude(place.latitude)}, ${formatLongitude(place.longitude)}`) : notStated],
            [
              texts.map.boundary,
              <div key="boundary">
                <span className="block text-clay">{notStated}</span>
                <AskFor slug={slug} evidence="boundary" />
              </div>,
            ],
          ]}
        />
      </div>
      {place && (
        <ProjectMap ground={ground} theme="night" label={label} className="self-start print:max-w-80">
          {spot && (
            <circle
              cx={`${(100 * spot.x) / size.width}%`}
              cy={`${(100 * spot.y) / size.height}%`}
              r="7"
              className="fill-lichen stroke-canopy-deep stroke-2"
            />
          )}
        </ProjectMap>
      )}
    </section>
  );
}

/** Who reviewed a project and when, who is behind it, and what others state about its credits. */
export function ProjectPeople({ project }: { project: Project }) {
  const { people } = audit;
  const { review } = evidenceTexts;
  return (
    <NamedSection titleId="people-title" title={people.title} titleClass="display-2 print:display-3" className="page py-12 print:py-4">
      <div className="mt-6 grid gap-10 md:(grid-cols-2 gap-x-16) print:(grid-cols-2 gap-x-8)">
        <Facts
          title={review.title}
          facts={[
            [review.reviewer, project.reviewer && <bdi>{project.reviewer}</bdi>],
            [review.date, project.reviewedOn && <Day date={project.reviewedOn} />],
          ]}
          missing={{ text: review.none, slug: project.slug, evidence: 'review' }}
        />
        <Facts
          title={people.parties}
          facts={[
            [people.developer, project.developer && <bdi>{project.developer}</bdi>],
            [people.verifier[project.unitsStatus ?? 'not stated'], project.verifier && <bdi>{project.verifier}</bdi>],
            [people.certifications, project.certifications && <bdi>{project.certifications}</bdi>],
            [people.website, project.website && <ExternalLink address={project.website} text={new URL(project.website).hostname} />],
            [texts.facts.updated, <Day key="updated" date={project.updatedAt.toISOString()} />],
          ]}
        />
      </div>
      <ProjectLabels project={project} />
    </NamedSection>
  );
}

/** The labels of a project's credits, each with source and day, but for those that answer the question about adjustment. */
function ProjectLabels({ project }: { project: Project }) {
  const { title, intro, none } = evidenceTexts;
  const adjustments = audit.questions.adjustment;
  const isAnswer = ({ label }: ProjectLabel) => own(adjustments.labels, label) ?? own(adjustments.authorised, label);
  const labels = (project.labels ?? [])
    .filter((label) => !(isAnswer(label) && isSoldWith(label, project)))
    .toSorted((a, b) => labelsInOrder.indexOf(a.label) - labelsInOrder.indexOf(b.label));
  return (
    <NamedSection titleId="labels-title" title={title} level="h3" titleClass="display-3" id="labels" className="mt-10 print:mt-5">
      <p className="copy mt-3 text-ink-soft">{labels.length > 0 ? intro : none}</p>
      {labels.length > 0 && (
        <ul className="mt-4 grid border-t border-rule md:(grid-cols-2 gap-x-16) print:(grid-cols-2 gap-x-8)">
          {labels.map((label, index) => (
            <Label
              key={`${label.label} ${label.vintageStart} ${label.source}`}
              {...{ label, project }}
              isExplained={labels.findIndex((other) => meaningOf(other) === meaningOf(label)) < index}
            />
          ))}
        </ul>
      )}
    </NamedSection>
  );
}

const meaningOf = ({ label }: ProjectLabel) => evidenceTexts.texts[label].meaning;

/** `isExplained`: a label above has the same meaning, as those of the development goals have, and explains it. */
function Label({ label, project, isExplained }: { label: ProjectLabel; project: Project; isExplained: boolean }) {
  const { vintages } = evidenceTexts;
  const years = statedVintage(label);
  const isSold = isSoldWith(label, project);
  return (
    <li className="border-b border-rule py-4 md:last:odd:col-span-full print:(break-inside-avoid last:odd:col-span-full)">
      <h4 className="font-semibold">{evidenceTexts.texts[label.label].name}</h4>
      <p className="mt-1 text-[0.9375rem]">
        {years === undefined ? vintages.all : fill(label.vintageStart === label.vintageEnd ? vintages.one : vintages.several, { years })}
      </p>
      {isSold !== true && <p className="mt-1 text-[0.9375rem] text-clay">{isSold === null ? vintages.unknown : vintages.notSold}</p>}
      {!isExplained && <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{meaningOf(label)}</p>}
      <p className="mt-1 text-[0.9375rem] text-ink-soft break-words">
        {evidenceTexts.source} <Source source={label.source} />, <Day date={label.asOf} />
      </p>
    </li>
  );
}

/** A link to another site, marked as not endorsed by us, or the text alone if there is no address. */
export function ExternalLink({ address, text }: { address: string | null | undefined; text: string }) {
  if (!address) return <bdi>{text}</bdi>;
  return (
    <a
      href={address}
      rel="nofollow noopener"
      className="text-link break-words text-canopy print:after:([overflow-wrap:anywhere] content-['_'attr(href)])"
    >
      <bdi>{text}</bdi>
    </a>
  );
}

/** A value, and below it a note, such as what it means. */
export function WithNote({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="mt-1 block text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</span>
    </>
  );
}

/** A source in words, or as a link if it is a web address. */
export function Source({ source }: { source: string }) {
  const url = /^https?:\/\/\S+$/.test(source) ? URL.parse(source) : null;
  return <ExternalLink address={url && source} text={url?.hostname ?? source} />;
}

type FactsProps = {
  title: string;
  level?: 'h2' | 'h3';
  /** Facts without a value are left out. */
  facts: [name: string, value: ReactNode][];
  /** What stands there if no fact has a value: a note, and a link that asks for the evidence. */
  missing?: { text: string } & AskForProps;
};

function Facts({ title, level = 'h3', facts, missing }: FactsProps) {
  return (
    <div>
      <Heading className="display-3" level={level} text={title} />
      <FactList facts={facts} className="mt-3" />
      {missing && !facts.some(([, value]) => value) && (
        <>
          <p className="mt-3 text-clay">{missing.text}</p>
          <AskFor {...missing} />
        </>
      )}
    </div>
  );
}

/** `evidence`: its name in addresses. */
type AskForProps = { slug: string; evidence: keyof typeof audit.questions | keyof typeof audit.otherEvidence };

/** Returns what a piece of evidence, or the answer to a question, is called; undefined if nothing has that name in addresses. */
export const nameOfEvidence = (evidence: string) => own(audit.questions, evidence)?.name ?? own(audit.otherEvidence, evidence);

/** A link to a message that asks for a piece of evidence by its name. */
export function AskFor({ slug, evidence }: AskForProps) {
  return (
    <TextLink href={questionAddress(slug, evidence)} rel="nofollow" className="w-fit text-[0.9375rem] print:hidden">
      {audit.ask}
      <span className="sr-only">: {nameOfEvidence(evidence)}</span>
    </TextLink>
  );
}

/** A day, given as 2026-03-31, or that of a moment. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} className="figure inline-block text-[0.9375rem] text-ink-soft">
      {formatDate(new Date(date))}
    </time>
  );
}
