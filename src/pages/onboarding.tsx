import { closing, dialog, hero, meta, papers, picture, questions, refusals, services, steps } from '#src/content/onboarding.ts';
import { SpecimenFigure } from '#src/ui/routes/onboarding.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { FaqList } from '#src/ui/sections/faq-list.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { StepList } from '#src/ui/sections/step-list.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { PageHead } from './_components/page-head.tsx';
import { TopicDialog } from './_components/topic-dialog.tsx';

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
