import { shownClaims } from '#server/company.ts';
import { closing, figures, hero, meta, services, strata, types } from '#src/content/enterprise/portfolios.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { StrataFigure } from '#src/ui/routes/enterprise.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { FigureBand } from '#src/ui/sections/figure-band.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { QuadGrid } from '#src/ui/sections/quad-grid.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function PortfoliosPage() {
  return (
    <>
      <PageHead meta={meta} path="/enterprise/portfolios" />
      <PageHero content={hero} />
      {shownClaims().enterpriseFigures && <FigureBand content={figures} />}
      <QuadGrid content={services} />
      <TableSection content={types} ground="deep" />
      <StrataFigure content={strata} />
      <ClosingCall content={closing} />
    </>
  );
}
