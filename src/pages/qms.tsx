import { Suspense } from 'react';
import { countAnswers } from '#server/domain/projects/figures.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import { audit } from '#shared/content/projects/audit.ts';
import * as words from '#shared/content/qms.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { catalogueSearch, emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { ContentPage, sayVersion } from '#src/pages/_components/content-page.tsx';
import { Seal } from '#src/pages/_components/standards.tsx';
import { LinkList, TextLink } from '#src/ui/controls/links.tsx';
import { Ordinal, Paragraphs, RuledItems } from '#src/ui/controls/texts.tsx';
import { CardGrid } from '#src/ui/sections/cards.tsx';
import { Section } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

export default function QmsPage() {
  return (
    <ContentPage
      path="/qms"
      words={words}
      isBooklet
      aside={<Seal standard="qms" isAboveFold className="grid aspect-square h-auto w-full max-w-56 lg:(w-[34vw] max-w-[26rem])" />}
    >
      <ManualChapters />
      <Suspense>
        <AnswerCounts />
      </Suspense>
      <CardGrid content={words.benefits} columns={4} ground="deep" />
    </ContentPage>
  );
}

/** A manual: its contents, which stay in view, on the left; chapters on the right, each ending with the documents kept. */
function ManualChapters() {
  const { manual } = words;
  return (
    <Section heading={manual}>
      <p className="mt-4 text-[0.9375rem] text-ink-soft">
        {sayVersion('/qms')} {manual.replaces}
      </p>
      <div className="mt-12 grid gap-x-20 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
        <nav aria-label={manual.contents} className="hidden self-start border-t border-ink lg:(sticky top-28 block)">
          <p className="label py-3">{manual.contents}</p>
          <LinkList
            as="ol"
            links={manual.sections.map(({ id, title }) => ({ label: title, href: `#${id}` }))}
            mark={(index) => <Ordinal number={index + 1} look="plain" className="text-clay" />}
            className="border-b border-rule"
            itemClass="border-t border-rule"
            linkClass="flex min-h-11 items-baseline gap-3 py-2.5 leading-snug underline-offset-4 hover:underline"
          />
        </nav>
        <ol>
          {manual.sections.map((section, index) => (
            <li key={section.id} id={section.id} className="border-t border-ink pt-6 pb-14 last:pb-0 print:(break-inside-avoid pb-6)">
              <div className="flex items-baseline gap-5">
                <Ordinal number={index + 1} look="large" className="text-[3rem] leading-none text-clay md:text-[4.5rem]" />
                <h3 className="min-w-0 font-display text-[1.75rem] leading-[1.1] tracking-[-0.014em] md:text-[2.5rem]">{section.title}</h3>
              </div>
              <div className="mt-5 grid gap-x-12 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,16.5rem)]">
                <Paragraphs texts={section.body} className="copy text-ink-soft" box="grid content-start gap-4" />
                <div className="self-start border-t border-rule">
                  <h4 className="label py-3">{manual.pointsTitle}</h4>
                  <RuledItems texts={section.points} className="text-[0.9375rem] leading-[1.45]" />
                </div>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** How many of the projects on sale answer each question of an auditor, with links to the projects that do not. */
async function AnswerCounts() {
  const content = words.gaps;
  const counted = await unlessFailed('qms', countAnswers(), 'Could not count the answers of the catalogue');
  return (
    <Section id="gaps" isScreenOnly>
      <h2 className="display-2">{content.title}</h2>
      <p className="copy mt-4 text-ink-soft">
        {counted
          ? fill(counted.onSale > 0 ? content.intro : content.none, { projects: countOf(counted.onSale, 'project') })
          : content.failed}
      </p>
      {counted && counted.onSale > 0 && (
        <ol className="mt-8 border-b border-rule">
          {counted.answered.map(({ question, projects }) => (
            <li
              key={question}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-t border-rule py-2 first:border-ink md:(min-h-14 py-1 grid-cols-[minmax(0,1fr)_12rem_16rem])"
            >
              <span>{audit.questions[question].name}</span>
              <span className={`figure text-right text-[1.125rem] ${projects === 0 ? 'font-semibold text-clay' : ''}`}>
                {fill(content.count, { answered: formatCount(projects), onSale: formatCount(counted.onSale) })}
              </span>
              <span className="col-span-2 text-[0.9375rem] md:(col-span-1 text-right)">
                {projects < counted.onSale && (
                  <TextLink href={`/projects${catalogueSearch(emptyCatalogueQuery, { status: ['On sale'], unanswered: question })}`}>
                    {fill(content.link, { projects: countOf(counted.onSale - projects, 'project') })}
                  </TextLink>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
