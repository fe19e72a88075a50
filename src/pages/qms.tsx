import { Suspense } from 'react';
import { benefits, closing, faq, gaps, hero, manual, meta, qualitySubject } from '#src/content/qms.ts';
import { ManualChapters } from '#src/ui/routes/qms.tsx';
import { CardGrid } from '#src/ui/sections/card-grid.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { FaqList } from '#src/ui/sections/faq-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { Seal } from '#src/ui/sections/seal.tsx';
import { AnswerCounts } from './_components/answer-counts.tsx';
import { PageHead } from './_components/page-head.tsx';
import { TopicDialog } from './_components/topic-dialog.tsx';

export default function QmsPage() {
  return (
    <>
      <PageHead meta={meta} path="/qms" faq={faq} />
      <PageHero
        content={hero}
        aside={<Seal standard="qms" isFirst className="grid aspect-square h-auto w-full max-w-56 lg:(w-[34vw] max-w-[26rem])" />}
      />
      <ManualChapters content={manual} />
      <Suspense>
        <AnswerCounts content={gaps} />
      </Suspense>
      <CardGrid content={benefits} columns={4} ground="deep" />
      <FaqList content={faq} />
      <ClosingCall content={closing} />
      <TopicDialog id="quality-dialog" subject={qualitySubject} />
    </>
  );
}
