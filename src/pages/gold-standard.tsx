import { shownClaims } from '#server/company.ts';
import * as goldStandard from '#src/content/gold-standard.ts';
import { GoalGrid } from '#src/ui/routes/gold-standard.tsx';
import { StandardPage } from '#src/ui/sections/standard-page.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function GoldStandardPage() {
  return (
    <>
      <PageHead meta={goldStandard.meta} path="/gold-standard" faq={goldStandard.faq} />
      <StandardPage showsFigures={shownClaims().standardFigures} content={goldStandard}>
        <GoalGrid content={goldStandard.goals} />
      </StandardPage>
    </>
  );
}
