import { claims, closing, contents, drafts, glossary, guide, hero, meta, tests, why } from '#src/content/carbon-credits.ts';
import { ContentsList, GuideCards } from '#src/ui/routes/carbon-credits.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function CarbonCreditsPage() {
  return (
    <>
      <PageHead meta={meta} path="/carbon-credits" />
      <PageHero content={hero} aside={<ContentsList content={contents} />} />
      <GuideCards content={guide} id="ideas" />
      <LedgerList content={tests} id="tests" />
      <EditorialSplit content={claims} ground="canopy" id="claims" />
      <TableSection content={drafts} ground="deep" id="drafts" />
      <TableSection content={glossary} id="glossary" />
      <LedgerList content={why} ground="deep" id="why-carma" />
      <ClosingCall content={closing} />
    </>
  );
}
