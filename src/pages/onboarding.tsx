import { closing, dialog, hero, meta, papers, picture, questions, refusals, services, steps } from '#shared/content/onboarding.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TopicDialog } from '#src/pages/_components/topic-dialog.tsx';
import { ClosingCall, FaqList, PageHero } from '#src/ui/sections/frames.tsx';
import { StepList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function OnboardingPage() {
  return (
    <>
      <PageHead meta={meta} path="/onboarding" />
      <PageHero content={hero} aside={<SpecimenFigure picture={picture} />} />
      <TableSection content={services} names="large" />
      <StepList content={steps} ground="canopy" id="process" />
      <TableSection content={papers} ground="deep" />
      <FaqList content={questions} />
      <EditorialSplit content={refusals} />
      <ClosingCall content={closing} />
      <TopicDialog id={dialog.id} subject={dialog.subject} />
    </>
  );
}

type SpecimenFigureProps = { picture: { src: string; alt: string; label: string; caption: string } };

/** A drawn landscape with a caption. */
function SpecimenFigure({ picture }: SpecimenFigureProps) {
  return (
    <figure className="border-t border-ink lg:w-[27rem]">
      <figcaption className="flex items-baseline justify-between gap-6 py-2.5">
        <span className="label shrink-0">{picture.label}</span>
        <span className="text-right text-[0.875rem] text-ink-soft">{picture.caption}</span>
      </figcaption>
      <img src={picture.src} alt={picture.alt} width="800" height="500" className="aspect-[8/5] w-full bg-paper-deep object-cover" />
    </figure>
  );
}
