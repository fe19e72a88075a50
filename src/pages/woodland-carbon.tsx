import { shownClaims } from '#server/company.ts';
import * as woodlandCarbon from '#src/content/woodland-carbon.ts';
import { GrowthLog } from '#src/ui/routes/woodland-carbon.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { StandardPage } from '#src/ui/sections/standard-page.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function WoodlandCarbonPage() {
  return (
    <>
      <PageHead meta={woodlandCarbon.meta} path="/woodland-carbon" faq={woodlandCarbon.faq} />
      <StandardPage showsFigures={shownClaims().standardFigures} content={woodlandCarbon}>
        <GrowthLog content={woodlandCarbon.growth} />
        <EditorialSplit content={woodlandCarbon.claims} />
      </StandardPage>
    </>
  );
}
