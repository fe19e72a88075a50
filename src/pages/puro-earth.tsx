import { benefits, closing, comparison, durability, faq, hero, meta, partner, strata } from '#src/content/puro-earth.ts';
import { DurabilityPlate, StrataSteps } from '#src/ui/routes/puro-earth.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { FaqList } from '#src/ui/sections/faq-list.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function PuroEarthPage() {
  return (
    <>
      <PageHead meta={meta} path="/puro-earth" faq={faq} />
      <PageHero content={hero} aside={<DurabilityPlate content={durability} />} />
      <StrataSteps content={strata} />
      <LedgerList content={benefits} />
      <TableSection content={comparison} ground="deep" />
      <EditorialSplit content={partner} />
      <FaqList content={faq} />
      <ClosingCall content={closing} />
    </>
  );
}
