import { company, isClaimShown } from '#server/company.ts';
import * as words from '#shared/content/enterprise/traceability.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { DossierGrid } from '#src/ui/sections/cards.tsx';
import { Drawing, Section } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { DataSheet, FigureBand } from '#src/ui/sections/sheets.tsx';

export default function TraceabilityPage() {
  return (
    <ContentPage path="/enterprise/traceability" words={words} aside={<DataSheet content={words.specimen} />}>
      <LifecycleLine />
      <DossierGrid content={words.sources(company())} />
      <LedgerList content={words.benefits} ground="deep" />
      {isClaimShown('enterprise') && <FigureBand content={words.figures} ground="paper" />}
    </ContentPage>
  );
}

/** The states of a credit along a line: what each entry says, and what it rules out from then on. */
function LifecycleLine() {
  const { labels, stages } = words.lifecycle;
  const further = factsOfSteps(stages, 'traceability');
  return (
    <Section ground="canopy" heading={words.lifecycle}>
      <ol className="mt-9 grid lg:mt-14 lg:grid-cols-4">
        {stages.map((stage) => (
          <li key={stage.title} className="group relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 pb-7 last:pb-0 lg:(block pb-0)">
            <span
              aria-hidden="true"
              className="absolute top-9 bottom-0 left-9 w-px bg-paper/35 group-last:hidden lg:(top-14 bottom-auto left-28 h-px w-[calc(100%-7rem)])"
            />
            <Drawing name={`lifecycle/${stage.id}`} size={[94, 94]} className="relative size-18 lg:size-28" />
            <div className="lg:(mt-7 pr-8)">
              <h3 className="display-3">{stage.title}</h3>
              <FactList
                look={{
                  row: 'not-first:mt-4',
                  name: 'font-mono text-[0.75rem] uppercase tracking-[0.04em] text-canopy-mist',
                  value: 'mt-1',
                }}
                className="mt-3 [&>:first-child>dd]:(text-pretty leading-[1.55] text-paper/90) [&>:nth-child(2)>dt]:text-lichen [&>:nth-child(2)>dd]:font-semibold"
                facts={[
                  [labels.written, stage.written],
                  [labels.rulesOut, stage.rulesOut],
                  // A stage without an entry of its own has no such fact: the list leaves out what has no value.
                  [further[stage.id]?.label ?? '', further[stage.id]?.value],
                ]}
              />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
