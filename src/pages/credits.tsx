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
      <header className="page pt-6 md:pt-10">
        <h1 className="display-2">{hero.title}</h1>
        <p className="mt-2 max-w-[46rem] text-ink-soft md:mt-3">{hero.lede}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          {hero.actions.map(({ label, href, about }) => (
            <TextLink key={label} href={href}>
              {label}
              {about && <span className="sr-only"> {about}</span>}
            </TextLink>
          ))}
        </p>
      </header>
      <section id="projects" aria-labelledby="projects-title" className="page pt-3 pb-16 md:pb-24">
        <h2 id="projects-title" className="display-3 border-t border-ink pt-4">
          {list.title}
        </h2>
        <p className="mt-1 mb-4 text-[0.9375rem] text-ink-soft">
          {list.intro}{' '}
          <a href={list.finder.href} className="text-link inline-flex min-h-6 items-center text-canopy">
            {list.finder.label}
          </a>
        </p>
        <Suspense fallback={<Spinner text={list.loading} />}>
          <LiveProjectList content={list} />
        </Suspense>
      </section>
      <CardGrid content={portfolio} columns={4} ground="deep" />
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}
