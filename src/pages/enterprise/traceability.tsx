import { company, shownClaims } from '#server/company.ts';
import { benefits, closing, dialog, figures, hero, lifecycle, meta, recordedAs, sources } from '#src/content/enterprise/traceability.ts';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TopicDialog } from '#src/pages/_components/topic-dialog.tsx';
import { LifecycleLine } from '#src/ui/routes/enterprise.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { DossierGrid } from '#src/ui/sections/dossier-grid.tsx';
import { FigureBand } from '#src/ui/sections/figure-band.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';

export default function TraceabilityPage() {
  return (
    <>
      <PageHead meta={meta} path="/enterprise/traceability" />
      <PageHero content={hero} />
      <LifecycleLine content={lifecycle} further={factsOfSteps(recordedAs, 'traceability')} />
      <DossierGrid content={sources(company())} />
      {shownClaims().enterpriseFigures && <FigureBand content={figures} />}
      <LedgerList content={benefits} />
      <ClosingCall content={closing} />
      <TopicDialog id={dialog.id} subject={dialog.subject} />
    </>
  );
}
