import { Suspense } from 'react';
import { closing, hero, list, meta, portfolio } from '#src/content/credits.ts';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { CardGrid } from '#src/ui/sections/card-grid.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';
import { LiveProjectList } from './_components/live-project-list.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function CreditsPage() {
  return (
    <>
      <PageHead meta={meta} path="/credits" />
      <PageHero content={hero} />
      <CardGrid content={portfolio} columns={4} ground="deep" />
      <Section id="projects">
        <SectionHeading eyebrow={list.eyebrow} title={list.title} intro={list.intro} />
        <div className="mt-8">
          <Suspense fallback={<Spinner text={list.loading} />}>
            <LiveProjectList content={list} />
          </Suspense>
        </div>
      </Section>
      <ClosingCall content={closing} />
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
