import { Fragment, type ReactNode } from 'react';
import { qrCode } from '#shared/art/qr-code.ts';
import { certificateWords as words } from '#shared/content/record/index.ts';
import { claimsOf } from '#shared/lib/record/claims.ts';
import { RecordLink } from '#src/ui/controls/links.tsx';
import { RuledItems } from '#src/ui/controls/texts.tsx';
import { CertificateHead, Stamp } from '#src/ui/sections/sheets.tsx';
import {
  type Certificate,
  type CertificateFact,
  type CertifiedProject,
  describeProject,
  describeUnconfirmed,
  describeUnits,
  factsOf,
  type Retirement,
  type ShownProject,
} from '#verify/certificate.ts';
import { confirmationsOf, correctionsOf, linesOfProject } from '#verify/entry.ts';
import { entryNumber, fill, formatCount, isolate } from '#verify/text.ts';
import { Confirmations, CorrectionNotice, ProjectLink, ProjectLinks } from './entries.tsx';

type CertificateSheetProps = {
  found: Retirement;
  /** The number of entries covered by the proof's checkpoint. Undefined: no checkpoint covers it yet. */
  size?: number | undefined;
  projects: CertifiedProject[];
  /** The address of the certificate's page, which is shown, and of which the sheet has a QR code. */
  address: string;
};

const { texts, later } = words;

/** A certificate of retirement: what was retired, for whom, and where that is recorded. */
export function CertificateSheet({ found, size, projects, address }: CertificateSheetProps) {
  const { index, entry, related } = found;
  const certificate = { ...found, projects };
  const confirmations = confirmationsOf(index, related);
  const code = qrCode(address, { border: 1 });
  const open = describeUnconfirmed(entry.quantity, confirmations);
  // The serials stand in a table of their own, and the note that nothing is confirmed stands below the title.
  const facts = factsOf(certificate, words.adjustments).filter(
    ({ name }) => name !== 'serials' && (name !== 'atRegistry' || confirmations.length > 0),
  );
  const halves = facts.filter(({ name }) => !wideFacts.has(name)).length;
  return (
    <article className="border border-ink bg-paper-bright p-2 print:border-0">
      <div className="relative isolate overflow-hidden border border-rule-strong p-5 sm:p-8">
        <CertificateHead issuer="Carma" />
        <p className="mt-4 max-w-[12ch] font-display sm:mt-6 text-[2rem] leading-[1.06] print:text-[1.5rem]">{texts.title}</p>
        <p className="figure mt-3 text-[0.9375rem]">{entry.certificate}</p>
        {open && <p className="mt-3 border-l-3 border-clay pl-3 font-semibold text-clay">{open}</p>}
        {entry.sample && <Stamp className="mt-3" text={texts.stamp} />}
        <CorrectionNotice title={later.correctedRetirement} index={index} corrections={correctionsOf(index, related)} />
        <dl className="mt-4 grid gap-x-6 sm:grid-cols-2">
          {facts.map((fact, place) => {
            // If the number of halves is odd, the last fact has a row of its own.
            const isWide = wideFacts.has(fact.name) || (place === facts.length - 1 && halves % 2 === 1);
            return (
              <div key={fact.name} className={`min-w-0 border-t border-rule py-2 sm:py-2.5 ${isWide ? 'sm:col-span-2' : ''}`}>
                <dt className="label">{fact.label}</dt>
                <dd className="mt-0.5 break-words">
                  {looks[fact.name]?.(certificate, fact.values) ??
                    fact.values.map((value) => (
                      <bdi key={value} className="block break-words">
                        {value}
                      </bdi>
                    ))}
                </dd>
              </div>
            );
          })}
        </dl>
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-rule pt-4 sm:(mt-5 pt-5)">
          <svg
            role="img"
            aria-label={texts.qr}
            viewBox={`0 0 ${code.size} ${code.size}`}
            shapeRendering="crispEdges"
            className="size-28 shrink-0"
          >
            <path d={code.path} className="stroke-ink" />
          </svg>
          <div className="min-w-0 flex-[1_1_14rem] text-[0.875rem] text-ink-soft">
            {size !== undefined && (
              <>
                <p>{fill(texts.proven, { entry: entryNumber(index), size: formatCount(size) })}</p>
                <p className="hidden print:block">{fill(texts.knownUpTo, { size: formatCount(size) })}</p>
              </>
            )}
            <p className="figure mt-2 break-all">{address}</p>
          </div>
        </div>
      </div>
    </article>
  );
}

/** The facts that take the whole width. */
const wideFacts: ReadonlySet<CertificateFact['name']> = new Set(['quantity', 'beneficiary', 'purpose', 'project', 'atRegistry']);

/** Renders the facts that are more than lines of text on a page. */
const looks: Partial<Record<CertificateFact['name'], (certificate: Certificate, values: string[]) => ReactNode>> = {
  quantity: ({ entry }) => (
    <>
      <span className="figure text-[2.25rem] leading-tight">{formatCount(entry.quantity)}</span>{' '}
      <span className="ml-1 font-mono text-[0.875rem]">{texts.unit}</span>
    </>
  ),
  beneficiary: (_, [name]) => <bdi className="display-3 break-words">{name}</bdi>,
  project: (certificate) =>
    certificate.projects.length === 1 ? (
      <ProjectLinks projects={certificate.projects} className="text-link text-canopy" showsIds />
    ) : (
      <Shares {...certificate} />
    ),
  atRegistry: ({ index, entry, related }) => <Confirmations quantity={entry.quantity} confirmations={confirmationsOf(index, related)} />,
  retired: (_, [period, years]) => (
    <>
      {period}
      {years && <span className="block text-[0.875rem] text-ink-soft">{years}</span>}
    </>
  ),
  recorded: ({ entry }, [moment]) => <time dateTime={entry.time}>{moment}</time>,
  entry: ({ index }) => <RecordLink to="entries" id={index} />,
};

/** The quantities retired, by project. */
function Shares({ entry, projects }: Certificate) {
  return (
    <ul className="divide-y divide-rule">
      {projects.map((project) => (
        <li key={project.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
          <span className="min-w-0">
            <ProjectLink {...project} className="text-link text-canopy" />
          </span>
          <span className="figure text-right">
            {formatCount(project.quantity)} {texts.unit}
          </span>
          <span className="col-span-2 text-[0.875rem]">
            {describeUnits(linesOfProject(entry, project), texts.units).map((group) => (
              <span key={group} className="block">
                {group}
              </span>
            ))}
          </span>
          <span className="col-span-2 text-[0.875rem] text-ink-soft">
            {describeProject(project, words.adjustments).map(isolate).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What a holder may and may not say about a retirement. */
export function ClaimRules({ found, projects }: { found: Retirement; projects: ShownProject[] }) {
  const { claims } = texts;
  return (
    <section className="mt-8 border-t border-ink pt-4">
      <h2 className="display-3">{claims.title}</h2>
      {correctionsOf(found.index, found.related).length > 0 && (
        <p className="mt-2 border-l-3 border-clay pl-3 font-semibold">{claims.corrected}</p>
      )}
      {claimsOf(found, projects, claims).map(({ title, rules }) => (
        <Fragment key={title}>
          <h3 className="mt-4 font-semibold">{title}</h3>
          <RuledItems
            texts={rules}
            className="mt-1 border-b border-rule"
            itemClass="border-rule py-2 text-[0.9375rem] [overflow-wrap:anywhere]"
          />
        </Fragment>
      ))}
      <p className="mt-4 text-[0.875rem] text-ink-soft">{claims.source}</p>
    </section>
  );
}
