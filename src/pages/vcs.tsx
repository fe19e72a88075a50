import { shownClaims } from '#server/company.ts';
import * as vcs from '#src/content/vcs.ts';
import { ShareOfHundred } from '#src/ui/routes/vcs.tsx';
import { StandardPage } from '#src/ui/sections/standard-page.tsx';
import { StepList } from '#src/ui/sections/step-list.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function VcsPage() {
  return (
    <>
      <PageHead meta={vcs.meta} path="/vcs" faq={vcs.faq} />
      <StandardPage showsFigures={shownClaims().standardFigures} content={vcs}>
        {shownClaims().standardFigures && <ShareOfHundred content={vcs.share} />}
        <StepList content={vcs.path} />
      </StandardPage>
    </>
  );
}
