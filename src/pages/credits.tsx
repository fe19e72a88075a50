import { Suspense } from 'react';
import { closing, hero, list, meta, portfolio, proof } from '#src/content/credits.ts';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { CardGrid } from '#src/ui/sections/card-grid.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';
import { LiveProjectList } from './_components/live-project-list.tsx';
import { PageHead } from './_components/page-head.tsx';

export default function CreditsPage() {
  return (
    <>
      <PageHead meta={meta} path="/credits" />
      <header className="page pt-6 pb-8 md:(pt-10 pb-12)">
        <h1 className="display-2">{hero.title}</h1>
        <p className="mt-2 max-w-[46rem] text-ink-soft md:mt-3">{hero.lede}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          {[...hero.actions, list.finder].map(({ label, href }) => (
            <TextLink key={label} href={href}>
              {label}
            </TextLink>
          ))}
        </p>
      </header>
      <CardGrid content={portfolio} columns={4} ground="deep" />
      <section id="projects" aria-labelledby="projects-title" className="page scroll-mt-16 pt-12 pb-16 md:(pt-16 pb-24)">
        <h2 id="projects-title" className="display-2">
          {list.title}
        </h2>
        <p className="mt-2 mb-4 text-[0.9375rem] text-ink-soft">{list.intro}</p>
        <Suspense fallback={<Spinner text={list.loading} />}>
          <LiveProjectList content={list} />
        </Suspense>
      </section>
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}
