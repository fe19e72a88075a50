import type { ReactNode } from 'react';
import { company, shownClaims } from '#server/company.ts';
import {
  benefits,
  closing,
  dialog,
  figures,
  hero,
  type Lifecycle,
  lifecycle,
  meta,
  recordedAs,
  sources,
} from '#shared/content/enterprise/traceability.ts';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TopicDialog } from '#src/pages/_components/topic-dialog.tsx';
import { DossierGrid } from '#src/ui/sections/cards.tsx';
import { ClosingCall, PageHero, Section } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { FigureBand } from '#src/ui/sections/sheets.tsx';

export default function TraceabilityPage() {
  return (
    <>
      <PageHead meta={meta} path="/enterprise/traceability" />
      <PageHero content={hero} />
      <LifecycleLine further={factsOfSteps(recordedAs, 'traceability')} />
      <DossierGrid content={sources(company())} />
      {shownClaims().enterpriseFigures && <FigureBand content={figures} />}
      <LedgerList content={benefits} />
      <ClosingCall content={closing} />
      <TopicDialog id={dialog.id} subject={dialog.subject} />
    </>
  );
}

/** `further`: a last fact of a stage, by its state. */
type LifecycleLineProps = { further: Partial<Record<string, { label: string; value: ReactNode }>> };

/** The states of a credit along a line: what each entry says, and what it rules out from then on. */
function LifecycleLine({ further }: LifecycleLineProps) {
  const { labels } = lifecycle;
  return (
    <Section ground="canopy" heading={lifecycle}>
      <ol className="mt-9 grid lg:mt-14 lg:grid-cols-4">
        {lifecycle.stages.map((stage) => (
          <li key={stage.title} className="group relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 pb-7 last:pb-0 lg:(block pb-0)">
            <span
              aria-hidden="true"
              className="absolute top-9 bottom-0 left-9 w-px bg-paper/35 group-last:hidden lg:(top-14 bottom-auto left-28 h-px w-[calc(100%-7rem)])"
            />
            <svg viewBox="9 9 94 94" aria-hidden="true" className="relative size-18 lg:size-28">
              {glyphs[stage.state]}
            </svg>
            <div className="lg:(mt-7 pr-8)">
              <h3 className="display-3">{stage.title}</h3>
              <dl className="mt-3">
                <dt className="font-mono text-[0.75rem] text-canopy-mist uppercase tracking-[0.04em]">{labels.written}</dt>
                <dd className="mt-1 text-pretty leading-[1.55] text-paper/90">{stage.written}</dd>
                <dt className="mt-4 font-mono text-[0.75rem] text-lichen uppercase tracking-[0.04em]">{labels.rulesOut}</dt>
                <dd className="mt-1 font-semibold">{stage.rulesOut}</dd>
                {further[stage.state] && (
                  <>
                    <dt className="mt-4 font-mono text-[0.75rem] text-canopy-mist uppercase tracking-[0.04em]">
                      {further[stage.state]?.label}
                    </dt>
                    <dd className="mt-1">{further[stage.state]?.value}</dd>
                  </>
                )}
              </dl>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const disc = <circle cx="56" cy="56" r="54" className="fill-canopy-deep" />;

/** The glyphs of the states. */
const glyphs: Record<Lifecycle['stages'][number]['state'], React.ReactNode> = {
  created: (
    <>
      {disc}
      <circle cx="56" cy="56" r="46" fill="none" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round" className="stroke-paper" />
      <circle cx="56" cy="56" r="32" fill="none" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round" className="stroke-paper" />
    </>
  ),
  minted: (
    <>
      {disc}
      <circle cx="56" cy="56" r="46" fill="none" strokeWidth="2" className="stroke-paper" />
      <circle cx="56" cy="56" r="32" fill="none" strokeWidth="2" className="stroke-paper" />
      <circle cx="56" cy="56" r="10" className="fill-lichen" />
    </>
  ),
  transferred: (
    <>
      {disc}
      <circle cx="42" cy="56" r="32" fill="none" strokeWidth="2" strokeDasharray="4 5" className="stroke-paper" />
      <circle cx="70" cy="56" r="32" fill="none" strokeWidth="2" className="stroke-paper" />
      <circle cx="70" cy="56" r="10" className="fill-lichen" />
    </>
  ),
  retired: (
    <>
      {disc}
      <circle cx="56" cy="56" r="46" className="fill-lichen" />
      <circle cx="56" cy="56" r="32" fill="none" strokeWidth="2" className="stroke-canopy-deep" />
      <circle cx="56" cy="56" r="10" className="fill-canopy-deep" />
    </>
  ),
};
