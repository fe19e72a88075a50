import * as words from '#shared/content/onboarding.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { FaqList, Picture } from '#src/ui/sections/frames.tsx';
import { StepList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';

export default function OnboardingPage() {
  return (
    <ContentPage path="/onboarding" words={words} aside={<LandscapeFigure />} isBooklet>
      <TableSection content={words.services} names="large" />
      <StepList content={words.steps} ground="canopy" id="process" />
      <TableSection content={words.papers} ground="deep" />
      <FaqList content={words.questions} />
      <EditorialSplit content={words.refusals} />
    </ContentPage>
  );
}

/** A drawn landscape with a caption. */
function LandscapeFigure() {
  const { src, alt, label, caption } = words.picture;
  return (
    <figure className="border-t border-ink lg:w-[27rem]">
      <figcaption className="flex items-baseline justify-between gap-6 py-2.5">
        <span className="label shrink-0">{label}</span>
        <span className="text-right text-[0.875rem] text-ink-soft">{caption}</span>
      </figcaption>
      <Picture src={src} alt={alt} className="aspect-[8/5]" />
    </figure>
  );
}
