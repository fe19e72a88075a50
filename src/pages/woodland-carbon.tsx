import * as woodlandCarbon from '#src/content/woodland-carbon.ts';
import { GrowthLog } from '#src/ui/routes/woodland-carbon/growth-log.tsx';
import { StandardPage } from '#src/ui/sections/standard-page.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function WoodlandCarbonPage() {
  return (
    <>
      <PageHead meta={woodlandCarbon.meta} path="/woodland-carbon" faq={woodlandCarbon.faq} />
      <StandardPage content={woodlandCarbon}>
        <GrowthLog content={woodlandCarbon.growth} />
      </StandardPage>
    </>
  );
}
