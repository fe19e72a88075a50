import { Suspense } from 'react';
import { closing, hero, list, meta } from '#src/content/projects/index.ts';
import { Section, SectionHeading } from '#src/ui/section.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { PageHero } from '#src/ui/sections/page-hero.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { CataloguePage } from '../_components/catalogue-page.tsx';
import { PageHead } from '../_components/page-head.tsx';

export default function ProjectsPage({ query }: { query: string }) {
  return (
    <>
      <PageHead meta={meta} path="/projects" />
      <PageHero content={hero} />
      <Section id="list">
        <SectionHeading title={list.title} />
        <Suspense fallback={<Spinner text={list.loading} />}>
          <CataloguePage content={list} parameters={query} />
        </Suspense>
      </Section>
      <ClosingCall content={closing} />
    </>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
