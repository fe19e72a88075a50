import { closing, faq, hero, limit, meta, questions, scale, use } from '#src/content/bezero.ts';
import { DrawnQuestions, GradeLadder } from '#src/ui/routes/bezero.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { FaqList } from '#src/ui/sections/faq-list.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function BezeroPage() {
  return (
    <>
      <PageHead meta={meta} path="/bezero" faq={faq} />
      <PageHero content={hero} aside={<GradeLadder content={scale} />} />
      <DrawnQuestions content={questions} />
      <EditorialSplit content={use} ground="canopy" />
      <NoteLine content={limit} />
      <FaqList content={faq} />
      <ClosingCall content={closing} />
    </>
  );
}
