import { shownClaims } from '#server/company.ts';
import { answers, closing, downloads, hero, meta, shelves } from '#src/content/resources.ts';
import { DownloadShelf, LibraryDrawing, QuestionTable, ShelfList } from '#src/ui/routes/resources.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function ResourcesPage() {
  const hasTestimonials = shownClaims().testimonials;
  return (
    <>
      <PageHead meta={meta} path="/resources" />
      <PageHero content={hero(hasTestimonials)} aside={<LibraryDrawing />} />
      <ShelfList content={shelves(hasTestimonials)} />
      <DownloadShelf content={downloads} />
      <QuestionTable id="answers" content={answers} />
      <ClosingCall content={closing} />
    </>
  );
}
