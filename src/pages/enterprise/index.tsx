import { shownClaims } from '#server/company.ts';
import { closing, fileIndex, hero, meta, offerings, proof, regulations, sectors, testimonials } from '#src/content/enterprise/index.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TestimonialPair } from '#src/ui/routes/enterprise.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { DataSheet } from '#src/ui/sections/data-sheet.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { QuadGrid } from '#src/ui/sections/quad-grid.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function EnterprisePage() {
  return (
    <>
      <PageHead meta={meta} path="/enterprise" />
      <PageHero content={hero} aside={<DataSheet content={fileIndex} />} />
      <TableSection content={sectors} names="large" id="sectors" />
      <QuadGrid content={offerings} ground="deep" />
      <TableSection content={regulations} names="large" ground="canopy" id="regulations" />
      {shownClaims().testimonials && <TestimonialPair content={testimonials} id="testimonials" />}
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}
